import type { Cents } from "../money/cents.ts";

/** The amounts of a slider: the minimum plus whole steps, and always the maximum. */
export type AmountRange = { minCents: Cents; maxCents: Cents; stepCents: Cents };

export const isInRange = ({ minCents, maxCents, stepCents }: AmountRange, amountCents: Cents): boolean =>
  amountCents >= minCents &&
  amountCents <= maxCents &&
  (amountCents === maxCents || (amountCents - minCents) % stepCents === 0);

/** All amounts of a range, in ascending order. */
export function amountsOf({ minCents, maxCents, stepCents }: AmountRange): [number, ...number[]] {
  const amounts: [number, ...number[]] = [minCents];
  for (let next = minCents + stepCents; next < maxCents; next += stepCents) amounts.push(next);
  if (maxCents > minCents) amounts.push(maxCents);
  return amounts;
}
