import type { z } from "zod/mini";

/**
 * A business date, `yyyy-MM-dd`, in UTC. Days are counted as integers, never through the local time of a process. Two dates compare with
 * `<` as text. A timestamp is never compared with a date.
 */
export type BusinessDate = string & z.core.$brand<"BusinessDate">;

/** Reads a date, and refuses one that does not exist. */
export function businessDate(text: string): BusinessDate {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const date = found && fromParts(Number(found[1]), Number(found[2]), Number(found[3]));
  if (date !== text) throw new RangeError(`not a date: ${text}`);
  return date as BusinessDate;
}

export type DateParts = { year: number; month: number; day: number };

/** Read digit by digit, because a schedule reads thousands of dates and slices of their text take three times as long. */
export const partsOf = (date: BusinessDate): DateParts => ({
  year: twoDigitsAt(date, 0) * 100 + twoDigitsAt(date, 2),
  month: twoDigitsAt(date, 5),
  day: twoDigitsAt(date, 8),
});

const twoDigitsAt = (date: BusinessDate, at: number): number =>
  (date.charCodeAt(at) - zero) * 10 + date.charCodeAt(at + 1) - zero;
const zero = "0".charCodeAt(0);

/** The UTC date of a timestamp. */
export const dateAt = (instant: Date): BusinessDate => fromDayNumber(Math.floor(instant.getTime() / DAY_MS));

export const addDays = (date: BusinessDate, days: number): BusinessDate => fromDayNumber(dayNumber(date) + days);

/** The number of days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: BusinessDate, to: BusinessDate): number => dayNumber(to) - dayNumber(from);

/** 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (date: BusinessDate): number => (((dayNumber(date) + 4) % 7) + 7) % 7;

/** The Monday of the week of a day. */
export const mondayOf = (date: BusinessDate): BusinessDate => addDays(date, -((weekdayOf(date) + 6) % 7));

/** The same day a number of months later. A day that the month lacks becomes its last: January 31, February 28, March 31. */
export function addMonths(date: BusinessDate, months: number): BusinessDate {
  const { year, month, day } = partsOf(date);
  const index = year * 12 + (month - 1) + months;
  return inMonth(Math.floor(index / 12), (((index % 12) + 12) % 12) + 1, day);
}

/** A day of a month, or the month's last day if it has fewer. */
export const inMonth = (year: number, month: number, day: number): BusinessDate =>
  fromParts(year, month, Math.min(day, daysInMonth(year, month)));

/** The number of calendar months between two dates, ignoring the day of the month. */
export function calendarMonthsBetween(from: BusinessDate, to: BusinessDate): number {
  const start = partsOf(from);
  const end = partsOf(to);
  return (end.year - start.year) * 12 + end.month - start.month;
}

export function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const DAY_MS = 86_400_000;

// Date.UTC and the UTC getters are plain arithmetic on whole days, independent of the time zone.
const dayNumber = (date: BusinessDate): number => {
  const { year, month, day } = partsOf(date);
  return Date.UTC(year, month - 1, day) / DAY_MS;
};

/** Formatted by hand, because a daily quote formats hundreds of dates and `toISOString` takes ten times as long. */
function fromDayNumber(days: number): BusinessDate {
  const at = new Date(days * DAY_MS);
  if (Number.isNaN(at.getTime())) throw new RangeError(`not a day: ${days}`);
  const year = String(at.getUTCFullYear()).padStart(4, "0");
  return `${year}-${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}` as BusinessDate;
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

const fromParts = (year: number, month: number, day: number): BusinessDate =>
  fromDayNumber(Date.UTC(year, month - 1, day) / DAY_MS);
