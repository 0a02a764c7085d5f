import { lifecycle } from "../../flow/lifecycle.ts";
import { isPending, isReplaceable, type PaymentOrderStatus } from "../../payments/payment-order.ts";

/**
 * What a platform has withheld and pays to us in one order: the receivables of a UTC day. CUT ends the day. A day on which refunds were as much
 * as sales needs no order; one on which they were more is CARRIED into the next. The other events are those of the order.
 */
export const settlementLifecycle = lifecycle("receivable settlement", {
  begins: { OPENED: "OPEN" },
  moves: {
    OPEN: { CARRIED: "OPEN", CUT: ["COLLECTING", "SETTLED"] },
    COLLECTING: { SUCCESSFUL_PAYMENT: "SETTLED", FAILED_PAYMENT: "FAILED" },
    SETTLED: { PAYMENT_RETURNED: "FAILED" },
    FAILED: { RETRIED: "COLLECTING" },
  },
  ends: ["SETTLED"],
});
export type SettlementStatus = (typeof settlementLifecycle.states)[number];
export type SettlementEvent = (typeof settlementLifecycle.events)[number];

/** What the newest order of a settlement means for it; null if it means nothing new. */
export function settlementEventBy(settlement: SettlementStatus, order: PaymentOrderStatus): SettlementEvent | null {
  const event = eventOf(settlement, order);
  return settlementLifecycle.allows(settlement, event) ? event : null;
}

function eventOf(settlement: SettlementStatus, order: PaymentOrderStatus): SettlementEvent {
  if (order === "SUCCESSFUL_PAYMENT") return "SUCCESSFUL_PAYMENT";
  if (isPending(order) || isReplaceable(order)) return "RETRIED";
  return settlement === "SETTLED" ? "PAYMENT_RETURNED" : "FAILED_PAYMENT";
}

export type ReceivableStatus = "ACCRUED" | "IN_SETTLEMENT" | "SETTLED";

/** The status of a receivable follows that of its settlement. The platform still owes what it has failed to pay; the borrower does not. */
export const receivableStatuses: Record<SettlementStatus, ReceivableStatus> = {
  OPEN: "ACCRUED",
  COLLECTING: "IN_SETTLEMENT",
  SETTLED: "SETTLED",
  FAILED: "ACCRUED",
};
