import { getDecline, requestAppeal as requestAppealCall } from "@inlay/contracts/calls/declines.ts";
import { getOffers } from "@inlay/contracts/calls/offer-groups.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { requestAppeal } from "./appeals/appeals.ts";
import { listOffers } from "./list-offers.ts";
import { readDecline } from "./read-decline.ts";

export function offerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getOffers, async ({ tx, caller }) => ({ offerGroups: await listOffers(tx, caller.businessId) }));
  // The facts are decrypted with keys of the vault, which is called before the transaction begins.
  authenticatedRoute(
    getDecline,
    ({ caller }) => readDecline(app, caller),
    async ({ ready }) => ready,
  );
  authenticatedRoute(requestAppealCall, ({ tx, caller, body, requestId }) =>
    requestAppeal(tx, caller, body, requestId),
  );
}
