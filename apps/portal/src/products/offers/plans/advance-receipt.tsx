import { businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { planById } from "@inlay/lending/mechanics/invoices/plan.ts";
import { Receipt, type ReceiptRow } from "@inlay/ui/figures/receipt.tsx";
import { Trans, useLingui } from "@lingui/react/macro";
import { ExplainedFigure } from "../explained-figure.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { type PlanTexts, useWindowTexts } from "./plan-texts.ts";
import { advanceBy, earlyExample, type PlanOffer } from "./plan-view.ts";

type AdvanceReceiptProps = { offer: PlanOffer; planId: string; amountCents: number; texts: PlanTexts };

/** The advance on one invoice or bill by a plan, line by line, and what comes back of its fee if it is repaid early. */
export function AdvanceReceipt({ offer, planId, amountCents, texts }: AdvanceReceiptProps) {
  const { t } = useLingui();
  const { money, minus, percentage, share } = useOfferFormats();
  const windowTexts = useWindowTexts();
  const { advanceRatePercentage, transactionFeePercentage, repaymentWindow, paymentStructure } = planById(
    offer.pricing.offerPricingPlans,
    planId,
  );
  const advance = advanceBy(offer, planId, amountCents);
  const startsOn = businessDate(offer.pricedOn);
  const lastDueOn = advance.schedule.at(-1)?.dueOn ?? startsOn;
  const fee = share(transactionFeePercentage);
  const apr = percentage(advance.aprPercentage);
  const withApr = <span className="whitespace-nowrap">{t`APR ${apr}`}</span>;
  const isWithheld = paymentStructure === "NET";
  const figure = (name: string, text: string) => (
    <ExplainedFigure
      figure={name}
      text={text}
      explain={() => explained((write) => advanceBy(offer, planId, amountCents, write)).explanations}
    />
  );
  const principal = money(advance.principalAmountCents);
  const received = { label: texts.received, value: money(advance.netDisbursementAmountCents), isTotal: true };
  const feeLabel = t`Fee, ${fee} of the advance`;
  const paid: ReceiptRow[] = isWithheld
    ? [
        { label: t`Advance`, value: principal, isTotal: true },
        {
          label: feeLabel,
          note: (
            <>
              {t`Taken out of the advance`} · {withApr}
            </>
          ),
          value: figure("feeAmountCents", minus(advance.feeAmountCents)),
        },
        received,
      ]
    : [received, { label: feeLabel, note: withApr, value: figure("feeAmountCents", money(advance.feeAmountCents)) }];
  const parts: ReceiptRow[] =
    advance.schedule.length === 1
      ? []
      : advance.schedule.map(({ dueOn, paymentCents }) => {
          const day = daysBetween(startsOn, dueOn);
          return { label: t`Day ${day}`, value: money(paymentCents) };
        });
  return (
    <>
      <Receipt
        rows={[
          { label: texts.name, value: money(amountCents) },
          { label: t`Advance rate`, value: share(advanceRatePercentage) },
          ...paid,
          ...parts,
          {
            label: windowTexts.repaid(repaymentWindow, daysBetween(startsOn, lastDueOn), lastDueOn),
            value: money(advance.totalPaymentAmountCents),
            isTotal: true,
          },
          { label: t`APR`, value: figure("aprPercentage", apr) },
        ]}
      />
      <Early early={earlyExample(advance, transactionFeePercentage, offer.pricedOn)} isInParts={parts.length > 0} />
    </>
  );
}

function Early({ early, isInParts }: { early: ReturnType<typeof earlyExample>; isInParts: boolean }) {
  const { money } = useOfferFormats();
  if (!early) return null;
  const { daysEarly, day } = early;
  const rebate = money(early.rebateCents);
  return (
    <p className="type-small">
      {isInParts ? (
        <Trans>
          Pay what is left on day {day} and {rebate} of the fee comes back to you.
        </Trans>
      ) : (
        <Trans>
          Pay {daysEarly} days early and {rebate} of the fee comes back to you.
        </Trans>
      )}
    </p>
  );
}
