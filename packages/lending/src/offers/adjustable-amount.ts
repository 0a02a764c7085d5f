import { type Cents, cents, most } from "../money/cents.ts";
import { sliderStepCents } from "../products/term-loan/offer-display.ts";

/** The part of an offer's terms that decides which amounts may be chosen. */
export type AmountTerms =
  | {
      productType: "TERM_LOAN";
      loanAmountCents: Cents;
      minLoanAmountCents: Cents;
      maxLoanAmountCents: Cents;
      /** Debts that the loan pays off. Their sum fixes the amount. */
      existingDebts: readonly unknown[];
    }
  | { productType: "MCA"; maxAdvanceAmountCents: Cents }
  | { productType: "INTEGRATED_MCA"; minLoanAmountCents: Cents; maxAdvanceAmountCents: Cents }
  | { productType: "LOC_TERM_LOAN" | "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER" };

/** The amounts of a slider: the minimum plus whole steps, and always the maximum. */
export type AmountRange = { minCents: Cents; maxCents: Cents; stepCents: Cents };

const leastTermLoanCents = cents(1_000_000);
const leastAdvanceCents = cents(100_000);
const advanceStepCents = cents(100_000);

/** The amounts for which an offer may be accepted; null when the amount is fixed. */
export function adjustableAmount(terms: AmountTerms): AmountRange | null {
  switch (terms.productType) {
    case "TERM_LOAN":
      if (terms.existingDebts.length > 0) return null;
      return {
        minCents: most(terms.minLoanAmountCents, leastTermLoanCents),
        maxCents: terms.maxLoanAmountCents,
        stepCents: sliderStepCents(terms.loanAmountCents),
      };
    case "MCA":
      return { minCents: leastAdvanceCents, maxCents: terms.maxAdvanceAmountCents, stepCents: advanceStepCents };
    case "INTEGRATED_MCA":
      return { minCents: terms.minLoanAmountCents, maxCents: terms.maxAdvanceAmountCents, stepCents: advanceStepCents };
    case "LOC_TERM_LOAN":
    case "FAST_PAY":
    case "EXTEND_PAY_PURCHASE_ORDER":
      return null;
  }
}

export const isInRange = ({ minCents, maxCents, stepCents }: AmountRange, amountCents: Cents): boolean =>
  amountCents >= minCents &&
  amountCents <= maxCents &&
  (amountCents === maxCents || (amountCents - minCents) % stepCents === 0);
