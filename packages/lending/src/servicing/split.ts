import { addDays, type BusinessDate, mondayOf } from "../calendar/business-date.ts";
import { easternTime } from "../calendar/eastern-time.ts";
import { difference, sumOf } from "../explain/arithmetic.ts";
import { formula } from "../explain/formula.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { Amounts } from "../mechanics/obligation.ts";
import { type Cents, cents, least, subtract } from "../money/cents.ts";
import { failureReasons, reachedTheBank } from "../payments/failure-reason.ts";
import { type ArrangementPolicy, type ChoosableDays, daysUntil, type FailedDebit, none } from "./arrangements.ts";
import { collectedOn, type ItemOrder, isOnItsWay, isWithdrawable } from "./collection.ts";

export type SplitRefusal =
  | "NO_DEBIT_FAILED"
  | "PAYMENT_PENDING"
  | "SPLIT_RECENTLY"
  | "OLDER_UNPAID"
  | "SPLIT_NOT_OFFERED";

type OverdueItem = {
  orders: readonly ItemOrder[];
  failed: FailedDebit | null;
  /** Nothing of the same loan or draw that fell due before it is unpaid. A payment would pay that first. */
  isOldest: boolean;
  loanStatus: LoanStatus;
  /** The day on which a payment of the product was split last. */
  lastSplitOn: BusinessDate | null;
};

/**
 * The days on which the parts of an overdue installment can be debited, if it can be split. The parts are new entries under an authorization
 * of their own, so that the limit of the network for repeated ones does not count, but no week has two debits of the installment.
 */
export function splitDays(item: OverdueItem, policy: ArrangementPolicy, now: Date): ChoosableDays<SplitRefusal> {
  const { orders, failed, isOldest, loanStatus, lastSplitOn } = item;
  const today = easternTime(now).date;
  if (!failed || !reachedTheBank(failed.reason)) return none("NO_DEBIT_FAILED");
  if (orders.some(isOnItsWay)) return none("PAYMENT_PENDING");
  if (lastSplitOn !== null && addDays(lastSplitOn, policy.splitOnceInDays) > today) return none("SPLIT_RECENTLY");
  if (!isOldest) return none("OLDER_UNPAID");
  const isOpen = loanStatus === "CURRENT" || loanStatus === "LATE";
  const isPossible = failed.isOtherAccount || failureReasons[failed.reason].retry === "TWICE";
  if (!isOpen || !isPossible) return none("SPLIT_NOT_OFFERED");
  const within = daysUntil(collectedOn(today, now), addDays(today, policy.splitWithinDays));
  const days = within.filter((day) => mondayOf(day) > mondayOf(failed.debitedOn));
  const [first, last] = [days[0], days.at(-1)];
  return first && last && mondayOf(first) < mondayOf(last) ? { days, why: null } : none("SPLIT_NOT_OFFERED");
}

/** Whether the parts can be debited on two days: both can be chosen, and the second is in a later week. */
export const areSplitDays = (days: readonly string[], [first, second]: readonly [string, string]): boolean =>
  [first, second].every((day) => days.includes(day)) &&
  mondayOf(first as BusinessDate) < mondayOf(second as BusinessDate);

/** Half of an amount. An odd cent is in this half. */
const firstHalf = formula({
  name: "first-half",
  version: 1,
  words: "Half of the amount, with the odd cent.",
  exact: ({ unpaidCents }: { unpaidCents: Cents }) => cents(Math.ceil(unpaidCents / 2)),
});

/** An installment in two parts. The first has the odd cent. */
export function splitInTwo(owed: Amounts, write: Worksheet): [Amounts, Amounts] {
  const unpaidCents = write("unpaidCents", sumOf, owed, {
    principalCents: "ledger",
    interestCents: "ledger",
    feeCents: "ledger",
  });
  const firstHalfCents = write("part1Cents", firstHalf, { unpaidCents }, { unpaidCents: "figure unpaidCents" });
  write(
    "part2Cents",
    difference,
    { fromCents: unpaidCents, firstHalfCents },
    { fromCents: "figure unpaidCents", firstHalfCents: "figure part1Cents" },
  );
  const first = takenFrom(owed, firstHalfCents);
  return [first, less(owed, first)];
}

/** The amount of what is owed, or all of it if that is less: interest first, then fees, then principal, as a payment pays it. */
export function takenFrom(owed: Amounts, amountCents: Cents): Amounts {
  const interestCents = least(owed.interestCents, amountCents);
  const feeCents = least(owed.feeCents, subtract(amountCents, interestCents));
  const principalCents = least(owed.principalCents, subtract(subtract(amountCents, interestCents), feeCents));
  return { principalCents, interestCents, feeCents };
}

export const less = (owed: Amounts, taken: Amounts): Amounts => ({
  principalCents: subtract(owed.principalCents, taken.principalCents),
  interestCents: subtract(owed.interestCents, taken.interestCents),
  feeCents: subtract(owed.feeCents, taken.feeCents),
});

type PartOrders = { number: number; orders: readonly ItemOrder[] };

/**
 * The days of the debits of one part that keep another part out of their weeks: those that are made or on their way, and those that wait for
 * their day. Of two that wait, a retry gives way to a part on its own day, and otherwise the second part to the first.
 */
export function takenDays(own: PartOrders, other: PartOrders): BusinessDate[] {
  const isRetrying = ({ orders }: PartOrders) => orders.some((order) => isWithdrawable(order) && order.isRetry);
  const givesWay = isRetrying(own) === isRetrying(other) ? own.number > other.number : isRetrying(own);
  return other.orders.flatMap((order) => {
    if (order.status === "CANCELLED" || order.status === "REJECTED") return [];
    return isWithdrawable(order) && !givesWay ? [] : order.effectiveOn;
  });
}
