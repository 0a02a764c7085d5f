import { timelineFrom } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { type FailureReason, type FailureRule, failureReasons } from "@inlay/lending/payments/failure-reason.ts";
import { automaticRetryOn } from "@inlay/lending/payments/retry.ts";
import type { Tx } from "../db/scope.ts";
import type { PaymentFailure, ProcessorPayment } from "../providers/payments/port.ts";
import { openTask } from "../staff/public.ts";
import { createOrder } from "./create-order.ts";
import { moveOrder, type Order, subjectsOf, system } from "./order.ts";
import { postEntry, reverseEntry } from "./post-entries.ts";
import { watchReturnRates } from "./return-rates.ts";

const endOfDay = (date: BusinessDate): Date => easternInstant(date, clock(23, 59));

/** When to ask what became of an order that is on its way. */
const askAt = (order: Order, effectiveOn: BusinessDate): Date =>
  order.direction === "INCOMING"
    ? endOfDay(timelineFrom(effectiveOn).succeedsOn)
    : endOfDay(addBankingDays(effectiveOn, 1));

/** The processor has it. What the books say of a payout is said now. */
export async function accept(tx: Tx, order: Order, payment: ProcessorPayment, now: Date): Promise<void> {
  const event = order.status === "PAYMENT_PROCESSOR_OUTAGE" ? "PROCESSOR_BACK" : "SUBMIT";
  const journalId = order.entryWhenSubmitted
    ? await postEntry(tx, order, order.entryWhenSubmitted, "submitted", now)
    : null;
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
      submitted_journal_id: journalId,
      next_action_at: askAt(order, payment.effectiveOn),
    },
  );
}

/** The money is good. */
export async function settle(tx: Tx, order: Order, now: Date): Promise<void> {
  const journalId = order.entryWhenSettled ? await postEntry(tx, order, order.entryWhenSettled, "settled", now) : null;
  await moveOrder(
    tx,
    order,
    "SETTLED",
    { ...system, now },
    { payment_confirmed_at: now, settled_journal_id: journalId, next_action_at: null },
  );
}

/** It did not go through, or came back, whether or not it had counted as good. What was booked for it is taken back. */
export async function fail(tx: Tx, order: Order, { reason, achCode }: PaymentFailure, now: Date): Promise<void> {
  const journals = await tx
    .selectFrom("payment_order")
    .select(["submitted_journal_id", "settled_journal_id"])
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  if (journals.settled_journal_id)
    await reverseEntry(tx, order, journals.settled_journal_id, "settled/taken back", now);
  if (journals.submitted_journal_id)
    await reverseEntry(tx, order, journals.submitted_journal_id, "submitted/taken back", now);

  const firstSettledOn = order.firstSettledOn ?? order.effectiveOn;
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
  if (achCode && order.direction === "INCOMING") await watchReturnRates(tx, order, now);
  await follow(tx, { ...order, firstSettledOn, failureReason: reason }, reason, now);
}

/** What a failure asks for: the account is stopped, somebody is told, and a debit for want of funds is tried again. */
async function follow(tx: Tx, order: Order, reason: FailureReason, now: Date): Promise<void> {
  const { platformId, businessId, bankAccountId } = order;
  const rule: FailureRule = failureReasons[reason];
  if (rule.block !== "NONE") {
    await tx
      .updateTable("bank_account")
      .set({ blocked_for_debits_at: now })
      .where("id", "=", bankAccountId)
      .where("blocked_for_debits_at", "is", null)
      .execute();
  }
  if (rule.block === "KANMON_BLOCKED" || rule.block === "FREEZE_ALL") {
    await tx
      .updateTable("bank_item")
      .set({ status: "KANMON_BLOCKED" })
      .where("id", "=", (query) =>
        query.selectFrom("bank_account").select("bank_item_id").where("id", "=", bankAccountId),
      )
      .execute();
  }
  // Somebody waits for a payout, and no borrower can mend it by paying.
  if (rule.escalation || order.direction === "OUTGOING") {
    const dueAt = new Date(now.getTime() + 24 * 3_600_000);
    await openTask(tx, { kind: "PAYMENT_FAILED", subjectId: order.id, platformId, businessId, dueAt });
  }
  await retryByItself(tx, order, reason, now);
}

async function retryByItself(tx: Tx, order: Order, reason: FailureReason, now: Date): Promise<void> {
  if (order.direction !== "INCOMING" || order.firstSettledOn === null) return;
  const onDay = automaticRetryOn(
    {
      status: "FAILED_PAYMENT",
      reason,
      firstSettledOn: order.firstSettledOn,
      debitedOn: order.effectiveOn,
      retriesMade: order.retriesMade,
    },
    dateAt(now),
  );
  if (onDay) await retryOrder(tx, order, onDay, { kind: "SYSTEM", id: null }, null);
}

/** The same debit once more, as an order of its own. */
export async function retryOrder(
  tx: Tx,
  order: Order,
  onDay: BusinessDate,
  actor: Parameters<typeof createOrder>[2]["actor"],
  requestId: string | null,
  bankAccountId = order.bankAccountId,
): Promise<string> {
  const { principalCents, interestCents, feeCents } = order;
  return createOrder(
    tx,
    {
      ...order,
      key: `retry/${order.id}`,
      bankAccountId,
      split: { principalCents, interestCents, feeCents },
      subjects: subjectsOf(order),
      dueOn: onDay,
      isManual: actor.kind === "STAFF",
      retryOf: order,
    },
    { actor, requestId },
  );
}

/**
 * Brings an order to what the processor says is true of it now. Messages may come twice, late or in any order: they only make us ask, so
 * the last word is always the truth and never the last message.
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
  await tx
    .updateTable("payment_order")
    .set({ latest_ach_state: truth.achState, ...(isMoved && moved(order, truth)) })
    .where("id", "=", order.id)
    .where("status", "in", ["SUBMITTED", "SUCCESSFUL_PAYMENT"])
    .execute();
}

/** The processor held it and settles it on another day: whether it is good is to be asked that much later. */
const moved = (order: Order, { effectiveOn }: ProcessorPayment) => ({
  effective_on: effectiveOn,
  next_action_at: askAt(order, effectiveOn),
});

/** The day has come to say that a payment is good, if the processor says nothing else. */
export async function settleIfTrue(tx: Tx, order: Order, truth: ProcessorPayment, now: Date): Promise<void> {
  if (order.status !== "SUBMITTED") return;
  if (truth.failure) return fail(tx, order, truth.failure, now);
  // The processor may have moved it to another day; what can still come back by then does not count as good yet.
  const goodAt = askAt(order, truth.effectiveOn);
  const isCompleted = truth.achState === "completed";
  if (isCompleted && now >= goodAt) return settle(tx, order, now);
  const today = dateAt(now);
  // A payment that nobody hears of any more is not a failure; it is asked about every banking day, and after a week somebody looks.
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
