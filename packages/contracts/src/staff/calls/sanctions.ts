import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason, screening } from "../shapes.ts";
import { businessParams, staffCall } from "./staff-call.ts";

const screeningParams = z.object({ businessId: uuid, screeningId: uuid });

/** Sanctions screening. */
export const sanctions = {
  listScreenings: staffCall("/api/staff/v1/businesses/:businessId/sanctions", {
    method: "GET",
    action: "staff.sanctions.view",
    summary: "Lists the sanctions screenings of a business with their results, newest first.",
    params: businessParams,
    answer: z.object({ businessId: uuid, screenings: z.array(screening) }),
  }),
  clearScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/clear", {
    method: "POST",
    action: "staff.sanctions.clear",
    summary: "Requests that a possible match is cleared as a false positive; a second person approves.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  confirmScreening: staffCall("/api/staff/v1/businesses/:businessId/sanctions/:screeningId/confirm", {
    method: "POST",
    action: "staff.sanctions.confirm",
    summary: "Confirms a match with the sanctions list. The business receives no more payments.",
    params: screeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};
