import { type Cents, cents, least, noCents } from "../../money/cents.ts";
import type { AmountRange } from "../amount-range.ts";
import { replacedBalance } from "./entries.ts";
import type { PricedReplacedAdvance } from "./terms.ts";

const advanceStepCents = cents(100_000);

type AdvanceAmounts = { minCents: Cents; maxCents: Cents; refinanced: PricedReplacedAdvance | null };

/** The advances that may be chosen. One that refinances another is larger than its balance, so that something is paid out. */
export function advanceAmountRange({ minCents, maxCents, refinanced }: AdvanceAmounts): AmountRange {
  const balanceCents = refinanced ? replacedBalance(refinanced) : noCents;
  const steps = Math.max(0, Math.floor((balanceCents - minCents) / advanceStepCents) + 1);
  const leastCents = cents(minCents + steps * advanceStepCents);
  return { minCents: steps === 0 ? minCents : least(leastCents, maxCents), maxCents, stepCents: advanceStepCents };
}
