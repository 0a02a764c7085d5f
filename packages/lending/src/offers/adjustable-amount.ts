import { type Cents, cents, most } from "../money/cents.ts";
import { sliderStepCents } from "../products/term-loan/offer-display.ts";

/** What of an offer's terms decides which amounts may be taken. */
export type AmountTerms =
  | {
      productType: "TERM_LOAN";
      loanAmountCents: Cents;
      minLoanAmountCents: Cents;
      maxLoanAmountCents: Cents;
      /** Debts that the loan pays off; their sum decides the amount. */
      existingDebts: readonly unknown[];
    }
  | { productType: "MCA"; maxAdvanceAmountCents: Cents }
  | { productType: "INTEGRATED_MCA"; minLoanAmountCents: Cents; maxAdvanceAmountCents: Cents }
  | { productType: "LOC_TERM_LOAN" | "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER" };

/** The amounts of a slider: from the least on in steps, and the most itself whatever the step. */
export type AmountRange = { minCents: Cents; maxCents: Cents; stepCents: Cents };

const leastTermLoanCents = cents(1_000_000);
const leastAdvanceCents = cents(100_000);
const advanceStepCents = cents(100_000);

/** Which amounts an offer may be taken for; null when only as it stands. */
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
