import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { adjustableAmount } from "@inlay/lending/offers/adjustable-amount.ts";
import { clampAmount, hasAmountSlider } from "@inlay/lending/products/term-loan/offer-display.ts";
import { nearestValue } from "@inlay/ui/fields/nearest-value.ts";
import type { OfferOf } from "../offers/offer-view.ts";

type TermLoan = Pick<OfferOf<"TERM_LOAN">, "pricing">;

/** The amounts of a term's slider; null if the amount is fixed. */
export function amountRange({ pricing }: TermLoan) {
  return hasAmountSlider(pricing) ? adjustableAmount(pricing, cents(pricing.maxLoanAmountCents)) : null;
}

/** The amount of a loan when another term is selected: clamped to that offer's limits, and one of its slider's amounts. At first the largest one. */
export function clampedAmount(offer: TermLoan, amountCents: number | null): number {
  const range = amountRange(offer);
  const { maxLoanAmountCents } = offer.pricing;
  if (range === null || amountCents === null) return maxLoanAmountCents;
  return nearestValue(amountsOf(range), clampAmount(cents(amountCents), offer.pricing));
}
