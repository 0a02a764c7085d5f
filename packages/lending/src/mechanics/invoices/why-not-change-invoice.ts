import { isPending, isReplaceable, type PaymentOrderStatus } from "../../payments/payment-order.ts";
import type { InvoiceState } from "./invoice.ts";

/** A financed invoice that its owner wants to change. */
export type ChangingInvoice = { state: InvoiceState; incomingOrders: readonly PaymentOrderStatus[] };

export type PayNowRefusal = "WRONG_STATE" | "NO_SCHEDULED_PAYMENT";

/** Paying now replaces a payment that is not submitted yet. */
export function whyNotPayNow({ state, incomingOrders }: ChangingInvoice): PayNowRefusal | null {
  if (state !== "WAITING_FOR_REPAYMENT" && state !== "LATE") return "WRONG_STATE";
  return incomingOrders.some(isReplaceable) ? null : "NO_SCHEDULED_PAYMENT";
}

export type CancelInvoiceRefusal = "WRONG_STATE" | "PAYMENT_PENDING";

/**
 * An invoice can be canceled until its file has been parsed, and while no payment is in progress for it. A bill can be withdrawn until its
 * payout is claimed.
 */
export function whyNotCancelInvoice(
  { state, isBill }: { state: InvoiceState; isBill: boolean },
  payouts: readonly { status: PaymentOrderStatus; isClaimed: boolean }[],
): CancelInvoiceRefusal | null {
  const open = payouts.filter(({ status }) => isPending(status) || isReplaceable(status));
  if (state === "WAITING_FOR_PARSING") return open.length > 0 ? "PAYMENT_PENDING" : null;
  const isUnfunded = state === "IN_REVIEW" || state === "PENDING_FUND_DISPERSEMENT";
  if (!isBill || !isUnfunded) return "WRONG_STATE";
  return open.some(({ status, isClaimed }) => isClaimed || isPending(status)) ? "PAYMENT_PENDING" : null;
}

export type ExtendInvoiceRefusal =
  | "PRODUCT_LATE"
  | "WRONG_STATE"
  | "PAYMENT_PENDING"
  | "EXTENSION_LIMIT_REACHED"
  | "EXTENSION_TOO_LONG";

const mostExtensions = 2;
const mostExtensionDays = 30;

/** `earlierDays`: the length of each extension that is in force. */
export function whyNotExtendInvoice(
  { state, incomingOrders }: ChangingInvoice,
  earlierDays: readonly number[],
  days: number,
): ExtendInvoiceRefusal | null {
  if (state === "LATE" || state === "DEFAULTED") return "PRODUCT_LATE";
  if (state !== "WAITING_FOR_REPAYMENT") return "WRONG_STATE";
  if (incomingOrders.some(isPending)) return "PAYMENT_PENDING";
  if (earlierDays.length >= mostExtensions) return "EXTENSION_LIMIT_REACHED";
  const totalDays = earlierDays.reduce((total, one) => total + one, days);
  return days < 1 || totalDays > mostExtensionDays ? "EXTENSION_TOO_LONG" : null;
}
