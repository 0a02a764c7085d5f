import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { IntegratedCashAdvanceOffer } from "./offer.tsx";

export function IntegratedCashAdvanceExpired({ offers: [offer] }: { offers: OffersOf<"INTEGRATED_MCA"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  return (
    <ExpiredOffer label={t`Up to`} amount={dollars(offer.pricing.maxAdvanceAmountCents)}>
      <IntegratedCashAdvanceOffer terms={offer.terms} />
    </ExpiredOffer>
  );
}
