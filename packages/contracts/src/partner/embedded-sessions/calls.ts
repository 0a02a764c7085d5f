import { z } from "zod/mini";
import { call } from "../../call.ts";
import { idOf } from "../../ids.ts";
import { embeddedSession, embeddedSessionCreate } from "./embedded-session.ts";

const sessionParam = z.object({ embeddedSessionId: idOf("embeddedSession") });

export const embeddedSessionCalls = {
  createEmbeddedSession: call({
    method: "POST",
    path: "/api/platform/v1/embedded-sessions",
    audience: "partner",
    slice: "partners",
    action: "partner.embedded-session.create",
    summary:
      "Creates a session with up to 100 invoices or bills for a business to confirm, and its token for 24 hours.",
    body: embeddedSessionCreate,
    answer: embeddedSession,
    status: 201,
    idempotent: true,
    makes: true,
    secretAnswer: true,
  }),
  getEmbeddedSession: call({
    method: "GET",
    path: "/api/platform/v1/embedded-sessions/:embeddedSessionId",
    audience: "partner",
    slice: "partners",
    action: "partner.embedded-session.read",
    summary: "Retrieves an embedded session with the status of each invoice, without its token.",
    params: sessionParam,
    answer: embeddedSession,
  }),
  revokeEmbeddedSession: call({
    method: "POST",
    path: "/api/platform/v1/embedded-sessions/:embeddedSessionId/revoke",
    audience: "partner",
    slice: "partners",
    action: "partner.embedded-session.revoke",
    summary: "Revokes an embedded session. Its token can no longer be used.",
    params: sessionParam,
    body: z.strictObject({}),
    answer: embeddedSession,
    status: 201,
    idempotent: true,
  }),
};
