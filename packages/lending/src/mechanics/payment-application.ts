import { type Cents, least, subtract } from "../money/cents.ts";

/** What is still owed on an instalment, a draw's item or an invoice. */
export type DueItem = { id: string; interestCents: Cents; principalCents: Cents };

export type Application = {
  allocations: DueItem[];
  /** Belongs to the borrower, and goes back within five banking days. */
  overpaidCents: Cents;
};

/**
 * Spreads a payment over what is due: the oldest item first, and inside an item interest before principal. Fees take no part: each is
 * collected by an order of its own, so that a late fee never causes another. Items come in the order in which they fell due.
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
