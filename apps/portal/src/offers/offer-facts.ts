import type { Offer, OfferGroup } from "@inlay/contracts/offer-group.ts";
import { easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useOfferFormats } from "../products/offers/use-offer-formats.ts";
import type { AnyOffers } from "../products/product-offers.ts";
import { offersQuery } from "../shared/api/queries.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** An application with its offers, of which there is at least one. */
export type OfferedGroup = Omit<OfferGroup, "offers"> & { offers: AnyOffers };

/** The offers of the business, by application; the one that is shown comes first. */
export function useOfferGroups(): readonly OfferedGroup[] {
  const { data } = useSuspenseQuery(offersQuery(usePortalSession()));
  return data.filter((group): group is OfferGroup & OfferedGroup => group.offers.length > 0);
}

/** The groups of which an offer can still be chosen, or could until it expired. */
export const openGroups = (groups: readonly OfferedGroup[]): OfferedGroup[] =>
  groups.filter(({ offers }) => offers.some(({ status }) => status !== "ACCEPTED" && status !== "OTHER_OFFER_CHOSEN"));

/** The last day on which all offers are open. Offers expire by the time in New York, wherever they are read. */
export function useLastDay(): (offers: readonly Pick<Offer, "expiredAt">[]) => string {
  const { date } = useOfferFormats();
  return (offers) => {
    const first = Math.min(...offers.map(({ expiredAt }) => Date.parse(expiredAt)));
    return date(easternTime(new Date(first)).date);
  };
}
