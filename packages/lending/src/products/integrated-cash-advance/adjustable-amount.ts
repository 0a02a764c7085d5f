import type { AmountRange } from "../../mechanics/amount-range.ts";
import { advanceAmountRange } from "../../mechanics/sales-share/amount-range.ts";
import type { IntegratedCashAdvancePricing } from "./terms.ts";

/** The part of the terms that decides which amounts may be chosen. */
export type IntegratedAdvanceAmountTerms = Pick<
  IntegratedCashAdvancePricing,
  "productType" | "minLoanAmountCents" | "maxAdvanceAmountCents" | "refinanced"
>;

export const adjustableIntegratedAdvanceAmount = (terms: IntegratedAdvanceAmountTerms): AmountRange =>
  advanceAmountRange({
    minCents: terms.minLoanAmountCents,
    maxCents: terms.maxAdvanceAmountCents,
    refinanced: terms.refinanced,
  });
