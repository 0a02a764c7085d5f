import type { TermsOf } from "@inlay/contracts/offer-terms.ts";
import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../expired-offer.tsx";
import type { OfferOf } from "../offer-view.ts";
import { useOfferFormats } from "../use-offer-formats.ts";
import type { AdvanceProduct } from "./advance.ts";

type AdvanceExpiredProps = {
  offer: OfferOf<AdvanceProduct>;
  /** The figures of the advance whose fee is the lowest one. */
  lowest: Pick<TermsOf<AdvanceProduct>, "advanceAmountCents" | "feeAmountCents" | "estimatedApr">;
  /** The share of sales, in words. */
  repayment: string;
};

/** What was offered: the largest advance, the lowest fee and the share of sales. */
export function AdvanceExpired({ offer: { terms }, lowest, repayment }: AdvanceExpiredProps) {
  const { t } = useLingui();
  const { money, dollars, percentage } = useOfferFormats();
  const on = (cents: number) => {
    const amount = money(cents);
    return t`on ${amount}`;
  };
  const apr = percentage(lowest.estimatedApr);
  return (
    <ExpiredOffer label={t`Advance up to`} amount={dollars(terms.maxAdvanceAmountCents)}>
      <Receipt
        rows={[
          {
            label: t`Fee as low as`,
            note: (
              <span className="flex flex-wrap gap-x-2">
                <span>{on(lowest.advanceAmountCents)}</span>
                <span>{t`Est. APR ${apr}`}</span>
              </span>
            ),
            value: money(lowest.feeAmountCents),
          },
          { label: t`Repayment details`, value: repayment },
          { label: t`Estimated APR`, note: on(terms.maxAdvanceAmountCents), value: percentage(terms.estimatedApr) },
        ]}
      />
    </ExpiredOffer>
  );
}

/** The share of sales; if it depends on the amount, the lowest and the highest one. */
export function useShares({ pricing }: OfferOf<AdvanceProduct>): string {
  const { t } = useLingui();
  const { share } = useOfferFormats();
  const shares = pricing.repaymentPercentageTiers.map(({ repaymentPercentage }) => Number(repaymentPercentage));
  const low = share(Math.min(...shares));
  const high = share(Math.max(...shares));
  return low === high ? low : t`${low} to ${high}`;
}
