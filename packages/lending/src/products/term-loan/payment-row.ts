import type { BusinessDate } from "../../calendar/business-date.ts";
import { isLate } from "../../mechanics/days-past-due.ts";
import { type PaymentRowStatus, paymentRowStatuses } from "../../mechanics/payment-row.ts";

const { PAID, LATE, OPEN } = paymentRowStatuses;

export type TermLoanRow = { dueOn: BusinessDate; isPaid: boolean };

export function termLoanRowStatus(row: TermLoanRow, today: BusinessDate): PaymentRowStatus {
  if (row.isPaid) return PAID;
  return isLate(row.dueOn, today) ? LATE : OPEN;
}
