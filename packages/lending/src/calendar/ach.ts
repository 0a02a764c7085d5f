import type { Cents } from "../money/cents.ts";
import { addBankingDays, isBankingDay } from "./banking-day.ts";
import type { BusinessDate } from "./business-date.ts";
import { clock, easternInstant, easternTime } from "./eastern-time.ts";

/** Our submission cut-offs in New York time, one hour before the ACH operator's deadlines. */
export const standardCutOff = clock(18, 0);
export const sameDayWindows = [
  { cutOff: clock(9, 30), settlesAt: clock(13, 0) },
  { cutOff: clock(13, 45), settlesAt: clock(17, 0) },
  { cutOff: clock(15, 45), settlesAt: clock(18, 0) },
] as const;

/** The network's limit for a same-day entry. */
const sameDayLimitCents = 100_000_000;

/** A return arrives by the opening of the second banking day after settlement, so an entry in either direction succeeds at the end of that day. */
const RETURN_BANKING_DAYS = 2;

export type AchTimeline = { settlesOn: BusinessDate; succeedsOn: BusinessDate };

export const timelineFrom = (settlesOn: BusinessDate): AchTimeline => ({
  settlesOn,
  succeedsOn: addBankingDays(settlesOn, RETURN_BANKING_DAYS),
});

/** A standard entry is sent with the night file of its banking day and settles on the next banking day. */
export function standardAch(handedInAt: Date): AchTimeline {
  const { date, minutes } = easternTime(handedInAt);
  const tonight = isBankingDay(date) && minutes < standardCutOff;
  const fileOn = tonight ? date : addBankingDays(date, 1);
  return timelineFrom(addBankingDays(fileOn, 1));
}

/** The next same-day window, or null when none is left on this day or the amount is too large. */
export function sameDayAch(handedInAt: Date, amountCents: Cents): (AchTimeline & { settlesAt: Date }) | null {
  if (amountCents > sameDayLimitCents) return null;
  const { date, minutes } = easternTime(handedInAt);
  const window = isBankingDay(date) ? sameDayWindows.find(({ cutOff }) => minutes < cutOff) : undefined;
  return window ? { ...timelineFrom(date), settlesAt: easternInstant(date, window.settlesAt) } : null;
}

/** The latest time to submit a standard debit that settles on this day. */
export const standardDeadline = (settlesOn: BusinessDate): Date =>
  easternInstant(addBankingDays(settlesOn, -1), standardCutOff);

const minutesBeforeCutOff = 15;
/** Orders are submitted some minutes before our own cut-off, so that a slow response does not cost a day. */
export const submitAt = (settlesOn: BusinessDate): Date =>
  new Date(standardDeadline(settlesOn).getTime() - minutesBeforeCutOff * 60_000);

/** The cut-off of the file that an entry handed in now goes with. */
export const nextCutOff = (handedInAt: Date): Date => standardDeadline(standardAch(handedInAt).settlesOn);

/** The time of the balance check before a standard debit. */
export const preDebitCheckAt = (settlesOn: BusinessDate): Date =>
  easternInstant(addBankingDays(settlesOn, -1), clock(15, 0));

/** When a payout that is approved now arrives. Payouts are sent at once as standard entries, so none arrives on the same day. */
export const estimatedArrivalOn = (approvedAt: Date): BusinessDate => standardAch(approvedAt).settlesOn;
