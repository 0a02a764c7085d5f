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

/** Leaves to the engine what must be asked outside. While such a question is open, it is not asked again. */
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

/** The order that an open turn is about; null when the turn is over. */
export async function orderOfAttempt(tx: Tx, attemptId: string): Promise<string | null> {
  const attempt = await tx
    .selectFrom("payment_attempt")
    .select("payment_order_id")
    .where("id", "=", attemptId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return attempt?.payment_order_id ?? null;
}

/** Says that the outside is about to be asked. True for whoever says it first. */
export async function isFirstAttempt(tx: Tx, attemptId: string): Promise<boolean> {
  const marked = await tx
    .updateTable("payment_attempt")
    .set({ attempted_at: new Date() })
    .where("id", "=", attemptId)
    .where("attempted_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** False when somebody has ended it already: then what came of it is theirs to note. */
export async function endAttempt(tx: Tx, attemptId: string, outcome: string): Promise<boolean> {
  const ended = await tx
    .updateTable("payment_attempt")
    .set({ ended_at: new Date(), outcome })
    .where("id", "=", attemptId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}
