import { getInvoiceFileUrl } from "@inlay/contracts/calls/invoices.ts";
import type { InvoiceLine, ShownInvoice } from "@inlay/contracts/servicing/invoice-line.ts";
import { Button } from "@inlay/ui/button.tsx";
import { Card } from "@inlay/ui/card.tsx";
import { EmptyState } from "@inlay/ui/feedback/empty-state.tsx";
import { DataTable } from "@inlay/ui/figures/data-table.tsx";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useErrorBanner } from "../../../shared/page/banners.tsx";
import { Heading } from "../../../shared/page/heading.tsx";
import { usePortalSession } from "../../../shared/session/portal-session.tsx";
import { useWindowTexts } from "../../offers/plans/plan-texts.ts";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { PageProps } from "../pages.ts";
import { useServicing } from "../use-servicing.ts";
import { CancelUpload } from "./cancel-upload.tsx";
import type { WithKind } from "./invoice-kind.ts";
import { InvoiceStatus } from "./invoice-status.tsx";
import { InvoiceTimeline } from "./invoice-timeline.tsx";
import { PartFigure } from "./line-next-payment.tsx";
import { useInvoiceLine } from "./use-invoice-line.ts";
import { invoiceName, partyName } from "./use-invoice-words.ts";

/** One invoice or bill: how it stands, what it comes to, and what can be done about it. */
export function LineInvoice({ issuedProductId, partId, takesFocus, kind }: WithKind<PageProps<"INVOICE_DETAILS">>) {
  const { t } = useLingui();
  const { back } = useServicing();
  const line = useInvoiceLine(issuedProductId);
  const [{ view, hasReturned }, setView] = useState({ view: "SUMMARY", hasReturned: false });
  const open = (next: string) => () => setView({ view: next, hasReturned: true });
  const invoice = line.invoices.find(({ id }) => id === partId);
  if (!invoice)
    return (
      <div className="grid gap-6">
        <title>{t`Invoice details`}</title>
        <Heading takesFocus={takesFocus}>{t`Invoice details`}</Heading>
        <EmptyState title={t`This invoice is not listed here.`} />
      </div>
    );
  if (view === "CANCEL") return <CancelUpload line={line} invoice={invoice} onBack={open("SUMMARY")} onGone={back} />;
  return (
    <InvoiceSummary
      line={line}
      invoice={invoice}
      kind={kind}
      takesFocus={takesFocus || hasReturned}
      onCancel={open("CANCEL")}
    />
  );
}

type InvoiceSummaryProps = WithKind<{
  line: InvoiceLine;
  invoice: ShownInvoice;
  takesFocus: boolean;
  onCancel: () => void;
}>;

