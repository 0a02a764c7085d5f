import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry, type Line } from "../../ledger/entry.ts";
import { originationFee } from "../../mechanics/origination-fee.ts";
import { subtract, sum } from "../../money/cents.ts";
import type { TermLoanRequest } from "./quote.ts";
import { externalDebts, ownDebts, payoffOf, refinancing } from "./refinance.ts";
import type { ExistingDebt, TermLoanTerms } from "./terms.ts";

type OwnDebt = Extract<ExistingDebt, { debtType: "KANMON_DEBT" }>;

/**
 * The loan is owed in full; the fee is withheld and not yet earned, debts elsewhere are held back until they are sent, our own are
 * settled on the spot. The interest of an own debt is billed before.
 */
export function termLoanFunded(terms: TermLoanTerms, { loanAmountCents }: TermLoanRequest, book: Book): Entry[] {
  const feeAmountCents = originationFee.value({ amountCents: loanAmountCents, feePercentage: terms.feePercentage });
  const { refiExistingLoanPayoffAmountCents } = refinancing(terms.existingDebts, loanAmountCents, plainWorksheet);
  const own = ownDebts(terms.existingDebts);
  return [
    entry("TERM_LOAN_FUNDED", book, [
      debit("PRINCIPAL_RECEIVABLE", loanAmountCents),
      ...own.flatMap((debt) =>
        debt.book === book
          ? settled(debt)
          : [credit("DUE_TO_FROM_BOOKS", payoffOf(debt), { otherBook: debt.book, subjects: subjectsOf(debt) })],
      ),
      credit("PAYOFF_ESCROW", sum(externalDebts(terms.existingDebts).map(payoffOf))),
      credit("UNEARNED_FEES", feeAmountCents),
      credit("CLEARING_OUT", subtract(subtract(loanAmountCents, feeAmountCents), refiExistingLoanPayoffAmountCents)),
    ]),
    // No journal crosses books: a loan refinanced out of another book is settled there, by what that book is now owed.
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

const subjectsOf = (debt: OwnDebt) => ({ issuedProductId: debt.refinancedIssuedProductId });

const settled = (debt: OwnDebt): Line[] => [
  credit("PRINCIPAL_RECEIVABLE", debt.principalCents, { subjects: subjectsOf(debt) }),
  credit("INTEREST_RECEIVABLE", debt.interestCents, { subjects: subjectsOf(debt) }),
];
