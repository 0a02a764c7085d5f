import { businessRoles } from "@inlay/lending/onboarding/roles.ts";
import { z } from "zod/mini";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { platformId, referenceTo } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import { partnerUser, partnerUserCreate, partnerUserPatch } from "./user.ts";

const params = z.object({ userId: referenceTo("user") });

export const userCalls = {
  createUser: call({
    method: "POST",
    path: "/api/platform/v1/users",
    audience: "partner",
    slice: "partners",
    action: "partner.user.create",
    summary: "Creates a user of a business.",
    body: partnerUserCreate,
    answer: partnerUser,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  listUsers: call({
    method: "GET",
    path: "/api/platform/v1/users",
    audience: "partner",
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
    audience: "partner",
    slice: "partners",
    action: "partner.user.read",
    summary: "Retrieves a user.",
    params,
    answer: partnerUser,
  }),
  updateUser: call({
    method: "PATCH",
    path: "/api/platform/v1/users/:userId",
    audience: "partner",
    slice: "partners",
    action: "partner.user.change",
    summary: "Updates your data about a user. Details that the person entered themselves do not change.",
    params,
    body: partnerUserPatch,
    answer: partnerUser,
  }),
};
