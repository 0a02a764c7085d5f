import { submitAt } from "../calendar/ach.ts";
import { addBankingDays, bankingDayOnOrAfter } from "../calendar/banking-day.ts";
import { addDays, type BusinessDate, mondayOf } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import type { Cents } from "../money/cents.ts";
import { type FailureReason, failureReasons, reachedTheBank } from "../payments/failure-reason.ts";
import { isPending, isReplaceable, type PaymentOrderStatus } from "../payments/payment-order.ts";

/** A debit that was ordered for an item, as far as it matters to what is ordered next. */
export type ItemOrder = {
  id: string;
  status: PaymentOrderStatus;
  isClaimed: boolean;
  amountCents: Cents;
  bankAccountId: string | null;
  effectiveOn: BusinessDate;
  /** How often a balance that was too small has postponed it. */
  timesMoved: number;
  failureReason: FailureReason | null;
  isRetry: boolean;
  /** It was refused or stopped, and staff have not looked into it yet. */
  waitsForStaff: boolean;
  /** The owner chose its day. */
  isArranged: boolean;
  /** It collects one part of an installment that its owner has split. */
  isPart: boolean;
};

/** Whether the order is being sent or has no outcome yet. It can no longer be withdrawn. */
export const isOnItsWay = ({ status, isClaimed }: Pick<ItemOrder, "status" | "isClaimed">): boolean =>
  isPending(status) || (status === "SCHEDULED" && isClaimed);

/** Whether the order waits for its day and can still be withdrawn. */
export const isWithdrawable = ({ status, isClaimed }: Pick<ItemOrder, "status" | "isClaimed">): boolean =>
  isReplaceable(status) && !isClaimed;

/**
 * Banking days before its day on which a debit is ordered. The reminder goes out three banking days before; an earlier order would only have
 * to be replaced whenever a payment, a payoff or another account changes what is collected.
 */
const orderedBankingDaysAhead = 5;

export const orderedFrom = (dueOn: BusinessDate): BusinessDate =>
  addBankingDays(bankingDayOnOrAfter(dueOn), -orderedBankingDaysAhead);

/** The day of a debit: the banking day on or after the given one, or the next one whose file can still be reached. */
export function collectedOn(notBefore: BusinessDate, now: Date): BusinessDate {
  let day = bankingDayOnOrAfter(notBefore);
  const today = easternTime(now).date;
  if (day < today) day = bankingDayOnOrAfter(today);
  while (submitAt(day) <= now) day = addBankingDays(day, 1);
  return day;
}

/** An item is never debited twice in a week. */
export const nextWeekAfter = (debitedOn: BusinessDate): BusinessDate =>
  bankingDayOnOrAfter(addDays(mondayOf(debitedOn), 7));

const isInWeekOf = (takenDays: readonly BusinessDate[], day: BusinessDate): boolean =>
  takenDays.some((taken) => mondayOf(taken) === mondayOf(day));

/** The day, or the first banking day of the next week in which there is no other debit of the same installment. */
export function outOfWeeks(day: BusinessDate, takenDays: readonly BusinessDate[]): BusinessDate {
  let free = day;
  while (isInWeekOf(takenDays, free)) free = nextWeekAfter(free);
  return free;
}

/** What is done about the debit of an item: nothing, a new debit from a day on, or the standing one is withdrawn first. */
export type NextDebit = {
  cancel: readonly string[];
  orderFrom: BusinessDate | null;
  /** The withdrawn retry that the new debit stands for. The network counts the two as one. */
  insteadOf: string | null;
};

/**
 * Decides about the debit of an unpaid item. Each item is debited once by its schedule; after that only the automatic retries and what its
 * owner or staff choose debit it again. A debit that no bank has seen is repeated, and so is one that failed at an account that the owner
 * has replaced. An item whose own debit has paid an older one is not debited a second time.
 */
export function nextDebit(
  item: {
    dueOn: BusinessDate;
    unpaidCents: Cents;
    /** It is one part of a split installment. */
    isPart: boolean;
    /** The days of the other debits of its installment, whose weeks are taken. */
    takenDays: readonly BusinessDate[];
  },
  orders: readonly ItemOrder[],
  /** The account that is debited now. */
  accountId: string,
): NextDebit {
  const standing = orders.filter((order) => isOnItsWay(order) || isWithdrawable(order));
  const wrong = standing.filter((order) => isWithdrawable(order) && isWrong(order, item.unpaidCents));
  const cancel = wrong.map(({ id }) => id);
  const first = (orderFrom: BusinessDate | null): NextDebit => ({ cancel, orderFrom, insteadOf: null });
  const inTakenWeek = standing.find((order) => isWithdrawable(order) && isInWeekOf(item.takenDays, order.effectiveOn));
  if (inTakenWeek && standing.length === 1 && wrong.length === 0) {
    const { id, isRetry, effectiveOn } = inTakenWeek;
    return { cancel: [id], orderFrom: outOfWeeks(effectiveOn, item.takenDays), insteadOf: isRetry ? id : null };
  }
  if (standing.length > wrong.length) return first(null);
  // A retry repeats its amount, so that what is left of a partly paid item is not a retry and waits for a person.
  if (wrong.some(({ isRetry }) => isRetry)) return first(null);
  if (wrong.length > 0) return first(item.dueOn);
  const last = orders.at(-1);
  if (!last) return first(item.dueOn);
  // The parts of the item were replaced by a new plan, in which the rest of it is debited as a whole.
  if (last.isPart && !item.isPart) return first(item.dueOn);
  if (!last.isRetry || !isWithdrawn(last)) return first(againFrom(item.dueOn, last, accountId));
  if (last.amountCents > item.unpaidCents || againFrom(item.dueOn, last, accountId) === null) return first(null);
  return { cancel, orderFrom: last.effectiveOn, insteadOf: last.id };
}

const isWithdrawn = ({ status }: ItemOrder): boolean => status === "CANCELLED" || status === "REJECTED";

const isWrong = ({ amountCents, isRetry }: ItemOrder, unpaidCents: Cents): boolean =>
  isRetry ? amountCents > unpaidCents : amountCents !== unpaidCents;

function againFrom(dueOn: BusinessDate, last: ItemOrder, accountId: string): BusinessDate | null {
  const isOtherAccount = last.bankAccountId !== accountId;
  if (isWithdrawn(last)) return !last.waitsForStaff || isOtherAccount ? dueOn : null;
  if (last.status !== "FAILED_PAYMENT" || last.failureReason === null) return null;
  if (failureReasons[last.failureReason].retry === "SAME_DAY") return dueOn;
  return isOtherAccount && reachedTheBank(last.failureReason) ? nextWeekAfter(last.effectiveOn) : null;
}
