import type { Cents } from "../money/cents.ts";

/** The amounts of a slider: the minimum plus whole steps, and always the maximum. */
export type AmountRange = { minCents: Cents; maxCents: Cents; stepCents: Cents };

export const isInRange = ({ minCents, maxCents, stepCents }: AmountRange, amountCents: Cents): boolean =>
  amountCents >= minCents &&
  amountCents <= maxCents &&
  (amountCents === maxCents || (amountCents - minCents) % stepCents === 0);
