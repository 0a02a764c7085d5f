import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import type { Router } from "../http/public.ts";
import { listOffers } from "./list-offers.ts";

export function offerRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(getOffers, async ({ tx, caller }) => ({ offerGroups: await listOffers(tx, caller.businessId) }));
}
