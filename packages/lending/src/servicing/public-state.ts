import type { DrawRequestState } from "./draw-request.ts";
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

/** The public names of draw states in notifications and reports. */
export const publicDrawRequestState = {
  PENDING_FUND_DISBURSEMENT: "DRAW_REQUEST_CREATED",
  WAITING_FOR_REPAYMENT: "DRAW_REQUEST_FUNDED",
  CLOSED: "DRAW_REQUEST_PAID_IN_FULL",
  REJECTED: "REJECTED",
  DEFAULTED: "DEFAULTED",
} as const satisfies Record<DrawRequestState, string>;
export type PublicDrawRequestState = (typeof publicDrawRequestState)[DrawRequestState];
