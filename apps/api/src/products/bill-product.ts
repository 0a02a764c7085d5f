import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { type Change, changed, joined, noChange } from "@inlay/lending/mechanics/obligation.ts";
import type { DueJob } from "../clock/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf, type IssuedProduct, lockProduct, readIssued, readObligations } from "./issued-product.ts";
import { changeObligations, saveChange } from "./save-change.ts";

/** Bills a product at the beginning of each day on which one of its obligations falls due. */
export const billProduct: DueJob = {
  name: "product.bill",
  table: "issued_product",
  act: async (tx, { id }, now) => {
    const product = await lockProduct(tx, id);
    await bill(tx, product, easternTime(now).date);
  },
};

/**
 * Bills everything of a locked product that has fallen due by the given day, and sets the day of the next billing. It changes nothing that
 * is billed already, so it may run at any time. What a returned payment takes back, with the billing of its interest, is saved together with
 * what is billed without it.
 */
export async function bill(
  tx: Tx,
  product: IssuedProduct,
  today: BusinessDate,
  takenBack: Change = noChange,
): Promise<void> {
  const issued = await readIssued(tx, product);
  const obligations = changed(issued.obligations, takenBack);
  const billed = functionsOf(product.productType).bill({ ...issued, obligations }, today);
  const change = joined(takenBack, billed);
  if (billed.obligations.length === 0) await changeObligations(tx, product, change.obligations);
  else {
    const sequence = await record(tx, {
      platformId: product.platformId,
      businessId: product.businessId,
      kind: "product.billed",
      body: { issuedProductId: product.id },
      action: "product.bill",
      object: { kind: "issued product", id: product.id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
    await saveChange(tx, product, change, {
      key: `product/${product.id}/billed/${sequence}`,
      type: "issued product",
      id: product.id,
      paymentOrderId: null,
      occurredOn: today,
    });
  }
  await scheduleBilling(tx, product, today);
}

/** Sets the next billing to the first due date after the given day. */
export async function scheduleBilling(tx: Tx, product: IssuedProduct, today: BusinessDate): Promise<void> {
  const obligations = await readObligations(tx, product.id);
  const later = obligations.flatMap(({ dueOn }) => (dueOn !== null && dueOn > today ? [dueOn] : [])).toSorted();
  const [next] = later;
  await tx
    .updateTable("issued_product")
    .set({ next_action_at: next ? easternInstant(next, clock(0, 0)) : null })
    .where("id", "=", product.id)
    .execute();
}
