import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason, screening } from "../shapes.ts";
import { businessParams, staffCall } from "./staff-call.ts";

const screeningParams = z.object({ businessId: uuid, screeningId: uuid });
const platformParams = z.object({ platformId: uuid });
const platformScreeningParams = z.object({ platformId: uuid, screeningId: uuid });

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
  listPlatformScreenings: staffCall("/api/staff/v1/platforms/:platformId/sanctions", {
    method: "GET",
    action: "staff.sanctions.view",
    summary: "Lists the sanctions screenings of a platform with their results, newest first.",
    params: platformParams,
    answer: z.object({ platformId: uuid, screenings: z.array(screening) }),
  }),
  clearPlatformScreening: staffCall("/api/staff/v1/platforms/:platformId/sanctions/:screeningId/clear", {
    method: "POST",
    action: "staff.sanctions.clear",
    summary: "Requests that a platform's possible match is cleared as a false positive; a second person approves.",
    params: platformScreeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  confirmPlatformScreening: staffCall("/api/staff/v1/platforms/:platformId/sanctions/:screeningId/confirm", {
    method: "POST",
    action: "staff.sanctions.confirm",
    summary: "Confirms a platform's match with the sanctions list. The platform receives no more payments.",
    params: platformScreeningParams,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
};
