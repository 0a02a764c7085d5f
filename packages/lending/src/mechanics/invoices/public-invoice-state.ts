import type { InvoiceState } from "./invoice.ts";

/** The public names of invoice states in notifications and reports. */
export const publicInvoiceState = {
  WAITING_FOR_PARSING: "INVOICE_CREATED",
  PENDING_FUND_DISPERSEMENT: "INVOICE_CREATED",
  WAITING_FOR_REPAYMENT: "INVOICE_FUNDED",
  CLOSED_INVOICE: "INVOICE_PAID_IN_FULL",
  REJECTED: "REJECTED",
  IN_REVIEW: "IN_REVIEW",
  DEFAULTED: "DEFAULTED",
  LATE: "LATE",
} as const satisfies Record<InvoiceState, string>;
export type PublicInvoiceState = (typeof publicInvoiceState)[InvoiceState];
