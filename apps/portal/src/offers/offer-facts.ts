import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import type { Offer, OfferGroup } from "@inlay/contracts/offer-group.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { AnyOffers } from "../products/product-offers.ts";
import { useWords } from "../shared/language/words.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

export const offersKey = ["offers"];
const keptMs = 10_000;

/** An application with its offers, of which there is at least one. */
export type OfferedGroup = Omit<OfferGroup, "offers"> & { offers: AnyOffers };

/** The offers of the business, by application; the one that is shown comes first. */
export function useOfferGroups(): readonly OfferedGroup[] {
  const { ask } = usePortalSession();
  const { data } = useSuspenseQuery({
    queryKey: offersKey,
    queryFn: async () => (await ask(getOffers, {})).offerGroups,
    // Offers are loaded again when the page is opened again, but not while its other parts are still loading.
    gcTime: keptMs,
  });
  return data.filter((group): group is OfferGroup & OfferedGroup => group.offers.length > 0);
}

/** The groups of which an offer can still be chosen, or could until it expired. */
export const openGroups = (groups: readonly OfferedGroup[]): OfferedGroup[] =>
  groups.filter(({ offers }) => offers.some(({ status }) => status !== "ACCEPTED" && status !== "OTHER_OFFER_CHOSEN"));

/** The last day on which all offers are open. Offers expire by the time in New York, wherever they are read. */
export function useLastDay(): (offers: readonly Pick<Offer, "expiredAt">[]) => string {
  const { region } = useWords();
  const format = new Intl.DateTimeFormat(region, { dateStyle: "medium", timeZone: "America/New_York" });
  return (offers) => format.format(Math.min(...offers.map(({ expiredAt }) => Date.parse(expiredAt))));
}
