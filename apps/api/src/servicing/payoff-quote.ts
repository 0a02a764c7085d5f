import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import type { InstallmentPayoff } from "@inlay/lending/mechanics/payoff.ts";
import { noCents } from "@inlay/lending/money/cents.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf, readIssued } from "../products/public.ts";
import type { ServicedProduct } from "./serviced-product.ts";

/** What a payoff on a day costs, and how that is made up. */
export type PayoffQuote = InstallmentPayoff & { effectiveOn: BusinessDate };

/** The quote for a day. Credit is not used, because an order of its own refunds it. */
export async function quotePayoffFor(
  tx: Tx,
  { product }: ServicedProduct,
  effectiveOn: BusinessDate,
): Promise<PayoffQuote> {
  const { payoff } = functionsOf(product.productType);
  const request = { effectiveOn, creditCents: noCents, drawId: null, invoiceId: null };
  const quote = payoff(await readIssued(tx, product), request, plainWorksheet) as InstallmentPayoff;
  return { ...quote, effectiveOn };
}
