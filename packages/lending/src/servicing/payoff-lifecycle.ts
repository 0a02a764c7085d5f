import { lifecycle } from "../flow/lifecycle.ts";
import type { PaymentOrderStatus } from "../payments/payment-order.ts";

/**
 * The payoff of a loan. SENT is the claim of its debit, from which on nobody can withdraw it. NOT_ACCEPTED is a debit that the processor
 * never accepted, RETURNED one that came back after it had settled.
 */
export const payoffLifecycle = lifecycle("payoff", {
  begins: { SCHEDULED: "SCHEDULED" },
  moves: {
    SCHEDULED: { SENT: "IN_FLIGHT", SETTLED: "COMPLETED", FAILED: "FAILED", CANCELLED: "CANCELLED" },
    IN_FLIGHT: { NOT_ACCEPTED: "SCHEDULED", SETTLED: "COMPLETED", FAILED: "FAILED" },
    COMPLETED: { RETURNED: "FAILED" },
    FAILED: {},
    CANCELLED: {},
  },
  ends: ["COMPLETED", "FAILED", "CANCELLED"],
});
export type PayoffStatus = (typeof payoffLifecycle.states)[number];
export type PayoffEvent = (typeof payoffLifecycle.events)[number];

/**
 * What the state of its order means for a payoff that the owner has not cancelled; null if it means nothing new. An order that was refused
 * or cancelled has failed, like one that the bank returned.
 */
export function payoffEventBy(
  payoff: PayoffStatus,
  order: { status: PaymentOrderStatus; isClaimed: boolean },
): PayoffEvent | null {
  const event = eventOf(payoff, order);
  return event !== null && payoffLifecycle.allows(payoff, event) ? event : null;
}

function eventOf(
  payoff: PayoffStatus,
  { status, isClaimed }: { status: PaymentOrderStatus; isClaimed: boolean },
): PayoffEvent | null {
  switch (status) {
    case "CREATED":
      return "NOT_ACCEPTED";
    case "SCHEDULED":
      return isClaimed ? "SENT" : "NOT_ACCEPTED";
    case "SUBMITTED":
    case "PAYMENT_PROCESSOR_OUTAGE":
    case "UNEXPECTED_ERROR":
      return "SENT";
    case "SUCCESSFUL_PAYMENT":
      return "SETTLED";
    case "FAILED_PAYMENT":
      return payoff === "COMPLETED" ? "RETURNED" : "FAILED";
    case "REJECTED":
    case "CANCELLED":
      return "FAILED";
  }
}
