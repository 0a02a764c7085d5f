import { addBankingDays, isBankingDay } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import { payoffWindow } from "../mechanics/payoff-window.ts";
import { collectedOn } from "./collection.ts";

/** The days of a payoff: those that can be chosen, and why the days around them cannot. */
export type PayoffDays = {
  days: readonly BusinessDate[];
  /** Days between the first and the last one on which banks are closed. */
  closedDays: readonly BusinessDate[];
  /** The last day of the window, which ends some days before the next payment. */
  latestOn: BusinessDate | null;
};

/** The banking days on which a payoff can be debited before the next payment, from the first whose file can still be reached. */
export function payoffDays(nextPaymentOn: BusinessDate, now: Date): PayoffDays {
  const today = easternTime(now).date;
  const window = payoffWindow(today, nextPaymentOn);
  if (!window) return { days: [], closedDays: [], latestOn: null };
  const { latestOn } = window;
  const days: BusinessDate[] = [];
  for (let day = collectedOn(today, now); day <= latestOn; day = addBankingDays(day, 1)) days.push(day);
  const closedDays: BusinessDate[] = [];
  for (let day = days[0] ?? latestOn; day <= latestOn; day = addDays(day, 1))
    if (!isBankingDay(day)) closedDays.push(day);
  return { days, closedDays, latestOn };
}
