import { z } from "zod/mini";
import { locale } from "../../business.ts";
import { uuid } from "../../ids.ts";
import { claimant, outcome, reason, spokenReference } from "../shapes.ts";
import { businessParams, staffCall } from "./staff-call.ts";

/** Finding a business, its users, and conflicting claims of primary ownership. */
export const businesses = {
  findBusinesses: staffCall("/api/staff/v1/businesses", {
    method: "GET",
    action: "staff.business.find",
    summary: "Finds businesses by the reference number that a caller reads out; usually one.",
    query: z.strictObject({ reference: spokenReference }),
    answer: z.object({ businesses: z.array(z.object({ businessId: uuid, platformId: uuid })) }),
  }),
  getOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict", {
    method: "GET",
    action: "staff.owner-conflict.view",
    summary: "Lists the persons who claim to be the primary owner of a business.",
    params: businessParams,
    answer: z.object({ businessId: uuid, claimants: z.array(claimant) }),
  }),
  resolveOwnerConflict: staffCall("/api/staff/v1/businesses/:businessId/owner-conflict/resolve", {
    method: "POST",
    action: "staff.owner-conflict.resolve",
    summary: "Requests that one of the claimants becomes the primary owner; a second person approves.",
    params: businessParams,
    body: z.strictObject({ primaryOwnerId: uuid, reason }),
    answer: outcome,
    status: 202,
  }),
  inviteUser: staffCall("/api/staff/v1/businesses/:businessId/users/:userId/invitation", {
    method: "POST",
    action: "staff.user.invite",
    summary: "Sends a user of the business a one-time sign-in link to the business's pages or to an offer.",
    params: z.object({ businessId: uuid, userId: uuid }),
    body: z.strictObject({ kind: z.enum(["CONNECT_DIRECT", "OFFER"]), locale, reason }),
    answer: outcome,
  }),
  resetUserStepUp: staffCall("/api/staff/v1/businesses/:businessId/users/:userId/step-up/reset", {
    method: "POST",
    action: "staff.user.reset-step-up",
    summary:
      "Requests that a user's passkeys and the verification of their phone are removed, for example because the phone is lost; a second person approves, and the user and every owner are told by email. Afterwards codes go to the user's email address.",
    params: z.object({ businessId: uuid, userId: uuid }),
    body: z.strictObject({ reason }),
    answer: outcome,
    status: 202,
  }),
};
