import type { Invoice as InvoiceResponse } from "@inlay/contracts/servicing/invoice.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { isUnfundedInvoice } from "@inlay/lending/mechanics/invoices/invoice-wait.ts";
import { planById } from "@inlay/lending/mechanics/invoices/plan.ts";
import { isScheduled, type Obligation, totalOf } from "@inlay/lending/mechanics/obligation.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { payeeAccountsByIds } from "../../banking/public.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import { findInvoice, type Invoice, type IssuedProduct, readObligations } from "../../products/public.ts";
import { type InvoiceProduct, isBillProduct, plansOf } from "./quote-invoice.ts";

type DateChange = InvoiceResponse["dateChanges"][number];

/** An invoice of a product as the portal's calls answer it. */
export async function toInvoiceResponse(tx: Tx, product: IssuedProduct, id: string): Promise<InvoiceResponse> {
  const invoice = await findInvoice(tx, id);
  const [response] = invoice ? await toInvoiceResponses(tx, product, [invoice]) : [];
  if (!response) throw new Error("an invoice that was saved is read");
  return response;
}

/** The same for many invoices, with as few statements as for one. */
export async function toInvoiceResponses(
  tx: Tx,
  product: IssuedProduct,
  invoices: readonly Invoice[],
): Promise<InvoiceResponse[]> {
  if (invoices.length === 0) return [];
  const now = await businessNow(tx, product.businessId);
  const ids = invoices.map(({ id }) => id);
  const documentIds = invoices.flatMap(({ businessDocumentId }) => businessDocumentId ?? []);
  const accountIds = invoices.flatMap(({ payeeAccountId }) => payeeAccountId ?? []);
  const [obligations, original, changes, documents, accounts] = await Promise.all([
    readObligations(tx, product.id),
    readOriginalDates(tx, product.id),
    readDateChanges(tx, ids),
    readFileNames(tx, documentIds),
    payeeAccountsByIds(tx, accountIds, now),
  ]);
  return invoices.map((invoice) => {
    const { id, businessDocumentId, payeeAccountId, party, number } = invoice;
    const isBill = isBillProduct(product);
    const plan = planById(plansOf(product, invoice.isFullyPayable), invoice.request.planId);
    const parts = obligations.filter((one) => one.invoiceId === id && isScheduled(one));
    const account = payeeAccountId === null ? undefined : accounts.get(payeeAccountId);
    const payeeStatus = account ? (account.isReady ? "READY" : "CHECKED") : "WANTED";
    return {
      id,
      issuedProductId: product.id,
      productType: product.productType as InvoiceProduct,
      state: invoice.state,
      isCancelled: invoice.isCancelled,
      isFullyPayable: invoice.isFullyPayable,
      rejectionReason: invoice.rejectionReason,
      reviewReason: invoice.reviewReason,
      reviewedAt: invoice.reviewedAt?.toISOString() ?? null,
      payeeAccount:
        isBill && isUnfundedInvoice(invoice.state)
          ? { status: payeeStatus, accountNumberLast4: account?.last4 ?? null }
          : null,
      description: invoice.description,
      invoiceSource: invoice.source,
      platformInvoiceId: invoice.platformInvoiceId,
      platformInvoiceNumber: number,
      invoiceIdentifier: number ?? invoice.platformInvoiceId,
      invoiceFileUrl: businessDocumentId && `/api/v2/servicing/${product.id}/invoices/${id}/read-file-url`,
      invoiceFileName: (businessDocumentId && documents.get(businessDocumentId)) ?? null,
      businessDocumentId,
      payor: isBill ? null : party,
      payee: isBill ? party : null,
      invoiceAmountCents: invoice.amountCents,
      completeAmountCents: invoice.amountCents,
      amountRequestedForFinancingCents: invoice.requestedCents,
      approvedRepaymentAmountCents: invoice.repaymentCents,
      repaymentAmountBeforeAvailableLimitCheck: invoice.uncappedRepaymentCents,
      invoiceAdvanceAmountCents: invoice.payoutCents,
      principalAmountCents: invoice.principalCents,
      feeAmountCents: invoice.feeCents,
      repaymentAmountCents: invoice.repaymentCents,
      invoiceIssuedDate: invoice.issuedOn,
      invoiceDueDate: invoice.dueOn,
      repaymentDate: lastOf(parts.map(({ dueOn }) => dueOn)),
      originalFullRepaymentDate: lastOf(original.filter((one) => one.invoiceId === id).map((one) => one.on)),
      dateChanges: changes.filter(({ invoiceId }) => invoiceId === id),
      advanceRatePercentage: plan.advanceRatePercentage,
      transactionFeePercentage: plan.transactionFeePercentage,
      selectedOfferInvoicePaymentPlan: plan,
      repaymentSchedule: { schedule: parts.flatMap(toRepayment) },
      createdAt: invoice.createdAt.toISOString(),
      updatedAt: invoice.updatedAt.toISOString(),
    };
  });
}

const lastOf = (days: readonly (BusinessDate | null)[]): BusinessDate | null =>
  days
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ?? null;

const toRepayment = ({ dueOn, owed }: Obligation) =>
  dueOn === null
    ? []
    : {
        repaymentDate: dueOn,
        repaymentAmountCents: totalOf(owed),
        repaymentFeeAmountCents: cents(owed.feeCents),
        repaymentPrincipalAmountCents: cents(owed.principalCents),
      };

async function readOriginalDates(tx: Tx, issuedProductId: string) {
  const rows = await tx
    .selectFrom("obligation")
    .select(["invoice_id as invoiceId", "original_due_on as on"])
    .where("issued_product_id", "=", issuedProductId)
    .where("cancelled_at", "is", null)
    .where("fee_type", "=", "TRANSACTION_FEE")
    .execute();
  return rows as unknown as { invoiceId: string; on: BusinessDate | null }[];
}

async function readDateChanges(tx: Tx, invoiceIds: readonly string[]): Promise<DateChange[]> {
  const rows = await tx
    .selectFrom("invoice_date_change")
    .selectAll()
    .where("invoice_id", "in", invoiceIds)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    issuedProductId: row.issued_product_id,
    invoiceId: row.invoice_id,
    changedBy: row.changed_by as DateChange["changedBy"],
    changeReason: row.change_reason as DateChange["changeReason"],
    beforeDate: row.before_date as unknown as string,
    afterDate: row.after_date as unknown as string,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

async function readFileNames(tx: Tx, documentIds: readonly string[]): Promise<Map<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("business_document")
    .select(["id", "file_name as fileName"])
    .where("id", "in", documentIds)
    .execute();
  return new Map(rows.map(({ id, fileName }) => [id, fileName]));
}
