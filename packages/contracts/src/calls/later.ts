import type { PortalCallName } from "./all.ts";

/** Calls that are described but have no route yet. A call leaves this list when its route is built. */
export const later = [
  "requestInvoiceUploads",
  "listInvoices",
  "createInvoice",
  "submitSessionInvoice",
  "submitSessionBill",
  "getInvoiceFileUrl",
  "repayInvoiceEarly",
  "cancelInvoice",
  "autoParseInvoice",
  "getParseResult",
  "downloadInvoiceHistory",
  "createDraw",
  "scheduleDrawPayoff",
  "listPaymentOrders",
  "advanceInvoice",
  "approveDraw",
  "rejectDraw",
  "defaultDraw",
  "makeNextPayment",
  "failNextPayment",
  "setIssuedProductStatus",
] as const satisfies readonly PortalCallName[];
