import { addDays, type BusinessDate, weekdayOf } from "./business-date.ts";
import { fedHolidays } from "./fed-holidays.ts";

export function isBankingDay(date: BusinessDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !fedHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The day itself if it is a banking day, else the next banking day. A schedule keeps its nominal date; the payment order uses this one. */
export function bankingDayOnOrAfter(date: BusinessDate): BusinessDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** Adds a number of banking days. A negative number subtracts. */
export function addBankingDays(date: BusinessDate, days: number): BusinessDate {
  const step = days < 0 ? -1 : 1;
  let day = date;
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step);
    if (isBankingDay(day)) left--;
  }
  return day;
}
