import type { Cents } from "./cents.ts";
import { type Decimal, decimal, type Fraction, over, times, whole } from "./fraction.ts";
import { toCents } from "./rounding.ts";

/** What an amount is multiplied by, exactly: 12.5 % is 125/1000. */
export type Rate = Fraction;

/** `percent("12.5")`: "3" means three in a hundred. */
export const percent = (value: Decimal): Rate => over(decimal(value), 100);

/** `factor("1.12")`: a multiplier as it stands. */
export const factor = (value: Decimal): Rate => decimal(value);

/** A year is twelve equal months. */
export const perMonth = (annual: Rate): Rate => over(annual, 12);

/** A year is 365 days. */
export const forDays = (annual: Rate, days: number): Rate => over(times(annual, days), 365);

/** The exact part of an amount, for formulas that go on before they round. */
export const exactPortion = (amountCents: Cents, rate: Rate): Fraction => times(rate, whole(amountCents));

/** The part of an amount in whole cents. */
export const portion = (amountCents: Cents, rate: Rate): Cents => toCents(exactPortion(amountCents, rate));
