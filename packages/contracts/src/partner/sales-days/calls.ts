import { z } from "zod/mini";
import { call } from "../../call.ts";
import { referenceTo } from "../../ids.ts";
import { list, listQuery } from "../list.ts";
import { mostSalesDays, salesDate, salesDay, salesDayPut, salesDayResult, salesDayRow } from "./sales-day.ts";

const businessParam = referenceTo("business");
const { businessId: _, ...listOfOneBusiness } = listQuery("salesDay");

export const salesDayCalls = {
  putSalesDay: call({
    method: "PUT",
    path: "/api/platform/v1/businesses/:businessId/sales-days/:date",
    audience: "partner",
    slice: "partners",
    action: "partner.sales-day.record",
    summary: "Records the sales of a business on one day. Sending the same figures again changes nothing.",
    params: z.object({ businessId: businessParam, date: salesDate }),
    body: salesDayPut,
    answer: salesDay,
  }),
  recordSalesDays: call({
    method: "POST",
    path: "/api/platform/v1/sales-days/batch",
    audience: "partner",
    slice: "partners",
    action: "partner.sales-day.record",
    summary:
      "Records up to 500 sales days of one or more businesses. Each row succeeds or fails on its own, and the batch is safe to resend.",
    body: z.strictObject({ rows: z.array(salesDayRow).check(z.minLength(1), z.maxLength(mostSalesDays)) }),
    answer: z.object({ object: z.literal("sales_day_batch"), results: z.array(salesDayResult) }),
    status: 201,
    idempotent: true,
    isBatch: true,
  }),
  listSalesDays: call({
    method: "GET",
    path: "/api/platform/v1/businesses/:businessId/sales-days",
    audience: "partner",
    slice: "partners",
    action: "partner.sales-day.read",
    summary: "Lists the recorded sales days of a business.",
    params: z.object({ businessId: businessParam }),
    query: z.strictObject({ ...listOfOneBusiness, from: z.optional(salesDate), to: z.optional(salesDate) }),
    answer: list(salesDay),
  }),
};
