import { type Cents, cents } from "../../money/cents.ts";
import type { AmountRange } from "../amount-range.ts";

const advanceStepCents = cents(100_000);

export const advanceAmountRange = (minCents: Cents, maxCents: Cents): AmountRange => ({
  minCents,
  maxCents,
  stepCents: advanceStepCents,
});