function InvoiceSummary({ line, invoice, kind, takesFocus, onCancel }: InvoiceSummaryProps) {
  const { t } = useLingui();
  const { money, date } = useOfferFormats();
  const { whyNotCancel, displayStatus, invoiceIssuedDate } = invoice;
  const party = partyName(invoice.payor ?? invoice.payee);
  const face = invoice.completeAmountCents;
  return (
    <div className="grid gap-6">
      <title>{t`Invoice details`}</title>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Heading takesFocus={takesFocus}>{t`Invoice details`}</Heading>
          <InvoiceStatus status={displayStatus} />
        </div>
        <p className="text-ink-soft wrap-anywhere">{invoiceName(invoice)}</p>
      </div>
      <div className="grid items-start gap-6 min-[56.25rem]:grid-cols-2 min-[56.25rem]:gap-7">
        <div className="grid gap-4">
          <Card className="grid gap-4">
            <h2 className="type-subheader">
              <Trans>Summary</Trans>
            </h2>
            <Receipt
              rows={[
                ...(party ? [{ label: kind.partyLabel, value: <span className="wrap-anywhere">{party}</span> }] : []),
                { label: kind.value, value: displayStatus === "PROCESSING" || face === null ? "--" : money(face) },
                { label: t`Amount requested`, value: money(invoice.amountRequestedForFinancingCents) },
                ...(invoiceIssuedDate ? [{ label: t`Issue date`, value: date(invoiceIssuedDate) }] : []),
                { label: t`Due date`, value: date(invoice.invoiceDueDate) },
              ]}
            />
            {invoice.invoiceFileUrl && <OpenFile line={line} invoice={invoice} />}
          </Card>
          <Plan invoice={invoice} kind={kind} />
        </div>
        <div className="grid gap-4">
          <Card className="grid gap-4">
            <h2 className="type-subheader">
              <Trans>What happens when</Trans>
            </h2>
            <InvoiceTimeline line={line} invoice={invoice} isBill={kind.isBill} />
          </Card>
          {whyNotCancel === null && (
            <div>
              <Button variant="secondary" onClick={onCancel}>
                <Trans>Cancel upload</Trans>
              </Button>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function OpenFile({ line, invoice }: { line: InvoiceLine; invoice: ShownInvoice }) {
  const { ask, report } = usePortalSession();
  const showError = useErrorBanner();
  const open = useMutation({
    mutationFn: () => ask(getInvoiceFileUrl, { params: { id: line.issuedProductId, invoiceId: invoice.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      report({ eventType: "INVOICE_FILE_DOWNLOAD_FAILED", invoiceId: invoice.id });
      showError(error);
    },
  });
  return (
    <div>
      <Button variant="text" busy={open.isPending} onClick={() => open.mutate()}>
        <Trans>See the file</Trans>
      </Button>
    </div>
  );
}

/** The plan of an invoice: what was advanced, its fee, and each repayment with its status. */
function Plan({ invoice, kind }: WithKind<{ invoice: ShownInvoice }>) {
  const { t } = useLingui();
  const { money, share, shortDate } = useOfferFormats();
  const windowTexts = useWindowTexts();
  const { selectedOfferInvoicePaymentPlan: plan, parts, principalAmountCents, feeAmountCents } = invoice;
  const { invoiceAdvanceAmountCents, lateFeesCents, extensionFeesCents, rebatesCents } = invoice;
  const rate = share(plan.transactionFeePercentage);
  const known = (label: string, cents: number | null) => (cents ? [{ label, value: money(cents) }] : []);
  return (
    <Card className="grid gap-4">
      <h2 className="type-subheader">
        <Trans>Payment plan</Trans>
      </h2>
      <Receipt
        rows={[
          { label: t`Duration`, value: windowTexts.name(plan.repaymentWindow) },
          { label: t`Advance rate`, value: share(plan.advanceRatePercentage) },
          ...known(t`Advance`, principalAmountCents),
          { label: t`Fee, ${rate}`, value: feeAmountCents === null ? "--" : money(feeAmountCents) },
          ...known(kind.payoutLabel, invoiceAdvanceAmountCents),
          ...known(t`Late fees`, lateFeesCents),
          ...known(t`Extension fees`, extensionFeesCents),
          ...known(t`Came back to you`, rebatesCents),
        ]}
      />
      {parts.length > 0 && (
        <DataTable
          label={t`Repayments`}
          columns={[
            {
              id: "due",
              label: t`Due`,
              cell: ({ dueOn }) => shortDate(dueOn),
              isRowHeader: true,
            },
            {
              id: "amount",
              label: t`Amount`,
              isFigure: true,
              cell: (part) => <PartFigure part={part}>{part.amountCents}</PartFigure>,
            },
            {
              id: "status",
              label: t`Status`,
              cell: ({ status, isOnItsWay }) => (isOnItsWay ? t`On its way` : <PartStatus status={status} />),
            },
          ]}
          rows={parts}
          rowKey={({ obligationId }) => obligationId}
        />
      )}
    </Card>
  );
}

function PartStatus({ status }: { status: ShownInvoice["parts"][number]["status"] }) {
  const { t } = useLingui();
  return { PAID: t`PAID`, LATE: t`LATE`, "-": "-" }[status];
}
