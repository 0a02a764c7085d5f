import { timelineFrom } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import {
  blockAfter,
  type FailureReason,
  failureReasons,
  reachedTheBank,
} from "@inlay/lending/payments/failure-reason.ts";
import { automaticRetryOn, retriesAfter } from "@inlay/lending/payments/retry.ts";
import { openTask } from "../approvals/public.ts";
import { blockAccount, blockBankOf, freezeBusinessOf } from "../banking/public.ts";
import type { Tx } from "../db/scope.ts";
import type { PaymentFailure, ProcessorPayment } from "../providers/payments/port.ts";
import { createOrder } from "./create-order.ts";
import { moveOrder, type Order, subjectsOf, system } from "./order.ts";
import { postSettlement, postSubmission, takeBackPostings, updateProductStates } from "./post-order.ts";
import { watchReturnRates } from "./return-rates.ts";

const endOfDay = (date: BusinessDate): Date => easternInstant(date, clock(23, 59));

/** When to read the outcome of a submitted order from the processor. Debits and payouts can be returned equally long. */
const askAt = (effectiveOn: BusinessDate): Date => endOfDay(timelineFrom(effectiveOn).succeedsOn);

/** Marks the order as accepted by the processor and posts what a payout does when it is submitted. */
export async function accept(tx: Tx, order: Order, payment: ProcessorPayment, now: Date): Promise<void> {
  const event = order.status === "PAYMENT_PROCESSOR_OUTAGE" ? "PROCESSOR_BACK" : "SUBMIT";
  await postSubmission(tx, order, payment.effectiveOn, now);
  await moveOrder(
    tx,
    order,
    event,
    { ...system, now },
    {
      processor_order_id: payment.processorId,
      latest_ach_state: payment.achState,
      effective_on: payment.effectiveOn,
      submitted_at: now,
      next_action_at: askAt(payment.effectiveOn),
    },
  );
}

/** Marks the payment as successful and applies it to its product. */
export async function settle(tx: Tx, order: Order, now: Date): Promise<void> {
  const split = await postSettlement(tx, order, now);
  await moveOrder(
    tx,
    order,
    "SETTLED",
    { ...system, now },
    { ...split, payment_confirmed_at: now, next_action_at: null },
  );
  await updateProductStates(tx, order, now);
}

/** Marks the payment as failed or returned, even after it was successful, and takes back what it did. */
export async function fail(tx: Tx, order: Order, failure: PaymentFailure, now: Date): Promise<void> {
  const { reason, achCode } = failure;
  await takeBackPostings(tx, order, now);
  const firstSettledOn = order.firstSettledOn ?? (reachedTheBank(reason) ? order.effectiveOn : null);
  const event = order.status === "SUCCESSFUL_PAYMENT" ? "RETURNED" : "FAILED";
  await moveOrder(
    tx,
    order,
    event,
    { ...system, now },
    {
      failure_reason: reason,
      return_code: achCode,
      latest_ach_state: "failed",
      first_settled_on: firstSettledOn,
      next_action_at: null,
    },
  );
  await updateProductStates(tx, order, now);
  // Returned micro-entries are watched on their own.
  if (achCode && order.direction === "INCOMING" && order.purpose !== "MICRO_ENTRY")
    await watchReturnRates(tx, order, now);
  await follow(tx, { ...order, firstSettledOn, failureReason: reason }, failure, now);
}

/** Applies the rules of a failure reason: blocks the account, opens a staff task, and retries a debit that lacked funds. */
async function follow(tx: Tx, order: Order, failure: PaymentFailure, now: Date): Promise<void> {
  const { platformId, businessId, bankAccountId } = order;
  const block = blockAfter(failure);
  if (bankAccountId && block !== "NONE") {
    await blockAccount(tx, bankAccountId, now, block === "UNTIL_AUTHORIZED" ? "AUTHORIZED" : "CLEARED");
    if (block === "KANMON_BLOCKED") await blockBankOf(tx, bankAccountId);
    if (block === "FREEZE_ALL") await freezeBusinessOf(tx, bankAccountId, now);
  }
  // Staff must act on a failed payout, because the borrower cannot repair it by paying. A failed micro-entry ends its verification instead.
  const isPayout = order.direction === "OUTGOING" && order.purpose !== "MICRO_ENTRY";
  if (failureReasons[failure.reason].escalation || isPayout) {
    const dueAt = new Date(now.getTime() + 24 * 3_600_000);
    await openTask(tx, { kind: "PAYMENT_FAILED", subjectId: order.id, platformId, businessId, dueAt });
  }
  await retryAutomatically(tx, order, failure.reason, now);
}

