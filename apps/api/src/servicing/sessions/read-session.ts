import type { Answer } from "@inlay/contracts/call.ts";
import type { readEmbeddedSession } from "@inlay/contracts/calls/embedded-sessions.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { type Cents, cents, noCents } from "@inlay/lending/money/cents.ts";
import {
  defaultSessionDueOn,
  type EmbeddedSessionStatus,
  embeddedSessionLifecycle,
  type SessionComponent,
  type SessionInvoiceState,
  sessionInvoiceLifecycle,
  sessionInvoiceStatus,
  sessionProducts,
  sessionStatusAt,
} from "@inlay/lending/servicing/embedded-session.ts";
import { businessNow } from "../../db/business-now.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { listIssuedProducts } from "../../products/public.ts";
import { hashOf } from "./create-session.ts";

export type Session = {
  id: string;
  platformId: string;
  businessId: string;
  component: SessionComponent;
  issuedProductId: string;
  status: EmbeddedSessionStatus;
  expiresAt: Date;
  openedAt: Date | null;
  revokedAt: Date | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
};

/** A session by its id. */
export async function findSession(tx: Tx, id: string, lock = false): Promise<Session | null> {
  const found = tx.selectFrom("embedded_session").selectAll().where("id", "=", id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    platformId: row.platform_id,
    businessId: row.business_id,
    component: row.component as SessionComponent,
    issuedProductId: row.issued_product_id,
    status: sessionStatusAt(row.status as EmbeddedSessionStatus, row.expires_at, new Date()),
    expiresAt: row.expires_at,
    openedAt: row.opened_at,
    revokedAt: row.revoked_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

type SessionData = Answer<typeof readEmbeddedSession>;

/** The invoices in the order in which they were sent, each with its status now: another session may have confirmed it meanwhile. */
export async function sessionInvoices(tx: Tx, session: Session): Promise<SessionData["invoices"]> {
  const { id, businessId, component, issuedProductId } = session;
  const rows = await tx
    .selectFrom("embedded_session_invoice as s")
    .leftJoin("invoice as i", (join) =>
      join
        .onRef("i.platform_id", "=", "s.platform_id")
        .onRef("i.platform_invoice_id", "=", "s.platform_invoice_id")
        .on("i.issued_product_id", "=", issuedProductId)
        .on("i.state", "<>", "REJECTED"),
    )
    .selectAll("s")
    .select("i.id as confirmed_invoice_id")
    .where("s.session_id", "=", id)
    .orderBy("s.position")
    .execute();
  const availableCents = await availableOf(tx, session);
  const defaultDueOn = defaultSessionDueOn(component, dateAt(await businessNow(tx, businessId)));
  return rows.map((row) => {
    const invoiceId = row.invoice_id ?? row.confirmed_invoice_id;
    const stored = row.state as SessionInvoiceState;
    const isConfirmedNow = invoiceId !== null && stored === "PENDING";
    const state = isConfirmedNow ? sessionInvoiceLifecycle.next(stored, "CONFIRMED_ELSEWHERE") : stored;
    const amountCents = row.invoice_amount_cents === null ? null : cents(row.invoice_amount_cents);
    const party = row.party as InvoiceParty | null;
    const isBill = sessionProducts[component] === "EXTEND_PAY_PURCHASE_ORDER";
    return {
      platformInvoiceId: row.platform_invoice_id,
      platformInvoiceNumber: row.platform_invoice_number,
      documentId: row.business_document_id,
      invoiceAmountCents: amountCents,
      invoiceIssuedDate: row.invoice_issued_on as unknown as string | null,
      invoiceDueDate: (row.invoice_due_on as unknown as string | null) ?? defaultDueOn,
      payor: isBill ? null : party,
      payee: isBill ? party : null,
      description: row.description,
      status: sessionInvoiceStatus({ state, amountCents }, { component, availableCents }),
      invoiceId,
    };
  });
}

/** What is left of the line's limit. */
async function availableOf(tx: Tx, { businessId, issuedProductId }: Session): Promise<Cents> {
  const listed = await listIssuedProducts(tx, businessId);
  const figures = listed.find(({ product }) => product.id === issuedProductId)?.product.servicingData;
  return figures && "availableInCents" in figures ? cents(figures.availableInCents) : noCents;
}

/** Locks the session of a token of a business. A token that is unknown, foreign, revoked or expired is refused alike. */
export async function findOpenSession(tx: Tx, businessId: string, token: string): Promise<Session> {
  const named = await tx
    .selectFrom("embedded_session")
    .select("id")
    .where("token_hash", "=", hashOf(token))
    .where("business_id", "=", businessId)
    .executeTakeFirst();
  const session = named ? await findSession(tx, named.id, true) : null;
  if (!session || embeddedSessionLifecycle.isOver(session.status)) throw new Refusal("INVALID_SESSION_TOKEN");
  return session;
}

/** The data of a session, for a person of its business. */
export async function openSession(tx: Tx, caller: Person, token: string, requestId: string): Promise<SessionData> {
  const { platformId, businessId, userId } = caller;
  const session = await findOpenSession(tx, businessId, token);
  const { id, component, issuedProductId, expiresAt } = session;
  if (embeddedSessionLifecycle.allows(session.status, "OPENED")) {
    const status = embeddedSessionLifecycle.next(session.status, "OPENED");
    await tx.updateTable("embedded_session").set({ status, opened_at: new Date() }).where("id", "=", id).execute();
    await record(tx, {
      platformId,
      businessId,
      kind: "embedded_session.opened",
      body: { embeddedSessionId: id },
      action: "embedded-session.read",
      object: { kind: "embedded session", id },
      before: { status: session.status },
      after: { status },
      actor: { kind: "USER", id: userId },
      requestId,
    });
  }
  return {
    component,
    issuedProductId,
    productType: sessionProducts[component],
    expiresAt: expiresAt.toISOString(),
    invoices: await sessionInvoices(tx, session),
  };
}
