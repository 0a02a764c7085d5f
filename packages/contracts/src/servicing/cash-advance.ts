import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentRowStatuses } from "@inlay/lending/mechanics/payment-row.ts";
import { repaymentFrequencies } from "@inlay/lending/mechanics/sales-share/repayment-frequency.ts";
import { shownFailures } from "@inlay/lending/servicing/shown-failure.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { explanations } from "./explanation.ts";
import { payNowPending, whyNotPayNow } from "./pay-now.ts";

const cents = z.int();
const date = z.iso.date();
const instant = z.iso.datetime();
const { PAID, NO_SALES, LATE, OPEN } = paymentRowStatuses;
const days = { periodId: uuid, startsOn: date, endsOn: date, paymentOn: date };

/** A sales period. The amount of the running one is null, and the sales are null while they are unknown. */
const period = z.object({
  ...days,
  number: z.int(),
  salesCents: z.nullable(cents),
  /** The part of the amount that true-ups of earlier periods have added. */
  carriedCents: cents,
  amountCents: z.nullable(cents),
  isEstimated: z.boolean(),
  isRunning: z.boolean(),
  takenOn: z.nullable(date),
  isOnItsWay: z.boolean(),
  status: z.enum([PAID.label, NO_SALES.label, LATE.label, OPEN.label]),
});

const nextPayment = z.object({
  ...days,
  takenOn: z.nullable(date),
  amountCents: cents,
  salesCents: z.nullable(cents),
  carriedCents: cents,
  isEstimated: z.boolean(),
  isOnItsWay: z.boolean(),
});

/** What has fallen due and is unpaid, why, and when it is debited again. */
const overdue = z.object({
  daysPastDue: z.int(),
  failure: z.nullable(z.object({ debitedOn: date, kind: z.enum(shownFailures) })),
  retryOn: z.nullable(date),
  isOnItsWay: z.boolean(),
  /** `figure` is the name of the explanation of the amount. */
  lines: z.array(z.object({ ...days, unpaidCents: cents, figure: z.string() })),
  totalCents: cents,
});

/** What a period had called for, what its sales make of it, and what became of the difference. */
const trueUp = z.object({
  id: uuid,
  startsOn: date,
  endsOn: date,
  madeOn: date,
  salesCents: cents,
  calledCents: cents,
  dueCents: cents,
  outcome: z.enum(["REPLACED", "NEXT_PERIOD", "REFUND", "NONE"]),
});

/**
 * A funded advance as its pages show it: a cash advance, whose share of sales is debited by period, or an integrated one, whose share the
 * platform withholds from each sale. All figures are computed by the server, and `explanations` says how.
 */
export const cashAdvanceServicing = z.object({
  issuedProductId: uuid,
  productType: z.union([z.literal("MCA"), z.literal("INTEGRATED_MCA")]),
  loanStatus: z.enum(issuedProductLifecycle.states),
  today: date,
  advanceAmountCents: cents,
  feeFactor: z.string(),
  feeAmountCents: cents,
  totalCents: cents,
  deliveredCents: cents,
  balanceCents: cents,
  repaymentPercentage: z.string(),
  /** Null where the share is withheld from each sale. */
  frequency: z.nullable(z.enum(repaymentFrequencies)),
  /** As it was estimated at the start. */
  aprPercentage: z.number(),
  pace: z.nullable(z.object({ periods: z.int(), doneOn: date })),
  account: z.nullable(z.object({ name: z.string(), last4: z.string() })),
  isAutoPaymentOn: z.boolean(),
  nextPayment: z.nullable(nextPayment),
  overdue: z.nullable(overdue),
  whyNotPayNow,
  payNowPending,
  periods: z.array(period),
  trueUps: z.array(trueUp),
  canRequestTrueUp: z.boolean(),
  /** The open request for a true-up. */
  trueUpRequest: z.nullable(z.object({ answerBy: instant })),
  /** Its account can no longer be debited, and another must be authorized by this day. */
  breach: z.nullable(z.object({ isCurable: z.boolean(), lostOn: date, cureBy: date })),
  /** What the platform has withheld of sales. Null if the share is debited. */
  withheld: z.nullable(z.object({ totalCents: cents, lastOn: z.nullable(date), missingSince: z.nullable(date) })),
  explanations,
});
export type CashAdvanceServicing = z.infer<typeof cashAdvanceServicing>;
export type AdvancePeriodRow = CashAdvanceServicing["periods"][number];

/** What the platform withheld of a card sale, or gave back with its refund. */
export const shownReceivable = z.object({
  id: uuid,
  transactionTime: instant,
  /** The day of the transaction in New York. */
  day: date,
  chargeAmountCents: cents,
  repaymentAmountCents: cents,
  /** What was left of the advance after it. */
  remainingAfterCents: cents,
});
export type ShownReceivable = z.infer<typeof shownReceivable>;

/** All receivables of a day. */
export const receivableDay = z.object({
  day: date,
  count: z.int(),
  chargeAmountCents: cents,
  repaymentAmountCents: cents,
});
