import { addDays, type BusinessDate, weekdayOf } from "./business-date.ts";
import { fedHolidays } from "./fed-holidays.ts";

export function isBankingDay(date: BusinessDate): boolean {
  const weekday = weekdayOf(date);
  return weekday !== 0 && weekday !== 6 && !fedHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The day itself if banks are open, else the next on which they are: a schedule keeps its nominal day, the order goes out on this one. */
export function bankingDayOnOrAfter(date: BusinessDate): BusinessDate {
  let day = date;
  while (!isBankingDay(day)) day = addDays(day, 1);
  return day;
}

/** So many banking days on; a negative number goes back. */
export function addBankingDays(date: BusinessDate, days: number): BusinessDate {
  const step = days < 0 ? -1 : 1;
  let day = date;
  for (let left = Math.abs(days); left > 0; ) {
    day = addDays(day, step);
    if (isBankingDay(day)) left--;
  }
  return day;
}
