import type { BusinessDate } from "../../calendar/business-date.ts";
import { type Cents, noCents, sum } from "../../money/cents.ts";
import { fraction } from "../../money/fraction.ts";
import { toCents } from "../../money/rounding.ts";
import type { DailyRollup } from "./daily-rollup.ts";

/** The ranges over which cash flow is summarized, in days up to the last day of the data. */
export const rangeDays = { NINETY_DAYS: 90, SIX_MONTHS: 182, TWELVE_MONTHS: 365 } as const;
export type RangeType = keyof typeof rangeDays;

export type CashFlowSummary = {
  rangeType: RangeType;
  startDate: BusinessDate;
  endDate: BusinessDate;
  /** The data begins later than the range. The figures are those of the days there are. */
  isShort: boolean;
  averageCashBalanceCents: Cents;
  medianCashBalanceCents: Cents;
  closingBalanceCents: Cents;
  minimumBalanceCents: Cents;
  maximumBalanceCents: Cents;
  nsfCount: number;
  overdraftCount: number;
  totalNetCashCents: Cents;
  totalIncomingCashCents: Cents;
  totalOutgoingCashCents: Cents;
  totalDebtPaymentsCents: Cents;
};

/** The summary of the last days. Null without any day. */
export function summarize(days: readonly DailyRollup[], rangeType: RangeType): CashFlowSummary | null {
  const range = days.slice(-rangeDays[rangeType]);
  const [first] = range;
  const last = range.at(-1);
  if (!first || !last) return null;
  const balances = range.map(({ balanceCents }) => balanceCents);
  const sorted = balances.toSorted((a, b) => a - b);
  const total = (of: (day: DailyRollup) => Cents) => sum(range.map(of));
  return {
    rangeType,
    startDate: first.date,
    endDate: last.date,
    isShort: range.length < rangeDays[rangeType],
    averageCashBalanceCents: meanCents(balances),
    medianCashBalanceCents: medianCents(sorted),
    closingBalanceCents: last.balanceCents,
    minimumBalanceCents: sorted[0] ?? noCents,
    maximumBalanceCents: sorted.at(-1) ?? noCents,
    nsfCount: range.reduce((count, day) => count + day.nsfCount, 0),
    overdraftCount: range.reduce((count, day) => count + day.overdraftCount, 0),
    totalNetCashCents: total((day) => day.netCents),
    totalIncomingCashCents: total((day) => day.incomingCents),
    totalOutgoingCashCents: total((day) => day.outgoingCents),
    totalDebtPaymentsCents: total((day) => day.debtPaymentsCents),
  };
}

/** The mean of some amounts, rounded once. Zero if there are none. */
export const meanCents = (amounts: readonly Cents[]): Cents =>
  amounts.length === 0 ? noCents : toCents(fraction(sum(amounts), amounts.length));

/** The middle amount, or the mean of the two in the middle. */
function medianCents(sorted: readonly Cents[]): Cents {
  const middle = Math.floor(sorted.length / 2);
  return meanCents(sorted.slice(sorted.length % 2 === 0 ? middle - 1 : middle, middle + 1));
}
