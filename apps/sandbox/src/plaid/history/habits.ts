import { addDays, type BusinessDate, daysBetween, partsOf, weekdayOf } from "@inlay/lending/calendar/business-date.ts";
import type { Category, Draft, Habit } from "./booking.ts";
import { about, oneOf } from "./chance.ts";

/** The sales of a day, whether or not banks are open. */
export type Sales = (on: BusinessDate, startsOn: BusinessDate) => number;

type SalesShape = {
  seed: string;
  dayCents: number;
  /** Sunday first. Zero means closed. */
  weekdays: readonly number[];
  /** January first. */
  months: readonly number[];
  /** Growth per month: 0.04 is 4 %. */
  growth: number;
  spread: number;
};

export const evenMonths: readonly number[] = Array.from({ length: 12 }, () => 1);

export const salesOf =
  ({ seed, dayCents, weekdays, months, growth, spread }: SalesShape): Sales =>
  (on, startsOn) => {
    const grown = (1 + growth) ** (daysBetween(startsOn, on) / 30.4);
    const expected = dayCents * (weekdays[weekdayOf(on)] ?? 1) * (months[partsOf(on).month - 1] ?? 1) * grown;
    return about(expected, spread, seed, "sales", on);
  };

const daysFrom = (from: BusinessDate, before: BusinessDate): BusinessDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, before)) }, (_, n) => addDays(from, n));

/** Card sales since the last banking day arrive on the next one. */
export const cardDeposits =
  (sales: Sales, share: number, text: string, merchant: string): Habit =>
  (startsOn) =>
  ({ on, before }) => {
    const sold = daysFrom(before, on).reduce((total, day) => total + sales(day, startsOn), 0);
    return deposit(Math.round(sold * share), text, merchant, "INCOME_OTHER_INCOME");
  };

/** The week's cash is deposited on one weekday. */
export const cashDeposits =
  (sales: Sales, share: number, weekday: number, text: string): Habit =>
  (startsOn) =>
  ({ on, dueDays }) => {
    if (!dueDays.some((day) => weekdayOf(day) === weekday)) return [];
    const sold = daysFrom(addDays(on, -7), on).reduce((total, day) => total + sales(day, startsOn), 0);
    return deposit(Math.round((sold * share) / 500) * 500, text, null, "TRANSFER_IN_DEPOSIT");
  };

/** The processor's fee for the previous month. */
export const cardFees =
  (sales: Sales, share: number, text: string, merchant: string): Habit =>
  (startsOn) =>
  ({ on, before }) => {
    if (partsOf(on).month === partsOf(before).month) return [];
    const sold = daysFrom(addDays(on, -30), on).reduce((total, day) => total + sales(day, startsOn), 0);
    return payment(Math.round(sold * share), text, merchant, "BANK_FEES_OTHER_BANK_FEES");
  };

type Payee = { text: string; merchant: string | null; category: Category; channel?: "online" | "in store" | "other" };
type Regular = Payee & {
  seed: string;
  amountCents: number;
  spread: number;
  /** Growth per month. */
  growth?: number;
  mayBounce?: boolean;
};

const regular = (
  { seed, amountCents, spread, growth = 0, mayBounce, ...payee }: Regular,
  on: BusinessDate,
  startsOn: BusinessDate,
) => {
  const grown = amountCents * (1 + growth) ** (daysBetween(startsOn, on) / 30.4);
  return payment(about(grown, spread, seed, payee.text, on), payee.text, payee.merchant, payee.category, {
    ...(payee.channel && { channel: payee.channel }),
    ...(mayBounce && { mayBounce }),
  });
};

/** On a day of the month, or on the next banking day. `only` lists the months if it is not every month. */
export const monthly =
  (day: number, bill: Regular, only?: readonly number[]): Habit =>
  (startsOn) =>
  ({ on, dueDays }) => {
    const due = dueDays.find((one) => partsOf(one).day === day);
    return due && (!only || only.includes(partsOf(due).month)) ? regular(bill, on, startsOn) : [];
  };

/** A Friday from which paydays are counted. */
const firstPayday = "2020-01-03" as BusinessDate;

/** Every few weeks on a Friday, or on the banking day before it, so that wages are never late. */
export const payroll =
  (weeks: number, bill: Regular): Habit =>
  (startsOn) =>
  ({ on, after }) => {
    const period = weeks * 7;
    const daysToGo = (period - (daysBetween(firstPayday, on) % period)) % period;
    return daysToGo < daysBetween(on, after) ? regular(bill, on, startsOn) : [];
  };

