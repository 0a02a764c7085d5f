import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { AppContext } from "../../context.ts";
import { saveFile, sha256Of } from "../signing.ts";
import { statementKeyOf } from "./stored-statement.ts";

type Product = { platformId: string; businessId: string; issuedProductId: string };

/** The statement of a product for January 2026. Its text stands for the PDF. */
export async function storedStatement(
  app: AppContext,
  admin: pg.Pool,
  { platformId, businessId, issuedProductId }: Product,
): Promise<string> {
  const id = randomUUID();
  const pdf = Buffer.from("statement");
  await saveFile(app, statementKeyOf({ platformId, businessId, id }), pdf);
  await admin.query(
    `insert into app.product_statement (id, platform_id, business_id, issued_product_id, month, statement_version, locale,
       opening_principal_cents, opening_interest_cents, opening_fee_cents, change_principal_cents, change_interest_cents, change_fee_cents,
       closing_principal_cents, closing_interest_cents, closing_fee_cents, paid_cents, lines, issued_at, pdf_sha256)
     values ($1, $2, $3, $4, '2026-01-01', 1, 'en', 0, 0, 0, 5000000, 0, 0, 5000000, 0, 0, 0, '[]', now(), $5)`,
    [id, platformId, businessId, issuedProductId, sha256Of(pdf)],
  );
  return id;
}
