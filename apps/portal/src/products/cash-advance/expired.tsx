import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { CashAdvanceOffer } from "./offer.tsx";

export function CashAdvanceExpired({ offers: [offer] }: { offers: OffersOf<"MCA"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  return (
    <ExpiredOffer label={t`Up to`} amount={dollars(offer.pricing.maxAdvanceAmountCents)}>
      <CashAdvanceOffer terms={offer.terms} />
    </ExpiredOffer>
  );
}
