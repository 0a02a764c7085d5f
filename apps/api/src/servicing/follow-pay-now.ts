import { nextCutOff } from "@inlay/lending/calendar/ach.ts";
import { type Cents, noCents } from "@inlay/lending/money/cents.ts";
import { isCovered, payNowParts } from "@inlay/lending/servicing/pay-now.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { cancelOrder, type Order } from "../payments/public.ts";
import {
  bySystem,
  debitsOfPayNow,
  isDebitWithdrawable,
  payableItems,
  type ServicedProduct,
} from "./serviced-product.ts";

type By = { actor: Actor; requestId: string | null };

/**
 * Withdraws what would collect more than is still owed of its items, and notes a payment of which a debit has failed: it is not tried again,
 * and the debits of the schedule return at the next cut-off. Returns whether anything has changed.
 */
export async function followPayNow(tx: Tx, serviced: ServicedProduct): Promise<boolean> {
  const { lastPayNow, now } = serviced;
  if (!lastPayNow || lastPayNow.scheduleReturnsAt) return false;
  const orders = debitsOfPayNow(serviced, lastPayNow);
  const tooMuch = orders.filter((order) => isDebitWithdrawable(order) && order.amountCents > owedFor(serviced, order));
  for (const { id } of tooMuch) await cancelOrder(tx, id, null, bySystem);
  if (tooMuch.length === 0 && !orders.some(hasFailed)) return false;
  const returnsAt = nextCutOff(now);
  await tx.updateTable("pay_now").set({ schedule_returns_at: returnsAt }).where("id", "=", lastPayNow.id).execute();
  await notePayNow(tx, serviced, lastPayNow.id, "FAILED", bySystem);
  return true;
}

/** What is unpaid of the items that a debit of a payment is for. */
function owedFor(serviced: ServicedProduct, { feeType }: Order): Cents {
  const { lastPayNow } = serviced;
  if (!lastPayNow) return noCents;
  const covered = payableItems(serviced).filter((item) => isCovered(lastPayNow, item));
  return payNowParts(covered).find((part) => part.feeType === feeType)?.amountCents ?? noCents;
}

export const hasFailed = ({ status }: Pick<Order, "status">): boolean =>
  status === "FAILED_PAYMENT" || status === "CANCELLED" || status === "REJECTED";

export const notePayNow = (
  tx: Tx,
  { product }: ServicedProduct,
  payNowId: string,
  status: "ORDERED" | "CANCELLED" | "FAILED",
  by: By,
) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.pay_now_changed",
    body: { issuedProductId: product.id, payNowId, status },
    action: `pay-now.${status.toLowerCase()}`,
    object: { kind: "pay now", id: payNowId },
    after: { status },
    ...by,
  });
