import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason, requestStates, requestSummary, staffRequest } from "../shapes.ts";
import { page, staffCall } from "./staff-call.ts";

const requestParams = z.object({ requestId: uuid });
const decision = z.strictObject({ payloadHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason });

/** Approval requests. */
export const requests = {
  listRequests: staffCall("/api/staff/v1/requests", {
    method: "GET",
    action: "staff.request.view",
    summary: "Lists approval requests of all tenants, oldest first.",
    query: z.strictObject({ ...page, state: z.optional(z.enum(requestStates)) }),
    answer: z.object({ requests: z.array(requestSummary), hasMore: z.boolean() }),
  }),
  getRequest: staffCall("/api/staff/v1/requests/:requestId", {
    method: "GET",
    action: "staff.request.view",
    summary: "Reads one approval request with its payload and reason.",
    params: requestParams,
    answer: staffRequest,
  }),
  approveRequest: staffCall("/api/staff/v1/requests/:requestId/approve", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Approves another person's request and executes it.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
  rejectRequest: staffCall("/api/staff/v1/requests/:requestId/reject", {
    method: "POST",
    action: "staff.request.decide",
    summary: "Rejects another person's request.",
    params: requestParams,
    body: decision,
    answer: outcome,
  }),
};
