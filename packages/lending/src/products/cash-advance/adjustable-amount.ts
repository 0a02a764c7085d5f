import type { AmountRange } from "../../mechanics/amount-range.ts";
import { advanceAmountRange } from "../../mechanics/sales-share/amount-range.ts";
import { type Cents, cents } from "../../money/cents.ts";

/** The part of the terms that decides which amounts may be chosen. */
export type CashAdvanceAmountTerms = { productType: "MCA"; maxAdvanceAmountCents: Cents };

const leastAdvanceCents = cents(100_000);

export const adjustableAdvanceAmount = (terms: CashAdvanceAmountTerms): AmountRange =>
  advanceAmountRange(leastAdvanceCents, terms.maxAdvanceAmountCents);
