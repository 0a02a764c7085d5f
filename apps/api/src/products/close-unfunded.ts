import type { Tx } from "../db/scope.ts";
import { lockProduct } from "./issued-product.ts";
import { changeStatus } from "./states.ts";

/** Closes a product whose payout came back and that was not funded again. Nothing is owed on it. */
export async function closeUnfunded(tx: Tx, issuedProductId: string): Promise<void> {
  const product = await lockProduct(tx, issuedProductId);
  if (product.fundedOn) throw new Error("a funded product is not closed as unfunded");
  await changeStatus(tx, product, "FUNDING_ABANDONED");
}
