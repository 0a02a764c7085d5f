import { addDays, type BusinessDate, dateAt, inMonth, partsOf, weekdayOf } from "./business-date.ts";

/** A local date and time in New York. */
export type EasternTime = { date: BusinessDate; minutes: number };

/**
 * The time in America/New_York by the rule in force since 2007: daylight saving time from the second Sunday of March, 7:00 UTC, to the
 * first Sunday of November, 6:00 UTC. The rule is implemented here, so that a cut-off does not depend on the host's time zone data.
 */
export function easternTime(instant: Date): EasternTime {
  const ms = instant.getTime();
  const { fromMs, untilMs } = summerOf(instant.getUTCFullYear());
  const isSummer = ms >= fromMs && ms < untilMs;
  const shifted = new Date(ms - (isSummer ? 4 : 5) * 3_600_000);
  return { date: dateAt(shifted), minutes: shifted.getUTCHours() * 60 + shifted.getUTCMinutes() };
}

/** The instant of a local time in New York. */
export function easternInstant(date: BusinessDate, minutes: number): Date {
  const winter = new Date(at(date, 5).getTime() + minutes * 60_000);
  const summer = new Date(winter.getTime() - 3_600_000);
  const shown = easternTime(summer);
  return shown.date === date && shown.minutes === minutes ? summer : winter;
}

/** Minutes since midnight: `clock(13, 45)`. */
export const clock = (hours: number, minutes: number): number => hours * 60 + minutes;

type Summer = { fromMs: number; untilMs: number };

/** Cached, because a page that shows the days of debits asks for the time of many of them. */
const byYear = new Map<number, Summer>();

/** When daylight saving time is in force. */
function summerOf(year: number): Summer {
  const known = byYear.get(year);
  if (known) return known;
  const summer = { fromMs: at(sunday(year, 3, 2), 7).getTime(), untilMs: at(sunday(year, 11, 1), 6).getTime() };
  byYear.set(year, summer);
  return summer;
}

function at(date: BusinessDate, utcHours: number): Date {
  const { year, month, day } = partsOf(date);
  return new Date(Date.UTC(year, month - 1, day, utcHours));
}

function sunday(year: number, month: number, count: number): BusinessDate {
  const first = inMonth(year, month, 1);
  return addDays(first, ((7 - weekdayOf(first)) % 7) + 7 * (count - 1));
}
