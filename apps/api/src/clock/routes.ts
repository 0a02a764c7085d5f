import { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import type { Doors } from "../http/public.ts";
import { resolveBusiness } from "../partners/public.ts";
import { askToAdvance, readClock } from "./business-clock.ts";

export function clockRoutes({ serve }: Doors): void {
  serve(partnerCalls.getClock, async ({ tx, caller, params }) =>
    readClock(tx, await resolveBusiness(tx, caller.platformId, params.businessId)),
  );
  serve(partnerCalls.advanceClock, async ({ tx, caller, params, body, requestId }) =>
    askToAdvance(tx, caller, await resolveBusiness(tx, caller.platformId, params.businessId), body, requestId),
  );
}
