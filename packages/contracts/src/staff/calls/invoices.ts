import { z } from "zod/mini";
import { uuid } from "../../ids.ts";
import { outcome, reason } from "../shapes.ts";
import { staffCall } from "./staff-call.ts";

const params = z.object({ businessId: uuid, invoiceId: uuid });
const ofInvoice = "/api/staff/v1/businesses/:businessId/invoices/:invoiceId";

/** Invoices and bills in review. */
export const invoices = {
  approveInvoice: staffCall(`${ofInvoice}/approve`, {
    method: "POST",
    action: "staff.invoice.review",
    summary:
      "Approves an invoice or bill in review. Its dates, plan and the limit of today are checked again; it is financed with what its borrower confirmed, or less.",
    params,
    body: z.strictObject({ reason }),
    answer: outcome,
  }),
  rejectInvoice: staffCall(`${ofInvoice}/reject`, {
    method: "POST",
    action: "staff.invoice.review",
    summary: "Rejects an invoice or bill that is not funded yet. The borrower is shown the rejectionReason.",
    params,
    body: z.strictObject({ rejectionReason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)), reason }),
    answer: outcome,
  }),
};
