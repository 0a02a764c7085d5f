import { nextCutOff } from "@inlay/lending/calendar/ach.ts";
import {
  type PayoffEvent,
  type PayoffStatus,
  payoffEventBy,
  payoffLifecycle,
} from "@inlay/lending/servicing/payoff-lifecycle.ts";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { bySystem, type ServicedProduct } from "./serviced-product.ts";

type By = { actor: Actor; requestId: string | null };

/**
 * Brings the last payoff of a product in line with its order. A payoff is never tried again: after a failure the schedule applies again from
 * the next cut-off on, so that its debits are not ordered in the file in which the failure was read. Returns whether anything has changed.
 */
export async function followPayoff(tx: Tx, serviced: ServicedProduct): Promise<boolean> {
  const { lastPayoff, debits } = serviced;
  const order = debits.find(({ id }) => id === lastPayoff?.paymentOrderId);
  if (!lastPayoff || !order) return false;
  const event = payoffEventBy(lastPayoff.status, { status: order.status, isClaimed: order.claimedAt !== null });
  if (event) await movePayoff(tx, serviced, event, bySystem);
  return event !== null;
}

/** Moves the last payoff of a locked product along its lifecycle, and records the step. */
export async function movePayoff(tx: Tx, serviced: ServicedProduct, event: PayoffEvent, by: By): Promise<void> {
  const { lastPayoff, now } = serviced;
  if (!lastPayoff) throw new Error("a product without a payoff has none to move");
  const { id, status: before } = lastPayoff;
  const status = payoffLifecycle.next(before, event);
  const returnsAt = status === "FAILED" ? nextCutOff(now) : null;
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
