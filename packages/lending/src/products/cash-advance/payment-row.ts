import type { BusinessDate } from "../../calendar/business-date.ts";
import { isLate } from "../../mechanics/days-past-due.ts";
import { type PaymentRowStatus, paymentRowStatuses } from "../../mechanics/payment-row.ts";
import type { Cents } from "../../money/cents.ts";

const { PAID, NO_SALES, LATE, OPEN } = paymentRowStatuses;

export type AdvanceRow = {
  periodEndOn: BusinessDate;
  /** Null until the sales of the period are known. */
  amountCents: Cents | null;
  isPaid: boolean;
  /** The last debit of the period has failed, or none was ordered. */
  isDebitFailedOrMissing: boolean;
};

export function advanceRowStatus(row: AdvanceRow, today: BusinessDate): PaymentRowStatus {
  if (row.isPaid) return PAID;
  if (row.amountCents === 0) return NO_SALES;
  return row.isDebitFailedOrMissing && isLate(row.periodEndOn, today) ? LATE : OPEN;
}
