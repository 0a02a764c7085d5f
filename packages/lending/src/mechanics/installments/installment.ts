import type { BusinessDate } from "../../calendar/business-date.ts";
import { total } from "../../explain/arithmetic.ts";
import type { Worksheet } from "../../explain/worksheet.ts";
import type { Cents } from "../../money/cents.ts";

/** One row of a schedule. Its date is nominal; the debit is made on a banking day. */
export type Installment = {
  number: number;
  dueOn: BusinessDate;
  paymentCents: Cents;
  principalCents: Cents;
  interestCents: Cents;
  /** The principal owed after this row is paid. */
  balanceCents: Cents;
};

/** The monthly payment, and the rows. The last row takes the remainder. */
export type Schedule = { monthlyPaymentCents: Cents; rows: Installment[] };

/** Converts a term in days to months: a month is 30 days. */
export function monthsOf(durationDays: number): number {
  if (!Number.isInteger(durationDays / 30) || durationDays < 30) {
    throw new RangeError(`Unexpected repayment duration days: ${durationDays}`);
  }
  return durationDays / 30;
}

/** The first and the last row; a schedule has at least one. */
export function ends(rows: readonly Installment[]): [first: Installment, last: Installment] {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) throw new RangeError("a schedule without rows");
  return [first, last];
}

/** The totals of a schedule, as figures. */
export const scheduleTotals = (rows: readonly Installment[], write: Worksheet) => ({
  totalInterestCents: write(
    "totalInterestCents",
    total,
    { amountsCents: rows.map((row) => row.interestCents) },
    { amountsCents: "schedule" },
  ),
  totalPaymentAmountCents: write(
    "totalPaymentAmountCents",
    total,
    { amountsCents: rows.map((row) => row.paymentCents) },
    { amountsCents: "schedule" },
  ),
});
