import { bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";

/** The days before the next payment on which its order may already be under way. */
const BLACKOUT_DAYS = 3;

export type PayoffWindow = { earliestOn: BusinessDate; latestOn: BusinessDate };

/** The days for which a payoff can be scheduled, or null when there are none: the next payment is too near, or past. */
export function payoffWindow(today: BusinessDate, nextPaymentOn: BusinessDate): PayoffWindow | null {
  const latestOn = addDays(nextPaymentOn, -BLACKOUT_DAYS);
  return today < latestOn ? { earliestOn: today, latestOn } : null;
}

/** The banking day on which a payoff takes place, or null when the requested day lies outside the window or would roll past it. */
export function payoffEffectiveOn(requestedOn: BusinessDate, window: PayoffWindow): BusinessDate | null {
  const effectiveOn = bankingDayOnOrAfter(requestedOn);
  return requestedOn >= window.earliestOn && effectiveOn <= window.latestOn ? effectiveOn : null;
}
