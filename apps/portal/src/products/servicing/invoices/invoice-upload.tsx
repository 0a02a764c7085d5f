import { createInvoice } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { shortFileName } from "@inlay/lending/documents/document.ts";
import { showsUpload, whyNotUpload } from "@inlay/lending/servicing/invoice-actions.ts";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../pages.ts";
import { useServicing } from "../use-servicing.ts";
import { AboutLimit } from "./about-limit.tsx";
import { ChooseFile, type UploadedInvoice } from "./choose-file.tsx";
import { DetailsForm } from "./details-form-on-demand.tsx";
import { FlowProgress } from "./flow-progress.tsx";
import type { WithKind } from "./invoice-kind.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { Review } from "./review.tsx";
import { useActionFacts, useInvoiceLine, useReadAgain } from "./use-invoice-line.ts";
import { useWhyNotUpload } from "./use-invoice-words.ts";
import { nothingKnown } from "./use-parse-result.ts";

/** Uploads invoices, one after another. */
export function LineUpload({ issuedProductId, takesFocus, kind }: WithKind<PageProps<"INVOICE_UPLOAD">>) {
  const { t } = useLingui();
  const { home } = useServicing();
  const line = useInvoiceLine(issuedProductId);
  const facts = useActionFacts(line);
  const reason = useWhyNotUpload()(whyNotUpload(facts));
  const [sent, setSent] = useState(0);
  const isOpen = showsUpload(facts) && reason === null;
  // The last invoice may use up the limit; its confirmation stays.
  if (!isOpen && sent === 0)
    return (
      <div className="grid gap-6">
        <title>{t`Upload invoices`}</title>
        <Heading takesFocus={takesFocus}>{t`Upload invoices`}</Heading>
        <EmptyState title={reason ?? t`Invoices cannot be uploaded here.`} />
        <FormFooter primary={{ label: t`Done`, onPress: home }} canSwitch={false} />
      </div>
    );
  return (
    <UploadFlow
      line={line}
      kind={kind}
      takesFocus={takesFocus}
      sent={sent}
      onSent={() => setSent((count) => count + 1)}
      whyNoOther={reason}
    />
  );
}

type Place = "UPLOAD" | "DETAILS" | "PLAN" | "REVIEW" | "CONFIRMED" | "LIMIT";
type FlowState = {
  place: Place;
  /** The step that the page about the limit leads back to. */
  before: Place;
  file: UploadedInvoice | null;
  details: InvoiceDetails | null;
  planId: string | null;
};
const start: FlowState = { place: "UPLOAD", before: "UPLOAD", file: null, details: null, planId: null };

type UploadFlowProps = WithKind<{
  line: InvoiceLine;
  takesFocus: boolean;
  /** The number of invoices that were submitted here. */
  sent: number;
  onSent: () => void;
  whyNoOther: string | null;
}>;

