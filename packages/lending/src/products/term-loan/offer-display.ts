import { type BusinessDate, calendarMonthsBetween } from "../../calendar/business-date.ts";
import { monthsOf } from "../../mechanics/installments/installment.ts";
import { type Cents, cents, least, most } from "../../money/cents.ts";
import { type Decimal, decimal, over } from "../../money/fraction.ts";
import { toFixedDecimals } from "../../money/rounding.ts";
import type { TermLoanPricing } from "./terms.ts";

/** The step of the amount slider. */
export const sliderStepCents = (loanAmountCents: Cents): Cents =>
  cents(loanAmountCents <= 1_500_000 ? 100_000 : 500_000);

/** Clamps a chosen amount to the limits of the selected offer. */
export const clampAmount = (amountCents: Cents, terms: TermLoanPricing): Cents =>
  least(most(amountCents, terms.minLoanAmountCents), terms.maxLoanAmountCents);

/** The amount slider is shown when the maximum exceeds the minimum and no existing debt is refinanced. */
export const hasAmountSlider = (terms: TermLoanPricing): boolean =>
  terms.maxLoanAmountCents > terms.minLoanAmountCents && terms.existingDebts.length === 0;

/** The compare link is shown when the lowest effective rate among the offers is below 45 %. */
export const showsCompareLink = (effectiveRatePercentages: readonly number[]): boolean =>
  Math.min(...effectiveRatePercentages) < 45;

/** A twelfth of the yearly rate, with two decimals. */
export const monthlyRateShown = (interestRatePercentage: Decimal): string =>
  toFixedDecimals(over(decimal(interestRatePercentage), 12), 2);

/** The number of monthly payments from the next to the last, both included. */
export const remainingMonths = (nextPaymentOn: BusinessDate, lastPaymentOn: BusinessDate): number =>
  calendarMonthsBetween(nextPaymentOn, lastPaymentOn) + 1;

/** The summary of several offers: the highest amount, the lowest interest rate and fee, and the longest term. */
export const headline = (offers: readonly [TermLoanPricing, ...TermLoanPricing[]]) => ({
  loanAmountCents: cents(Math.max(...offers.map((terms) => terms.maxLoanAmountCents))),
  interestRatePercentage: Math.min(...offers.map((terms) => Number(terms.interestRatePercentage))),
  feePercentage: Math.min(...offers.map((terms) => Number(terms.feePercentage))),
  months: Math.max(...offers.map((terms) => monthsOf(terms.durationDays))),
});
