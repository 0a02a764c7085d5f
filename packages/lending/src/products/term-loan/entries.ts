import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import type { AssessedFee, UnpaidFee } from "../../ledger/entries.ts";
import { credit, debit, type Entry, entry, type Line } from "../../ledger/entry.ts";
import { originationFee } from "../../mechanics/origination-fee.ts";
import { type Cents, subtract, sum } from "../../money/cents.ts";
import type { TermLoanRequest } from "./quote.ts";
import { externalDebts, ownDebts, payoffOf, refinancing } from "./refinance.ts";
import type { ExistingDebt, TermLoanTerms } from "./terms.ts";

type OwnDebt = Extract<ExistingDebt, { debtType: "KANMON_DEBT" }>;

/**
 * Funding of a term loan. The loan is owed in full, and the fee is withheld and unearned. Payoffs to other lenders are held in escrow
 * until they are sent. Refinanced loans of our own are settled in the same entry; their interest is billed before.
 *
 * A loan that is funded again after its payout was returned does not fund the payoffs again that had been sent and were kept.
 */
export function termLoanFunded(
  terms: TermLoanTerms,
  { loanAmountCents }: TermLoanRequest,
  book: Book,
  keptDebtIds: readonly string[] = [],
): Entry[] {
  const feeAmountCents = originationFee.value({ amountCents: loanAmountCents, feePercentage: terms.feePercentage });
  const { refiExistingLoanPayoffAmountCents } = refinancing(terms.existingDebts, loanAmountCents, plainWorksheet);
  const keptCents = keptPayoffs(terms, keptDebtIds);
  const escrowCents = subtract(sum(externalDebts(terms.existingDebts).map(payoffOf)), keptCents);
  const own = ownDebts(terms.existingDebts);
  return [
    entry("TERM_LOAN_FUNDED", book, [
      debit("PRINCIPAL_RECEIVABLE", subtract(loanAmountCents, keptCents)),
      ...own.flatMap((debt) =>
        debt.book === book
          ? settled(debt)
          : [credit("DUE_TO_FROM_BOOKS", payoffOf(debt), { otherBook: debt.book, subjects: subjectsOf(debt) })],
      ),
      credit("PAYOFF_ESCROW", escrowCents),
      credit("UNEARNED_FEES", feeAmountCents),
      credit("CLEARING_OUT", subtract(subtract(loanAmountCents, feeAmountCents), refiExistingLoanPayoffAmountCents)),
    ]),
    // No journal spans two books. A refinanced loan in another book is settled there, against the amount due to that book.
    ...own
      .filter((debt) => debt.book !== book)
      .map((debt) =>
        entry("TERM_LOAN_REFINANCED", debt.book, [
          debit("DUE_TO_FROM_BOOKS", payoffOf(debt), { otherBook: book, subjects: subjectsOf(debt) }),
          ...settled(debt),
        ]),
      ),
  ];
}

/**
 * What stays of a funding whose payout was returned, after its entries were reversed: payoffs that other lenders have already received are
 * owed on the loan.
 */
export function payoffsKept(terms: TermLoanTerms, keptDebtIds: readonly string[], book: Book): Entry[] {
  const keptCents = keptPayoffs(terms, keptDebtIds);
  if (keptCents === 0) return [];
  return [entry("PAYOFFS_KEPT", book, [debit("PRINCIPAL_RECEIVABLE", keptCents), credit("PAYOFF_ESCROW", keptCents)])];
}

const keptPayoffs = ({ existingDebts }: TermLoanTerms, keptDebtIds: readonly string[]): Cents =>
  sum(
    externalDebts(existingDebts)
      .filter((debt) => keptDebtIds.includes(debt.existingDebtId))
      .map(payoffOf),
  );

export type RefinancedLoan = Pick<OwnDebt, "refinancedIssuedProductId" | "book"> & {
  unearnedFeeCents: Cents;
  unpaidFees: readonly UnpaidFee<AssessedFee>[];
};

/**
 * Closes a refinanced loan of our own, beside the funding of the new one: the rest of its fee is earned, as in a payoff, and its unpaid fees
 * are owed on the new loan, because the payoff covers principal and interest only.
 */
export function refinancedLoanClosed(old: RefinancedLoan, book: Book): Entry[] {
  const subjects = subjectsOf(old);
  const carriedCents = sum(old.unpaidFees.map((fee) => fee.amountCents));
  const owedOnNew = old.unpaidFees.map(({ feeType, amountCents }) => debit("FEE_RECEIVABLE", amountCents, { feeType }));
  const isSameBook = old.book === book;
  const closing = [
    debit("UNEARNED_FEES", old.unearnedFeeCents, { subjects }),
    credit("ORIGINATION_INCOME", old.unearnedFeeCents, { subjects }),
    ...(isSameBook ? owedOnNew : [debit("DUE_TO_FROM_BOOKS", carriedCents, { otherBook: book, subjects })]),
    ...old.unpaidFees.map(({ feeType, amountCents }) => credit("FEE_RECEIVABLE", amountCents, { feeType, subjects })),
  ];
  return [
    ...(old.unearnedFeeCents > 0 || carriedCents > 0 ? [entry("REFINANCED_LOAN_CLOSED", old.book, closing)] : []),
    ...(carriedCents > 0 && !isSameBook
      ? [
          entry("REFINANCED_FEES_CARRIED", book, [
            ...owedOnNew,
            credit("DUE_TO_FROM_BOOKS", carriedCents, { otherBook: old.book, subjects }),
          ]),
        ]
      : []),
  ];
}

const subjectsOf = (debt: Pick<OwnDebt, "refinancedIssuedProductId">) => ({
  issuedProductId: debt.refinancedIssuedProductId,
});

/** The lines that settle the signed payoff of a loan. */
export const settledLines = ({
  principalCents,
  interestCents,
}: Pick<OwnDebt, "principalCents" | "interestCents">): Line[] => [
  credit("PRINCIPAL_RECEIVABLE", principalCents),
  credit("INTEREST_RECEIVABLE", interestCents),
];

const settled = (debt: OwnDebt): Line[] => settledLines(debt).map((line) => ({ ...line, subjects: subjectsOf(debt) }));
