import { z } from "zod/mini";
import { idOf, platformId } from "../../ids.ts";
import { objectFields } from "../common.ts";
import { problem } from "../problem.ts";
import { namesOneBusiness, obey } from "../rules.ts";

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

export const salesDate = z.iso.date("Invalid ISO date.");
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
    date: salesDate,
    ...figures,
  })
  .check(...obey(namesOneBusiness));
export type SalesDayRow = z.output<typeof salesDayRow>;

export const salesDayResult = z.object({
  index: z.int(),
  ok: z.boolean(),
  salesDay: z.nullable(salesDay),
  problem: z.nullable(problem),
});
export type SalesDayResult = z.infer<typeof salesDayResult>;
