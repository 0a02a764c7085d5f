import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Tx } from "../db/scope.ts";
import type { IssuedProduct } from "./issued-product.ts";

/** An unpaid item of a locked product falls due on another day. The day of its schedule is kept beside it. */
export async function moveDueDay(
  tx: Tx,
  product: Pick<IssuedProduct, "id">,
  obligationId: string,
  dueOn: BusinessDate,
): Promise<void> {
  const result = await tx
    .updateTable("obligation")
    .set({ due_on: dueOn })
    .where("id", "=", obligationId)
    .where("issued_product_id", "=", product.id)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new Error("a moved item belongs to its product");
}
