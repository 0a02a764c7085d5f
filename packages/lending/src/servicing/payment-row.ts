import type { BusinessDate } from "../calendar/business-date.ts";
import { labeled } from "../flow/labeled.ts";
import type { Cents } from "../money/cents.ts";
import { isLate } from "./delinquency.ts";

/** The statuses of a row of the payment history. */
export const paymentRowStatuses = labeled({ PAID: "PAID", NO_SALES: "NO SALES", LATE: "LATE", OPEN: "-" });
export type PaymentRowStatus = (typeof paymentRowStatuses)[keyof typeof paymentRowStatuses];

const { PAID, NO_SALES, LATE, OPEN } = paymentRowStatuses;

export type TermLoanRow = { dueOn: BusinessDate; isPaid: boolean };

export function termLoanRowStatus(row: TermLoanRow, today: BusinessDate): PaymentRowStatus {
  if (row.isPaid) return PAID;
  return isLate(row.dueOn, today) ? LATE : OPEN;
}

/** The amount is null until the sales of the period are known. */
export type AdvanceRow = { periodEndOn: BusinessDate; amountCents: Cents | null; isPaid: boolean };

export function advanceRowStatus(row: AdvanceRow, today: BusinessDate): PaymentRowStatus {
  if (row.isPaid) return PAID;
  if (row.amountCents === 0) return NO_SALES;
  return isLate(row.periodEndOn, today) ? LATE : OPEN;
}
