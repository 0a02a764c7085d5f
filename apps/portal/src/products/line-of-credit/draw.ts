import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Worksheet } from "@inlay/lending/explain/worksheet.ts";
import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { exampleDraws } from "@inlay/lending/offers/example-amounts.ts";
import { quoteDraw } from "@inlay/lending/products/line-of-credit/quote.ts";
import { nearestValue } from "@inlay/ui/fields/nearest-value.ts";
import type { OfferOf } from "../offers/offer-view.ts";

/** What the figures of a line are computed from. */
export type Line = Pick<OfferOf<"LOC_TERM_LOAN">, "pricing" | "pricedOn" | "state">;

/** The draw that an owner tries, and the amounts of its slider. A line has no price, only a draw has one. */
export function drawToTry({ pricing }: Pick<Line, "pricing">, amountCents: number | null) {
  const { range, firstCents } = exampleDraws(cents(pricing.approvedLimitCents));
  return { range, amountCents: nearestValue(amountsOf(range), amountCents ?? firstCents) };
}

/** The calculation of a draw on the day that the offer is priced. */
export const drawOf = ({ pricing, pricedOn }: Line, amountCents: number, write: Worksheet) =>
  quoteDraw(pricing, { amountCents: cents(amountCents), fundedOn: businessDate(pricedOn) }, write);
