import type { AmountRange } from "../mechanics/amount-range.ts";
import { type Cents, cents } from "../money/cents.ts";
import { adjustableAdvanceAmount, type CashAdvanceAmountTerms } from "../products/cash-advance/adjustable-amount.ts";
import {
  adjustableIntegratedAdvanceAmount,
  type IntegratedAdvanceAmountTerms,
} from "../products/integrated-cash-advance/adjustable-amount.ts";
import { adjustableLoanAmount, type TermLoanAmountTerms } from "../products/term-loan/adjustable-amount.ts";

/** The part of an offer's terms that decides which amounts may be chosen. */
export type AmountTerms =
  | TermLoanAmountTerms
  | CashAdvanceAmountTerms
  | IntegratedAdvanceAmountTerms
  | { productType: "LOC_TERM_LOAN" | "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER" };

/** The amounts for which an offer may be accepted; null when the amount is fixed. `amountCents` is the largest one. */
export function adjustableAmount(terms: AmountTerms, amountCents: Cents): AmountRange | null {
  switch (terms.productType) {
    case "TERM_LOAN":
      return adjustableLoanAmount(terms, amountCents);
    case "MCA":
      return adjustableAdvanceAmount(terms);
    case "INTEGRATED_MCA":
      return adjustableIntegratedAdvanceAmount(terms);
    case "LOC_TERM_LOAN":
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return null;
  }
}

/** The smallest draw, and the smallest advance on an invoice or bill, whose figures may be asked for. */
export const leastQuotableCents = cents(10_000);
const wholeDollarCents = cents(100);
const oneCent = cents(1);

/**
 * The amounts whose figures may be asked for; null when there is only one. A line has no price of its own, so they are those of a draw
 * within its limit, in whole dollars. The advance on an invoice is a percentage of it, so it may have any cents.
 */
export function quotableAmount(terms: AmountTerms, amountCents: Cents): AmountRange | null {
  switch (terms.productType) {
    case "LOC_TERM_LOAN":
      return examplesUpTo(amountCents, wholeDollarCents);
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return examplesUpTo(amountCents, oneCent);
    default:
      return adjustableAmount(terms, amountCents);
  }
}

const examplesUpTo = (maxCents: Cents, stepCents: Cents): AmountRange | null =>
  maxCents > leastQuotableCents ? { minCents: leastQuotableCents, maxCents, stepCents } : null;
