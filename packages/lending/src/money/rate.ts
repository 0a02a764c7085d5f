import type { Cents } from "./cents.ts";
import { type Decimal, decimal, type Fraction, over, times, whole } from "./fraction.ts";
import { toCents } from "./rounding.ts";

/** The exact multiplier of an amount: 12.5 % is 125/1000. */
export type Rate = Fraction;

/** `percent("3")` is 3/100. */
export const percent = (value: Decimal): Rate => over(decimal(value), 100);

/** `factor("1.12")` is the multiplier 1.12 itself. */
export const factor = (value: Decimal): Rate => decimal(value);

/** A year is twelve equal months. */
export const perMonth = (annual: Rate): Rate => over(annual, 12);

/** A year is 365 days. */
export const forDays = (annual: Rate, days: number): Rate => over(times(annual, days), 365);

/** The exact part of an amount, for formulas that continue before they round. */
export const exactPortion = (amountCents: Cents, rate: Rate): Fraction => times(rate, whole(amountCents));

/** The part of an amount in whole cents. */
export const portion = (amountCents: Cents, rate: Rate): Cents => toCents(exactPortion(amountCents, rate));
