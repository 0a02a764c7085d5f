import { askToAdvance, readClock } from "../../clock/public.ts";
import { resolveBusiness } from "../businesses/read-businesses.ts";
import type { PartnerRequest } from "../request.ts";

export async function getClock(request: PartnerRequest<"getClock">) {
  return readClock(request.tx, await resolveBusiness(request, request.params.businessId));
}

export async function advanceClock(request: PartnerRequest<"advanceClock">) {
  const { tx, caller, params, body, requestId } = request;
  const { platformId, keyId } = caller;
  const businessId = await resolveBusiness(request, params.businessId);
  const by = { actor: { kind: "PLATFORM_KEY", id: keyId }, action: "partner.clock.advance", requestId } as const;
  return askToAdvance(tx, { platformId, businessId, ...by }, body);
}
