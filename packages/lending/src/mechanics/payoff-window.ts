import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";

/** The days before the next payment on which its order may already be in progress. */
const BLACKOUT_DAYS = 3;

export type PayoffWindow = { earliestOn: BusinessDate; latestOn: BusinessDate };

/** The days for which a payoff can be scheduled; null when the next payment is too near or past. */
export function payoffWindow(today: BusinessDate, nextPaymentOn: BusinessDate): PayoffWindow | null {
  const latestOn = addDays(nextPaymentOn, -BLACKOUT_DAYS);
  return today < latestOn ? { earliestOn: today, latestOn } : null;
}

/** The banking day of a payoff; null when the requested day is outside the window or would roll past its end. */
export function payoffEffectiveOn(requestedOn: BusinessDate, window: PayoffWindow): BusinessDate | null {
  const effectiveOn = bankingDayOnOrAfter(requestedOn);
  return requestedOn >= window.earliestOn && effectiveOn <= window.latestOn ? effectiveOn : null;
}
