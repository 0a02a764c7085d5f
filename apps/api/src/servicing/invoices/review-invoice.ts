import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { add, least } from "@inlay/lending/money/cents.ts";
import { requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { findInvoice, lockProduct, readLimit, saveInvoiceState } from "../../products/public.ts";
import { endInvoice, ownInvoice } from "./end-invoice.ts";
import { amountsOfQuote, quoteOfInvoice } from "./quote-invoice.ts";
import { refuseSubmission } from "./submit-invoice.ts";

type Review = { decision: "APPROVED" } | { decision: "REJECTED"; rejectionReason: string };

/** One member of staff decides about an invoice in review; its payout is approved as any other. */
export const reviewInvoice: StaffAction<Review> = {
  kind: "invoice.review",
  action: "staff.invoice.review",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { businessId, subjectId, payload, memberId, requestId }) => {
    const by = { actor: { kind: "STAFF", id: memberId } as const, requestId };
    const now = await businessNow(tx, businessId);
    const invoice = await ownInvoice(tx, businessId ?? "", subjectId);
    if (payload.decision === "APPROVED") return approve(tx, subjectId, now, by);
    const { rejectionReason } = payload;
    const ending = { event: "REJECTED", rejectionReason, reviewedAt: now } as const;
    if (!(await endInvoice(tx, invoice, ending, by))) throw wrongState(invoice.state);
  },
};

const wrongState = (status: string) => new Refusal("INVOICE_WRONG_STATE", { context: { status } });

/**
 * Approves an invoice by the rules and the limit of today. What is financed is what its borrower confirmed, or less if less is left of the
 * limit together with what it has reserved.
 */
async function approve(
  tx: Tx,
  id: string,
  now: Date,
  by: { actor: { kind: "STAFF"; id: string }; requestId: string },
): Promise<void> {
  const found = await findInvoice(tx, id);
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "invoice" } });
  const product = await lockProduct(tx, found.issuedProductId);
  const invoice = (await findInvoice(tx, id, true)) ?? found;
  if (invoice.state !== "IN_REVIEW") throw wrongState(invoice.state);
  const today = dateAt(now);
  const availableCents = add((await readLimit(tx, product)).availableCents, invoice.principalCents);
  const { planId } = invoice.request;
  const { requestedCents, isFullyPayable } = invoice;
  await refuseSubmission(tx, product, { ...invoice, planId, availableCents, today });
  const cappedCents = least(invoice.confirmedPrincipalCents, availableCents);
  const request = { planId, requestedCents, availableCents: cappedCents, isFullyPayable };
  const amounts = amountsOfQuote(quoteOfInvoice(product, request, today));
  const state = invoiceLifecycle.next(invoice.state, "APPROVED");
  await saveInvoiceState(tx, product, id, invoice.state, state, { amounts, request, reviewedAt: now }, by);
}

export function invoiceStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.approveInvoice, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const { businessId, invoiceId } = params;
    await ownInvoice(tx, businessId, invoiceId);
    const payload = { decision: "APPROVED" } as const;
    return requestAction(tx, app, reviewInvoice, { caller, subjectId: invoiceId, payload, reason, requestId });
  });
  authenticatedRoute(staffCalls.rejectInvoice, async ({ tx, caller, params, body, requestId }) => {
    const { businessId, invoiceId } = params;
    await ownInvoice(tx, businessId, invoiceId);
    const { reason, rejectionReason } = body;
    const payload = { decision: "REJECTED", rejectionReason } as const;
    return requestAction(tx, app, reviewInvoice, { caller, subjectId: invoiceId, payload, reason, requestId });
  });
}
