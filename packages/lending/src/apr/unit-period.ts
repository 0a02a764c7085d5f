import { addMonths, type BusinessDate, daysBetween } from "../calendar/business-date.ts";

/** The unit-periods that Appendix J of Regulation Z defines: a named one, or a number of weeks. None is longer than a year. */
export type UnitPeriod = keyof typeof namedPeriodsPerYear | { readonly weeks: number };

const namedPeriodsPerYear = { DAY: 365, HALF_MONTH: 24, MONTH: 12, TWO_MONTHS: 6, QUARTER: 4 } as const;

export const unitPeriodsPerYear = (unit: UnitPeriod): number =>
  typeof unit === "string" ? namedPeriodsPerYear[unit] : 52 / unit.weeks;

/** A time span: full unit-periods, and an odd part of `oddDays` out of `oddOf` days. */
export type Stretch = { periods: number; oddDays: number; oddOf: number };

/** The first payment falls exactly one unit-period after the advance. */
export const onePeriod: Stretch = { periods: 1, oddDays: 0, oddOf: 1 };

/** The time from an advance to a payment. Full unit-periods are counted back from the payment; the days before them are the odd part. */
export function stretchBetween(from: BusinessDate, to: BusinessDate, unit: UnitPeriod): Stretch {
  if (unit === "DAY" || typeof unit !== "string") {
    const oddOf = unit === "DAY" ? 1 : unit.weeks * 7;
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
  const length = monthsInUnit[unit];
  return { periods: Math.floor(months / length), oddDays: (months % length) * 30 + days, oddOf: length * 30 };
}

const monthsInUnit = { MONTH: 1, TWO_MONTHS: 2, QUARTER: 3 } as const;

/** Payments one unit-period apart, and the time from the advance to the first of them. */
export type RegularIntervals = { unitPeriod: UnitPeriod; first: Stretch };

/**
 * The unit-period of several payments after one advance: weeks or months; null when it is the day. The time before the first payment may
 * differ from the other intervals if these are at least two, because in Appendix J a common period occurs more than once.
 */
export function regularIntervals(
  advancedOn: BusinessDate,
  paymentsOn: readonly BusinessDate[],
): RegularIntervals | null {
  const fromAdvance = commonPeriod(advancedOn, paymentsOn);
  if (fromAdvance !== null) return { unitPeriod: fromAdvance, first: onePeriod };
  const [firstOn, ...laterOn] = paymentsOn;
  const unitPeriod = firstOn && laterOn.length >= 2 ? commonPeriod(firstOn, laterOn) : null;
  return firstOn && unitPeriod ? { unitPeriod, first: stretchBetween(advancedOn, firstOn, unitPeriod) } : null;
}

/** Equal numbers of days are weeks or nothing: payments every 30 days can fall on the same day of two months by chance. */
function commonPeriod(from: BusinessDate, dates: readonly BusinessDate[]): UnitPeriod | null {
  const gaps = dates.map((date, index) => daysBetween(dates[index - 1] ?? from, date));
  const [gap = 0] = gaps;
  if (gaps.every((other) => other === gap)) return gap % 7 === 0 ? { weeks: gap / 7 } : null;
  return dates.every((date, index) => date === addMonths(from, index + 1)) ? "MONTH" : null;
}
