import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { lowFeeAdvance } from "@inlay/lending/mechanics/sales-share/offered-advance.ts";
import type { RepaymentFrequency } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { offeredCashAdvance } from "@inlay/lending/products/cash-advance/offered-terms.ts";
import { useLingui } from "@lingui/react/macro";
import type { OffersOf } from "../offers/offer-view.ts";
import { AdvanceExpired, useShares } from "../offers/sales-share/expired.tsx";

export function CashAdvanceExpired({ offers: [offer] }: { offers: OffersOf<"MCA"> }) {
  const { t } = useLingui();
  const { terms, advanceAmountCents } = lowFeeAdvance(offer.pricing);
  const share = useShares(offer);
  const words: Record<RepaymentFrequency, string> = {
    DAILY: t`${share} of daily sales until repaid`,
    WEEKLY: t`${share} of weekly sales until repaid`,
    BIWEEKLY: t`${share} of biweekly sales until repaid`,
    MONTHLY: t`${share} of monthly sales until repaid`,
  };
  return (
    <AdvanceExpired
      offer={offer}
      lowest={offeredCashAdvance(terms, businessDate(offer.pricedOn), advanceAmountCents)}
      repayment={words[offer.pricing.repaymentFrequency]}
    />
  );
}
