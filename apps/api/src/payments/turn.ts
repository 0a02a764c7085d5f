import { v7 as uuidv7 } from "uuid";
import type { Tx } from "../db/scope.ts";
import { openStory, type StoryKind } from "../workflows/public.ts";
import type { Order } from "./order.ts";

export type TurnPurpose = "CHECK" | "SEND" | "READ";

const stories: Record<TurnPurpose, StoryKind> = {
  CHECK: "check-balance",
  SEND: "send-payment",
  READ: "read-payment",
};

/** Leaves to the engine what must be asked outside. While such a question is open, it is not asked again. */
export async function takeTurn(tx: Tx, { id, platformId, businessId }: Order, purpose: TurnPurpose): Promise<void> {
  const turnId = uuidv7();
  const taken = await tx
    .insertInto("payment_turn")
    .values({ id: turnId, platform_id: platformId, business_id: businessId, payment_order_id: id, purpose })
    .onConflict((conflict) =>
      conflict.columns(["payment_order_id", "purpose"]).where("ended_at", "is", null).doNothing(),
    )
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows === 1n)
    await openStory(tx, stories[purpose], { platformId, businessId, id: turnId });
}

/** The order that an open turn is about; null when the turn is over. */
export async function orderOfTurn(tx: Tx, turnId: string): Promise<string | null> {
  const turn = await tx
    .selectFrom("payment_turn")
    .select("payment_order_id")
    .where("id", "=", turnId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return turn?.payment_order_id ?? null;
}

/** Says that the outside is about to be asked. True for whoever says it first. */
export async function isFirstAttempt(tx: Tx, turnId: string): Promise<boolean> {
  const marked = await tx
    .updateTable("payment_turn")
    .set({ attempted_at: new Date() })
    .where("id", "=", turnId)
    .where("attempted_at", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

/** False when somebody has ended it already: then what came of it is theirs to note. */
export async function endTurn(tx: Tx, turnId: string, outcome: string): Promise<boolean> {
  const ended = await tx
    .updateTable("payment_turn")
    .set({ ended_at: new Date(), outcome })
    .where("id", "=", turnId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}
