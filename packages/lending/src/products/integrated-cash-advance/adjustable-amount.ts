import type { AmountRange } from "../../mechanics/amount-range.ts";
import { advanceAmountRange } from "../../mechanics/sales-share/amount-range.ts";
import type { Cents } from "../../money/cents.ts";

/** The part of the terms that decides which amounts may be chosen. */
export type IntegratedAdvanceAmountTerms = {
  productType: "INTEGRATED_MCA";
  minLoanAmountCents: Cents;
  maxAdvanceAmountCents: Cents;
};

export const adjustableIntegratedAdvanceAmount = (terms: IntegratedAdvanceAmountTerms): AmountRange =>
  advanceAmountRange(terms.minLoanAmountCents, terms.maxAdvanceAmountCents);
