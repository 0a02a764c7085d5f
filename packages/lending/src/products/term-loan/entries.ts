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
 * Funding of a term loan. The loan is owed in full, and the fee is withheld and unearned. Payoffs to other lenders are held in escrow
 * until they are sent. Refinanced loans of our own are settled in the same entry; their interest is billed before.
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

const subjectsOf = (debt: OwnDebt) => ({ issuedProductId: debt.refinancedIssuedProductId });

const settled = (debt: OwnDebt): Line[] => [
  credit("PRINCIPAL_RECEIVABLE", debt.principalCents, { subjects: subjectsOf(debt) }),
  credit("INTEREST_RECEIVABLE", debt.interestCents, { subjects: subjectsOf(debt) }),
];
