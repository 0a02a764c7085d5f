import { addMonths, type BusinessDate, daysBetween } from "../calendar/business-date.ts";

/** The unit-periods that Appendix J of Regulation Z defines, with their number per year. */
export const unitPeriodsPerYear = {
  DAY: 365,
  WEEK: 52,
  TWO_WEEKS: 26,
  FOUR_WEEKS: 13,
  HALF_MONTH: 24,
  MONTH: 12,
  TWO_MONTHS: 6,
  QUARTER: 4,
} as const;
export type UnitPeriod = keyof typeof unitPeriodsPerYear;

/** A time span: full unit-periods, and an odd part of `oddDays` out of `oddOf` days. */
export type Stretch = { periods: number; oddDays: number; oddOf: number };

/** The time from an advance to a payment. Full unit-periods are counted back from the payment; the days before them are the odd part. */
export function stretchBetween(from: BusinessDate, to: BusinessDate, unit: UnitPeriod): Stretch {
  if (unit in daysInUnit) {
    const oddOf = daysInUnit[unit as keyof typeof daysInUnit];
    const days = daysBetween(from, to);
    return { periods: Math.floor(days / oddOf), oddDays: days % oddOf, oddOf };
  }
  let months = 0;
  while (addMonths(to, -(months + 1)) >= from) months++;
  const days = daysBetween(from, addMonths(to, -months));
  if (unit === "HALF_MONTH") {
    const half = days >= 15 ? 1 : 0;
    return { periods: months * 2 + half, oddDays: days - half * 15, oddOf: 15 };
  }
  // Within the odd part of a longer unit, a whole month counts as thirty days.
  const length = monthsInUnit[unit as keyof typeof monthsInUnit];
  return { periods: Math.floor(months / length), oddDays: (months % length) * 30 + days, oddOf: length * 30 };
}

const daysInUnit = { DAY: 1, WEEK: 7, TWO_WEEKS: 14, FOUR_WEEKS: 28 } as const;
const monthsInUnit = { MONTH: 1, TWO_MONTHS: 2, QUARTER: 3 } as const;
