import { getCashFlowFit } from "@inlay/contracts/calls/cash-flow-fit.ts";
import { getDecline, requestAppeal as requestAppealCall } from "@inlay/contracts/calls/declines.ts";
import { getOffers, quoteOffer as quoteOfferCall } from "@inlay/contracts/calls/offer-groups.ts";
import {
  completeOffersStep,
  getOffersStep,
  refreshOffers as refreshOffersCall,
} from "@inlay/contracts/calls/offer-steps.ts";
import type { z } from "zod/mini";
import { prepareClosingStep } from "../closing/public.ts";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { requestAppeal } from "./appeals/appeals.ts";
import { completeShown } from "./complete-shown.ts";
import { listOffers } from "./list-offers.ts";
import { quoteOffer } from "./quote-offer.ts";
import { readCashFlowFit } from "./read-cash-flow-fit.ts";
import { readDecline } from "./read-decline.ts";
import { readOffersStep } from "./read-offers-step.ts";
import { prepareRefresh, refreshOffers } from "./refresh-offers.ts";
import { changeOffer, type OfferChange, prepareOfferChange } from "./select-offer.ts";
import { shownApplicationOf } from "./shown-application.ts";

type Event = z.output<typeof completeOffersStep.body>;
const isOfferChange = (event: Event): event is OfferChange =>
  event.eventType === "OFFER_SELECTED" || event.eventType === "WENT_BACK";

export function offerRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getOffers, async ({ tx, caller }) => ({ offerGroups: await listOffers(tx, caller.businessId) }));
  authenticatedRoute(quoteOfferCall, async ({ tx, caller, params, body }) => ({
    terms: await quoteOffer(tx, caller.businessId, params.id, body.amountCents),
  }));
  authenticatedRoute(getOffersStep, ({ tx, caller, params }) => readOffersStep(tx, caller, params.id));
  authenticatedRoute(
    completeOffersStep,
    async ({ caller, body }) => {
      if (!isOfferChange(body)) {
        const shown = await inScope(app.pool, caller, (tx) => shownApplicationOf(tx, caller.businessId));
        return prepareClosingStep(app, caller, shown, body);
      }
      await prepareOfferChange(app, caller, body);
      return null;
    },
    async ({ tx, caller, body, ready, requestId }) => {
      if (isOfferChange(body)) await changeOffer(tx, caller, body, requestId);
      else await completeShown(tx, app, caller, body, ready, requestId);
      return { currentStep: (await shownApplicationOf(tx, caller.businessId))?.offerStep ?? null };
    },
  );
  authenticatedRoute(
    refreshOffersCall,
    ({ caller }) => prepareRefresh(app, caller),
    async ({ tx, caller, ready, requestId }) => ({ refreshed: await refreshOffers(tx, caller, ready, requestId) }),
  );
  // The facts are decrypted with keys of the vault, which is called before the transaction begins.
  authenticatedRoute(
    getDecline,
    ({ caller }) => readDecline(app, caller),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    getCashFlowFit,
    ({ caller, params, query }) => readCashFlowFit(app, caller, params.id, query.amountCents ?? null),
    async ({ ready }) => ready,
  );
  authenticatedRoute(requestAppealCall, ({ tx, caller, body, requestId }) =>
    requestAppeal(tx, caller, body, requestId),
  );
}
