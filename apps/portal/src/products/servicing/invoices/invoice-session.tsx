import { submitSessionBill, submitSessionInvoice } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine } from "@inlay/contracts/servicing/invoice-line.ts";
import { Notice } from "@inlay/ui/feedback/notice.tsx";
import { Spinner } from "@inlay/ui/feedback/spinner.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormFooter } from "../../../shared/forms/form-footer.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import type { PageProps } from "../pages.ts";
import { useServicing } from "../use-servicing.ts";
import { AboutLimit } from "./about-limit.tsx";
import type { KnownDetails } from "./details-form.tsx";
import { DetailsForm } from "./details-form-on-demand.tsx";
import { embeddedSessionQuery } from "./embedded-session.ts";
import type { WithKind } from "./invoice-kind.ts";
import { PlanChoice } from "./plan-choice.tsx";
import { useRequestedInvoices } from "./requested-invoices.ts";
import { Review } from "./review.tsx";
import {
  isToBeRead,
  isUnconfirmed,
  keyOf,
  knownBill,
  knownOf,
  type Session,
  type SessionInvoice,
  sessionInvoiceName,
} from "./session-invoice.ts";
import { SessionList } from "./session-list.tsx";
import { useInvoiceLine, useReadAgain } from "./use-invoice-line.ts";
import { useParseResult } from "./use-parse-result.ts";

/** The invoices or bills that a platform has put under a session token, to be confirmed one by one. */
export function SessionFlow({ takesFocus, kind }: WithKind<PageProps<"INVOICE_SESSION">>) {
  const { t } = useLingui();
  const { sessionToken } = useRequestedInvoices();
  if (sessionToken === null)
    return <InternalError message={t`Tried launching session invoice flow without a session token.`} />;
  return <OpenedSession sessionToken={sessionToken} takesFocus={takesFocus} kind={kind} />;
}

type OpenedSessionProps = WithKind<{ sessionToken: string; takesFocus: boolean }>;

function OpenedSession({ sessionToken, takesFocus, kind }: OpenedSessionProps) {
  const { t } = useLingui();
  const { data: session } = useSuspenseQuery(embeddedSessionQuery(usePortalSession(), sessionToken));
  const line = useInvoiceLine(session.issuedProductId);
  const isBillSession = session.productType === "EXTEND_PAY_PURCHASE_ORDER";
  if (isBillSession !== kind.isBill)
    return (
      <InternalError
        message={t`Tried launching session invoice flow, but the session token is for the wrong component.`}
      />
    );
  if (session.invoices.length === 0)
    return <InternalError message={t`Tried launching session invoice flow, but the session token has no invoices.`} />;
  return <ConfirmFlow session={session} sessionToken={sessionToken} line={line} kind={kind} takesFocus={takesFocus} />;
}

/** What the platform has set up wrongly, so that the person cannot help it. */
function InternalError({ message }: { message: string }) {
  const { t } = useLingui();
  const { home } = useServicing();
  return (
    <div className="grid gap-6">
      <title>{t`My invoices`}</title>
      <Heading takesFocus>{t`My invoices`}</Heading>
      <Notice
        tone="error"
        title={t`Oops! Looks like something went wrong. We are investigating the issue. Please try again later.`}
      >
        <p>{message}</p>
      </Notice>
      <FormFooter primary={{ label: t`Done`, onPress: home }} canSwitch={false} />
    </div>
  );
}

type Place = "LIST" | "READING" | "DETAILS" | "PLAN" | "REVIEW" | "LIMIT";
type FlowState = {
  place: Place;
  /** The step that the page about the limit leads back to. */
  before: Place;
  key: string | null;
  read: KnownDetails | null;
  details: InvoiceDetails | null;
  planId: string | null;
  confirmed: string | null;
};
const list: FlowState = {
  place: "LIST",
  before: "LIST",
  key: null,
  read: null,
  details: null,
  planId: null,
  confirmed: null,
};

/** Where an invoice is opened: at its plan if nothing is to be typed, at the reading of its file, or at its details. */
function opened(line: InvoiceLine, isBill: boolean, invoice: SessionInvoice): FlowState {
  const here = { ...list, key: keyOf(invoice) };
  const details = knownBill(line, isBill, knownOf(invoice, null));
  if (details) return { ...here, place: "PLAN", details };
  return { ...here, place: isToBeRead(invoice) ? "READING" : "DETAILS" };
}

