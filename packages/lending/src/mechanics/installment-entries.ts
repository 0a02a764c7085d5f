import type { AccountCode, Book } from "../ledger/accounts.ts";
import { credit, debit, type Entry, entry } from "../ledger/entry.ts";
import { add, type Cents } from "../money/cents.ts";
import { splitEvenly } from "../money/split.ts";

/** Where a fee that was withheld at funding ends up when it is earned. */
export type FeeIncome = Extract<AccountCode, "ORIGINATION_INCOME" | "TRANSACTION_FEE_INCOME">;

/** An instalment falls due: its interest is billed, and is income from then on. */
export const interestDue = (interestCents: Cents, book: Book): Entry =>
  entry("INTEREST_DUE", book, [debit("INTEREST_RECEIVABLE", interestCents), credit("INTEREST_INCOME", interestCents)]);

/** A month's part of the withheld fee is earned. */
export const feeEarned = (amountCents: Cents, income: FeeIncome, book: Book): Entry =>
  entry("FEE_EARNED", book, [debit("UNEARNED_FEES", amountCents), credit(income, amountCents)]);

/** What is earned of the fee in each month: equal parts, the last takes what is left. */
export const feeEarnedByMonth = (feeAmountCents: Cents, months: number): Cents[] => splitEvenly(feeAmountCents, months);

/** A repayment is good: it settles interest and principal. What is too much of it is an entry of its own. */
export const repaid = (paid: Repaid, book: Book): Entry =>
  entry("SUCCESSFUL_PAYMENT", book, [
    debit("CLEARING_IN", add(paid.interestCents, paid.principalCents)),
    credit("INTEREST_RECEIVABLE", paid.interestCents),
    credit("PRINCIPAL_RECEIVABLE", paid.principalCents),
  ]);

export type Repaid = { interestCents: Cents; principalCents: Cents };

/** A payoff is good: its interest is billed first, then all is settled, and what was left of the fee is earned at once. */
export const paidOff = (payoff: Repaid, unearnedFeeCents: Cents, income: FeeIncome, book: Book): Entry[] => [
  ...(payoff.interestCents > 0 ? [interestDue(payoff.interestCents, book)] : []),
  repaid(payoff, book),
  ...(unearnedFeeCents > 0 ? [feeEarned(unearnedFeeCents, income, book)] : []),
];
