import { z } from "zod/mini";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { idOf, platformId } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import { partnerProductTypes } from "../product-type.ts";
import {
  mostPrequalifications,
  prequalification,
  prequalificationCreate,
  prequalificationResult,
} from "./prequalification.ts";

export const prequalificationCalls = {
  createPrequalification: call({
    method: "POST",
    path: "/api/platform/v1/prequalifications",
    audience: "partner",
    slice: "partners",
    action: "partner.prequalification.create",
    summary:
      "Prequalifies a business for one product from what you know of it. The same request within 24 hours returns the same figures.",
    body: prequalificationCreate,
    answer: prequalification,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  createPrequalifications: call({
    method: "POST",
    path: "/api/platform/v1/prequalifications/batch",
    audience: "partner",
    slice: "partners",
    action: "partner.prequalification.create",
    summary:
      "Prequalifies up to 500 businesses. Each row succeeds or fails on its own, and the batch is safe to resend.",
    body: z.strictObject({
      rows: z.array(prequalificationCreate).check(z.minLength(1), z.maxLength(mostPrequalifications)),
    }),
    answer: z.object({ object: z.literal("prequalification_batch"), results: z.array(prequalificationResult) }),
    status: 201,
    idempotent: true,
    isBatch: true,
  }),
  listPrequalifications: call({
    method: "GET",
    path: "/api/platform/v1/prequalifications",
    audience: "partner",
    slice: "partners",
    action: "partner.prequalification.read",
    summary: "Lists prequalifications.",
    query: z.strictObject({
      ...listQuery("prequalification"),
      platformBusinessId: many(platformId),
      productType: many(z.enum(partnerProductTypes)),
      isPrequalified: z.optional(z.enum(["true", "false"])),
    }),
    answer: list(prequalification),
  }),
  getPrequalification: call({
    method: "GET",
    path: "/api/platform/v1/prequalifications/:prequalificationId",
    audience: "partner",
    slice: "partners",
    action: "partner.prequalification.read",
    summary: "Retrieves a prequalification.",
    params: z.object({ prequalificationId: idOf("prequalification") }),
    answer: prequalification,
  }),
};
