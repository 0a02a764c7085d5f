import { Refusal } from "@inlay/contracts/errors.ts";
import { bankingDayOnOrAfter } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { whyNotApprove } from "@inlay/lending/payments/approval.ts";
import { paymentOrderLifecycle } from "@inlay/lending/payments/payment-order.ts";
import { whyNotRetry } from "@inlay/lending/payments/retry.ts";
import { closeTask } from "../approvals/public.ts";
import { businessNow } from "../db/business-now.ts";
import type { Actor } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { retryOrder } from "./apply-processor-status.ts";
import { schedule } from "./create-order.ts";
import { lockOrder, moveOrder, type Order, type OrderEvent } from "./order.ts";

type RequestedBy = { actor: Actor; requestId: string };

async function found(tx: Tx, id: string): Promise<Order> {
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal("NOT_FOUND", { context: { object: "payment order" } });
  return order;
}

const wrongState = (order: Order, event: OrderEvent) =>
  new Refusal("WRONG_STATE", {
    context: { status: order.status, allowedFrom: paymentOrderLifecycle.allowedFrom(event) },
  });

/** Approves an order. The approver differs from the creator. The row is locked, so the second of two concurrent approvals is refused. */
export async function approveOrder(tx: Tx, id: string, by: RequestedBy): Promise<void> {
  const order = await found(tx, id);
  const refusal = whyNotApprove({ ...order, createdBy: order.createdBy ?? "" }, by.actor.id ?? "");
  if (refusal === "WRONG_STATE") throw wrongState(order, "APPROVED");
  if (refusal) throw new Refusal("SECOND_PERSON_NEEDED");
  await schedule(tx, order, by, await businessNow(tx, order.businessId), by.actor.id);
  await closeTask(tx, { kind: "PAYMENT_APPROVAL", subjectId: id });
}

/** Schedules an order that was held. `approvedBy` is the member of staff who decided; null if the rules did. Nothing if it was cancelled meanwhile. */
export async function releaseOrder(
  tx: Tx,
  id: string,
  approvedBy: string | null,
  by: { actor: Actor; requestId: string | null },
): Promise<void> {
  const order = await found(tx, id);
  if (order.status === "CREATED") await schedule(tx, order, by, await businessNow(tx, order.businessId), approvedBy);
}

export async function rejectOrder(tx: Tx, id: string, reason: string, by: RequestedBy): Promise<void> {
  const order = await found(tx, id);
  if (order.status !== "CREATED") throw wrongState(order, "REJECTED");
  const now = await businessNow(tx, order.businessId);
  await moveOrder(tx, order, "REJECTED", { ...by, now }, { rejection_reason: reason, next_action_at: null });
  await closeTask(tx, { kind: "PAYMENT_APPROVAL", subjectId: id });
}

/** Cancels an order that something else replaces. A claimed order can no longer be cancelled. */
export async function cancelOrder(
  tx: Tx,
  id: string,
  alert: string | null,
  by: { actor: Actor; requestId: string | null },
): Promise<void> {
  const order = await found(tx, id);
  if (order.claimedAt !== null || !paymentOrderLifecycle.allows(order.status, "CANCELLED"))
    throw wrongState(order, "CANCELLED");
  const now = await businessNow(tx, order.businessId);
  await moveOrder(tx, order, "CANCELLED", { ...by, now }, { next_action_at: null, ...(alert && { alerts: [alert] }) });
}

/** Failed orders that something else replaces are not tried again by anybody. */
export async function endRetries(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("payment_order")
    .set({ is_once: true })
    .where("id", "in", [...ids])
    .execute();
}

export type RetryChoice = { bankAccountId?: string; isCauseCorrected: boolean };

/** Retries a failed order on behalf of staff, within the limits of the ACH network. */
export async function retryFailedOrder(tx: Tx, id: string, choice: RetryChoice, by: RequestedBy): Promise<string> {
  const order = await found(tx, id);
  // Another verification sends other amounts, another payoff has another quote, and paying at once again is authorized again.
  if (order.purpose === "MICRO_ENTRY" || order.isOnce) throw new Refusal("NOT_RETRIABLE");
  const now = await businessNow(tx, order.businessId);
  const onDay = bankingDayOnOrAfter(dateAt(now));
  const { bankAccountId = order.bankAccountId, isCauseCorrected } = choice;
  if (choice.bankAccountId) await requireOwnAccount(tx, order, choice.bankAccountId);
  const refusal = whyNotRetry(
    {
      status: order.status,
      direction: order.direction,
      reason: order.failureReason ?? "unexpected_error",
      firstSettledOn: order.firstSettledOn ?? order.effectiveOn,
      debitedOn: order.effectiveOn,
      retriesMade: order.retriesMade,
    },
    { isOtherAccount: bankAccountId !== order.bankAccountId, isCauseCorrected, onDay },
  );
  if (refusal === "WRONG_STATE") throw wrongState(order, "FAILED");
  if (refusal) throw new Refusal(refusal);
  return retryOrder(tx, order, onDay, by.actor, by.requestId, bankAccountId);
}

/** A foreign key is checked without row security, so an order could otherwise name the account of any tenant. */
async function requireOwnAccount(tx: Tx, { businessId }: Order, bankAccountId: string): Promise<void> {
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("id", "=", bankAccountId)
    .where("business_id", "=", businessId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
}
