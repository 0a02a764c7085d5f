import type { Parsed } from "@inlay/contracts/call.ts";
import type { submitSessionBill, submitSessionInvoice } from "@inlay/contracts/calls/invoices.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import {
  type SessionInvoiceState,
  sessionInvoiceLifecycle,
  sessionProducts,
} from "@inlay/lending/servicing/embedded-session.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import type { IssuedProduct } from "../../products/public.ts";
import { findOpenSession } from "../sessions/read-session.ts";
import type { InvoiceProduct } from "./quote-invoice.ts";
import { isDuplicate } from "./reading.ts";
import { lockLine, refuseSubmitted, submitInvoice } from "./submit-invoice.ts";

type Body = Parsed<typeof submitSessionBill, "body"> &
  Pick<Parsed<typeof submitSessionInvoice, "body">, "invoiceIssueDate">;

/** Confirms an invoice or bill that a platform has put into a session. It is named by the platform's id or by its file. */
export async function submitFromSession(
  tx: Tx,
  caller: Person,
  { issuedProductId, productType }: { issuedProductId: string; productType: InvoiceProduct },
  body: Body,
  requestId: string,
) {
  const product = await lockLine(tx, caller.businessId, issuedProductId);
  const session = await findOpenSession(tx, caller.businessId, body.sessionToken);
  if (sessionProducts[session.component] !== productType) throw new Refusal("WRONG_SESSION_COMPONENT");
  if (session.issuedProductId !== issuedProductId)
    throw new Refusal("NOT_FOUND", { context: { object: "issued product" } });
  const row = await lockSessionInvoice(tx, session.id, body);
  const platformInvoiceId = row.platform_invoice_id;
  const documentId = row.business_document_id;
  if (row.invoice_id)
    throw new Refusal("INVOICE_ALREADY_SUBMITTED", { context: { objectId: publicId("invoice", row.invoice_id) } });
  await refuseSubmitted(tx, product, { platformInvoiceId, documentId });
  const party = row.party as InvoiceParty | null;
  const issuedOn = body.invoiceIssueDate
    ? businessDate(body.invoiceIssueDate)
    : (row.invoice_issued_on as BusinessDate | null);
  const submitted = await submitInvoice(
    tx,
    caller,
    product,
    {
      source: documentId ? "EMBEDDED_SESSION_FILE" : "EMBEDDED_SESSION_DATA",
      planId: body.planId,
      amountCents: cents(body.invoiceAmountCents),
      requestedCents: cents(body.amountRequestedForFinancingCents),
      issuedOn,
      dueOn: businessDate(body.invoiceDueDate),
      platformInvoiceId,
      number: row.platform_invoice_number,
      party,
      description: row.description,
      documentId,
      told: documentId ? null : await toldOf(tx, product, row, issuedOn),
    },
    requestId,
  );
  await confirm(
    tx,
    caller,
    { sessionId: session.id, position: row.position, invoiceId: submitted.invoice.id },
    requestId,
  );
  return submitted;
}

async function lockSessionInvoice(tx: Tx, sessionId: string, { platformInvoiceId, businessDocumentId }: Body) {
  const rows = tx.selectFrom("embedded_session_invoice").selectAll().where("session_id", "=", sessionId).forUpdate();
  const row = platformInvoiceId
    ? await rows.where("platform_invoice_id", "=", platformInvoiceId).executeTakeFirst()
    : businessDocumentId
      ? await rows.where("business_document_id", "=", businessDocumentId).executeTakeFirst()
      : undefined;
  if (!row || (businessDocumentId && row.business_document_id !== businessDocumentId))
    throw new Refusal("INVOICE_NOT_IN_SESSION");
  return row;
}

type SessionRow = Awaited<ReturnType<typeof lockSessionInvoice>>;

/** What the platform said of an invoice without a file. An issue date that it did not send is the person's to say. */
async function toldOf(tx: Tx, product: IssuedProduct, row: SessionRow, issuedOn: BusinessDate | null) {
  const party = row.party as InvoiceParty | null;
  const amountCents = row.invoice_amount_cents === null ? null : cents(row.invoice_amount_cents);
  const number = row.platform_invoice_number;
  return {
    responseStatus: "SUCCESS",
    amountCents,
    issuedOn: (row.invoice_issued_on as BusinessDate | null) ?? issuedOn,
    dueOn: row.invoice_due_on as BusinessDate | null,
    currency: "USD",
    isPayorKnown: party !== null,
    isDuplicate: await isDuplicate(tx, product, { invoiceId: null, party, number, amountCents }),
    party,
    number,
  } as const;
}

async function confirm(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  { sessionId, position, invoiceId }: { sessionId: string; position: number; invoiceId: string },
  requestId: string,
): Promise<void> {
  const before: SessionInvoiceState = "PENDING";
  const state = sessionInvoiceLifecycle.next(before, "CONFIRMED");
  await tx
    .updateTable("embedded_session_invoice")
    .set({ state, invoice_id: invoiceId })
    .where("session_id", "=", sessionId)
    .where("position", "=", position)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "embedded_session.invoice_confirmed",
    body: { embeddedSessionId: sessionId, invoiceId },
    action: "invoice.submit",
    object: { kind: "embedded session", id: sessionId },
    after: { invoiceId },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}
