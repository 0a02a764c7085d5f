import { isBankingDay } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, mondayOf } from "../calendar/business-date.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { type ItemOrder, isOnItsWay } from "./collection.ts";

/** A payment that is put off, and its new day. */
export type PutOff = { obligationId: string; dueOn: BusinessDate };

/** An unpaid row of the schedule, in its order. */
export type PlannedItem = { obligationId: string; dueOn: BusinessDate; orders: readonly ItemOrder[] };

/** A payment is put off by at most this many days from today. A debit that was returned cannot be tried again later than that either. */
export const putOffWithinDays = 180;

export type HardshipRefusal = "PRODUCT_NOT_OPEN" | "UNKNOWN_PAYMENT" | "PAYMENT_PENDING" | "DAY_INVALID";

/**
 * Why a plan for a business in hardship is not made. Its payments fall due later than before, on banking days whose file can be reached, in
 * the order of the schedule and each in a week of its own.
 */
export function whyNotPutOff(
  items: readonly PlannedItem[],
  plan: readonly PutOff[],
  {
    loanStatus,
    today,
    earliest,
  }: {
    loanStatus: LoanStatus;
    today: BusinessDate;
    /** The first day whose file can be reached. */
    earliest: BusinessDate;
  },
): HardshipRefusal | null {
  if (loanStatus !== "CURRENT" && loanStatus !== "LATE") return "PRODUCT_NOT_OPEN";
  const days = new Map(plan.map(({ obligationId, dueOn }) => [obligationId, dueOn]));
  const moved = items.filter(({ obligationId }) => days.has(obligationId));
  if (moved.length !== plan.length) return "UNKNOWN_PAYMENT";
  if (moved.some(({ orders }) => orders.some(isOnItsWay))) return "PAYMENT_PENDING";
  const latest = addDays(today, putOffWithinDays);
  const isPossible = ({ obligationId, dueOn }: PlannedItem): boolean => {
    const day = days.get(obligationId) ?? dueOn;
    return isBankingDay(day) && day > dueOn && day >= earliest && day <= latest;
  };
  const weeks = items.map(({ obligationId, dueOn }) => mondayOf(days.get(obligationId) ?? dueOn));
  const isInOrder = items.every(({ obligationId }, index) => {
    const [before, own, after] = [weeks[index - 1], weeks[index] ?? "", weeks[index + 1]];
    if (!days.has(obligationId)) return true;
    return (before === undefined || before < own) && (after === undefined || own < after);
  });
  return moved.every(isPossible) && isInOrder ? null : "DAY_INVALID";
}
