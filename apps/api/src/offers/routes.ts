import { getDecline, requestAppeal as requestAppealCall } from "@inlay/contracts/calls/declines.ts";
import { getOffers, quoteOffer as quoteOfferCall } from "@inlay/contracts/calls/offer-groups.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { requestAppeal } from "./appeals/appeals.ts";
import { listOffers } from "./list-offers.ts";
import { quoteOffer } from "./quote-offer.ts";
import { readDecline } from "./read-decline.ts";

export function offerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getOffers, async ({ tx, caller }) => ({ offerGroups: await listOffers(tx, caller.businessId) }));
  authenticatedRoute(quoteOfferCall, async ({ tx, caller, params, body }) => ({
    terms: await quoteOffer(tx, caller.businessId, params.id, body.amountCents),
  }));
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
