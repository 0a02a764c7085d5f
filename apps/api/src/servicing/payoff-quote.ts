import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { difference, total } from "@inlay/lending/explain/arithmetic.ts";
import type { Explanation } from "@inlay/lending/explain/formula.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { isOf, isScheduled, unpaid } from "@inlay/lending/mechanics/obligation.ts";
import type { InstallmentPayoff } from "@inlay/lending/mechanics/payoff.ts";
import { type Cents, noCents } from "@inlay/lending/money/cents.ts";
import type { Tx } from "../db/scope.ts";
import { functionsOf, readIssued } from "../products/public.ts";
import type { ServicedProduct } from "./serviced-product.ts";

/** What a payoff on a day costs, how that is made up, and what it saves of the interest that the schedule would still cost. */
export type PayoffQuote = InstallmentPayoff & {
  effectiveOn: BusinessDate;
  plannedInterestCents: Cents;
  savedCents: Cents;
  explanations: ReadonlyMap<string, Explanation>;
};

/** The quote of a loan or of one draw for a day. Credit is not used, because an order of its own refunds it. */
export async function quotePayoffFor(
  tx: Tx,
  { product }: ServicedProduct,
  effectiveOn: BusinessDate,
  drawId: string | null = null,
): Promise<PayoffQuote> {
  const { payoff } = functionsOf(product.productType);
  const request = { effectiveOn, creditCents: noCents, drawId, invoiceId: null };
  const issued = await readIssued(tx, product);
  const rows = issued.obligations.filter(isOf(request)).filter(isScheduled);
  const interest = rows.map((row) => unpaid(row).interestCents);
  const { result, explanations } = explained((write) => {
    const quote = payoff(issued, request, write) as InstallmentPayoff;
    const amountsCents = interest.filter((amount) => amount > 0);
    const plannedInterestCents = write("plannedInterestCents", total, { amountsCents }, { amountsCents: "schedule" });
    const savedCents = write(
      "savedCents",
      difference,
      { fromCents: plannedInterestCents, interestCents: quote.interestCents },
      { fromCents: "figure plannedInterestCents", interestCents: "figure interestCents" },
    );
    return { ...quote, plannedInterestCents, savedCents };
  });
  return { ...result, effectiveOn, explanations };
}
