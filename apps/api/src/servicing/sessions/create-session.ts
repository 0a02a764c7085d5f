import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import { type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import {
  earliestSessionDueOn,
  embeddedSessionLifecycle,
  type SessionComponent,
  type SessionProduct,
  sessionInvoiceLifecycle,
  sessionProducts,
} from "@inlay/lending/servicing/embedded-session.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../../context.ts";
import { businessNow } from "../../db/business-now.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import { refuseUnreadyInvoices } from "../../documents/public.ts";

const lifeHours = 24;

export type NewSessionInvoice = {
  platformInvoiceId: string | null;
  platformInvoiceNumber: string | null;
  documentId: string | null;
  invoiceAmountCents: number | null;
  invoiceDueDate: string | null;
  invoiceIssuedDate: string | null;
  party: InvoiceParty | null;
  description: string | null;
};

type NewSession = {
  platformId: string;
  businessId: string;
  component: SessionComponent;
  invoices: readonly NewSessionInvoice[];
  /** Where the request names the due date of an invoice. */
  dueDateAt: (index: number) => string;
};
type RequestedBy = { actor: Actor; requestId: string; action: string };

/** Stores a session and returns its token. Only the token's hash is stored, so nothing else contains it. */
export async function createSession(
  tx: Tx,
  { config }: AppContext,
  session: NewSession,
  { actor, requestId, action }: RequestedBy,
): Promise<{ id: string; sessionToken: string }> {
  const { platformId, businessId, component, invoices } = session;
  await refuseDueDates(tx, session);
  const issuedProductId = await productFor(tx, businessId, sessionProducts[component]);
  const documentIds = invoices.flatMap(({ documentId }) => documentId ?? []);
  await refuseUnreadyInvoices(tx, businessId, documentIds);
  const confirmed = await confirmedInvoices(tx, { platformId, issuedProductId, invoices });

  const id = uuidv7();
  const tenant = { platform_id: platformId, business_id: businessId };
  const sessionToken = `st_${config.isProduction ? "live" : "test"}_${randomBytes(32).toString("base64url")}`;
  await tx
    .insertInto("embedded_session")
    .values({
      ...tenant,
      id,
      component,
      issued_product_id: issuedProductId,
      token_hash: hashOf(sessionToken),
      status: embeddedSessionLifecycle.begin("CREATED"),
      expires_at: sql`now() + make_interval(hours => ${lifeHours})`,
    })
    .execute();
  await tx
    .insertInto("embedded_session_invoice")
    .values(
      invoices.map((invoice, index) => {
        const invoiceId = confirmed.get(invoice.platformInvoiceId) ?? null;
        return {
          ...tenant,
          session_id: id,
          position: index + 1,
          platform_invoice_id: invoice.platformInvoiceId,
          platform_invoice_number: invoice.platformInvoiceNumber,
          business_document_id: invoice.documentId,
          invoice_amount_cents: invoice.invoiceAmountCents,
          invoice_due_on: invoice.invoiceDueDate,
          invoice_issued_on: invoice.invoiceIssuedDate,
          party: invoice.party && JSON.stringify(invoice.party),
          description: invoice.description,
          state: sessionInvoiceLifecycle.begin("ADDED", invoiceId === null ? "PENDING" : "ALREADY_CONFIRMED"),
          invoice_id: invoiceId,
        };
      }),
    )
    .execute();
  const body = { embeddedSessionId: id, component, issuedProductId, invoices: invoices.length };
  await record(tx, {
    platformId,
    businessId,
    kind: "embedded_session.created",
    body,
    action,
    object: { kind: "embedded session", id },
    after: body,
    actor,
    requestId,
  });
  return { id, sessionToken };
}

export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Counted from today on the business's clock. */
export async function refuseDueDates(
  tx: Tx,
  { businessId, component, invoices, dueDateAt }: Omit<NewSession, "platformId">,
): Promise<void> {
  const today = dateAt(await businessNow(tx, businessId));
  const earliestDate = earliestSessionDueOn(component, today);
  const message =
    sessionProducts[component] === "FAST_PAY"
      ? "invoiceDueDate must be later than 6 days from now."
      : "invoiceDueDate must be later than 6 days ago.";
  const fields = invoices.flatMap(({ invoiceDueDate }, index) =>
    invoiceDueDate !== null && (invoiceDueDate as BusinessDate) < earliestDate
      ? [{ pointer: dueDateAt(index), code: "TOO_SMALL" as const, message }]
      : [],
  );
  if (fields.length > 0) throw new Refusal("INVALID_INVOICE_DUE_DATE", { fields, context: { earliestDate } });
}

const endedStatuses = issuedProductLifecycle.states.filter(issuedProductLifecycle.isOver);

/** The line of the business for these invoices; of several, the newest that is current. */
async function productFor(tx: Tx, businessId: string, product: SessionProduct): Promise<string> {
  const line = await tx
    .selectFrom("issued_product")
    .select("id")
    .where("business_id", "=", businessId)
    .where("product_type", "=", product)
    .where("loan_status", "not in", endedStatuses)
    .orderBy(sql`loan_status = 'CURRENT'`, "desc")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (line) return line.id;
  throw new Refusal(product === "FAST_PAY" ? "NO_INVOICE_FINANCING_PRODUCT" : "NO_ACCOUNTS_PAYABLE_FINANCING_PRODUCT");
}

type Named = { platformId: string; issuedProductId: string; invoices: readonly NewSessionInvoice[] };

/** The invoices that were confirmed earlier, by the platform's id. One that another product has is refused. */
async function confirmedInvoices(tx: Tx, { platformId, issuedProductId, invoices }: Named) {
  const named = invoices.flatMap(({ platformInvoiceId }) => platformInvoiceId ?? []);
  const confirmed = new Map<string | null, string>();
  if (named.length === 0) return confirmed;
  const known = await tx
    .selectFrom("invoice")
    .select(["id", "issued_product_id", "platform_invoice_id"])
    .where("platform_id", "=", platformId)
    .where("platform_invoice_id", "in", named)
    .where("state", "<>", "REJECTED")
    .execute();
  for (const { id, issued_product_id, platform_invoice_id } of known) {
    if (issued_product_id !== issuedProductId)
      throw new Refusal("PLATFORM_INVOICE_ID_TAKEN", {
        context: { objectId: publicId("invoice", id), platformInvoiceId: platform_invoice_id },
      });
    confirmed.set(platform_invoice_id, id);
  }
  return confirmed;
}
