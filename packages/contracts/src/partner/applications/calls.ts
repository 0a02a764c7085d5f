import { z } from "zod/mini";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { idOf } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import { partnerProductTypes } from "../product-type.ts";
import { partnerApplication, partnerMarkup } from "./application.ts";

const params = z.object({ applicationId: idOf("application") });

export const applicationCalls = {
  listApplications: call({
    method: "GET",
    path: "/api/platform/v1/applications",
    audience: "partner",
    slice: "partners",
    action: "partner.application.read",
    summary: "Lists applications.",
    query: z.strictObject({ ...listQuery("application"), productType: many(z.enum(partnerProductTypes)) }),
    answer: list(partnerApplication),
  }),
  getApplication: call({
    method: "GET",
    path: "/api/platform/v1/applications/:applicationId",
    audience: "partner",
    slice: "partners",
    action: "partner.application.read",
    summary: "Retrieves an application.",
    params,
    answer: partnerApplication,
  }),
  putMarkup: call({
    method: "PUT",
    path: "/api/platform/v1/applications/:applicationId/markup",
    audience: "partner",
    slice: "partners",
    action: "partner.application.mark-up",
    summary:
      "Adds your mark-up to the offers of an application and shows them to the owner. It counts for every later application of the same product and rating.",
    params,
    body: partnerMarkup,
    answer: partnerApplication,
  }),
};
