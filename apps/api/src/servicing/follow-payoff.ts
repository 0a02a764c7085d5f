import { nextCutOff } from "@inlay/lending/calendar/ach.ts";
import {
  type PayoffEvent,
  type PayoffStatus,
  payoffEventBy,
  payoffLifecycle,
} from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { bySystem, type Payoff, type ServicedProduct } from "./serviced-product.ts";

type By = { actor: Actor; requestId: string | null };

/**
 * Brings the payoffs of a product in line with their orders. A payoff is never tried again: after a failure the schedule applies again from
 * the next cut-off on, so that its debits are not ordered in the file in which the failure was read. Returns whether anything has changed.
 */
export async function followPayoff(tx: Tx, serviced: ServicedProduct): Promise<boolean> {
  let hasChanged = false;
  for (const payoff of serviced.payoffs) {
    const order = serviced.debits.find(({ id }) => id === payoff.paymentOrderId);
    const event = order && payoffEventBy(payoff.status, { status: order.status, isClaimed: order.claimedAt !== null });
    if (!event) continue;
    await movePayoff(tx, serviced, payoff, event, bySystem);
    hasChanged = true;
  }
  return hasChanged;
}

/** Moves a payoff of a locked product along its lifecycle, and records the step. */
export async function movePayoff(
  tx: Tx,
  serviced: ServicedProduct,
  { id, status: before }: Payoff,
  event: PayoffEvent,
  by: By,
): Promise<void> {
  const status = payoffLifecycle.next(before, event);
  const returnsAt = status === "FAILED" ? nextCutOff(serviced.now) : null;
  await tx.updateTable("payoff").set({ status, schedule_returns_at: returnsAt }).where("id", "=", id).execute();
  await notePayoff(tx, serviced, { id, before, event, status }, by);
}

type Step = { id: string; before: PayoffStatus | null; event: PayoffEvent | "SCHEDULED"; status: PayoffStatus };

export const notePayoff = (tx: Tx, { product }: ServicedProduct, { id, before, event, status }: Step, by: By) =>
  record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.payoff_changed",
    body: { issuedProductId: product.id, payoffId: id, status },
    action: `payoff.${event.toLowerCase().replaceAll("_", "-")}`,
    object: { kind: "payoff", id },
    before: before && { status: before },
    after: { status },
    ...by,
  });
