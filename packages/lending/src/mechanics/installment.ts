import type { BusinessDate } from "../calendar/business-date.ts";
import { total } from "../explain/arithmetic.ts";
import type { Worksheet } from "../explain/worksheet.ts";
import type { Cents } from "../money/cents.ts";

/** One row of a schedule. The nominal day stands here; the debit itself goes out on a banking day. */
export type Installment = {
  number: number;
  dueOn: BusinessDate;
  paymentCents: Cents;
  principalCents: Cents;
  interestCents: Cents;
  /** What is still owed of the principal once this row is paid. */
  balanceCents: Cents;
};

/** What is paid in each month but the last, which takes the remainder; and the rows. */
export type Schedule = { monthlyPaymentCents: Cents; rows: Installment[] };

/** "A month is 30 days": what a term in days comes to in months. */
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

/** The sums of a schedule, as figures. */
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
