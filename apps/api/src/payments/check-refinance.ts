import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { type RefinanceRefusal, whyNotRefinance } from "@inlay/lending/mechanics/why-not-refinance.ts";
import { isReplaceable, type PaymentOrderStatus } from "@inlay/lending/payments/payment-order.ts";
import type { ExpressionBuilder } from "kysely";
import type { DB } from "../db/schema.generated.ts";
import type { Tx } from "../db/scope.ts";
import { lockProduct, productsPayingOff, quoteRefinanced } from "../products/public.ts";
import { lockOrder, moveOrder, type Order, system } from "./order.ts";

/**
 * Why a payout that would settle on the given day cannot pay off the products that the terms of its product name. They are locked, and so is
 * the product of every debit at its claim, so that no debit of them is claimed at the same time.
 */
export async function refinanceRefusalOf(tx: Tx, order: Order, on: BusinessDate): Promise<RefinanceRefusal | null> {
  const { issuedProductId, purpose, drawId, invoiceId } = order;
  if (purpose !== "FUNDING" || !issuedProductId || drawId || invoiceId) return null;
  for (const { debt, product } of await quoteRefinanced(tx, issuedProductId, on)) {
    if (!product) return "REFINANCED_PRODUCT_NOT_OPEN";
    const { refinancedIssuedProductId: oldId } = debt;
    const others = (await productsPayingOff(tx, oldId)).filter((id) => id !== issuedProductId);
    const old = {
      ...product,
      isRefinancedByAnother: await isFundingClaimed(tx, others),
      hasPendingDebits: await hasPendingDebits(tx, oldId),
    };
    const refusal = whyNotRefinance(old, debt);
    if (refusal) return refusal;
  }
  return null;
}

/** Whether a claimed payout is about to pay the product off. Its debits wait for it, because they would change the payoff. */
export async function isBeingRefinanced(tx: Tx, issuedProductId: string): Promise<boolean> {
  await lockProduct(tx, issuedProductId);
  return isFundingClaimed(tx, await productsPayingOff(tx, issuedProductId));
}

/** The order is claimed, or was sent and has no outcome yet. */
const isOnItsWay = (order: ExpressionBuilder<DB, "payment_order">) =>
  order.or([
    order("status", "in", ["SUBMITTED", "PAYMENT_PROCESSOR_OUTAGE", "UNEXPECTED_ERROR"]),
    order.and([order("status", "=", "SCHEDULED"), order("claimed_at", "is not", null)]),
  ]);

async function isFundingClaimed(tx: Tx, issuedProductIds: readonly string[]): Promise<boolean> {
  if (issuedProductIds.length === 0) return false;
  const claimed = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("issued_product_id", "in", issuedProductIds)
    .where("purpose", "=", "FUNDING")
    .where(isOnItsWay)
    .executeTakeFirst();
  return claimed !== undefined;
}

async function hasPendingDebits(tx: Tx, issuedProductId: string): Promise<boolean> {
  const debit = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("issued_product_id", "=", issuedProductId)
    .where("direction", "=", "INCOMING")
    .where("purpose", "!=", "OTHER")
    .where(isOnItsWay)
    .executeTakeFirst();
  return debit !== undefined;
}

/** Cancels the debits of the given products that nobody has claimed. Call it before the products are locked: orders are locked first. */
export async function cancelUnclaimedDebits(tx: Tx, issuedProductIds: readonly string[], now: Date): Promise<void> {
  if (issuedProductIds.length === 0) return;
  const rows = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("issued_product_id", "in", issuedProductIds)
    .where("direction", "=", "INCOMING")
    .where("purpose", "!=", "OTHER")
    .where("claimed_at", "is", null)
    .where("status", "in", ["CREATED", "SCHEDULED"])
    .orderBy("id")
    .execute();
  for (const { id } of rows) {
    const debit = await lockOrder(tx, id);
    if (debit && isReplaceable(debit.status as PaymentOrderStatus) && debit.claimedAt === null)
      await moveOrder(tx, debit, "CANCELLED", { ...system, now }, { next_action_at: null });
  }
}
