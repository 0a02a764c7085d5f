import type { AccountCode, Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { add, type Cents } from "../../money/cents.ts";
import { splitEvenly } from "../../money/split.ts";

/** The income account of a fee that was withheld at funding. */
export type FeeIncome = Extract<AccountCode, "ORIGINATION_INCOME" | "TRANSACTION_FEE_INCOME">;

/** An installment falls due: its interest is billed and becomes income. */
export const interestDue = (interestCents: Cents, book: Book): Entry =>
  entry("INTEREST_DUE", book, [debit("INTEREST_RECEIVABLE", interestCents), credit("INTEREST_INCOME", interestCents)]);

/** A month's part of the withheld fee is earned. */
export const feeEarned = (amountCents: Cents, income: FeeIncome, book: Book): Entry =>
  entry("FEE_EARNED", book, [debit("UNEARNED_FEES", amountCents), credit(income, amountCents)]);

/** The part of the fee earned in each month: equal parts, and the last takes the remainder. */
export const feeEarnedByMonth = (feeAmountCents: Cents, months: number): Cents[] => splitEvenly(feeAmountCents, months);

/** A repayment succeeded: it settles interest and principal. An overpayment is a separate entry. */
export const repaid = (paid: Repaid, book: Book): Entry =>
  entry("SUCCESSFUL_PAYMENT", book, [
    debit("CLEARING_IN", add(paid.interestCents, paid.principalCents)),
    credit("INTEREST_RECEIVABLE", paid.interestCents),
    credit("PRINCIPAL_RECEIVABLE", paid.principalCents),
  ]);

export type Repaid = { interestCents: Cents; principalCents: Cents };

/** A payoff succeeded: its interest is billed first, then everything is settled, and the remaining fee is earned at once. */
export const paidOff = (payoff: Repaid, unearnedFeeCents: Cents, income: FeeIncome, book: Book): Entry[] => [
  ...(payoff.interestCents > 0 ? [interestDue(payoff.interestCents, book)] : []),
  repaid(payoff, book),
  ...(unearnedFeeCents > 0 ? [feeEarned(unearnedFeeCents, income, book)] : []),
];
