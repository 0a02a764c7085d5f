import { requestInvoiceUploads } from "@inlay/contracts/calls/documents.ts";
import {
  cancelInvoice as cancelInvoiceCall,
  cancelInvoiceRepayment,
  createInvoice,
  getInvoiceFileUrl,
  getInvoiceLine,
  getParseResult,
  listInvoices as listInvoicesCall,
  quoteInvoicePlans,
  quoteInvoiceRepayment,
  repayInvoiceEarly,
  submitSessionBill,
  submitSessionInvoice,
} from "@inlay/contracts/calls/invoices.ts";
import type { AppContext } from "../../context.ts";
import { prepareUploads, requestUploads } from "../../documents/public.ts";
import type { Router } from "../../http/public.ts";
import { cancelInvoice } from "./end-invoice.ts";
import { quotePlans, readInvoiceLine } from "./invoice-line.ts";
import { invoiceFileUrl, listInvoices, readLine, readParseResult } from "./read-invoices.ts";
import { cancelRepayment, quoteRepayment, repayEarly } from "./repay-early.ts";
import { submitFromSession } from "./submit-session-invoice.ts";
import { submitUpload } from "./submit-upload.ts";

/** The calls about invoices and bills. */
export function invoiceRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(getInvoiceLine, async ({ tx, caller, params }) => ({
    invoiceLine: await readInvoiceLine(tx, caller.businessId, params.id),
  }));
  authenticatedRoute(quoteInvoicePlans, ({ tx, caller, params, query }) =>
    quotePlans(tx, caller.businessId, params.id, query),
  );
  authenticatedRoute(createInvoice, ({ tx, caller, params, body, requestId }) =>
    submitUpload(tx, app, caller, params.id, body, requestId),
  );
  authenticatedRoute(submitSessionInvoice, ({ tx, caller, params, body, requestId }) =>
    submitFromSession(tx, caller, { issuedProductId: params.id, productType: "FAST_PAY" }, body, requestId),
  );
  authenticatedRoute(submitSessionBill, ({ tx, caller, params, body, requestId }) =>
    submitFromSession(
      tx,
      caller,
      { issuedProductId: params.id, productType: "EXTEND_PAY_PURCHASE_ORDER" },
      body,
      requestId,
    ),
  );
  authenticatedRoute(cancelInvoiceCall, async ({ tx, caller, params, requestId }) => ({
    invoice: await cancelInvoice(tx, caller, params.id, requestId),
  }));
  authenticatedRoute(quoteInvoiceRepayment, async ({ tx, caller, params }) => {
    const { effectiveOn: effectiveDate, ...cost } = await quoteRepayment(tx, caller, params.id);
    return { repaymentQuote: { effectiveDate, ...cost } };
  });
  authenticatedRoute(repayInvoiceEarly, async ({ tx, caller, params, body, requestId }) => ({
    invoice: await repayEarly(tx, caller, params.id, body, requestId),
  }));
  authenticatedRoute(cancelInvoiceRepayment, async ({ tx, caller, params, requestId }) => ({
    invoice: await cancelRepayment(tx, caller, params.id, requestId),
  }));
  authenticatedRoute(listInvoicesCall, async ({ tx, caller, params, query }) => ({
    invoices: await listInvoices(tx, caller.businessId, params.id, query.limit),
  }));
  authenticatedRoute(
    getInvoiceFileUrl,
    ({ caller, params }) => invoiceFileUrl(app, caller, params),
    async ({ ready }) => ready,
  );
  authenticatedRoute(
    requestInvoiceUploads,
    ({ caller, body }) => prepareUploads(app, caller, "INVOICE", body.files),
    async ({ tx, caller, params, body, ready, requestId }) => {
      await readLine(tx, caller.businessId, params.id);
      return requestUploads(tx, caller, { type: "INVOICE", files: body.files, slots: ready, requestId });
    },
  );
  authenticatedRoute(getParseResult, ({ tx, caller, params }) => readParseResult(tx, caller.businessId, params.id));
}
