import { type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import { isPending, type PaymentOrderStatus } from "../payments/payment-order.ts";

const lateAfterDays = 5;

/** A row is late when its due date is more than five days past. */
export const isLate = (dueOn: BusinessDate, today: BusinessDate): boolean => daysBetween(dueOn, today) > lateAfterDays;

export type DueItem = { dueOn: BusinessDate; isPaid: boolean; orderStatus: PaymentOrderStatus | null };

/** Days since the nominal due date of the oldest item that is neither paid nor in flight. */
export function daysPastDue(items: readonly DueItem[], today: BusinessDate): number {
  const open = items.filter((item) => !item.isPaid && !(item.orderStatus !== null && isPending(item.orderStatus)));
  return Math.max(0, ...open.map((item) => daysBetween(item.dueOn, today)));
}
