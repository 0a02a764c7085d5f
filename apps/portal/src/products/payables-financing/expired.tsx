import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { PayablesFinancingOffer } from "./offer.tsx";

export function PayablesFinancingExpired({ offers: [offer] }: { offers: OffersOf<"EXTEND_PAY_PURCHASE_ORDER"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  return (
    <ExpiredOffer label={t`Up to`} amount={dollars(offer.pricing.monthlyLimitAmountCents)}>
      <PayablesFinancingOffer terms={offer.terms} />
    </ExpiredOffer>
  );
}
