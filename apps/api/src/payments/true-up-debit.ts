import { type Cents, cents } from "@inlay/lending/money/cents.ts";
import type { Tx } from "../db/scope.ts";
import { lockProduct, returnOverCollected } from "../products/public.ts";
import { lockOrder } from "./order.ts";
import { refund, saveJournals, updateProductStates } from "./post-order.ts";

/**
 * The sales of a period are known, and the debit by estimate was too high: the excess is owed again and is refunded. If the debit is
 * returned afterwards, its true-up is taken back with it.
 */
export async function trueUpDebit(tx: Tx, orderId: string, excessCents: Cents, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order?.status !== "SUCCESSFUL_PAYMENT" || !order.issuedProductId)
    throw new Error("only a debit that has settled is trued up");
  const product = await lockProduct(tx, order.issuedProductId);
  const { journalIds, principalCents, feeCents } = await returnOverCollected(tx, product, {
    paymentOrderId: order.id,
    effectiveOn: order.effectiveOn,
    excessCents,
    now,
  });
  await saveJournals(tx, order, journalIds);
  await tx
    .updateTable("payment_order")
    .set(({ eb }) => ({
      principal_cents: principalCents,
      fee_cents: feeCents,
      credit_cents: eb("credit_cents", "+", cents(excessCents)),
    }))
    .where("id", "=", order.id)
    .execute();
  const [key = ""] = journalIds;
  await refund(tx, order, { purpose: "CREDIT_REFUND", key: `true-up/${key}`, amountCents: excessCents }, now);
  await updateProductStates(tx, order, now);
}
