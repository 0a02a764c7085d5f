import { add, type Cents, least, subtract } from "./cents.ts";
import { fraction } from "./fraction.ts";
import { portion, type Rate } from "./rate.ts";

/** Splits a total into equal rows. Each is rounded, and the last takes the remainder. */
export const splitEvenly = (totalCents: Cents, count: number): Cents[] =>
  splitByRates(
    totalCents,
    Array.from({ length: count }, () => fraction(1, count)),
  );

/**
 * Splits a total into one row per rate. Each row is rounded, and the last takes the remainder, so the rows sum to the total. A row never
 * exceeds the amount left, because a few cents over many rows would otherwise round up past the total.
 */
export function splitByRates(totalCents: Cents, rates: readonly Rate[]): Cents[] {
  let leftCents = totalCents;
  return rates.map((rate, index) => {
    const rowCents = index === rates.length - 1 ? leftCents : least(portion(totalCents, rate), leftCents);
    leftCents = subtract(leftCents, rowCents);
    return rowCents;
  });
}

/**
 * The share of the next amount in a running split: the rounded share of the sum including it, less the rounded share of the sum before.
 * The shares of any number of amounts therefore add up to the rounded share of their sum.
 */
export const runningShare = (beforeCents: Cents, amountCents: Cents, rate: Rate): Cents =>
  subtract(portion(add(beforeCents, amountCents), rate), portion(beforeCents, rate));
