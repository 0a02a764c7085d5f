import { isPending, isReplaceable, type PaymentOrderStatus } from "../../payments/payment-order.ts";
import type { InvoiceState } from "./invoice.ts";

/** A financed invoice that its owner wants to change. */
export type ChangingInvoice = { state: InvoiceState; incomingOrders: readonly PaymentOrderStatus[] };

export const repayEarlyRefusals = ["WRONG_STATE", "PAYMENT_PENDING"] as const;
export type RepayEarlyRefusal = (typeof repayEarlyRefusals)[number];

/**
 * An invoice that is funded and not repaid can be repaid at once, also when it is late or in default. Its debits are ordered a few days before
 * they are due, so that nothing needs to be scheduled; one that is on its way would be paid a second time.
 */
export function whyNotRepayEarly({ state, incomingOrders }: ChangingInvoice): RepayEarlyRefusal | null {
  if (state !== "WAITING_FOR_REPAYMENT" && state !== "LATE" && state !== "DEFAULTED") return "WRONG_STATE";
  return incomingOrders.some(isPending) ? "PAYMENT_PENDING" : null;
}

export const cancelInvoiceRefusals = ["WRONG_STATE", "PAYMENT_PENDING"] as const;
export type CancelInvoiceRefusal = (typeof cancelInvoiceRefusals)[number];

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