export function UploadFlow({ line, kind, takesFocus, sent, onSent, whyNoOther }: UploadFlowProps) {
  const { t } = useLingui();
  const { ask, report } = usePortalSession();
  const { home } = useServicing();
  const { issuedProductId } = line;
  const readAgain = useReadAgain(issuedProductId);
  const [{ place, before, file, details, planId }, setState] = useState(start);
  const [remainingCents, setRemaining] = useState(line.availableCents);
  const change = (next: Partial<FlowState>) => setState((state) => ({ ...state, ...next }));
  const go = (next: Place) => () => change({ place: next });
  const openLimit = () => change({ place: "LIMIT", before: place });
  const again = () => setState(start);
  const title = t`Upload invoices`;
  if (place === "LIMIT") return <AboutLimit line={line} onBack={go(before)} />;
  if (place === "CONFIRMED")
    return (
      <Confirmed kind={kind} sent={sent} remainingCents={remainingCents} whyNoOther={whyNoOther} onAnother={again} />
    );
  if (file && place === "DETAILS")
    return (
      <div className="grid gap-6">
        <FlowProgress at="DETAILS" name={title} />
        <DetailsForm
          line={line}
          kind={kind}
          known={details ?? file.read ?? nothingKnown}
          title={t`Invoice details`}
          lead={shortFileName(file.fileName)}
          isFullyPayable={kind.isBill && line.isFullyPayable}
          takesFocus
          // The plan may no longer fit what was typed.
          onDone={(typed) => change({ place: "PLAN", details: typed, planId: null })}
          onBack={again}
          onLimit={openLimit}
        >
          <Notice tone={file.read ? "success" : "info"}>
            <p>
              {file.read ? (
                <Trans>Please check what we found in your file.</Trans>
              ) : (
                <Trans>We could not read your file in time. Please type what it says.</Trans>
              )}
            </p>
          </Notice>
        </DetailsForm>
      </div>
    );
  if (details && place === "PLAN")
    return (
      <div className="grid gap-6">
        <FlowProgress at="PLAN" name={title} />
        <PlanChoice
          line={line}
          kind={kind}
          details={details}
          planId={planId}
          takesFocus
          onChoose={(chosen) => change({ planId: chosen })}
          onDone={go("REVIEW")}
          onBack={go("DETAILS")}
          onLimit={openLimit}
        />
      </div>
    );
  if (file && details && planId !== null && place === "REVIEW")
    return (
      <div className="grid gap-6">
        <FlowProgress at="REVIEW" name={title} />
        <Review
          line={line}
          kind={kind}
          details={details}
          planId={planId}
          name={shortFileName(file.fileName)}
          submit={async (submitted, offerPlanId) => {
            const { invoiceDueDate, ...amounts } = amountsOf(submitted);
            const answer = await ask(createInvoice, {
              params: { id: issuedProductId },
              body: {
                issuedProductId,
                productType: line.productType,
                invoiceFileUrl: file.fileUrl,
                offerPlanId,
                ...amounts,
                invoiceDueDate,
                ...(kind.isBill ? {} : issuedWith(submitted, file)),
              },
            });
            setRemaining(answer.remainingLimitCents);
            onSent();
            await readAgain();
            change({ place: "CONFIRMED" });
          }}
          onFailed={() => report({ eventType: "fast-pay-upload-failed", reason: "GENERIC_ERROR" })}
          onEdit={go("DETAILS")}
          onBack={go("PLAN")}
          onCancel={again}
          onLimit={openLimit}
        />
      </div>
    );
  return (
    <ChooseFile
      key={sent}
      issuedProductId={issuedProductId}
      kind={kind}
      takesFocus={takesFocus || sent > 0}
      onUploaded={(uploaded) => change({ place: "DETAILS", file: uploaded })}
      onBack={home}
    />
  );
}

const amountsOf = ({ amountCents, requestedCents, dueDate }: InvoiceDetails) => ({
  totalInvoiceAmountCents: amountCents,
  amountRequestedForFinancingCents: requestedCents,
  invoiceDueDate: dueDate,
});

/** A bill is submitted without these. */
const issuedWith = ({ issueDate }: InvoiceDetails, { fileName, documentId }: UploadedInvoice) => ({
  ...(issueDate && { invoiceIssueDate: issueDate }),
  invoiceFileName: fileName,
  businessDocumentId: documentId,
});

type ConfirmedProps = WithKind<{
  sent: number;
  remainingCents: number;
  whyNoOther: string | null;
  onAnother: () => void;
}>;

function Confirmed({ kind, sent, remainingCents, whyNoOther, onAnother }: ConfirmedProps) {
  const { t } = useLingui();
  const { home } = useServicing();
  const { money } = useOfferFormats();
  const amount = money(remainingCents);
  return (
    <div className="grid gap-6">
      <title>{t`Upload confirmed`}</title>
      <Heading takesFocus>{t`Upload confirmed`}</Heading>
      <div className="grid max-w-[60ch] gap-2">
        <p>{kind.confirmed}</p>
        <p>{t`Your remaining limit is ${amount}.`}</p>
        {sent > 1 && <p>{t`You have uploaded ${sent} invoices.`}</p>}
      </div>
      <FormFooter
        primary={{ label: t`Another invoice`, onPress: onAnother, disabledReason: whyNoOther }}
        tertiary={{ label: t`Done`, onPress: home }}
        canSwitch={false}
      />
    </div>
  );
}
