import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { useLingui } from "@lingui/react/macro";
import { OfferFigures } from "../offer-figures.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** The largest advance. It is no loan: the texts say advance, fee and share of sales. */
export function CashAdvanceOffer({ terms }: { terms: TermsOf<"MCA"> }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const amount = money(terms.advanceAmountCents);
  const months = Math.max(1, Math.round(terms.estimatedTerm));
  const sales: Record<RepaymentFrequency, string> = {
    DAILY: t`of daily sales`,
    WEEKLY: t`of weekly sales`,
    BIWEEKLY: t`of biweekly sales`,
    MONTHLY: t`of monthly sales`,
  };
  const often: Record<RepaymentFrequency, string> = {
    DAILY: t`a business day, estimated`,
    WEEKLY: t`a week, estimated`,
    BIWEEKLY: t`every two weeks, estimated`,
    MONTHLY: t`a month, estimated`,
  };
  return (
    <OfferFigures
      costCents={terms.financeChargeInCents}
      on={t`fee on an advance of ${amount}`}
      apr={terms.estimatedApr}
      isEstimate
      rows={[
        { label: t`You receive`, value: money(terms.netDisbursementAmountCents) },
        {
          label: t`You pay`,
          value: money(terms.estimatedPaymentPerPeriodInCents),
          note: often[terms.repaymentFrequency],
        },
        { label: t`Share of sales`, value: share(terms.repaymentPercentage), note: sales[terms.repaymentFrequency] },
        { label: t`You have it for`, value: months === 1 ? t`about 1 month` : t`about ${months} months` },
        { label: t`Purchased amount`, value: money(terms.totalRepaymentInCents), note: t`what you repay in all` },
      ]}
    />
  );
}