type ConfirmFlowProps = WithKind<{
  session: Session;
  sessionToken: string;
  line: InvoiceLine;
  takesFocus: boolean;
}>;

function ConfirmFlow({ session, sessionToken, line, kind, takesFocus }: ConfirmFlowProps) {
  const { t } = useLingui();
  const { home } = useServicing();
  const { ask, report } = usePortalSession();
  const { issuedProductId } = line;
  const { isBill } = kind;
  const readAgain = useReadAgain(issuedProductId);
  const [state, setState] = useState<FlowState>(() => {
    const [only, ...others] = session.invoices.filter(isUnconfirmed);
    return only && others.length === 0 ? opened(line, isBill, only) : list;
  });
  const [hasMoved, setMoved] = useState(takesFocus);
  const change = (next: Partial<FlowState>) => {
    setMoved(true);
    setState((before) => ({ ...before, ...next }));
  };
  const { place, before, key, read, details, planId } = state;
  const invoice = session.invoices.find((one) => keyOf(one) === key);
  const toList = () => change(list);
  const openLimit = () => change({ place: "LIMIT", before: place });
  if (place === "LIMIT") return <AboutLimit line={line} onBack={() => change({ place: before })} />;
  if (!invoice || place === "LIST")
    return (
      <SessionList
        invoices={session.invoices}
        availableCents={line.availableCents}
        takesFocus={hasMoved}
        confirmed={state.confirmed}
        onConfirm={(one) => change(opened(line, isBill, one))}
        onDone={home}
      />
    );
  const name = sessionInvoiceName(invoice);
  if (place === "READING")
    return (
      <ReadFile
        documentId={invoice.documentId}
        isBill={isBill}
        onRead={(found) => {
          const known = knownBill(line, isBill, knownOf(invoice, found));
          change(known ? { place: "PLAN", read: found, details: known } : { place: "DETAILS", read: found });
        }}
      />
    );
  if (place === "PLAN" && details)
    return (
      <PlanChoice
        line={line}
        kind={kind}
        details={details}
        planId={planId}
        takesFocus={hasMoved}
        onChoose={(chosen) => change({ planId: chosen })}
        onDone={() => change({ place: "REVIEW" })}
        onBack={knownBill(line, isBill, knownOf(invoice, read)) ? toList : () => change({ place: "DETAILS" })}
        onLimit={openLimit}
      />
    );
  if (place === "REVIEW" && details && planId !== null)
    return (
      <Review
        line={line}
        kind={kind}
        details={details}
        planId={planId}
        name={name}
        submit={async ({ amountCents, requestedCents, issueDate, dueDate }, chosenId) => {
          const params = { id: issuedProductId };
          const body = {
            sessionToken,
            planId: chosenId,
            ...(invoice.platformInvoiceId && { platformInvoiceId: invoice.platformInvoiceId }),
            ...(invoice.documentId && { businessDocumentId: invoice.documentId }),
            amountRequestedForFinancingCents: requestedCents,
            invoiceAmountCents: amountCents,
            invoiceDueDate: dueDate,
          };
          if (isBill) await ask(submitSessionBill, { params, body });
          else
            await ask(submitSessionInvoice, {
              params,
              body: { ...body, ...(issueDate && { invoiceIssueDate: issueDate }) },
            });
          await readAgain();
          change({ ...list, confirmed: name });
        }}
        onFailed={() => report({ eventType: "SESSION_INVOICE_SUBMIT_FAILED", issuedProductId })}
        onEdit={() => change({ place: "DETAILS" })}
        onBack={() => change({ place: "PLAN" })}
        onCancel={toList}
        onLimit={openLimit}
      />
    );
  return (
    <DetailsForm
      key={key}
      line={line}
      kind={kind}
      known={details ?? knownOf(invoice, read)}
      title={t`Submit details`}
      lead={name}
      isFullyPayable={isBill && line.isFullyPayable}
      takesFocus={hasMoved}
      // The plan may no longer fit what was typed.
      onDone={(typed) => change({ place: "PLAN", details: typed, planId: null })}
      onBack={toList}
      onLimit={openLimit}
    />
  );
}

type ReadFileProps = { documentId: string | null; isBill: boolean; onRead: (known: KnownDetails | null) => void };

function ReadFile({ documentId, isBill, onRead }: ReadFileProps) {
  useParseResult(documentId, isBill, onRead);
  return (
    <p className="flex items-center gap-3" role="status">
      <Spinner />
      <Trans>We read the invoice. This takes a few seconds.</Trans>
    </p>
  );
}
