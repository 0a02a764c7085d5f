import { Refusal } from "@inlay/contracts/errors.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { owedInAll } from "@inlay/lending/servicing/statement.ts";
import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import { downloadOf } from "../download.ts";
import { sha256Of } from "../signing.ts";
import { figuresOf, statementColumns, statementFileName, statementKeyOf } from "./stored-statement.ts";

const largestPdf = 20 * 1024 * 1024;

type Tenant = { platformId: string; businessId: string };

/** A version of a statement that can be downloaded. */
export type Statement = {
  id: string;
  fileName: string;
  sha256: Buffer;
  createdAt: Date;
  month: BusinessDate;
  version: number;
  paidCents: number;
  principalCents: number;
  totalCents: number;
};

/** The newest rendered version of each month of a product, newest month first. */
export async function listStatements(tx: Tx, businessId: string, issuedProductId: string): Promise<Statement[]> {
  const rows = await rendered(tx, businessId)
    .where("issued_product_id", "=", issuedProductId)
    .distinctOn("month")
    .orderBy("month", "desc")
    .orderBy("statement_version", "desc")
    .execute();
  return rows.map(toStatement);
}

/** Statements of a business, also versions that were corrected since. */
async function statementsNamed(tx: Tx, businessId: string, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const rows = await rendered(tx, businessId).where("id", "in", wanted).orderBy("month").orderBy("id").execute();
  if (rows.length < wanted.length) throw new Refusal("NOT_FOUND", { context: { object: "document" } });
  return rows.map(toStatement);
}

/** The stored file, if it is the one that was rendered. */
async function readFile(app: AppContext, tenant: Tenant, { id, sha256 }: Statement): Promise<Buffer> {
  const pdf = await app.files.get(statementKeyOf({ ...tenant, id }), largestPdf);
  if (!pdf || !sha256Of(pdf).equals(sha256)) throw new Error("a stored statement is not the one that was rendered");
  return pdf;
}

/** One statement as a PDF, or several as an archive. */
export async function downloadStatementsOf(
  app: AppContext,
  { platformId, businessId }: Tenant,
  ids: readonly string[],
) {
  const tenant = { platformId, businessId };
  const statements = await inScope(app.pool, tenant, (tx) => statementsNamed(tx, businessId, ids));
  const files = [];
  for (const statement of statements) {
    const { fileName, createdAt } = statement;
    files.push({ fileName, createdAt, pdf: await readFile(app, tenant, statement) });
  }
  return downloadOf(files, "statements.zip");
}

/** A download URL for a statement. Null if the product has no statement of that id. */
export async function presignStatement(
  app: AppContext,
  { platformId, businessId }: Tenant,
  issuedProductId: string,
  id: string,
) {
  const tenant = { platformId, businessId };
  const row = await inScope(app.pool, tenant, (tx) =>
    rendered(tx, businessId).where("issued_product_id", "=", issuedProductId).where("id", "=", id).executeTakeFirst(),
  );
  if (!row) return null;
  const statement = toStatement(row);
  // The file is checked first, because the store hands it out without us.
  await readFile(app, tenant, statement);
  const { url, expiresAt } = await app.files.presignGet(statementKeyOf({ ...tenant, id }), {
    fileName: statement.fileName,
    contentType: "application/pdf",
  });
  return { url, expiresAt: expiresAt.toISOString() };
}

const rendered = (tx: Tx, businessId: string) =>
  tx
    .selectFrom("product_statement")
    .select(statementColumns)
    .where("business_id", "=", businessId)
    .where("pdf_sha256", "is not", null);

function toStatement(row: Awaited<ReturnType<ReturnType<typeof rendered>["executeTakeFirstOrThrow"]>>): Statement {
  if (row.pdf_sha256 === null) throw new Error("a rendered statement has a hash");
  const month = row.month as unknown as BusinessDate;
  const { closing, paidCents } = figuresOf(row);
  return {
    id: row.id,
    fileName: statementFileName(month, row.statement_version),
    sha256: row.pdf_sha256,
    createdAt: row.issued_at,
    month,
    version: row.statement_version,
    paidCents,
    principalCents: closing.principalCents,
    totalCents: owedInAll(closing),
  };
}
