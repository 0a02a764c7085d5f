import type { AmountRange } from "../mechanics/amount-range.ts";
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

/** The amounts for which an offer may be accepted; null when the amount is fixed. */
export function adjustableAmount(terms: AmountTerms): AmountRange | null {
  switch (terms.productType) {
    case "TERM_LOAN":
      return adjustableLoanAmount(terms);
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
