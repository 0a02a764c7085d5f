import type { InvoiceParty } from "@inlay/contracts/servicing/invoice.ts";
import { payeeAccountOf } from "../../banking/public.ts";
import type { Tx } from "../../db/scope.ts";
import type { IssuedProduct } from "../../products/public.ts";
import { nameOf } from "./reading.ts";

/** The account that the payee of a bill has given, by its name; null if it has not given one. */
export async function payeeAccountFor(
  tx: Tx,
  { businessId }: Pick<IssuedProduct, "businessId">,
  party: InvoiceParty | null,
): Promise<string | null> {
  const name = party && nameOf(party);
  return name ? payeeAccountOf(tx, businessId, name) : null;
}
