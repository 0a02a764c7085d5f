import { addDays, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import { add, type Cents, cents, noCents, subtract, sum } from "../../money/cents.ts";
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

/** The sums of a day while its transactions are counted, as plain numbers: a history has tens of thousands of them. */
type Counting = { -readonly [Name in keyof DayFigures]: number } & { movedCents: number };

function count(day: Counting, { kind, amountCents }: ClassifiedTransaction): void {
  day.movedCents += amountCents;
  if (kind === "INTERNAL_TRANSFER") return;
  if (amountCents > 0) day.incomingCents += amountCents;
  else day.outgoingCents -= amountCents;
  day.netCents += amountCents;
  if (kind === "NSF_FEE") {
    day.nsfPaymentCents -= amountCents;
    day.nsfCount++;
  } else if (kind === "OVERDRAFT_FEE") {
    day.overdraftPaymentCents -= amountCents;
    day.overdraftCount++;
  } else if (kind === "DEBT_PAYMENT") day.debtPaymentsCents -= amountCents;
}

const counted = (day: Counting): DayFigures => ({
  incomingCents: cents(day.incomingCents),
  outgoingCents: cents(day.outgoingCents),
  netCents: cents(day.netCents),
  nsfPaymentCents: cents(day.nsfPaymentCents),
  nsfCount: day.nsfCount,
  overdraftPaymentCents: cents(day.overdraftPaymentCents),
  overdraftCount: day.overdraftCount,
  debtPaymentsCents: cents(day.debtPaymentsCents),
});

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
  const days = Array.from(
    { length: Math.max(0, daysBetween(from, to) + 1) },
    (): Counting => ({ ...none, movedCents: 0 }),
  );
  const numberOf = new Map(days.map((_, at) => [addDays(from, at), at]));
  for (const one of transactions) {
    const day = days[numberOf.get(one.date) ?? -1];
    if (day) count(day, one);
  }
  let balance = subtract(balanceCents, cents(days.reduce((total, { movedCents }) => total + movedCents, 0)));
  let cumulative = none;
  return days.map((day, at) => {
    const figures = counted(day);
    balance = add(balance, cents(day.movedCents));
    cumulative = together(cumulative, figures);
    return { date: addDays(from, at), ...figures, balanceCents: balance, cumulative };
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
