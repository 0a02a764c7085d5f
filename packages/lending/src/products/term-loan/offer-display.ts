import { type BusinessDate, calendarMonthsBetween } from "../../calendar/business-date.ts";
import { monthsOf } from "../../mechanics/installment.ts";
import { type Cents, cents, least, most } from "../../money/cents.ts";
import { type Decimal, decimal, over } from "../../money/fraction.ts";
import { toFixedDecimals } from "../../money/rounding.ts";
import type { TermLoanTerms } from "./terms.ts";

/** How far one step of the amount slider goes. */
export const sliderStepCents = (loanAmountCents: Cents): Cents =>
  cents(loanAmountCents <= 1_500_000 ? 100_000 : 500_000);

/** A chosen amount, moved into what another term allows. */
export const clampAmount = (amountCents: Cents, terms: TermLoanTerms): Cents =>
  least(most(amountCents, terms.minLoanAmountCents), terms.maxLoanAmountCents);

/** A slider is of use only where there is a choice, and a refinancing leaves none. */
export const hasAmountSlider = (terms: TermLoanTerms): boolean =>
  terms.maxLoanAmountCents > terms.minLoanAmountCents && terms.existingDebts.length === 0;

/** The comparison is offered only where it flatters: below 45 % in at least one offer. */
export const showsCompareLink = (effectiveRatePercentages: readonly number[]): boolean =>
  Math.min(...effectiveRatePercentages) < 45;

/** A twelfth of the yearly rate, with two decimals. */
export const monthlyRateShown = (interestRatePercentage: Decimal): string =>
  toFixedDecimals(over(decimal(interestRatePercentage), 12), 2);

/** The months of payments still to come, the next and the last included. */
export const remainingMonths = (nextPaymentOn: BusinessDate, lastPaymentOn: BusinessDate): number =>
  calendarMonthsBetween(nextPaymentOn, lastPaymentOn) + 1;

/** What several offers come to in one line: up to so much, from so little, for so long. */
export const headline = (offers: readonly [TermLoanTerms, ...TermLoanTerms[]]) => ({
  loanAmountCents: cents(Math.max(...offers.map((terms) => terms.maxLoanAmountCents))),
  interestRatePercentage: Math.min(...offers.map((terms) => Number(terms.interestRatePercentage))),
  feePercentage: Math.min(...offers.map((terms) => Number(terms.feePercentage))),
  months: Math.max(...offers.map((terms) => monthsOf(terms.durationDays))),
});
