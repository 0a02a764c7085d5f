import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, daysBetween, mondayOf } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { dailyInterest } from "../mechanics/installments/level-payment.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { isScheduled, type Obligation, unpaid } from "../mechanics/obligation.ts";
import { type Cents, noCents, sum } from "../money/cents.ts";
import type { Decimal } from "../money/fraction.ts";
import { failureReasons, reachedTheBank } from "../payments/failure-reason.ts";
import { type FailedOrder, type RetryRefusal, whyNotRetry } from "../payments/retry.ts";
import { collectedOn, type ItemOrder, isOnItsWay, outOfWeeks } from "./collection.ts";

/** What owners may arrange themselves, as data of the capital provider. Zero: not at all. */
export type ArrangementPolicy = {
  retryWithinBankingDays: number;
  moveByBankingDays: number;
  moveOnceInDays: number;
  splitWithinDays: number;
  splitOnceInDays: number;
};

/** An owner chooses the day of the next try, moves or splits a payment; staff put payments off for a business in hardship. */
export const arrangementKinds = ["RETRY_DAY", "MOVE", "SPLIT", "HARDSHIP"] as const;
export type ArrangementKind = (typeof arrangementKinds)[number];

/** The days that can be chosen, or why there are none. */
export type ChoosableDays<Why> = { days: readonly BusinessDate[]; why: Why | null };
export const none = <Why>(why: Why): ChoosableDays<Why> => ({ days: [], why });

export type RetryDayRefusal = "NO_DEBIT_FAILED" | "PAYMENT_PENDING" | "RETRY_NOT_OFFERED" | RetryRefusal;

/** The failed debit of an item whose next try is to be chosen, or which is to be split. */
export type FailedDebit = FailedOrder & { isOtherAccount: boolean };

/**
 * The days of the next try among which the owner of an overdue item can choose. It repeats the failed debit within the limits of the network,
 * so it is never in the week of the last one.
 */
export function retryDays(
  {
    orders,
    failed,
    takenDays,
  }: {
    orders: readonly ItemOrder[];
    failed: FailedDebit | null;
    /** The days of the other debits of its installment, whose weeks are taken. */
    takenDays: readonly BusinessDate[];
  },
  policy: ArrangementPolicy,
  now: Date,
): ChoosableDays<RetryDayRefusal> {
  if (!failed || !reachedTheBank(failed.reason)) return none("NO_DEBIT_FAILED");
  if (orders.some(isOnItsWay)) return none("PAYMENT_PENDING");
  const latest = addBankingDays(easternTime(now).date, policy.retryWithinBankingDays);
  const banking = daysUntil(collectedOn(easternTime(now).date, now), latest);
  if (banking.length === 0 || failureReasons[failed.reason].retry !== "TWICE") return none("RETRY_NOT_OFFERED");
  const { isOtherAccount } = failed;
  const whys = banking.map((onDay) => whyNotRetry(failed, { isOtherAccount, isCauseCorrected: false, onDay }));
  const days = banking.filter((day, index) => whys[index] === null && outOfWeeks(day, takenDays) === day);
  return days.length > 0 ? { days, why: null } : none(whys.at(-1) ?? "RETRY_NOT_OFFERED");
}

export type MoveRefusal =
  | "MOVE_NOT_COMING"
  | "MOVE_NOT_CURRENT"
  | "PAYMENT_PENDING"
  | "MOVED_RECENTLY"
  | "MOVE_NOT_OFFERED";

type ComingItem = {
  dueOn: BusinessDate;
  orders: readonly ItemOrder[];
  /** The due day of the item after it. Null for the last one. */
  nextDueOn: BusinessDate | null;
  loanStatus: LoanStatus;
  /** The day on which a payment of the product was moved last. */
  lastMovedOn: BusinessDate | null;
};

/** The days to which the owner of a loan can move a coming payment: a few banking days later, and never into the week of the next one. */
export function moveDays(
  { dueOn, orders, nextDueOn, loanStatus, lastMovedOn }: ComingItem,
  policy: ArrangementPolicy,
  today: BusinessDate,
): ChoosableDays<MoveRefusal> {
  if (dueOn <= today) return none("MOVE_NOT_COMING");
  if (loanStatus !== "CURRENT") return none("MOVE_NOT_CURRENT");
  if (orders.some(isOnItsWay)) return none("PAYMENT_PENDING");
  if (lastMovedOn !== null && addDays(lastMovedOn, policy.moveOnceInDays) > today) return none("MOVED_RECENTLY");
  const planned = bankingDayOnOrAfter(dueOn);
  const later = daysUntil(addBankingDays(planned, 1), addBankingDays(planned, policy.moveByBankingDays));
  const days = later.filter((day) => nextDueOn === null || mondayOf(day) < mondayOf(bankingDayOnOrAfter(nextDueOn)));
  return days.length > 0 ? { days, why: null } : none("MOVE_NOT_OFFERED");
}

/** The interest that a delay costs: nothing where the interest is that of the schedule, and that of its days on a DAILY loan. */
export function delayInterest(
  { interestMethod, interestRatePercentage }: { interestMethod: string; interestRatePercentage: Decimal },
  obligations: readonly Obligation[],
  { from, to }: { from: BusinessDate; to: BusinessDate },
): Cents {
  const days = daysBetween(from, to);
  if (interestMethod !== "DAILY" || days <= 0) return noCents;
  const balanceCents = sum(obligations.filter(isScheduled).map((row) => unpaid(row).principalCents));
  const sources = { balanceCents: "ledger", interestRatePercentage: "terms", days: "request" } as const;
  return plainWorksheet("interestCents", dailyInterest, { balanceCents, interestRatePercentage, days }, sources);
}

/** The banking days from one day to another, both included. */
export function daysUntil(first: BusinessDate, last: BusinessDate): BusinessDate[] {
  const days: BusinessDate[] = [];
  for (let day = bankingDayOnOrAfter(first); day <= last; day = addBankingDays(day, 1)) days.push(day);
  return days;
}
