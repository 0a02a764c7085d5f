import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { InvoiceFinancingOffer } from "./offer.tsx";

export function InvoiceFinancingExpired({ offers: [offer] }: { offers: OffersOf<"FAST_PAY"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  return (
    <ExpiredOffer label={t`Up to`} amount={dollars(offer.pricing.monthlyLimitAmountCents)}>
      <InvoiceFinancingOffer terms={offer.terms} />
    </ExpiredOffer>
  );
}
