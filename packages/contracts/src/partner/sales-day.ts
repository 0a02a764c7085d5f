import { z } from "zod/mini";
import { call } from "../call.ts";
import { idOf, platformId, referenceTo } from "../ids.ts";
import { objectFields } from "./common.ts";
import { list, listQuery } from "./list.ts";
import { problem } from "./problem.ts";
import { obey, rules } from "./rules.ts";

/** The sales of a business on one day in one channel. Every change creates a new revision; earlier revisions are kept. */
export const salesDay = z.object({
  ...objectFields("sales_day", "salesDay"),
  businessId: idOf("business"),
  platformBusinessId: z.string(),
  channel: z.string(),
  date: z.iso.date(),
  grossCents: z.int(),
  refundsCents: z.int(),
  transactionCount: z.int(),
  /** The day's sales are final. Only closed days count in the calculation of a period. */
  closed: z.boolean(),
  source: z.enum(["PLATFORM", "BANK"]),
  revision: z.int(),
});
export type SalesDay = z.infer<typeof salesDay>;

const date = z.iso.date("Invalid ISO date.");
const count = z.int().check(z.minimum(0));

const figures = {
  channel: z._default(z.string().check(z.trim(), z.normalize(), z.minLength(1), z.maxLength(40)), "all"),
  grossCents: count,
  refundsCents: count,
  transactionCount: count.check(z.maximum(2_147_483_647)),
  closed: z.boolean(),
};
export const salesDayPut = z.strictObject(figures);
export type SalesFigures = z.output<typeof salesDayPut>;

export const mostSalesDays = 500;

export const salesDayRow = z
  .strictObject({
    businessId: z.optional(idOf("business")),
    platformBusinessId: z.optional(platformId),
    date,
    ...figures,
  })
  .check(...obey(rules.businessPair));
export type SalesDayRow = z.output<typeof salesDayRow>;

const batchResult = z.object({
  index: z.int(),
  ok: z.boolean(),
  salesDay: z.nullable(salesDay),
  problem: z.nullable(problem),
});
export type SalesDayResult = z.infer<typeof batchResult>;

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
    params: z.object({ businessId: businessParam, date }),
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
    answer: z.object({ object: z.literal("sales_day_batch"), results: z.array(batchResult) }),
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
    query: z.strictObject({ ...listOfOneBusiness, from: z.optional(date), to: z.optional(date) }),
    answer: list(salesDay),
  }),
};
