import { addDays, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { add, type Cents, cents, negate, noCents, subtract, sum } from "../../money/cents.ts";
import type { ClassifiedTransaction, UnderwritingAccount } from "./bank-transaction.ts";

/** The figures of a day. Transfers between own accounts are in the balance and in no other figure. */
export type DayFigures = {
  incomingCents: Cents;
  outgoingCents: Cents;
  netCents: Cents;
  nsfPaymentCents: Cents;
  nsfCount: number;
  overdraftPaymentCents: Cents;
  overdraftCount: number;
  debtPaymentsCents: Cents;
};

export type DailyRollup = DayFigures & {
  date: BusinessDate;
  /** At the end of the day. */
  balanceCents: Cents;
  /** From the first day to this one. */
  cumulative: DayFigures;
};

const none: DayFigures = {
  incomingCents: noCents,
  outgoingCents: noCents,
  netCents: noCents,
  nsfPaymentCents: noCents,
  nsfCount: 0,
  overdraftPaymentCents: noCents,
  overdraftCount: 0,
  debtPaymentsCents: noCents,
};

const together = (a: DayFigures, b: DayFigures): DayFigures => ({
  incomingCents: add(a.incomingCents, b.incomingCents),
  outgoingCents: add(a.outgoingCents, b.outgoingCents),
  netCents: add(a.netCents, b.netCents),
  nsfPaymentCents: add(a.nsfPaymentCents, b.nsfPaymentCents),
  nsfCount: a.nsfCount + b.nsfCount,
  overdraftPaymentCents: add(a.overdraftPaymentCents, b.overdraftPaymentCents),
  overdraftCount: a.overdraftCount + b.overdraftCount,
  debtPaymentsCents: add(a.debtPaymentsCents, b.debtPaymentsCents),
});

function figuresOf({ kind, amountCents }: ClassifiedTransaction): DayFigures {
  if (kind === "INTERNAL_TRANSFER") return none;
  const incomingCents = amountCents > 0 ? amountCents : noCents;
  const outgoingCents = amountCents < 0 ? negate(amountCents) : noCents;
  return {
    incomingCents,
    outgoingCents,
    netCents: subtract(incomingCents, outgoingCents),
    nsfPaymentCents: kind === "NSF_FEE" ? outgoingCents : noCents,
    nsfCount: kind === "NSF_FEE" ? 1 : 0,
    overdraftPaymentCents: kind === "OVERDRAFT_FEE" ? outgoingCents : noCents,
    overdraftCount: kind === "OVERDRAFT_FEE" ? 1 : 0,
    debtPaymentsCents: kind === "DEBT_PAYMENT" ? outgoingCents : noCents,
  };
}

export type Span = { from: BusinessDate; to: BusinessDate };

/**
 * The days of one account, from the first to the last day of the span. Balances are computed backward from the balance at its end: the
 * balance of a day is that of the next day without the next day's transactions.
 */
export function rollUpAccount(
  transactions: readonly ClassifiedTransaction[],
  balanceCents: Cents,
  { from, to }: Span,
): DailyRollup[] {
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, () => ({
    figures: none,
    movedCents: noCents,
  }));
  for (const one of transactions) {
    const day = days[daysBetween(from, one.date)];
    if (!day) continue;
    day.figures = together(day.figures, figuresOf(one));
    day.movedCents = add(day.movedCents, one.amountCents);
  }
  const movedCents = sum(days.map((day) => day.movedCents));
  let balance = subtract(balanceCents, movedCents);
  let cumulative = none;
  return days.map((day, at) => {
    balance = add(balance, day.movedCents);
    cumulative = together(cumulative, day.figures);
    return { date: addDays(from, at), ...day.figures, balanceCents: balance, cumulative };
  });
}

/** The days of several accounts together. All have the same span. */
export function rollUpTogether(accounts: readonly (readonly DailyRollup[])[]): DailyRollup[] {
  const [first = [], ...others] = accounts;
  return first.map((day, at) => {
    const same = [day, ...others.flatMap((other) => other[at] ?? [])];
    const figures = same.reduce<DayFigures>(together, none);
    const cumulative = same.map((one) => one.cumulative).reduce(together, none);
    return { date: day.date, ...figures, balanceCents: sum(same.map((one) => one.balanceCents)), cumulative };
  });
}

/** The days of each checking account of the business whose balance is known. */
export function rollUpAccounts(
  accounts: readonly UnderwritingAccount[],
  transactions: readonly ClassifiedTransaction[],
  span: Span,
): ReadonlyMap<string, DailyRollup[]> {
  const byAccount = Map.groupBy(transactions, ({ accountId }) => accountId);
  const counted = accounts.filter(({ isBusinessChecking }) => isBusinessChecking);
  return new Map(
    counted.flatMap(({ accountId, balanceCents }) =>
      balanceCents === null
        ? []
        : [[accountId, rollUpAccount(byAccount.get(accountId) ?? [], balanceCents, span)] as const],
    ),
  );
}

/** The number of days that ended with less than nothing on the account. */
export const negativeDays = (days: readonly DailyRollup[]): number =>
  days.filter(({ balanceCents }) => balanceCents < cents(0)).length;
