import { productTypes } from "@inlay/lending/products/product-type.ts";
import { z } from "zod/mini";
import { type Answer, call } from "../call.ts";
import { wholeNumber } from "../fields/query.ts";
import { uuidV4 } from "../ids.ts";

const cents = z.int();
const date = z.iso.date();

/** A week from Monday to Sunday, or the part of it whose balances are known: its lowest balance at the end of a day. */
const week = z.object({ startsOn: date, lowestCents: cents, lowestWithPaymentsCents: cents });

const fit = z.object({
  outcome: z.literal("FIT"),
  productType: z.enum(productTypes),
  amountCents: cents,
  aprPercentage: z.number(),
  /** Null if payments depend on sales. */
  paymentCents: z.nullable(cents),
  /** The balances still have the payments on the debts that the offer pays off. */
  isRefinancing: z.boolean(),
  from: date,
  to: date,
  paymentsCount: z.int(),
  paidCents: cents,
  /** False: payments are left after the last day. */
  isPaidOff: z.boolean(),
  daysBelowZero: z.int(),
  daysBelowZeroWithPayments: z.int(),
  weeks: z.array(week),
  worstWeek: week,
  /** Regular outflows, such as payroll, within a banking day of a payment that leaves less than they need. */
  clashesCount: z.int(),
  /** The one that leaves least. */
  worstClash: z.nullable(
    z.object({ outflowOn: date, outflowCents: cents, paidOn: date, paymentCents: cents, balanceCents: cents }),
  ),
});

export const getCashFlowFit = call({
  method: "GET",
  path: "/api/v1/offers/:id/cash-flow-fit",
  audience: "portal",
  slice: "offers",
  action: "offers.view",
  summary:
    "Lays the payments of an offer at an amount over the last year of daily balances that its decision is based on. Without an amount: the largest.",
  params: z.object({ id: uuidV4 }),
  query: z.strictObject({ amountCents: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)) }),
  answer: z.discriminatedUnion("outcome", [
    fit,
    z.object({ outcome: z.literal("TOO_FEW_DAYS"), knownDays: z.int(), neededDays: z.int() }),
  ]),
});
export type CashFlowFitAnswer = Answer<typeof getCashFlowFit>;
