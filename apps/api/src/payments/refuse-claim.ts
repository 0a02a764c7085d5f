import { nextCutOff, standardAch, submitAt } from "@inlay/lending/calendar/ach.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { isAccountTheCause, type SubmitPaymentRefusal } from "@inlay/lending/payments/why-not-submit-payment.ts";
import { raiseInput } from "../additional-inputs/public.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { Tx } from "../db/scope.ts";
import { moveOrder, type Order, system } from "./order.ts";

const endOfWork = clock(17, 0);

/** Opens a staff task for an order that would be refused at its cut-off today, so that the cause can be repaired before. */
export async function warnOfRefusal(tx: Tx, { id, platformId, businessId }: Order, now: Date): Promise<void> {
  await openTask(tx, { kind: "PAYMENT_HELD", subjectId: id, platformId, businessId, dueAt: nextCutOff(now) });
}

/**
 * Keeps a refused order until the day's cut-off, where it is checked again, and cancels it if the cause is not repaired by then. A cancelled
 * order is not a failed one: no bank has seen it, so it costs no fee and counts as no retry.
 */
export async function refuseClaim(
  tx: Tx,
  order: Order,
  refusal: SubmitPaymentRefusal,
  /** An account that the platform provides is replaced by the platform, so its owner is not asked for another. */
  isAccountChosenByOwner: boolean,
  now: Date,
): Promise<void> {
  const cutOff = (await refusedUntil(tx, order)) ?? nextCutOff(now);
  if (now >= cutOff) return cancelAtCutOff(tx, order, refusal, isAccountChosenByOwner, cutOff, now);
  const lastCheckAt = submitAt(standardAch(now).settlesOn);
  await tx
    .updateTable("payment_order")
    .set({
      claim_refusal: refusal,
      claim_refused_until: cutOff,
      next_action_at: now < lastCheckAt ? lastCheckAt : cutOff,
    })
    .where("id", "=", order.id)
    .execute();
  await warnOfRefusal(tx, order, now);
}

async function refusedUntil(tx: Tx, { id }: Order): Promise<Date | null> {
  const row = await tx
    .selectFrom("payment_order")
    .select("claim_refused_until as until")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.until;
}

async function cancelAtCutOff(
  tx: Tx,
  order: Order,
  refusal: SubmitPaymentRefusal,
  isAccountChosenByOwner: boolean,
  cutOff: Date,
  now: Date,
): Promise<void> {
  const { id, platformId, businessId } = order;
  await moveOrder(
    tx,
    order,
    "CANCELLED",
    { ...system, now },
    { claim_refusal: refusal, claim_refused_until: cutOff, next_action_at: null },
  );
  await closeTask(tx, { kind: "PAYMENT_HELD", subjectId: id });
  const dueAt = easternInstant(addBankingDays(dateAt(now), 1), endOfWork);
  await openTask(tx, { kind: "PAYMENT_NOT_SENT", subjectId: id, platformId, businessId, dueAt });
  // Of an account that was chosen for this payment alone the owner is told by an email, and none has to take its place.
  if (businessId && isAccountChosenByOwner && !order.keepsAccount && isAccountTheCause(refusal))
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    });
}
