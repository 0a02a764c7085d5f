import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { owedInAll } from "@inlay/lending/servicing/statement.ts";
import { sql } from "kysely";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { settingsOf } from "../../platforms/public.ts";
import type { WorkflowIds } from "../../workflows/public.ts";
import { saveFile } from "../signing.ts";
import { statementText } from "./statement-words.ts";
import { figuresOf, statementColumns, statementKeyOf } from "./stored-statement.ts";

/** Renders a version of a statement from its stored figures, stores the file, and makes it readable with the hash of exactly its bytes. */
export async function renderStatement(app: AppContext, { platformId, businessId, id }: WorkflowIds): Promise<void> {
  if (!businessId) throw new Error("a statement belongs to a business");
  const tenant = { platformId, businessId };
  const statement = await inScope(app.pool, tenant, (tx) => read(tx, tenant, id));
  if (statement.isRendered) return;
  const { locale, contents, issuedAt, sender } = statement;
  const { pdf, sha256 } = await app.renderer.render({
    template: "statement",
    language: locale,
    documentId: id,
    version: String(contents.version),
    issuedAt,
    data: { sender, text: statementText(locale, contents) },
  });
  await saveFile(app, statementKeyOf({ ...tenant, id }), pdf);
  await inScope(app.pool, tenant, async (tx) => {
    const saved = await tx
      .updateTable("product_statement")
      .set({ pdf_sha256: Buffer.from(sha256, "hex") })
      .where("id", "=", id)
      .where("pdf_sha256", "is", null)
      .executeTakeFirst();
    if (saved.numUpdatedRows !== 1n) return;
    await record(tx, {
      ...tenant,
      kind: "statement.ready",
      action: "statement.render",
      body: {
        statementId: id,
        issuedProductId: statement.issuedProductId,
        month: contents.month,
        statementVersion: contents.version,
        totalCents: owedInAll(contents.figures.closing),
      },
      object: { kind: "statement", id },
      after: { sha256 },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  });
}

async function read(tx: Tx, { platformId, businessId }: { platformId: string; businessId: string }, id: string) {
  const row = await tx
    .selectFrom("product_statement as s")
    .innerJoin("issued_product as p", "p.id", "s.issued_product_id")
    .innerJoin("business as b", "b.id", "s.business_id")
    .select(statementColumns.map((column) => `s.${column}` as const))
    .select(["p.product_type", "b.name"])
    .select(sql<string>`app.business_reference(b.id)`.as("reference"))
    .where("s.id", "=", id)
    .where("s.business_id", "=", businessId)
    .executeTakeFirstOrThrow();
  const settings = await settingsOf(tx, platformId);
  return {
    isRendered: row.pdf_sha256 !== null,
    issuedProductId: row.issued_product_id,
    locale: row.locale as "en" | "es",
    issuedAt: row.issued_at,
    sender: settings.platformProgramName,
    contents: {
      productType: row.product_type as ProductType,
      month: row.month as unknown as BusinessDate,
      version: row.statement_version,
      figures: figuresOf(row),
      businessName: row.name ?? "",
      reference: row.reference,
      lender: settings.lenderOfRecord,
      support: { email: settings.supportEmail, phone: settings.supportPhone },
    },
  };
}
