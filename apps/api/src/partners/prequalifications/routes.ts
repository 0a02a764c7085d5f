import { prequalificationCalls } from "@inlay/contracts/partner/prequalifications/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { answerBatch, createPrequalification, createPrequalifications } from "./create-prequalification.ts";
import { getPrequalification, listPrequalifications } from "./read-prequalifications.ts";

export function prequalificationRoutes({ partnerRoute, preparedPartnerRoute }: PartnerRouter): void {
  partnerRoute(prequalificationCalls.createPrequalification, createPrequalification);
  preparedPartnerRoute(prequalificationCalls.createPrequalifications, createPrequalifications, answerBatch);
  partnerRoute(prequalificationCalls.listPrequalifications, listPrequalifications);
  partnerRoute(prequalificationCalls.getPrequalification, getPrequalification);
}
