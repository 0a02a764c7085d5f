import type { AmountRange } from "../../mechanics/amount-range.ts";
import { advanceAmountRange } from "../../mechanics/sales-share/amount-range.ts";
import { cents } from "../../money/cents.ts";
import type { CashAdvancePricing } from "./terms.ts";

/** The part of the terms that decides which amounts may be chosen. */
export type CashAdvanceAmountTerms = Pick<CashAdvancePricing, "productType" | "maxAdvanceAmountCents" | "refinanced">;

const leastAdvanceCents = cents(100_000);

export const adjustableAdvanceAmount = (terms: CashAdvanceAmountTerms): AmountRange =>
  advanceAmountRange({
    minCents: leastAdvanceCents,
    maxCents: terms.maxAdvanceAmountCents,
    refinanced: terms.refinanced,
  });
