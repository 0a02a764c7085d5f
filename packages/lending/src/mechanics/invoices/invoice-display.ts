import type { BusinessDate } from "../../calendar/business-date.ts";
import { labeled } from "../../flow/labeled.ts";
import type { PaymentOrderStatus } from "../../payments/payment-order.ts";
import type { InvoiceState } from "./invoice.ts";

/** The statuses of invoices on screens, in the order in which invoices are listed. */
export const invoiceDisplayStatuses = labeled({
  LATE: "LATE",
  ACTIVE: "ACTIVE",
  PENDING: "PENDING",
  IN_REVIEW: "IN REVIEW",
  PAID: "PAID",
  REJECTED: "REJECTED",
  CANCELLED: "CANCELLED",
  PROCESSING: "PROCESSING",
});
export type InvoiceDisplayStatus = (typeof invoiceDisplayStatuses)[keyof typeof invoiceDisplayStatuses];

export type ShownInvoice = {
  state: InvoiceState;
  isCancelled: boolean;
  latestIncomingOrder: { status: PaymentOrderStatus; effectiveOn: BusinessDate } | null;
};

const statuses = invoiceDisplayStatuses;
const byState: Record<Exclude<InvoiceState, "WAITING_FOR_REPAYMENT">, InvoiceDisplayStatus> = {
  LATE: statuses.LATE,
  DEFAULTED: statuses.LATE,
  CLOSED_INVOICE: statuses.PAID,
  REJECTED: statuses.REJECTED,
  IN_REVIEW: statuses.IN_REVIEW,
  WAITING_FOR_PARSING: statuses.PROCESSING,
  PENDING_FUND_DISPERSEMENT: statuses.PROCESSING,
};

/** A submitted payment is shown as pending whatever its outcome. The invoice state, not an order, decides whether the invoice is late. */
const tried: readonly PaymentOrderStatus[] = ["SUBMITTED", "FAILED_PAYMENT", "SUCCESSFUL_PAYMENT", "UNEXPECTED_ERROR"];

export function invoiceDisplayStatus(invoice: ShownInvoice, today: BusinessDate): InvoiceDisplayStatus {
  if (invoice.isCancelled) return statuses.CANCELLED;
  if (invoice.state !== "WAITING_FOR_REPAYMENT") return byState[invoice.state];
  const order = invoice.latestIncomingOrder;
  if (order === null) return statuses.ACTIVE;
  const isDueToday = order.status === "SCHEDULED" && order.effectiveOn === today;
  return isDueToday || tried.includes(order.status) ? statuses.PENDING : statuses.ACTIVE;
}

/** The history does not distinguish invoices that are being parsed from invoices in review. */
export const invoiceHistoryStatus = (status: InvoiceDisplayStatus): InvoiceDisplayStatus =>
  status.code === "PROCESSING" ? statuses.IN_REVIEW : status;

const order = Object.keys(statuses);

export const byInvoiceDisplayStatus = (a: InvoiceDisplayStatus, b: InvoiceDisplayStatus): number =>
  order.indexOf(invoiceHistoryStatus(a).code) - order.indexOf(invoiceHistoryStatus(b).code);

/** Invoices that are not funded are listed separately in the history. */
export const isApartInHistory = (state: InvoiceState): boolean =>
  state === "WAITING_FOR_PARSING" || state === "REJECTED" || state === "PENDING_FUND_DISPERSEMENT";

const withDetails: readonly string[] = ["PROCESSING", "ACTIVE", "LATE", "PAID", "PENDING"];

export const opensInvoiceDetails = (status: InvoiceDisplayStatus): boolean => withDetails.includes(status.code);
