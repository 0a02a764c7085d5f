import { singlePaymentApr } from "../apr/annual-percentage-rate.ts";
import { add, type Cents } from "../money/cents.ts";

/** What another provider advances on an invoice or bill, as the owner types it: all is settled at once, after a number of days. */
export type OutsideAdvance = { receivedCents: Cents; feesCents: Cents; days: number };

export type OutsideAdvanceRefusal = "NOTHING_RECEIVED" | "NO_FEES" | "NO_DAYS";

const mostDays = 365;

export function whyNotPriceOutsideAdvance({
  receivedCents,
  feesCents,
  days,
}: OutsideAdvance): OutsideAdvanceRefusal | null {
  if (receivedCents <= 0) return "NOTHING_RECEIVED";
  if (feesCents <= 0) return "NO_FEES";
  return Number.isInteger(days) && days >= 1 && days <= mostDays ? null : "NO_DAYS";
}

/**
 * The cost and the APR of another provider's advance, by the same method as those of ours. Who collects makes no difference: a factor that
 * keeps the advance and its fees out of what the customer pays takes as much as an owner who repays both.
 */
export function priceOutsideAdvance({ receivedCents, feesCents, days }: OutsideAdvance) {
  const paymentCents = add(receivedCents, feesCents);
  const aprPercentage = singlePaymentApr.value({ amountFinancedCents: receivedCents, paymentCents, termDays: days });
  return { totalCostCents: feesCents, repaidCents: paymentCents, aprPercentage };
}
