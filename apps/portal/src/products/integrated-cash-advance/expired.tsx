import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { lowFeeAdvance } from "@inlay/lending/mechanics/sales-share/offered-advance.ts";
import { offeredIntegratedCashAdvance } from "@inlay/lending/products/integrated-cash-advance/offered-terms.ts";
import { useLingui } from "@lingui/react/macro";
import type { OffersOf } from "../offers/offer-view.ts";
import { AdvanceExpired, useShares } from "../offers/sales-share/expired.tsx";

export function IntegratedCashAdvanceExpired({ offers: [offer] }: { offers: OffersOf<"INTEGRATED_MCA"> }) {
  const { t } = useLingui();
  const { terms, advanceAmountCents } = lowFeeAdvance(offer.pricing);
  const share = useShares(offer);
  return (
    <AdvanceExpired
      offer={offer}
      lowest={offeredIntegratedCashAdvance(terms, businessDate(offer.pricedOn), advanceAmountCents)}
      repayment={t`${share} of sales until repaid`}
    />
  );
}
