import type { Answer } from "@inlay/contracts/call.ts";
import type { getParseResult } from "@inlay/contracts/calls/invoices.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Invoice as InvoiceResponse } from "@inlay/contracts/servicing/invoice.ts";
import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { presignDocument } from "../../documents/public.ts";
import type { Person } from "../../http/public.ts";
import { findInvoice, type IssuedProduct, invoicesOfProduct, readProductIfAny } from "../../products/public.ts";
import { toInvoiceResponses } from "./invoice-response.ts";
import { isInvoiceProduct } from "./quote-invoice.ts";

const mostListed = 10_000;

/** Lists the invoices of a line, the newest first, without a lock. */
export async function listInvoices(
  tx: Tx,
  businessId: string,
  issuedProductId: string,
  limit: number = mostListed,
): Promise<InvoiceResponse[]> {
  const product = await readLine(tx, businessId, issuedProductId);
  return toInvoiceResponses(tx, product, await invoicesOfProduct(tx, issuedProductId, limit));
}

/** The line of a business that finances invoices, to be shown and not to decide by. */
export async function readLine(tx: Tx, businessId: string, issuedProductId: string): Promise<IssuedProduct> {
  const product = await readProductIfAny(tx, issuedProductId);
  if (product?.businessId !== businessId || !isInvoiceProduct(product))
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  return product;
}

/** A download URL for the file of an invoice. It is created outside of a transaction. */
export async function invoiceFileUrl(
  app: AppContext,
  { platformId, businessId }: Person,
  { id, invoiceId }: { id: string; invoiceId: string },
) {
  const documentId = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const invoice = await findInvoice(tx, invoiceId);
    if (invoice?.businessId !== businessId || invoice.issuedProductId !== id || !invoice.businessDocumentId)
      throw new Refusal("NOT_FOUND", { context: { object: "invoice" } });
    return invoice.businessDocumentId;
  });
  return presignDocument(app, { platformId, businessId }, documentId);
}

/** What was parsed from the file of an invoice: null until parsing ends, and null in each field that was not found. */
export async function readParseResult(
  tx: Tx,
  businessId: string,
  documentId: string,
): Promise<Answer<typeof getParseResult>> {
  const document = await tx
    .selectFrom("business_document as d")
    .leftJoin("business_document_invoice as i", "i.business_document_id", "d.id")
    .select(["i.amount_cents as amountCents", "i.remaining_balance_cents as remainingBalanceCents"])
    .select(["i.issue_date as issueDate", "i.due_date as dueDate"])
    .select((query) =>
      query
        .exists(
          query.selectFrom("invoice_extraction as e").select("e.id").whereRef("e.business_document_id", "=", "d.id"),
        )
        .as("isParsed"),
    )
    .where("d.id", "=", documentId)
    .where("d.business_id", "=", businessId)
    .where("d.document_type", "=", "INVOICE")
    .executeTakeFirst();
  if (!document) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  const { isParsed, issueDate, dueDate, ...amounts } = document;
  if (isParsed !== true) return { invoiceParseResult: null };
  return {
    invoiceParseResult: {
      ...amounts,
      issueDate: issueDate as unknown as string | null,
      dueDate: dueDate as unknown as string | null,
    },
  };
}
