import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import { askToAdvance, readClock } from "../clock/public.ts";
import type { Router } from "../http/public.ts";
import { resolveBusiness } from "./businesses.ts";

export function clockRoutes({ authenticatedRoute }: Router): void {
  authenticatedRoute(partnerCalls.getClock, async ({ tx, caller, params }) =>
    readClock(tx, await resolveBusiness(tx, caller.platformId, params.businessId)),
  );
  authenticatedRoute(partnerCalls.advanceClock, async ({ tx, caller, params, body, requestId }) =>
    askToAdvance(tx, caller, await resolveBusiness(tx, caller.platformId, params.businessId), body, requestId),
  );
}
