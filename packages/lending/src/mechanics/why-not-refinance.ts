import type { Book } from "../ledger/accounts.ts";
import { issuedProductLifecycle, type LoanStatus } from "./issued-product.ts";
import type { Amounts } from "./obligation.ts";
import type { RefinancedDebt } from "./refinance.ts";

export type RefinanceRefusal =
  | "REFINANCED_PRODUCT_NOT_OPEN"
  | "REFINANCED_BY_ANOTHER"
  | "REFINANCED_DEBIT_PENDING"
  | "REFINANCED_PAYOFF_CHANGED";

/** The product that is to be paid off, when the payout of the new one is claimed. */
export type ProductToRefinance = {
  status: LoanStatus;
  book: Book;
  isSameType: boolean;
  /** Its own payout has succeeded. */
  isActive: boolean;
  /** Another product is paying it off. */
  isRefinancedByAnother: boolean;
  /** A debit is on its way. Its outcome changes the payoff. */
  hasPendingDebits: boolean;
  /** What the payoff costs on the day of the payout. */
  payoff: Amounts;
};

/** A new product pays off the old one exactly as it was signed, or not at all. */
export function whyNotRefinance(old: ProductToRefinance, debt: RefinancedDebt): RefinanceRefusal | null {
  const isOpen = issuedProductLifecycle.allows(old.status, "REFINANCED");
  if (!isOpen || !old.isActive || !old.isSameType || old.book !== debt.book) return "REFINANCED_PRODUCT_NOT_OPEN";
  if (old.isRefinancedByAnother) return "REFINANCED_BY_ANOTHER";
  if (old.hasPendingDebits) return "REFINANCED_DEBIT_PENDING";
  return isAsSigned(old.payoff, debt) ? null : "REFINANCED_PAYOFF_CHANGED";
}

/** Whether a payoff is the one that the terms of the new product name. */
export const isAsSigned = (payoff: Amounts, debt: RefinancedDebt): boolean =>
  (["principalCents", "interestCents", "feeCents"] as const).every((part) => payoff[part] === debt.payoff[part]);
