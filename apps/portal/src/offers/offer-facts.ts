import { getHelp } from "@inlay/contracts/calls/help.ts";
import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import type { OfferGroup } from "@inlay/contracts/offer-group.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useWords } from "../shared/language/words.ts";
import { usePortalSession } from "../shared/session/portal-session.tsx";

/** The offers of the business, by application; the one that is shown comes first. */
export function useOfferGroups(): readonly OfferGroup[] {
  const { ask } = usePortalSession();
  const { data } = useSuspenseQuery({
    queryKey: ["offers"],
    queryFn: async () => (await ask(getOffers, {})).offerGroups,
    gcTime: 0,
  });
  return data;
}

/** Where to ask, and who lends. Null if it could not be loaded: the pages say the rest without it. */
export function useContact() {
  const { ask } = usePortalSession();
  const { data } = useSuspenseQuery({ queryKey: ["contact"], queryFn: () => ask(getHelp, {}).catch(() => null) });
  return data;
}

/** The last day on which all offers are open. Offers expire by the time in New York, wherever they are read. */
export function useLastDay(groups: readonly OfferGroup[]): string | null {
  const { region } = useWords();
  const ends = groups.flatMap(({ offers }) => offers.map(({ expiredAt }) => Date.parse(expiredAt)));
  if (ends.length === 0) return null;
  return new Intl.DateTimeFormat(region, { dateStyle: "long", timeZone: "America/New_York" }).format(Math.min(...ends));
}
