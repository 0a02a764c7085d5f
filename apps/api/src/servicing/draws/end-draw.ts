import { Refusal } from "@inlay/contracts/errors.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { drawRequestLifecycle } from "@inlay/lending/products/line-of-credit/draw-request.ts";
import { closeTasks } from "../../approvals/public.ts";
import type { DueJob } from "../../clock/public.ts";
import type { Actor } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { cancelOrder } from "../../payments/public.ts";
import { type DrawRejection, lockDraw, lockProduct, rejectDraw, setDrawEnd } from "../../products/public.ts";
import { bySystem } from "../serviced-product.ts";

type By = { actor: Actor; requestId: string | null };

/** The person withdraws a draw whose payout nobody has claimed. Its amount is available again. */
export async function withdrawDraw(tx: Tx, caller: Person, drawId: string, requestId: string): Promise<string> {
  const draw = await findDraw(tx, caller.businessId, drawId);
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId };
  if (!(await endDraw(tx, draw, "WITHDRAWN", by))) throw new Refusal("DRAW_NOT_WITHDRAWABLE");
  return draw.issuedProductId;
}

export type FoundDraw = { id: string; platformId: string; businessId: string; issuedProductId: string };

/** A draw of a business by its id, without a lock. */
export async function findDraw(tx: Tx, businessId: string, id: string): Promise<FoundDraw> {
  const row = await tx
    .selectFrom("draw")
    .select(["platform_id as platformId", "issued_product_id as issuedProductId"])
    .where("id", "=", id)
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "draw request" } });
  return { id, businessId, ...row };
}

/**
 * Rejects a draw that waits for its payout, and withdraws the payout. False if the payout is on its way, or the draw is decided. Its order is
 * locked first, then the product, as when the payout is submitted.
 */
export async function endDraw(
  tx: Tx,
  { id, businessId, issuedProductId }: FoundDraw,
  reason: DrawRejection,
  by: By,
): Promise<boolean> {
  for (const orderId of await openPayoutsOf(tx, id)) if (!(await isPayoutCancelled(tx, orderId, by))) return false;
  const product = await lockProduct(tx, issuedProductId);
  const draw = await lockDraw(tx, businessId, id);
  // A payout may have been ordered between the two locks.
  if (!draw || !drawRequestLifecycle.allows(draw.state, "REJECTED")) return false;
  if ((await openPayoutsOf(tx, id)).length > 0) return false;
  await rejectDraw(tx, product, draw, reason);
  await closeTasks(tx, ["DRAW_REVIEW"], id);
  return true;
}

async function isPayoutCancelled(tx: Tx, orderId: string, by: By): Promise<boolean> {
  try {
    await cancelOrder(tx, orderId, null, by);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "WRONG_STATE") return false;
    throw error;
  }
}

/** The payouts of a draw that were not sent and may still reach the business, or have. */
export async function openPayoutsOf(tx: Tx, drawId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("payment_order")
    .select(["id", "status"])
    .where("draw_id", "=", drawId)
    .where("purpose", "=", "FUNDING")
    .orderBy("id")
    .execute();
  const isWithoutEffect = (status: string) => ["CANCELLED", "REJECTED", "FAILED_PAYMENT"].includes(status);
  return rows.filter(({ status }) => !isWithoutEffect(status)).map(({ id }) => id);
}

/**
 * Rejects a draw that was not funded in its time. One whose payout is on its way is looked at again the next banking day. The row of the draw
 * is locked before its order here, so that of this and the submission of the payout at the same moment one may be repeated.
 */
export const endUnfundedDraw: DueJob = {
  name: "draw.end-unfunded",
  table: "draw",
  act: async (tx, { id }, now) => {
    const row = await tx
      .selectFrom("draw")
      .select([
        "platform_id as platformId",
        "business_id as businessId",
        "issued_product_id as issuedProductId",
        "state",
      ])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const isWaiting = row.state === "PENDING_FUND_DISBURSEMENT";
    if (isWaiting && (await endDraw(tx, { id, ...row }, "NOT_FUNDED_IN_TIME", bySystem))) return;
    const lookAgainAt = isWaiting ? easternInstant(addBankingDays(dateAt(now), 1), clock(17, 0)) : null;
    await setDrawEnd(tx, id, lookAgainAt);
  },
};
