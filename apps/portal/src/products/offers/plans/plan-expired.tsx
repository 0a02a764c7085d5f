import { Receipt } from "@inlay/ui/figures/receipt.tsx";
import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../expired-offer.tsx";
import { useOfferFormats } from "../use-offer-formats.ts";
import { type PlanTexts, useWindowTexts } from "./plan-texts.ts";
import type { PlanOffer } from "./plan-view.ts";

/** What was offered: the limit, and each plan with its APR. */
export function PlanExpired({ offer, texts }: { offer: PlanOffer; texts: PlanTexts }) {
  const { t } = useLingui();
  const { dollars, percentage, share } = useOfferFormats();
  const windowTexts = useWindowTexts();
  return (
    <ExpiredOffer label={t`Monthly credit limit`} amount={dollars(offer.pricing.monthlyLimitAmountCents)}>
      <Receipt
        rows={offer.terms.offerPlans.map((plan) => {
          const rate = texts.rate(share(plan.advanceRatePercentage));
          const fee = share(plan.transactionFeePercentage);
          const apr = percentage(plan.apr);
          return {
            label: windowTexts.name(plan.repaymentWindow),
            note: t`${rate} · fee ${fee}`,
            value: t`APR ${apr}`,
          };
        })}
      />
    </ExpiredOffer>
  );
}
