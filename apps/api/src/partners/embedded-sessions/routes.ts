import { embeddedSessionCalls } from "@inlay/contracts/partner/embedded-sessions/calls.ts";
import type { PartnerRouter } from "../request.ts";
import { createEmbeddedSession } from "./create-embedded-session.ts";
import { getEmbeddedSession, revokeEmbeddedSession } from "./read-embedded-session.ts";

export function embeddedSessionRoutes({ partnerRoute }: PartnerRouter): void {
  partnerRoute(embeddedSessionCalls.createEmbeddedSession, createEmbeddedSession);
  partnerRoute(embeddedSessionCalls.getEmbeddedSession, getEmbeddedSession);
  partnerRoute(embeddedSessionCalls.revokeEmbeddedSession, revokeEmbeddedSession);
}
