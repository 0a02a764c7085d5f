import { isDeepStrictEqual } from "node:util";
import { fill, Refusal, type RefusalCode, refusals } from "@inlay/contracts/errors.ts";
import type { PilotInvoiceRow } from "@inlay/contracts/partner/pilot-invoices/pilot-invoice.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { SessionComponent } from "@inlay/lending/servicing/embedded-session.ts";
import { sql } from "kysely";
import { requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
import type { Router } from "../../http/public.ts";
import { findOpenPilotInvoice, type NewPilotInvoice, savePilotInvoice } from "./pilot-invoices.ts";
import { toSessionInvoice } from "./to-session-invoice.ts";

type Rows = { rows: readonly PilotInvoiceRow[] };

/** Nothing is paid before a person of the business confirms an invoice, so one member of staff is enough. */
export const importPilotInvoices: StaffAction<Rows> = {
  kind: "pilot-invoices.import",
  action: "staff.pilot-invoice.import",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("pilot invoices belong to a business");
    await saveRows(tx, { platformId, businessId }, payload.rows, { memberId, requestId });
  },
};

type RowOutcome = {
  index: number;
  platformInvoiceId: string;
  outcome: "CREATED" | "EXISTS" | "REFUSED";
  refusal: { code: RefusalCode; message: string; fields: { pointer: string; message: string }[] } | null;
};

/**
 * Saves the invoices of a platform that the people of a business may confirm, in their order. A row that is saved already changes nothing, so
 * the same import can be repeated; a row that is refused leaves the others as they are.
 */
async function saveRows(
  tx: Tx,
  tenant: { platformId: string; businessId: string },
  rows: readonly PilotInvoiceRow[],
  { memberId, requestId }: { memberId: string; requestId: string },
): Promise<RowOutcome[]> {
  const by = { actor: { kind: "STAFF", id: memberId } as const, requestId };
  const outcomes: RowOutcome[] = [];
  for (const [index, { component, invoice }] of rows.entries()) {
    const sent: NewPilotInvoice = {
      ...tenant,
      component: component.toUpperCase() as SessionComponent,
      invoice: toSessionInvoice(invoice),
    };
    const row = { index, platformInvoiceId: invoice.platformInvoiceId };
    try {
      const isKnown = await isSaved(tx, sent);
      if (!isKnown) await savePilotInvoice(tx, sent, by, `/rows/${index}/invoice/invoiceDueDate`);
      outcomes.push({ ...row, outcome: isKnown ? "EXISTS" : "CREATED", refusal: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, context, fields }: Refusal = error;
      const message = fill(refusals[code].message, context);
      const named = fields.map(({ pointer, message: why }) => ({ pointer, message: why }));
      outcomes.push({ ...row, outcome: "REFUSED", refusal: { code, message, fields: named } });
    }
  }
  return outcomes;
}

/** Whether an invoice is saved with the same contents. */
async function isSaved(tx: Tx, { platformId, businessId, component, invoice }: NewPilotInvoice): Promise<boolean> {
  const saved = await findOpenPilotInvoice(tx, platformId, invoice.platformInvoiceId);
  if (!saved || saved.businessId !== businessId || saved.component !== component) return false;
  const { platformInvoiceNumber, invoiceAmountCents, invoiceDueDate, invoiceIssuedDate, party, description } = saved;
  return isDeepStrictEqual(
    { platformInvoiceNumber, invoiceAmountCents, invoiceDueDate, invoiceIssuedDate, party, description },
    {
      platformInvoiceNumber: invoice.platformInvoiceNumber,
      invoiceAmountCents: invoice.invoiceAmountCents,
      invoiceDueDate: invoice.invoiceDueDate,
      invoiceIssuedDate: invoice.invoiceIssuedDate,
      party: invoice.party,
      description: invoice.description,
    },
  );
}

export function pilotImportRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.previewPilotImport, async ({ tx, caller, params: { businessId }, body, requestId }) => {
    const { platformId, memberId } = caller;
    await sql`savepoint preview`.execute(tx);
    try {
      const rows = await saveRows(tx, { platformId, businessId }, body.rows, { memberId, requestId });
      const countOf = (outcome: RowOutcome["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
      return { created: countOf("CREATED"), existing: countOf("EXISTS"), refused: countOf("REFUSED"), rows };
    } finally {
      await sql`rollback to savepoint preview`.execute(tx);
    }
  });
  authenticatedRoute(
    staffCalls.importPilotInvoices,
    ({ tx, caller, params: { businessId }, body: { reason, rows }, requestId }) =>
      requestAction(tx, app, importPilotInvoices, {
        caller,
        subjectId: businessId,
        payload: { rows },
        reason,
        requestId,
      }),
  );
}
