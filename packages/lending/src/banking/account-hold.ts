import { estimatedArrivalOn } from "../calendar/ach.ts";
import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate } from "../calendar/business-date.ts";
import { easternInstant, easternTime } from "../calendar/eastern-time.ts";

const holdHours = 72;
const holdBankingDays = 3;

/**
 * When the hold of an account ends that is added, changed or chosen for payouts now: after 72 hours, and not before the third banking day
 * after the change is over in New York. Until then it receives no payout, so that its owners can object.
 */
export function accountHeldUntil(changedAt: Date): Date {
  const afterHours = new Date(changedAt.getTime() + holdHours * 3_600_000);
  const lastDay = addBankingDays(easternTime(changedAt).date, holdBankingDays);
  const afterDays = easternInstant(addDays(lastDay, 1), 0);
  return afterHours > afterDays ? afterHours : afterDays;
}

/** The first banking day that begins after the hold has ended. */
export function firstPayoutOn(heldUntil: Date): BusinessDate {
  const { date, minutes } = easternTime(heldUntil);
  return bankingDayOnOrAfter(minutes === 0 ? date : addDays(date, 1));
}

/** When the first payout after a hold arrives: it is sent on the first banking day after the hold. */
export const firstArrivalOn = (heldUntil: Date): BusinessDate => addBankingDays(firstPayoutOn(heldUntil), 1);

/** When a payout that is approved now arrives at the earliest. */
export function payoutArrivesOn(approvedAt: Date, heldUntil: Date | null): BusinessDate {
  const arrival = estimatedArrivalOn(approvedAt);
  if (heldUntil === null || heldUntil <= approvedAt) return arrival;
  const afterHold = firstArrivalOn(heldUntil);
  // biome-ignore lint/complexity/useMathMinMax: dates are strings, which Math.max does not compare.
  return afterHold > arrival ? afterHold : arrival;
}
