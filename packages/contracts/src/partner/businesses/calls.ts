import { z } from "zod/mini";
import { call } from "../../call.ts";
import { many } from "../../fields/query.ts";
import { platformId, referenceTo } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import { businessStatus, partnerBusiness, partnerBusinessCreate, partnerBusinessPatch } from "./business.ts";

const params = z.object({ businessId: referenceTo("business") });

export const businessCalls = {
  createBusiness: call({
    method: "POST",
    path: "/api/platform/v1/businesses",
    audience: "partner",
    slice: "partners",
    action: "partner.business.create",
    summary: "Creates a business.",
    body: partnerBusinessCreate,
    answer: partnerBusiness,
    status: 201,
    idempotent: true,
    makes: true,
  }),
  listBusinesses: call({
    method: "GET",
    path: "/api/platform/v1/businesses",
    audience: "partner",
    slice: "partners",
    action: "partner.business.read",
    summary: "Lists businesses.",
    query: z.strictObject({ ...listQuery("business"), platformBusinessId: many(platformId) }),
    answer: list(partnerBusiness),
  }),
  getBusiness: call({
    method: "GET",
    path: "/api/platform/v1/businesses/:businessId",
    audience: "partner",
    slice: "partners",
    action: "partner.business.read",
    summary: "Retrieves a business.",
    params,
    answer: partnerBusiness,
  }),
  getBusinessStatus: call({
    method: "GET",
    path: "/api/platform/v1/businesses/:businessId/status",
    audience: "partner",
    slice: "partners",
    action: "partner.business.read",
    summary: "Retrieves the status of a business: where it stands, and what is missing from whom.",
    params,
    answer: businessStatus,
  }),
  updateBusiness: call({
    method: "PATCH",
    path: "/api/platform/v1/businesses/:businessId",
    audience: "partner",
    slice: "partners",
    action: "partner.business.change",
    summary: "Updates your data about a business. Details that the owner has confirmed do not change.",
    params,
    body: partnerBusinessPatch,
    answer: partnerBusiness,
  }),
};
