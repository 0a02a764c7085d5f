import { addDays, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { add, type Cents, most, negate, noCents, sum } from "../../money/cents.ts";
import { decimal, fraction, times, whole } from "../../money/fraction.ts";
import { toCents } from "../../money/rounding.ts";
import type { ClassifiedTransaction } from "./bank-transaction.ts";
import type { Span } from "./daily-rollup.ts";
import { lenderOf } from "./lender-names.ts";

/** Payments are averaged over this period. */
const averagedDays = 182;
const averagedMonths = 6;
/** A lender that was paid on a day of this period is still paid. */
const runningDays = 30;
/** How many payments in the running period make them daily or weekly. */
const dailyFrom = 12;
const weeklyFrom = 4;
const bankingDaysPerMonth = "21";
const weeksPerMonth = "4.33";

/** What the business pays one lender. */
export type LenderPayments = {
  lender: string;
  rhythm: "DAILY" | "WEEKLY" | "MONTHLY";
  paymentsCount: number;
  lastPaidOn: BusinessDate;
  monthlyCents: Cents;
};

/** The debt payments of the last six months by lender, largest first. Daily and weekly debits are projected to a month. */
export function paymentsByLender(transactions: readonly ClassifiedTransaction[], { from, to }: Span): LenderPayments[] {
  const since = [from, addDays(to, 1 - averagedDays)].toSorted().at(-1) ?? from;
  const days = daysBetween(since, to) + 1;
  const debits = transactions.filter(({ kind, date }) => kind === "DEBT_PAYMENT" && date >= since && date <= to);
  const byLender = Map.groupBy(debits, lenderOf);
  return [...byLender]
    .map(([lender, paid]) => paymentsTo(lender, paid, to, days))
    .toSorted((a, b) => b.monthlyCents - a.monthlyCents || (a.lender < b.lender ? -1 : 1));
}

function paymentsTo(
  lender: string,
  paid: readonly ClassifiedTransaction[],
  to: BusinessDate,
  days: number,
): LenderPayments {
  const amounts = paid.map(({ amountCents }) => negate(amountCents));
  const lastPaidOn =
    paid
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? to;
  const recent = paid.filter(({ date }) => daysBetween(date, to) < runningDays);
  const rhythm = recent.length >= dailyFrom ? "DAILY" : recent.length >= weeklyFrom ? "WEEKLY" : "MONTHLY";
  const typical = amounts.toSorted((a, b) => a - b)[Math.floor(amounts.length / 2)] ?? noCents;
  const perMonth = { DAILY: bankingDaysPerMonth, WEEKLY: weeksPerMonth, MONTHLY: null }[rhythm];
  const monthlyCents = perMonth
    ? toCents(times(whole(typical), decimal(perMonth)))
    : // A shorter history is projected to six months.
      toCents(fraction(sum(amounts) * averagedDays, averagedMonths * days));
  return { lender, rhythm, paymentsCount: paid.length, lastPaidOn, monthlyCents };
}

/** A debt that the owner stated. */
export type DeclaredDebt = {
  id: string;
  description: string;
  monthlyPaymentCents: Cents;
  outstandingBalanceCents: Cents;
};

export type MonthlyDebt = {
  lender: string;
  seenCents: Cents;
  declaredCents: Cents;
  /** The larger of both. */
  monthlyCents: Cents;
  declaredDebtIds: string[];
};

/** The monthly debt payments by lender: what the bank shows compared with what the owner stated; the larger counts. */
export function monthlyDebts(seen: readonly LenderPayments[], declared: readonly DeclaredDebt[]): MonthlyDebt[] {
  const left = new Set(declared);
  const known = seen.map(({ lender, monthlyCents: seenCents }) => {
    const same = [...left].filter(({ description }) =>
      isSameLender(lender, lenderOf({ name: description, merchantName: null })),
    );
    for (const one of same) left.delete(one);
    const declaredCents = sum(same.map(({ monthlyPaymentCents }) => monthlyPaymentCents));
    const monthlyCents = most(seenCents, declaredCents);
    return { lender, seenCents, declaredCents, monthlyCents, declaredDebtIds: same.map(({ id }) => id) };
  });
  const unseen = [...left].map(({ id, description, monthlyPaymentCents }) => ({
    lender: description,
    seenCents: noCents,
    declaredCents: monthlyPaymentCents,
    monthlyCents: monthlyPaymentCents,
    declaredDebtIds: [id],
  }));
  return [...known, ...unseen];
}

const isSameLender = (a: string, b: string) => a !== "" && b !== "" && (a.includes(b) || b.includes(a));

export const totalMonthlyDebt = (debts: readonly MonthlyDebt[]): Cents =>
  debts.reduce((total, { monthlyCents }) => add(total, monthlyCents), noCents);
