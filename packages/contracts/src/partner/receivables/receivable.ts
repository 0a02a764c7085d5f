import { z } from "zod/mini";
import { idOf, platformId } from "../../ids.ts";
import { objectFields, time } from "../common.ts";
import { problem } from "../problem.ts";
import { obey } from "../rules.ts";

/** The share of one card sale that the platform withholds for an integrated cash advance; negative for a refund of the sale. */
export const receivable = z.object({
  ...objectFields("receivable", "receivable"),
  issuedProductId: idOf("issuedProduct"),
  businessId: idOf("business"),
  transactionId: z.string(),
  transactionTime: time,
  chargeAmountCents: z.int(),
  repaymentAmountCents: z.int(),
  /** The transaction that a refund belongs to. */
  reversalOf: z.nullable(z.string()),
  status: z.enum(["ACCRUED", "IN_SETTLEMENT", "SETTLED"]),
  split: z.object({ principalCents: z.int(), interestCents: z.int(), feeCents: z.int(), totalCents: z.int() }),
  /** What was still to be collected of the advance afterwards. */
  remainingAfterCents: z.int(),
  settlementId: idOf("receivableSettlement"),
});
export type PartnerReceivable = z.infer<typeof receivable>;

const amount = z.int().check(z.minimum(-1_000_000_000_00), z.maximum(1_000_000_000_00));
const posted = {
  transactionId: platformId,
  transactionTime: z.iso.datetime(),
  chargeAmountCents: amount.check(z.refine((cents) => cents !== 0, "chargeAmountCents must not be 0.")),
  /** Left out only in a dry run, whose answer has the expected amount. */
  repaymentAmountCents: z.optional(amount),
  reversalOf: z.optional(platformId),
};
type Posted = { chargeAmountCents: number; reversalOf?: string | undefined };
const refundNamesItsSale = {
  namesSale: {
    message: "Send reversalOf with a negative chargeAmountCents: the transactionId of the sale.",
    pointer: "/reversalOf",
    fieldCode: "REQUIRED",
    check: ({ chargeAmountCents, reversalOf }: Posted) => chargeAmountCents > 0 || reversalOf !== undefined,
  },
  onlyRefundNamesSale: {
    message: "A sale has no reversalOf.",
    pointer: "/reversalOf",
    fieldCode: "NOT_ALLOWED",
    check: ({ chargeAmountCents, reversalOf }: Posted) => chargeAmountCents < 0 || reversalOf === undefined,
  },
} as const;

export const receivablePost = z.strictObject(posted).check(...obey(refundNamesItsSale));
export type PostedReceivable = z.output<typeof receivablePost>;

export const mostReceivables = 500;
export const receivableRow = z
  .strictObject({ issuedProductId: idOf("issuedProduct"), ...posted })
  .check(...obey(refundNamesItsSale));

export const receivableResult = z.object({
  index: z.int(),
  ok: z.boolean(),
  receivable: z.nullable(receivable),
  problem: z.nullable(problem),
});
export type ReceivableResult = z.infer<typeof receivableResult>;

/** What the platform pays us for one UTC day: the sum of its receivables. A negative sum that lasts is paid by us. */
export const receivableSettlement = z.object({
  ...objectFields("receivable_settlement", "receivableSettlement"),
  date: z.iso.date(),
  count: z.int(),
  totalCents: z.int(),
  status: z.enum(["OPEN", "COLLECTING", "SETTLED", "FAILED"]),
  /** The newest payment that collects it. */
  paymentId: z.nullable(idOf("payment")),
  mode: z.enum(["DEBIT"]),
});
export type PartnerSettlement = z.infer<typeof receivableSettlement>;
