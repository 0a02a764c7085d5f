import { addBankingDays, isBankingDay } from "./banking-day.ts";
import type { BusinessDate } from "./business-date.ts";
import { clock, easternInstant, easternTime } from "./eastern-time.ts";

/** Until when we hand entries to the processor, in New York: one hour before the operator's own deadlines. */
export const standardCutOff = clock(18, 0);
export const sameDayWindows = [
  { cutOff: clock(9, 30), settlesAt: clock(13, 0) },
  { cutOff: clock(13, 45), settlesAt: clock(17, 0) },
  { cutOff: clock(15, 45), settlesAt: clock(18, 0) },
] as const;

/** A returned debit reaches us by the opening of the second banking day; success waits for the end of it. */
const RETURN_BANKING_DAYS = 2;

export type AchTimeline = { settlesOn: BusinessDate; succeedsOn: BusinessDate };

export const timelineFrom = (settlesOn: BusinessDate): AchTimeline => ({
  settlesOn,
  succeedsOn: addBankingDays(settlesOn, RETURN_BANKING_DAYS),
});

/** A standard entry goes out with the night file of its banking day and settles on the next. */
export function standardAch(handedInAt: Date): AchTimeline {
  const { date, minutes } = easternTime(handedInAt);
  const tonight = isBankingDay(date) && minutes < standardCutOff;
  const fileOn = tonight ? date : addBankingDays(date, 1);
  return timelineFrom(addBankingDays(fileOn, 1));
}

/** The next same-day window, or null when none is left on this day. */
export function sameDayAch(handedInAt: Date): (AchTimeline & { settlesAt: Date }) | null {
  const { date, minutes } = easternTime(handedInAt);
  const window = isBankingDay(date) ? sameDayWindows.find(({ cutOff }) => minutes < cutOff) : undefined;
  return window ? { ...timelineFrom(date), settlesAt: easternInstant(date, window.settlesAt) } : null;
}

/** When a standard debit that settles on this day must have been handed in. */
export const standardDeadline = (settlesOn: BusinessDate): Date =>
  easternInstant(addBankingDays(settlesOn, -1), standardCutOff);

/** When the borrower's balance is looked at before a standard debit. */
export const preDebitCheckAt = (settlesOn: BusinessDate): Date =>
  easternInstant(addBankingDays(settlesOn, -1), clock(15, 0));

/** Funds arrive on the same day only where approval falls before 14:00 in New York on a banking day; else on the next banking day. */
export function estimatedArrivalOn(approvedAt: Date): BusinessDate {
  const { date, minutes } = easternTime(approvedAt);
  return isBankingDay(date) && minutes < clock(14, 0) ? date : addBankingDays(date, 1);
}
