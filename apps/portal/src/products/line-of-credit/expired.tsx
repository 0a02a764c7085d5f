import { useLingui } from "@lingui/react/macro";
import { ExpiredOffer } from "../offers/expired-offer.tsx";
import type { OffersOf } from "../offers/offer-view.ts";
import { useOfferFormats } from "../offers/use-offer-formats.ts";
import { LineOfCreditOffer } from "./offer.tsx";

export function LineOfCreditExpired({ offers: [offer] }: { offers: OffersOf<"LOC_TERM_LOAN"> }) {
  const { t } = useLingui();
  const { dollars } = useOfferFormats();
  return (
    <ExpiredOffer label={t`Up to`} amount={dollars(offer.pricing.approvedLimitCents)}>
      <LineOfCreditOffer terms={offer.terms} />
    </ExpiredOffer>
  );
}
