import { type Cents, sum } from "../../money/cents.ts";
import type { LineStatus } from "../issued-product.ts";
import type { InvoiceState } from "./invoice.ts";

/** The line defaults when defaulted invoices exceed a quarter of its limit. */
const defaultingParts = 4;

/** An invoice line with fewer defaulted invoices is late, not in default. */
export function invoiceLineStatus(
  invoices: readonly { state: InvoiceState; principalCents: Cents }[],
  limitCents: Cents,
): LineStatus {
  const defaulted = invoices.filter((invoice) => invoice.state === "DEFAULTED");
  const defaultedCents = sum(defaulted.map((invoice) => invoice.principalCents));
  if (defaultedCents * defaultingParts > limitCents) return "DEFAULTED";
  return invoices.some(({ state }) => state === "LATE" || state === "DEFAULTED") ? "LATE" : "CURRENT";
}
