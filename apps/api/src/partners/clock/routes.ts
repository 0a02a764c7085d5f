import { clockCalls } from "@inlay/contracts/partner/clock/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { advanceClock, getClock } from "./handlers.ts";

export function clockRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(clockCalls.getClock, getClock);
  partnerRoute(clockCalls.advanceClock, advanceClock);
}
