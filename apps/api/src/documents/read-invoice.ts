import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { largestFileBytes } from "@inlay/lending/documents/document.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope } from "../db/scope.ts";
import type { WorkflowIds } from "../workflows/public.ts";
import { cleanKeyOf, findDocument } from "./documents.ts";

/**
 * Extracts a clean invoice once and saves the result as a suggestion. A file that cannot be extracted is marked as such, and a person types
 * its contents.
 */
export async function readInvoice(app: AppContext, ids: WorkflowIds): Promise<void> {
  const { platformId, businessId, id } = ids;
  const scope = { platformId, businessId: businessId ?? ("whole platform" as const) };
  const document = await inScope(app.pool, scope, (tx) => findDocument(tx, id));
  if (document?.status !== "READY" || document.documentType !== "INVOICE") return;
  const bytes = await app.files.get(cleanKeyOf(document), largestFileBytes);
  if (!bytes) return;
  const reading = await app.invoiceReader.read(bytes);
  const owner = { platform_id: platformId, business_id: document.businessId, business_document_id: id };
  await inScope(app.pool, scope, async (tx) => {
    await findDocument(tx, id, true);
    const known = await tx
      .selectFrom("invoice_extraction")
      .select("id")
      .where("business_document_id", "=", id)
      .executeTakeFirst();
    if (known) return;
    await tx
      .insertInto("invoice_extraction")
      .values({
        ...owner,
        model: reading.model,
        response_status: reading.status,
        execution_time_ms: reading.executionTimeMs,
        // The rule-based reader has no prompt, temperature or tokens; the columns serve readers that do.
        prompt_version: "V1",
        temperature_score: 0,
        total_tokens: 0,
      })
      .execute();
    if (reading.invoice !== null) {
      const { date, dueDate, amount, remainingBalance } = reading.invoice;
      await tx
        .insertInto("business_document_invoice")
        .values({
          ...owner,
          issue_date: dayOf(date),
          due_date: dayOf(dueDate),
          amount_cents: centsOf(amount),
          remaining_balance_cents: centsOf(remainingBalance),
          extracted: JSON.stringify(reading.invoice),
        })
        .execute();
    }
    await record(tx, {
      platformId: document.platformId,
      businessId: document.businessId,
      kind: "document.parsed",
      body: { documentId: id, documentType: document.documentType, responseStatus: reading.status },
      action: "document.parse",
      object: { kind: "document", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  });
}

const dayOf = (text: string | null): BusinessDate | null => (text === null ? null : businessDate(text));
const centsOf = (text: string | null): number | null => (text === null ? null : Math.round(Number(text) * 100));
