import type { Parsed } from "@inlay/contracts/call.ts";
import type { createInvoice } from "@inlay/contracts/calls/invoices.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import { documentsFromFileUrls } from "../../documents/public.ts";
import type { Person } from "../../http/public.ts";
import { settingsOf } from "../../platforms/public.ts";
import { lockLine, refuseSubmitted, submitInvoice } from "./submit-invoice.ts";

/** Submits an invoice or bill whose file a person has uploaded. The file is named by the URL that we issued for it. */
export async function submitUpload(
  tx: Tx,
  app: AppContext,
  caller: Person,
  issuedProductId: string,
  body: Parsed<typeof createInvoice, "body">,
  requestId: string,
) {
  const product = await lockLine(tx, caller.businessId, issuedProductId);
  if (product.productType !== body.productType)
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const settings = await settingsOf(tx, product.platformId);
  const isAllowed =
    product.productType === "FAST_PAY"
      ? settings.canUploadInvoiceForInvoiceFinancing
      : settings.canUploadInvoiceForAccountsPayableFinancing;
  if (!isAllowed) throw new Refusal("FEATURE_NOT_ENABLED");
  const owner = { businessId: caller.businessId, documentType: "INVOICE" } as const;
  const [document] = await documentsFromFileUrls(tx, app, owner, [body.invoiceFileUrl]);
  if (!document || (body.businessDocumentId && body.businessDocumentId !== document.id))
    throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  await refuseSubmitted(tx, product, { platformInvoiceId: null, documentId: document.id });
  return submitInvoice(
    tx,
    caller,
    product,
    {
      source: "USER_UPLOAD",
      planId: body.offerPlanId,
      amountCents: cents(body.totalInvoiceAmountCents),
      requestedCents: cents(body.amountRequestedForFinancingCents),
      issuedOn: body.invoiceIssueDate ? businessDate(body.invoiceIssueDate) : null,
      dueOn: businessDate(body.invoiceDueDate),
      platformInvoiceId: null,
      number: null,
      party: null,
      description: null,
      documentId: document.id,
      told: null,
    },
    requestId,
  );
}
