import { askToAdvance, readClock } from "../../clock/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerRequest } from "../request.ts";

export async function getClock(request: PartnerRequest<"getClock">) {
  return readClock(request.tx, await resolveBusiness(request, request.params.businessId));
}

export async function advanceClock(request: PartnerRequest<"advanceClock">) {
  const { tx, caller, params, body, requestId } = request;
  return askToAdvance(tx, caller, await resolveBusiness(request, params.businessId), body, requestId);
}
