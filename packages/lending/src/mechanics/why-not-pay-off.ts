import type { BusinessDate } from "../calendar/business-date.ts";
import { isPending, type PaymentOrderStatus } from "../payments/payment-order.ts";
import type { LoanStatus } from "./issued-product.ts";
import { payoffEffectiveOn, payoffWindow } from "./payoff-window.ts";

/** A loan or a draw that is to be paid off. */
export type PayableOff = {
  /** The status of the product, also for the payoff of one of its draws. */
  loanStatus: LoanStatus;
  isPayoffScheduled: boolean;
  /** Incoming orders of the loan or the draw. */
  orders: readonly PaymentOrderStatus[];
  /** The nominal due date of the next item; null when none is left. */
  nextPaymentOn: BusinessDate | null;
};

export const payOffRefusals = [
  "PAYOFF_NEEDS_SUPPORT",
  "PAYOFF_ALREADY_SCHEDULED",
  "PAYOFF_NOTHING_OUTSTANDING",
  "PAYOFF_PAYMENT_PENDING",
  "PAYOFF_PAYMENT_DUE_SOON",
  "PAYOFF_DATE_INVALID",
] as const;
export type PayOffRefusal = (typeof payOffRefusals)[number];

/** Why a payoff cannot be scheduled at all, before a day is chosen. A late loan is paid off through support. */
export function whyNotPayOffAtAll(loan: PayableOff, today: BusinessDate): PayOffRefusal | null {
  const { loanStatus, nextPaymentOn } = loan;
  if (loanStatus === "LATE" || loanStatus === "DEFAULTED") return "PAYOFF_NEEDS_SUPPORT";
  if (loan.isPayoffScheduled) return "PAYOFF_ALREADY_SCHEDULED";
  if (loanStatus !== "CURRENT" || nextPaymentOn === null) return "PAYOFF_NOTHING_OUTSTANDING";
  if (loan.orders.some(isPending)) return "PAYOFF_PAYMENT_PENDING";
  if (nextPaymentOn < today) return "PAYOFF_NEEDS_SUPPORT";
  return payoffWindow(today, nextPaymentOn) === null ? "PAYOFF_PAYMENT_DUE_SOON" : null;
}

export function whyNotPayOff(loan: PayableOff, requestedOn: BusinessDate, today: BusinessDate): PayOffRefusal | null {
  const refusal = whyNotPayOffAtAll(loan, today);
  if (refusal !== null || loan.nextPaymentOn === null) return refusal;
  const window = payoffWindow(today, loan.nextPaymentOn);
  return window === null || payoffEffectiveOn(requestedOn, window) === null ? "PAYOFF_DATE_INVALID" : null;
}
