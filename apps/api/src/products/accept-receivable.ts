import type { Issued } from "@inlay/lending/mechanics/obligation.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import { acceptReceivable as accept } from "@inlay/lending/products/integrated-cash-advance/accept-receivable.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { type IssuedProduct, readIssued } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";
import { type PaymentsState, updateStates } from "./states.ts";

/** The share of one card sale that a platform has withheld; negative for a refund of the sale. */
export type Receivable = { id: string; amountCents: Cents };

/**
 * Accepts a receivable on a locked integrated advance. Whether its amount is right is decided before (`whyNotPostReceivable`). The key of
 * its row refuses a second acceptance.
 */
export async function acceptReceivable(
  tx: Tx,
  product: IssuedProduct,
  { id, amountCents }: Receivable,
  payments: PaymentsState,
): Promise<void> {
  if (product.productType !== "INTEGRATED_MCA") throw new Error("only an integrated advance has receivables");
  await tx
    .insertInto("receivable")
    .values({
      id,
      platform_id: product.platformId,
      business_id: product.businessId,
      issued_product_id: product.id,
      amount_cents: amountCents,
      accepted_on: payments.today,
    })
    .execute();
  const issued: Issued<unknown> = await readIssued(tx, product);
  await saveChange(tx, product, accept(issued, amountCents), {
    key: `receivable/${id}`,
    type: "receivable",
    id,
    paymentOrderId: null,
    occurredOn: payments.today,
  });
  await record(tx, {
    platformId: product.platformId,
    businessId: product.businessId,
    kind: "product.receivable_accepted",
    body: { issuedProductId: product.id },
    action: "product.accept-receivable",
    object: { kind: "issued product", id: product.id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  await updateStates(tx, product, payments);
}
