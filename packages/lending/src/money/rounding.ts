import { type Cents, cents } from "./cents.ts";
import type { Fraction } from "./fraction.ts";

/** The only rounding rule: half up, away from zero, applied once at the end of a formula. */
export function roundHalfUp({ numerator, denominator }: Fraction): bigint {
  if (numerator < 0n) return -roundHalfUp({ numerator: -numerator, denominator });
  return (2n * numerator + denominator) / (2n * denominator);
}

/** The largest whole number that is not above the value, for limits that must not be exceeded. */
export function floorOf({ numerator, denominator }: Fraction): bigint {
  const below = numerator / denominator;
  return numerator < 0n && below * denominator !== numerator ? below - 1n : below;
}

export const toCents = (value: Fraction): Cents => cents(Number(roundHalfUp(value)));

/** The nearest number with the given number of decimals, for percentages. */
export function toDecimals(value: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  return Number(roundHalfUp({ numerator: value.numerator * scale, denominator: value.denominator })) / Number(scale);
}

/** A string with exactly the given number of decimals: "1.50". */
export function toFixedDecimals(value: Fraction, decimals: number): string {
  const scaled = roundHalfUp({ numerator: value.numerator * 10n ** BigInt(decimals), denominator: value.denominator });
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, point)}${decimals > 0 ? "." : ""}${digits.slice(point)}`;
}
