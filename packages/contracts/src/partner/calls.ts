import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { z } from "zod/mini";
import { call } from "../call.ts";
import { idOf, platformId, referenceTo } from "../ids.ts";
import { many } from "../query.ts";
import { partnerBusiness, partnerBusinessCreate } from "./business.ts";
import { connectToken, connectTokenCreate } from "./connect-token.ts";
import { list, listQuery } from "./list.ts";
import { partnerUser, partnerUserCreate } from "./user.ts";

export const partnerCalls = {
  createBusiness: call({
    method: "POST",
    path: "/api/platform/v1/businesses",
    door: "partner",
    slice: "partners",
    action: "partner.business.create",
    summary: "Creates a business.",
    body: partnerBusinessCreate,
    answer: partnerBusiness,
    status: 201,
    idempotent: true,
  }),
  listBusinesses: call({
    method: "GET",
    path: "/api/platform/v1/businesses",
    door: "partner",
    slice: "partners",
    action: "partner.business.read",
    summary: "Lists businesses.",
    query: z.strictObject({ ...listQuery("business"), platformBusinessId: many(platformId) }),
    answer: list(partnerBusiness),
  }),
  getBusiness: call({
    method: "GET",
    path: "/api/platform/v1/businesses/:businessId",
    door: "partner",
    slice: "partners",
    action: "partner.business.read",
    summary: "Reads a business.",
    params: z.object({ businessId: referenceTo("business") }),
    answer: partnerBusiness,
  }),
  createUser: call({
    method: "POST",
    path: "/api/platform/v1/users",
    door: "partner",
    slice: "partners",
    action: "partner.user.create",
    summary: "Creates a user of a business.",
    body: partnerUserCreate,
    answer: partnerUser,
    status: 201,
    idempotent: true,
  }),
  listUsers: call({
    method: "GET",
    path: "/api/platform/v1/users",
    door: "partner",
    slice: "partners",
    action: "partner.user.read",
    summary: "Lists users.",
    query: z.strictObject({
      ...listQuery("user"),
      platformUserId: many(platformId),
      role: many(z.enum(businessRoles)),
    }),
    answer: list(partnerUser),
  }),
  getUser: call({
    method: "GET",
    path: "/api/platform/v1/users/:userId",
    door: "partner",
    slice: "partners",
    action: "partner.user.read",
    summary: "Reads a user.",
    params: z.object({ userId: referenceTo("user") }),
    answer: partnerUser,
  }),
  createConnectToken: call({
    method: "POST",
    path: "/api/platform/v1/users/:userId/connect-tokens",
    door: "partner",
    slice: "partners",
    action: "partner.connect-token.create",
    summary: "Makes a token that lets a user in once.",
    params: z.object({ userId: referenceTo("user") }),
    body: connectTokenCreate,
    answer: connectToken,
    status: 201,
    idempotent: true,
    secretAnswer: true,
  }),
  getConnectToken: call({
    method: "GET",
    path: "/api/platform/v1/connect-tokens/:connectTokenId",
    door: "partner",
    slice: "partners",
    action: "partner.connect-token.read",
    summary: "Reads whether a token was used, without the token.",
    params: z.object({ connectTokenId: idOf("connectToken") }),
    answer: connectToken,
  }),
};
export type PartnerCallName = keyof typeof partnerCalls;
