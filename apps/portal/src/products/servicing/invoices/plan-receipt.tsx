import type { InvoiceDetails } from "@inlay/contracts/servicing/invoice-details.ts";
import type { InvoiceLine, QuotedPlan } from "@inlay/contracts/servicing/invoice-line.ts";
import { Card } from "@inlay/ui/card.tsx";
import { Figure } from "@inlay/ui/figures/figure.tsx";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ExplainedFigure } from "../../offers/explained-figure.tsx";
import { useOfferFormats } from "../../offers/use-offer-formats.ts";
import type { WithKind } from "./invoice-kind.ts";
import { explainPlan, type Quote } from "./use-quoted-plans.ts";

type PlanReceiptProps = WithKind<{
  line: InvoiceLine;
  details: InvoiceDetails;
  quoted: QuotedPlan;
  quote: Quote;
  availableCents: number;
}>;

/** What an invoice comes to by a plan: what is paid out, what is repaid when, and what is left of the limit. */
export function PlanReceipt({ line, details, quoted, quote, availableCents, kind }: PlanReceiptProps) {
  const { t } = useLingui();
  const { money, parts, percentage, share, date } = useOfferFormats();
  const { plan } = quoted;
  const figure = (name: string, text: string) => (
    <ExplainedFigure figure={name} text={text} explain={() => explainPlan(line, details, quoted, availableCents)} />
  );
  const rate = share(plan.transactionFeePercentage);
  const payout = quote.invoiceAdvanceAmountCents;
  const repayments: ReceiptRow[] = quote.schedule.map(({ repaymentDate, repaymentAmountCents }, at) => {
    const day = date(repaymentDate);
    return {
      label: t`You repay ${day}`,
      value: figure(`schedule.${at + 1}.paymentCents`, money(repaymentAmountCents)),
      isTotal: at === 0,
    };
  });
  return (
    <Card className="grid gap-4">
      <div>
        <p className="type-small">{kind.payoutLabel}</p>
        <Figure amount={parts(payout)} size="price" />
        <p className="type-small">
          <Trans>As soon as tomorrow, once we have checked the invoice</Trans>
        </p>
      </div>
      <Receipt
        rows={[
          { label: t`Amount requested`, value: money(details.requestedCents) },
          { label: t`Advance rate`, value: share(plan.advanceRatePercentage) },
          {
            label: t`Advance`,
            value: figure("principalAmountCents", money(quote.principalAmountCents)),
            isTotal: true,
          },
          { label: t`Fee, ${rate}`, value: figure("feeAmountCents", money(quote.feeAmountCents)) },
          { label: kind.payoutLabel, value: figure("netDisbursementAmountCents", money(payout)), isTotal: true },
          ...repayments,
          { label: t`APR`, value: figure("aprPercentage", percentage(quote.aprPercentage)) },
          { label: t`Remaining limit now`, value: money(availableCents), isTotal: true },
          {
            label: t`After this invoice`,
            value: figure("availableAfterCents", money(availableCents - quote.principalAmountCents)),
          },
        ]}
      />
      <p className="type-small">{kind.afterwards}</p>
    </Card>
  );
}
