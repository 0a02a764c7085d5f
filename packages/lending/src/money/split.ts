import { add, type Cents, least, subtract } from "./cents.ts";
import { fraction } from "./fraction.ts";
import { portion, type Rate } from "./rate.ts";

/** Equal rows, each rounded; the last takes what is left. */
export const splitEvenly = (totalCents: Cents, count: number): Cents[] =>
  splitByRates(
    totalCents,
    Array.from({ length: count }, () => fraction(1, count)),
  );

/**
 * A row for each rate, each rounded; the last takes what is left, so nothing is lost. A few cents over many rows would round up past the
 * total: no row takes more than is still there.
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
 * The share of one more amount in a running split: what the shares must sum to now, less what they summed to before. So however many
 * amounts come, their shares sum to the rounded share of the whole.
 */
export const runningShare = (beforeCents: Cents, amountCents: Cents, rate: Rate): Cents =>
  subtract(portion(add(beforeCents, amountCents), rate), portion(beforeCents, rate));
