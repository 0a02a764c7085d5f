import { bankingDayOnOrAfter } from "../../calendar/banking-day.ts";
import { addDays, addMonths, type BusinessDate, inMonth, partsOf } from "../../calendar/business-date.ts";
import { add, type Cents, negate, noCents, subtract, sum } from "../../money/cents.ts";
import { type Fraction, fraction, over, whole } from "../../money/fraction.ts";
import { toDecimals } from "../../money/rounding.ts";
import type { ClassifiedTransaction } from "./bank-transaction.ts";
import { meanCents } from "./cash-flow-summary.ts";
import type { Span } from "./daily-rollup.ts";

/** A full calendar month. */
export type RevenueMonth = {
  /** Its first day. */
  month: BusinessDate;
  revenueCents: Cents;
  /** What went out, without debt payments, transfers and what owners took out. */
  operatingOutflowCents: Cents;
};

/** The full calendar months of the data, oldest first. A month counts as full when the data begins by its first banking day. */
export function revenueMonths(transactions: readonly ClassifiedTransaction[], { from, to }: Span): RevenueMonth[] {
  const byMonth = Map.groupBy(transactions, ({ date }) => date.slice(0, 7));
  const { year, month } = partsOf(from);
  const months: RevenueMonth[] = [];
  for (let first = inMonth(year, month, 1); addDays(addMonths(first, 1), -1) <= to; first = addMonths(first, 1)) {
    if (from > bankingDayOnOrAfter(first)) continue;
    months.push(monthOf(first, byMonth.get(first.slice(0, 7)) ?? []));
  }
  return months;
}

function monthOf(month: BusinessDate, transactions: readonly ClassifiedTransaction[]): RevenueMonth {
  let revenueCents = noCents;
  let operatingOutflowCents = noCents;
  for (const { kind, amountCents } of transactions) {
    if (kind === "REVENUE") revenueCents = add(revenueCents, amountCents);
    // A purchase that was paid back is no expense.
    if (kind === "OPERATING" || kind === "NSF_FEE" || kind === "OVERDRAFT_FEE" || kind === "REFUND")
      operatingOutflowCents = add(operatingOutflowCents, negate(amountCents));
  }
  return { month, revenueCents, operatingOutflowCents };
}

/** Averages are taken over the last year, or over what there is of it. */
export const averagedMonths = 12;

export const averageMonthlyRevenue = (months: readonly RevenueMonth[]): Cents =>
  meanCents(months.slice(-averagedMonths).map(({ revenueCents }) => revenueCents));

/** Cash flow available for debt service: the monthly mean of the revenue without operating outflows. May be negative. */
export const cashFlowAvailableForDebtService = (months: readonly RevenueMonth[]): Cents =>
  meanCents(
    months
      .slice(-averagedMonths)
      .map(({ revenueCents, operatingOutflowCents }) => subtract(revenueCents, operatingOutflowCents)),
  );

/** From this many months on, growth compares the last months with the same ones a year before. */
const yearOverYearMonths = 15;

export type RevenueGrowth = {
  /** Monthly compound growth with four decimals: 0.0223 is 2.23 percent. Null if it began with no revenue. */
  monthlyCagr: number | null;
  /** Too few months to compare the same season of two years. */
  isShort: boolean;
};

export function revenueGrowth(months: readonly { revenueCents: Cents }[]): RevenueGrowth {
  const revenues = months.map(({ revenueCents }) => revenueCents);
  const isShort = revenues.length < yearOverYearMonths;
  const width = revenues.length >= 12 ? 3 : 2;
  const last = revenues.slice(-width);
  const first = isShort ? revenues.slice(0, width) : revenues.slice(-yearOverYearMonths, -yearOverYearMonths + width);
  const span = isShort ? revenues.length - width : 12;
  if (span < 1 || sum(first) <= 0) return { monthlyCagr: null, isShort };
  return { monthlyCagr: nthRoot(fraction(sum(last), sum(first)), span), isShort };
}

const rootScale = 10_000n;

/** The growth per period that leads to the ratio over some periods, with four decimals. Exact, so that every machine finds the same. */
function nthRoot(ratio: Fraction, periods: number): number {
  // The ratio is at least (lower / scale) to the power of the periods, and below that of the upper bound. Both are in half steps, which
  // decide the rounding.
  const isReached = (halfSteps: bigint) =>
    ratio.numerator * (2n * rootScale) ** BigInt(periods) >= ratio.denominator * halfSteps ** BigInt(periods);
  let upper = 4n * rootScale;
  while (isReached(upper)) upper *= 2n;
  let lower = 0n;
  while (upper - lower > 1n) {
    const middle = (lower + upper) / 2n;
    if (isReached(middle)) lower = middle;
    else upper = middle;
  }
  const steps = (lower + 1n) / 2n;
  return toDecimals(over(whole(steps - rootScale), Number(rootScale)), 4);
}

/** A calendar month compared with the mean month: 1.2 is 20 percent more revenue. Null with less than a year. */
export function seasonality(months: readonly RevenueMonth[]): { month: number; index: number }[] | null {
  const mean = meanCents(months.map(({ revenueCents }) => revenueCents));
  if (months.length < 12 || mean <= 0) return null;
  const byMonth = Map.groupBy(months, ({ month }) => partsOf(month).month);
  return [...byMonth]
    .toSorted(([a], [b]) => a - b)
    .map(([month, same]) => ({
      month,
      index: toDecimals(fraction(meanCents(same.map(({ revenueCents }) => revenueCents)), mean), 2),
    }));
}
