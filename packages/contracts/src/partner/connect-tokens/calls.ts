import { z } from "zod/mini";
import { call } from "../../call.ts";
import { idOf, referenceTo } from "../../ids.ts";
import { connectToken, connectTokenCreate } from "./connect-token.ts";

export const connectTokenCalls = {
  createConnectToken: call({
    method: "POST",
    path: "/api/platform/v1/users/:userId/connect-tokens",
    audience: "partner",
    slice: "partners",
    action: "partner.connect-token.create",
    summary: "Creates a one-time connect token that opens a session for a user.",
    params: z.object({ userId: referenceTo("user") }),
    body: connectTokenCreate,
    answer: connectToken,
    status: 201,
    idempotent: true,
    makes: true,
    secretAnswer: true,
  }),
  getConnectToken: call({
    method: "GET",
    path: "/api/platform/v1/connect-tokens/:connectTokenId",
    audience: "partner",
    slice: "partners",
    action: "partner.connect-token.read",
    summary: "Retrieves the status of a connect token, without the token itself.",
    params: z.object({ connectTokenId: idOf("connectToken") }),
    answer: connectToken,
  }),
};
