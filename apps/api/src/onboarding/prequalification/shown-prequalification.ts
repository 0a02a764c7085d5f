import { bestPrequalification, selectableProducts } from "@inlay/lending/onboarding/product-choice.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { sql } from "kysely";
import type { StepContext } from "../step-handler.ts";

/**
 * The prequalification that the business is shown, if it has one for a selectable product. That it is not prequalified, and why, is never
 * read here.
 */
export async function shownPrequalification({ tx, caller, settings, productSubset }: StepContext) {
  const rows = await tx
    .selectFrom("prequalification")
    .select(["id", "product", "prequalified_amount_cents", "terms", "show_price"])
    .where("business_id", "=", caller.businessId)
    .where("is_prequalified", "=", true)
    .where("replaced_at", "is", null)
    .where("expires_date", ">=", sql<string>`app.business_now(${caller.businessId})::date`)
    .execute();
  const found = rows.map((row) => ({ ...row, product: row.product as ProductType }));
  return bestPrequalification(found, selectableProducts(settings.platformEnabledProducts, productSubset));
}
