import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf, type IssuedProduct, readIssued } from "./issued-product.ts";
import { saveChange } from "./save-change.ts";

/** Writes off everything that is owed on a locked product. Nothing happens where nothing is owed. */
export async function writeOffOwed(tx: Tx, product: IssuedProduct, occurredOn: BusinessDate): Promise<void> {
  const { id, platformId, businessId, productType } = product;
  const change = functionsOf(productType).writeOff(await readIssued(tx, product));
  if (change.entries.length === 0 && change.obligations.length === 0) return;
  const sequence = await record(tx, {
    platformId,
    businessId,
    kind: "product.written_off",
    body: { issuedProductId: id },
    action: "product.write-off",
    object: { kind: "issued product", id },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
  await saveChange(tx, product, change, {
    key: `product/${id}/written-off/${sequence}`,
    type: "issued product",
    id,
    paymentOrderId: null,
    occurredOn,
  });
}
