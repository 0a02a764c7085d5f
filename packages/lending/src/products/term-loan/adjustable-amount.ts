import type { AmountRange } from "../../mechanics/amount-range.ts";
import { type Cents, cents, most } from "../../money/cents.ts";
import { sliderStepCents } from "./offer-display.ts";

/** The part of the terms that decides which amounts may be chosen. */
export type TermLoanAmountTerms = {
  productType: "TERM_LOAN";
  minLoanAmountCents: Cents;
  maxLoanAmountCents: Cents;
  /** Debts that the loan pays off. Their sum fixes the amount. */
  existingDebts: readonly unknown[];
};

const leastTermLoanCents = cents(1_000_000);

export const adjustableLoanAmount = (terms: TermLoanAmountTerms, loanAmountCents: Cents): AmountRange | null =>
  terms.existingDebts.length > 0
    ? null
    : {
        minCents: most(terms.minLoanAmountCents, leastTermLoanCents),
        maxCents: terms.maxLoanAmountCents,
        stepCents: sliderStepCents(loanAmountCents),
      };
