import { addDays, type BusinessDate, inMonth, weekdayOf } from "./business-date.ts";

/**
 * The days of a year on which the Federal Reserve, and with it the ACH network, is closed. The rules apply since 2022 (Juneteenth). A
 * holiday on a Sunday closes the Monday; one on a Saturday closes no other day. So every closing is within its year.
 */
export function fedHolidays(year: number): readonly BusinessDate[] {
  const known = byYear.get(year);
  if (known) return known;
  const holidays = [
    fixed(year, 1, 1), // New Year's Day
    nth(year, 1, MONDAY, 3), // Martin Luther King Jr.
    nth(year, 2, MONDAY, 3), // Washington
    lastMonday(year, 5), // Memorial Day
    fixed(year, 6, 19), // Juneteenth
    fixed(year, 7, 4), // Independence Day
    nth(year, 9, MONDAY, 1), // Labor Day
    nth(year, 10, MONDAY, 2), // Columbus
    fixed(year, 11, 11), // Veterans Day
    nth(year, 11, THURSDAY, 4), // Thanksgiving
    fixed(year, 12, 25), // Christmas
  ].filter((date) => date !== null);
  byYear.set(year, holidays);
  return holidays;
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** Cached, because schedules check every day of a year. */
const byYear = new Map<number, readonly BusinessDate[]>();

function fixed(year: number, month: number, day: number): BusinessDate | null {
  const date = inMonth(year, month, day);
  if (weekdayOf(date) === SATURDAY) return null;
  return weekdayOf(date) === SUNDAY ? addDays(date, 1) : date;
}

function nth(year: number, month: number, weekday: number, count: number): BusinessDate {
  const first = inMonth(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1));
}

function lastMonday(year: number, month: number): BusinessDate {
  const last = inMonth(year, month, 31);
  return addDays(last, -((weekdayOf(last) - MONDAY + 7) % 7));
}
