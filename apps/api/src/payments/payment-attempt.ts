import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import { startWorkflow, type WorkflowKind } from "../workflows/public.ts";
import type { Order } from "./order.ts";

export type AttemptPurpose = "CHECK" | "SEND" | "READ";

const workflows: Record<AttemptPurpose, WorkflowKind> = {
  CHECK: "check-balance",
  SEND: "send-payment",
  READ: "read-payment",
};

/** Starts a workflow for a call to the bank or the processor. While an attempt of the same purpose is open, no second one begins. */
export async function beginAttempt(
  tx: Tx,
  { id, platformId, businessId }: Order,
  purpose: AttemptPurpose,
): Promise<void> {
  const attemptId = uuidv7();
  const taken = await tx
    .insertInto("payment_attempt")
    .values({ id: attemptId, platform_id: platformId, business_id: businessId, payment_order_id: id, purpose })
    .onConflict((conflict) =>
      conflict.columns(["payment_order_id", "purpose"]).where("ended_at", "is", null).doNothing(),
    )
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows === 1n)
    await startWorkflow(tx, workflows[purpose], { platformId, businessId, id: attemptId });
}

/** The order of an open attempt; null when the attempt has ended. */
export async function orderOfAttempt(tx: Tx, attemptId: string): Promise<string | null> {
  const attempt = await tx
    .selectFrom("payment_attempt")
    .select("payment_order_id")
    .where("id", "=", attemptId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return attempt?.payment_order_id ?? null;
}

/** Marks the attempt as about to call the vendor. True for the first caller only. */
export async function isFirstAttempt(tx: Tx, attemptId: string): Promise<boolean> {
  const marked = await tx
    .updateTable("payment_attempt")
    .set({ attempted_at: new Date() })
    .where("id", "=", attemptId)
    .where("attempted_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** Ends the attempt. False when it has already ended; then the caller that ended it saves the outcome. */
export async function endAttempt(tx: Tx, attemptId: string, outcome: string): Promise<boolean> {
  const ended = await tx
    .updateTable("payment_attempt")
    .set({ ended_at: new Date(), outcome })
    .where("id", "=", attemptId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}