/** Every week on a weekday, or on the next banking day: a share of the sales, to one of several suppliers. */
export const suppliers =
  (seed: string, sales: Sales, share: number, weekday: number, payees: readonly [Payee, ...Payee[]]): Habit =>
  (startsOn) =>
  ({ on, dueDays }) => {
    if (!dueDays.some((day) => weekdayOf(day) === weekday)) return [];
    const sold = daysFrom(addDays(on, -7), on).reduce((total, day) => total + sales(day, startsOn), 0);
    const { text, merchant, category, channel } = oneOf(payees, seed, "supplier", weekday, on);
    const owed = about(sold * share, 0.12, seed, "owed", weekday, on);
    return payment(owed, text, merchant, category, { ...(channel && { channel }), mayBounce: true });
  };

/** Occasional purchases, on a percentage of banking days. */
export const errands =
  (chanceOfOne: number, bill: Omit<Regular, "text" | "merchant">, payees: readonly [Payee, ...Payee[]]): Habit =>
  (startsOn) =>
  ({ on }) => {
    const payee = oneOf(payees, bill.seed, "errand", on);
    return about(50, 1, bill.seed, "goes", on) < chanceOfOne ? regular({ ...bill, ...payee }, on, startsOn) : [];
  };

/** Once a month the owner withdraws what is above the ceiling, or pays in what is missing below the floor. */
export const owner =
  (day: number, name: string, floorCents: number, ceilingCents: number): Habit =>
  () =>
  ({ dueDays, balanceCents }) => {
    if (!dueDays.some((one) => partsOf(one).day === day)) return [];
    const balance = balanceCents("checking");
    const rounded = (amount: number) => Math.round(amount / 50_000) * 50_000;
    if (balance < floorCents)
      return deposit(
        rounded(floorCents - balance) + 100_000,
        `ONLINE TRANSFER FROM ${name} CAPITAL CONTRIBUTION`,
        null,
        "TRANSFER_IN_OTHER_TRANSFER_IN",
      );
    const surplus = rounded(balance - ceilingCents);
    return surplus > 0
      ? payment(surplus, `ONLINE TRANSFER TO ${name} OWNER DRAW`, null, "TRANSFER_OUT_WITHDRAWAL")
      : [];
  };

/** A monthly transfer to savings, with both of its lines, if the balance is high enough. */
export const savingUp =
  (day: number, amountCents: number, keepCents: number): Habit =>
  () =>
  ({ dueDays, balanceCents }) => {
    if (!dueDays.some((one) => partsOf(one).day === day) || balanceCents("checking") < keepCents + amountCents)
      return [];
    const shared = { merchant: null, channel: "online" } as const;
    return [
      {
        ...shared,
        pocket: "checking",
        amountCents: -amountCents,
        category: "TRANSFER_OUT_ACCOUNT_TRANSFER",
        text: "ONLINE TRANSFER TO BUSINESS SAVINGS",
      },
      {
        ...shared,
        pocket: "savings",
        amountCents,
        category: "TRANSFER_IN_ACCOUNT_TRANSFER",
        text: "ONLINE TRANSFER FROM BUSINESS CHECKING",
      },
    ];
  };

/** Interest on savings, on the last banking day of a month. */
export const interest =
  (yearlyShare: number): Habit =>
  () =>
  ({ on, after, balanceCents }) => {
    const earned = Math.round((balanceCents("savings") * yearlyShare) / 12);
    if (partsOf(on).month === partsOf(after).month || earned <= 0) return [];
    const text = "INTEREST PAYMENT";
    return [{ pocket: "savings", amountCents: earned, text, merchant: null, category: "INCOME_INTEREST_EARNED" }];
  };

export function payment(
  amountCents: number,
  text: string,
  merchant: string | null,
  category: Category,
  rest: Pick<Draft, "channel" | "mayBounce"> = {},
): Draft[] {
  return amountCents > 0 ? [{ pocket: "checking", amountCents: -amountCents, text, merchant, category, ...rest }] : [];
}

export const deposit = (amountCents: number, text: string, merchant: string | null, category: Category): Draft[] =>
  amountCents > 0 ? [{ pocket: "checking", amountCents, text, merchant, category }] : [];
