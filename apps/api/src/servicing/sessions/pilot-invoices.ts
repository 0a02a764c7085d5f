import type { Answer } from "@inlay/contracts/call.ts";
import type { listPilotInvoices as listPilotInvoicesCall } from "@inlay/contracts/calls/embedded-sessions.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import { type SessionComponent, sessionProducts } from "@inlay/lending/servicing/embedded-session.ts";
import type { AppContext } from "../../context.ts";
import { type Actor, record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";
import type { Person } from "../../http/public.ts";
import { createSession, type NewSessionInvoice, refuseDueDates } from "./create-session.ts";

/** The portal's list has no pages. */
const mostListed = 500;

export type NewPilotInvoice = {
  platformId: string;
  businessId: string;
  component: SessionComponent;
  invoice: NewSessionInvoice;
};
type RequestedBy = { actor: Actor; requestId: string };

/** Stores an invoice that a platform holds for a business. A platform's id of an invoice is taken until it is withdrawn. */
export async function savePilotInvoice(
  tx: Tx,
  sent: NewPilotInvoice,
  by: RequestedBy,
  /** Where the request names the due date. */
  dueDateAt = "/data/invoice/invoiceDueDate",
): Promise<string> {
  const { platformId, businessId, component, invoice } = sent;
  const { platformInvoiceId, platformInvoiceNumber, invoiceAmountCents, invoiceDueDate, party } = invoice;
  if (!platformInvoiceId || !platformInvoiceNumber || !invoiceAmountCents || !invoiceDueDate || !party)
    throw new Error("a pilot invoice is incomplete");
  await refuseDueDates(tx, {
    businessId,
    component,
    invoices: [invoice],
    dueDateAt: () => dueDateAt,
  });
  const saved = await tx
    .insertInto("platform_pilot_invoice")
    .values({
      platform_id: platformId,
      business_id: businessId,
      component,
      platform_invoice_id: platformInvoiceId,
      platform_invoice_number: platformInvoiceNumber,
      invoice_amount_cents: invoiceAmountCents,
      invoice_due_on: invoiceDueDate,
      invoice_issued_on: invoice.invoiceIssuedDate,
      party: JSON.stringify(party),
      description: invoice.description,
    })
    .onConflict((conflict) =>
      conflict.columns(["platform_id", "platform_invoice_id"]).where("withdrawn_at", "is", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (!saved) throw await alreadyExists(tx, platformId, platformInvoiceId);
  const { id } = saved;
  const body = { pilotInvoiceId: id, component };
  await record(tx, {
    platformId,
    businessId,
    kind: "pilot_invoice.created",
    body,
    action: by.actor.kind === "STAFF" ? "staff.pilot-invoice.import" : "partner.pilot-invoice.create",
    object: { kind: "pilot invoice", id },
    after: body,
    ...by,
  });
  return id;
}

async function alreadyExists(tx: Tx, platformId: string, platformInvoiceId: string): Promise<Refusal> {
  // In the scope of a business, that of another one cannot be read.
  const taken = await tx
    .selectFrom("platform_pilot_invoice")
    .select("id")
    .where("platform_id", "=", platformId)
    .where("platform_invoice_id", "=", platformInvoiceId)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return new Refusal("ALREADY_EXISTS", {
    context: { object: "pilot invoice", objectId: taken ? publicId("pilotInvoice", taken.id) : null },
  });
}

const pilotInvoices = (tx: Tx) =>
  tx
    .selectFrom("platform_pilot_invoice as p")
    .leftJoin("invoice as i", (join) =>
      join
        .onRef("i.platform_id", "=", "p.platform_id")
        .onRef("i.platform_invoice_id", "=", "p.platform_invoice_id")
        .on("i.state", "<>", "REJECTED"),
    )
    .selectAll("p")
    .select("i.id as invoice_id");

type Row = Awaited<ReturnType<ReturnType<typeof pilotInvoices>["executeTakeFirstOrThrow"]>>;

const pilotInvoiceOf = (row: Row) => ({
  id: row.id,
  platformId: row.platform_id,
  businessId: row.business_id,
  component: row.component as SessionComponent,
  platformInvoiceId: row.platform_invoice_id,
  platformInvoiceNumber: row.platform_invoice_number,
  documentId: null,
  invoiceAmountCents: row.invoice_amount_cents,
  invoiceDueDate: row.invoice_due_on as unknown as string,
  invoiceIssuedDate: row.invoice_issued_on as unknown as string | null,
  party: row.party as InvoiceParty,
  description: row.description,
  /** The invoice that was confirmed. */
  invoiceId: row.invoice_id,
  withdrawnAt: row.withdrawn_at,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
export type PilotInvoice = ReturnType<typeof pilotInvoiceOf>;

const notFound = () => new Refusal("NOT_FOUND", { context: { object: "pilot invoice" } });

export async function findPilotInvoice(tx: Tx, id: string | null): Promise<PilotInvoice> {
  const row = id === null ? undefined : await pilotInvoices(tx).where("p.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return pilotInvoiceOf(row);
}

/** The invoice that has taken a platform's id. */
export async function findOpenPilotInvoice(
  tx: Tx,
  platformId: string,
  platformInvoiceId: string | null,
): Promise<PilotInvoice | null> {
  const row = await pilotInvoices(tx)
    .where("p.platform_id", "=", platformId)
    .where("p.platform_invoice_id", "=", platformInvoiceId)
    .where("p.withdrawn_at", "is", null)
    .executeTakeFirst();
  return row ? pilotInvoiceOf(row) : null;
}

/** Removes an invoice from the portal's list. */
export async function withdrawPilotInvoice(tx: Tx, id: string | null, by: RequestedBy): Promise<void> {
  const found = await findPilotInvoice(tx, id);
  const withdrawn = await tx
    .updateTable("platform_pilot_invoice")
    .set({ withdrawn_at: new Date() })
    .where("id", "=", found.id)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  if (withdrawn.numUpdatedRows === 0n)
    throw new Refusal("WRONG_STATE", { context: { status: "WITHDRAWN", allowedFrom: ["PENDING", "CONFIRMED"] } });
  const { platformId, businessId } = found;
  await record(tx, {
    platformId,
    businessId,
    kind: "pilot_invoice.withdrawn",
    body: { pilotInvoiceId: found.id },
    action: "partner.pilot-invoice.withdraw",
    object: { kind: "pilot invoice", id: found.id },
    ...by,
  });
}

type Listed = Answer<typeof listPilotInvoicesCall>["platformPilotInvoices"];

/** The invoices that the people of a business can still choose, by due date. */
export async function listPilotInvoices(tx: Tx, businessId: string): Promise<Listed> {
  const rows = await pilotInvoices(tx)
    .where("p.business_id", "=", businessId)
    .where("p.withdrawn_at", "is", null)
    .where("i.id", "is", null)
    .orderBy("p.invoice_due_on")
    .orderBy("p.id")
    .limit(mostListed)
    .execute();
  return rows.map(pilotInvoiceOf).map(({ component, party, ...invoice }) => {
    const productType = sessionProducts[component];
    const isBill = productType === "EXTEND_PAY_PURCHASE_ORDER";
    return {
      id: invoice.id,
      productType,
      platformInvoiceId: invoice.platformInvoiceId,
      platformInvoiceNumber: invoice.platformInvoiceNumber,
      documentId: null,
      invoiceAmountCents: invoice.invoiceAmountCents,
      invoiceIssuedDate: invoice.invoiceIssuedDate,
      invoiceDueDate: invoice.invoiceDueDate,
      payor: isBill ? null : party,
      payee: isBill ? party : null,
      description: invoice.description,
    };
  });
}

/** Opens a session with the chosen invoices, which must be of one product. */
export async function openPilotSession(
  tx: Tx,
  app: AppContext,
  caller: Person,
  ids: readonly string[],
  requestId: string,
): Promise<{ sessionToken: string }> {
  const { platformId, businessId, userId } = caller;
  const rows = await pilotInvoices(tx)
    .where("p.business_id", "=", businessId)
    .where("p.withdrawn_at", "is", null)
    .where("p.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, pilotInvoiceOf(row)]));
  const invoices = ids.map((id) => {
    const invoice = byId.get(id);
    if (!invoice) throw notFound();
    return invoice;
  });
  const [component, ...others] = new Set(invoices.map((invoice) => invoice.component));
  if (!component || others.length > 0)
    throw new Refusal("VALIDATION_FAILED", {
      fields: [
        {
          pointer: "/platformPilotInvoiceIds",
          code: "INVALID",
          message: "platformPilotInvoiceIds must be either invoices or bills.",
        },
      ],
    });
  const dueDateAt = (index: number) => `/platformPilotInvoiceIds/${index}`;
  const session = { platformId, businessId, component, invoices, dueDateAt };
  const by = { actor: { kind: "USER", id: userId }, requestId, action: "embedded-session.create" } as const;
  const { sessionToken } = await createSession(tx, app, session, by);
  return { sessionToken };
}
