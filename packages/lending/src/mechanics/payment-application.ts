import { type Cents, least, subtract } from "../money/cents.ts";

/** The amount owed on an installment, a draw's item or an invoice. */
export type DueItem = { id: string; interestCents: Cents; principalCents: Cents };

export type Application = {
  allocations: DueItem[];
  /** The overpayment. It belongs to the borrower and is refunded within five banking days. */
  overpaidCents: Cents;
};

/**
 * Applies a payment to the due items: the oldest item first, and within an item interest before principal. Fees are not included. Each
 * fee is collected by its own order, so that a late fee never causes another. Items are sorted by due date.
 */
export function applyPayment(paidCents: Cents, dueOldestFirst: readonly DueItem[]): Application {
  const allocations: DueItem[] = [];
  let leftCents = paidCents;
  for (const item of dueOldestFirst) {
    if (leftCents === 0) break;
    const interestCents = least(leftCents, item.interestCents);
    leftCents = subtract(leftCents, interestCents);
    const principalCents = least(leftCents, item.principalCents);
    leftCents = subtract(leftCents, principalCents);
    allocations.push({ id: item.id, interestCents, principalCents });
  }
  return { allocations, overpaidCents: leftCents };
}
