import { addDays, type BusinessDate, daysBetween, inMonth, partsOf } from "../../calendar/business-date.ts";
import type { Decimal } from "../../money/fraction.ts";
import type { PricingPlan, RepaymentWindow } from "./terms.ts";

/** A fixed-date window has no length of its own and counts as 30 days. */
const FIXED_DATE_DAYS = 30;

/** A fixed date nearer to funding than this is skipped, and that of the next month applies. */
const FIXED_DATE_NOTICE_DAYS = 15;

/** The number of days over which the plan's fee accrues. */
export function planDays(window: RepaymentWindow): number {
  if (window.repaymentType === "FIXED_DURATION") return window.repaymentDurationDays;
  if (window.repaymentType === "FIXED_DATE") return FIXED_DATE_DAYS;
  return Math.max(...window.repaymentSchedule.schedule.map((part) => part.repaymentDurationDays));
}

export type RepaymentPart = { repaymentPercentage: Decimal; planDays: number; dueOn: BusinessDate };

/** The parts of a repayment and their nominal due dates. `fundedOn` is the effective date of the payout. */
export function repaymentParts(window: RepaymentWindow, fundedOn: BusinessDate): RepaymentPart[] {
  if (window.repaymentType === "FIXED_DATE") {
    const dueOn = fixedDateAfter(fundedOn, window.monthlyRepaymentDay);
    return [{ repaymentPercentage: 100, planDays: FIXED_DATE_DAYS, dueOn }];
  }
  const parts =
    window.repaymentType === "FIXED_DURATION"
      ? [{ repaymentPercentage: 100, repaymentDurationDays: window.repaymentDurationDays }]
      : window.repaymentSchedule.schedule;
  return parts.map(({ repaymentPercentage, repaymentDurationDays }) => ({
    repaymentPercentage,
    planDays: repaymentDurationDays,
    dueOn: addDays(fundedOn, repaymentDurationDays),
  }));
}

/** The first monthly repayment day that is at least the notice period away. In a shorter month it is the last day. */
export function fixedDateAfter(fundedOn: BusinessDate, monthlyRepaymentDay: number): BusinessDate {
  const { year, month } = partsOf(fundedOn);
  for (let ahead = 0; ; ahead++) {
    const index = month - 1 + ahead;
    const dueOn = inMonth(year + Math.floor(index / 12), (index % 12) + 1, monthlyRepaymentDay);
    if (daysBetween(fundedOn, dueOn) >= FIXED_DATE_NOTICE_DAYS) return dueOn;
  }
}

export function planById(plans: readonly PricingPlan[], planId: string): PricingPlan {
  const plan = plans.find(({ id }) => id === planId);
  if (!plan) throw new RangeError(`the offer has no plan ${planId}`);
  return plan;
}