async function retryAutomatically(tx: Tx, order: Order, reason: FailureReason, now: Date): Promise<void> {
  if (order.direction !== "INCOMING" || order.firstSettledOn === null) return;
  // After a failed payoff the schedule applies again. A micro-entry debit is sent together with its credits, or not at all.
  if (order.isOnce || order.purpose === "MICRO_ENTRY") return;
  const onDay = automaticRetryOn(
    {
      status: "FAILED_PAYMENT",
      direction: order.direction,
      paymentType: order.paymentType,
      reason,
      firstSettledOn: order.firstSettledOn,
      debitedOn: order.effectiveOn,
      retriesMade: order.retriesMade,
    },
    dateAt(now),
  );
  if (onDay) await retryOrder(tx, order, onDay, { kind: "SYSTEM", id: null }, null);
}

/** Creates a new order that repeats the failed one. While it is not cancelled or rejected, a second call returns it. */
export async function retryOrder(
  tx: Tx,
  order: Order,
  onDay: BusinessDate,
  actor: Parameters<typeof createOrder>[2]["actor"],
  requestId: string | null,
  bankAccountId = order.bankAccountId,
): Promise<string> {
  const { amountCents, creditUsedCents, interestCents, feeCents } = order;
  const isOtherAccount = bankAccountId !== order.bankAccountId;
  const reason = order.failureReason ?? "unexpected_error";
  return createOrder(
    tx,
    {
      ...order,
      key: `retry/${order.id}/${1 + (await withdrawnRetries(tx, order))}`,
      bankAccountId,
      // What the failed order overpaid is not overpaid again before this one settles.
      split: { principalCents: amountCents + creditUsedCents - interestCents - feeCents, interestCents, feeCents },
      subjects: subjectsOf(order),
      refundOfId: order.refundOfId,
      dueOn: onDay,
      isManual: actor.kind === "STAFF",
      retryOf: {
        id: order.id,
        retriesMade: retriesAfter({ reason, retriesMade: order.retriesMade }, isOtherAccount),
        firstSettledOn: isOtherAccount ? null : order.firstSettledOn,
      },
    },
    { actor, requestId },
  );
}

/** The number of retries of a locked order that were never sent. */
async function withdrawnRetries(tx: Tx, { id }: Order): Promise<number> {
  const withdrawn = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("retry_of_id", "=", id)
    .where("status", "in", ["CANCELLED", "REJECTED"])
    .execute();
  return withdrawn.length;
}

/**
 * Brings an order to the state that the processor reports now. Webhooks may arrive twice, late or out of order. They only cause a re-read,
 * so the processor's current state decides and never the last webhook.
 */
export async function applyProcessorStatus(tx: Tx, order: Order, truth: ProcessorPayment, now: Date): Promise<void> {
  if (order.status === "SCHEDULED" || order.status === "PAYMENT_PROCESSOR_OUTAGE") {
    await accept(tx, order, truth, now);
    if (truth.failure)
      await fail(tx, { ...order, status: "SUBMITTED", effectiveOn: truth.effectiveOn }, truth.failure, now);
    return;
  }
  if (truth.failure) {
    if (order.status === "SUBMITTED" || order.status === "SUCCESSFUL_PAYMENT")
      await fail(tx, order, truth.failure, now);
    return;
  }
  const isMoved = order.status === "SUBMITTED" && truth.effectiveOn !== order.effectiveOn;
  // The processor sends several webhooks at once, and each causes a read of the same state.
  if (!isMoved && truth.achState === order.latestAchState) return;
  await tx
    .updateTable("payment_order")
    .set({ latest_ach_state: truth.achState, ...(isMoved && moved(truth)) })
    .where("id", "=", order.id)
    .where("status", "in", ["SUBMITTED", "SUCCESSFUL_PAYMENT"])
    .execute();
}

/** The processor settles the payment on another day, so its outcome is read that much later. */
const moved = ({ effectiveOn }: ProcessorPayment) => ({
  effective_on: effectiveOn,
  next_action_at: askAt(effectiveOn),
});

/** Settles a payment on its day, unless the processor reports otherwise. */
export async function settleIfCompleted(tx: Tx, order: Order, truth: ProcessorPayment, now: Date): Promise<void> {
  if (order.status !== "SUBMITTED") return;
  if (truth.failure) return fail(tx, order, truth.failure, now);
  // The processor may have moved the payment to another day. While it can still be returned, it does not count as successful.
  const goodAt = askAt(truth.effectiveOn);
  const isCompleted = truth.achState === "completed";
  if (isCompleted && now >= goodAt) return settle(tx, order, now);
  const today = dateAt(now);
  // A payment without an outcome is not a failure. It is read every banking day, and after five banking days a staff task is opened.
  if (today > addBankingDays(truth.effectiveOn, 5)) {
    const { id, platformId, businessId } = order;
    await openTask(tx, { kind: "PAYMENT_UNSETTLED", subjectId: id, platformId, businessId, dueAt: now });
  }
  await tx
    .updateTable("payment_order")
    .set({
      latest_ach_state: truth.achState,
      effective_on: truth.effectiveOn,
      next_action_at: isCompleted ? goodAt : endOfDay(addBankingDays(today, 1)),
    })
    .where("id", "=", order.id)
    .execute();
}
