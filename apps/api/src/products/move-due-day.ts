import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";

/** An unpaid item of a locked product falls due on another day. The day of its schedule is kept beside it. */
export async function moveDueDay(
  tx: Tx,
  product: Pick<IssuedProduct, "id">,
  obligationId: string,
  dueOn: BusinessDate,
  /** The plan that it belongs to from now on, if it is a new one. */
  planVersion: number | null = null,
): Promise<void> {
  const result = await tx
    .updateTable("obligation")
    .set({ due_on: dueOn, ...(planVersion !== null && { plan_version: planVersion }) })
    .where("id", "=", obligationId)
    .where("issued_product_id", "=", product.id)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new Error("a moved item belongs to its product");
}

/** The number of the next plan of a locked product. The schedule that was signed is the first one. */
export async function nextPlanVersion(tx: Tx, product: Pick<IssuedProduct, "id">): Promise<number> {
  const { last } = await tx
    .selectFrom("obligation")
    .select(sql<number>`max(plan_version)`.as("last"))
    .where("issued_product_id", "=", product.id)
    .executeTakeFirstOrThrow();
  return last + 1;
}
