import type { AccountCode, Book } from "../../ledger/accounts.ts";
import { writtenOff } from "../../ledger/entries.ts";
import { credit, debit, type Entry, entry, type Line, otherSide, type Subjects } from "../../ledger/entry.ts";
import { add, type Cents, cents, noCents, subtract } from "../../money/cents.ts";
import type { CollectionSplit } from "./sales-share.ts";
import type { PricedReplacedAdvance, ReplacedAdvance } from "./terms.ts";

export const replacedBalance = ({ principalCents, feeCents }: PricedReplacedAdvance): Cents =>
  add(principalCents, feeCents);

const advanceFee = { feeType: "MCA_FEE" } as const;

type FundedAdvance = { advanceAmountCents: Cents; feeAmountCents: Cents; replaced: ReplacedAdvance | null };

/** Funding: advance and fee are receivable, and the fee is unearned. A refinanced advance and its fee are settled at the same time. */
export function advanceFunded({ advanceAmountCents, feeAmountCents, replaced }: FundedAdvance, book: Book): Entry[] {
  const funding = (disbursedCents: Cents, settlement: readonly Line[]) =>
    entry("CASH_ADVANCE_FUNDED", book, [
      debit("PRINCIPAL_RECEIVABLE", advanceAmountCents),
      debit("FEE_RECEIVABLE", feeAmountCents, advanceFee),
      ...settlement,
      credit("UNEARNED_FEES", feeAmountCents),
      credit("CLEARING_OUT", disbursedCents),
    ]);
  if (!replaced) return [funding(advanceAmountCents, [])];

  const balanceCents = replacedBalance(replaced);
  const disbursedCents = subtract(advanceAmountCents, balanceCents);
  const subjects = { issuedProductId: replaced.refinancedIssuedProductId };
  const settlement = collectedLines(replaced, subjects);
  if (replaced.book === book) return [funding(disbursedCents, settlement)];
  // No journal spans two books. A refinanced advance in another book is settled there, against the amount due to that book.
  return [
    funding(disbursedCents, [credit("DUE_TO_FROM_BOOKS", balanceCents, { otherBook: replaced.book, subjects })]),
    entry("CASH_ADVANCE_REFINANCED", replaced.book, [
      debit("DUE_TO_FROM_BOOKS", balanceCents, { otherBook: book, subjects }),
      ...settlement,
    ]),
  ];
}

/** The lines of a collection: principal and fee receivable fall, and the fee's part is earned. */
export const collectedLines = ({ principalCents, feeCents }: CollectionSplit, subjects?: Subjects): Line[] => {
  const about = subjects ? { subjects } : {};
  return [
    credit("PRINCIPAL_RECEIVABLE", principalCents, about),
    credit("FEE_RECEIVABLE", feeCents, { ...advanceFee, ...about }),
    debit("UNEARNED_FEES", feeCents, about),
    credit("MCA_FEE_INCOME", feeCents, about),
  ];
};

/** Where a share of sales comes from: a debit, the platform that withheld it, or the credit that a true-up gives. */
export type ShareSource = Extract<AccountCode, "CLEARING_IN" | "PLATFORM_SETTLEMENT_RECEIVABLE" | "BORROWER_CREDIT">;

/** A share of sales was collected through the given account, or returned through it when the split is negative. */
export function shareCollected(event: string, account: ShareSource, split: CollectionSplit, book: Book): Entry {
  const isReturned = split.principalCents < 0 || split.feeCents < 0;
  const principalCents = cents(Math.abs(split.principalCents));
  const feeCents = cents(Math.abs(split.feeCents));
  const lines = [debit(account, add(principalCents, feeCents)), ...collectedLines({ principalCents, feeCents })];
  return entry(event, book, isReturned ? lines.map(otherSide) : lines);
}

/** Write-off of the remaining balance: the advance is a loss, and the fee was never earned. An advance has no assessed fees. */
export const advanceWrittenOff = ({ principalCents, feeCents }: CollectionSplit, book: Book): Entry =>
  writtenOff(
    book,
    {
      principalCents,
      interestCents: noCents,
      fees: [{ ...advanceFee, amountCents: feeCents }],
      unearnedFeeCents: feeCents,
    },
    "MCA_FEE_INCOME",
  );
