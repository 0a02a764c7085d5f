import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { useLingui } from "@lingui/react/macro";
import { OfferFigures } from "../offer-figures.tsx";
import { useOfferFormats } from "../offers/use-offer-formats.ts";

/** The largest advance, settled with each card sale. It is no loan: the texts say advance, fee and share of sales. */
export function IntegratedCashAdvanceOffer({ terms }: { terms: TermsOf<"INTEGRATED_MCA"> }) {
  const { t } = useLingui();
  const { money, share } = useOfferFormats();
  const amount = money(terms.advanceAmountCents);
  const days = terms.estimatedTermDays;
  return (
    <OfferFigures
      costCents={terms.financeChargeInCents}
      on={t`fee on an advance of ${amount}`}
      apr={terms.estimatedApr}
      isEstimate
      rows={[
        { label: t`You receive`, value: money(terms.netDisbursementAmountCents) },
        { label: t`You pay`, value: money(terms.estimatedPaymentPerPeriodInCents), note: t`a day, estimated` },
        { label: t`Share of sales`, value: share(terms.repaymentPercentage), note: t`of each card sale` },
        { label: t`You have it for`, value: t`about ${days} days` },
        { label: t`Purchased amount`, value: money(terms.totalRepaymentInCents), note: t`what you repay in all` },
      ]}
    />
  );
}
