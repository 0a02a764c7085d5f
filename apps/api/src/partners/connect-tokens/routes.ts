import { connectTokenCalls } from "@inlay/contracts/partner/connect-tokens/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createConnectToken } from "./create-connect-token.ts";
import { getConnectToken } from "./read-connect-token.ts";

export function connectTokenRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(connectTokenCalls.createConnectToken, createConnectToken);
  partnerRoute(connectTokenCalls.getConnectToken, getConnectToken);
}
