import type { Book } from "../../ledger/accounts.ts";
import type { EarnedFeeIncome } from "../../ledger/entries.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { add, type Cents } from "../../money/cents.ts";
import { splitEvenly } from "../../money/split.ts";
import type { LoanStatus } from "../issued-product.ts";

/** The income account of a fee that was withheld at funding. */
export type FeeIncome = Exclude<EarnedFeeIncome, "MCA_FEE_INCOME">;

/** An installment falls due: its interest is billed and becomes income. */
export const interestDue = (interestCents: Cents, book: Book): Entry =>
  entry("INTEREST_DUE", book, [debit("INTEREST_RECEIVABLE", interestCents), credit("INTEREST_INCOME", interestCents)]);

/** A month's part of the withheld fee is earned. */
export const feeEarned = (amountCents: Cents, income: FeeIncome, book: Book): Entry =>
  entry("FEE_EARNED", book, [debit("UNEARNED_FEES", amountCents), credit(income, amountCents)]);

/** The part of the fee earned in each month: equal parts, and the last takes the remainder. */
export const feeEarnedByMonth = (feeAmountCents: Cents, months: number): Cents[] => splitEvenly(feeAmountCents, months);

export type MonthDue = {
  interestCents: Cents;
  /** The month's part of the withheld fee. */
  feeCents: Cents;
  income: FeeIncome;
};

/**
 * The income of a month whose installment falls due. A defaulted product is in non-accrual: it bills no interest and earns no fee. What was
 * billed before the default stays owed until it is paid or written off.
 */
export const monthDue = ({ interestCents, feeCents, income }: MonthDue, status: LoanStatus, book: Book): Entry[] =>
  status === "DEFAULTED"
    ? []
    : [
        ...(interestCents > 0 ? [interestDue(interestCents, book)] : []),
        ...(feeCents > 0 ? [feeEarned(feeCents, income, book)] : []),
      ];

export type Repaid = { interestCents: Cents; principalCents: Cents };

/**
 * A repayment or a payoff succeeded: it settles billed interest and principal. Assessed fees and an overpayment are separate entries. A payoff
 * bills only the interest of the current period before; the rows that are due were billed when they fell due.
 */
export const repaid = ({ interestCents, principalCents }: Repaid, book: Book): Entry =>
  entry("SUCCESSFUL_PAYMENT", book, [
    debit("CLEARING_IN", add(interestCents, principalCents)),
    credit("INTEREST_RECEIVABLE", interestCents),
    credit("PRINCIPAL_RECEIVABLE", principalCents),
  ]);

/** A payment on a defaulted product succeeded. Interest that was not billed because of the default is income when it is paid. */
export const repaidInNonAccrual = (
  { interestCents, unbilledInterestCents, principalCents }: Repaid & { unbilledInterestCents: Cents },
  book: Book,
): Entry =>
  entry("REPAID_IN_NON_ACCRUAL", book, [
    debit("CLEARING_IN", add(interestCents, unbilledInterestCents, principalCents)),
    credit("INTEREST_RECEIVABLE", interestCents),
    credit("INTEREST_INCOME", unbilledInterestCents),
    credit("PRINCIPAL_RECEIVABLE", principalCents),
  ]);
