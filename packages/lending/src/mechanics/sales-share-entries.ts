import type { AccountCode, Book } from "../ledger/accounts.ts";
import { credit, debit, type Entry, entry, type Line, type Subjects } from "../ledger/entry.ts";
import { add, type Cents, cents, subtract } from "../money/cents.ts";
import type { CollectionSplit } from "./sales-share.ts";
import type { ReplacedAdvance } from "./sales-share-terms.ts";

export const replacedBalance = ({ principalCents, feeCents }: ReplacedAdvance): Cents => add(principalCents, feeCents);

const advanceFee = { feeType: "MCA_FEE" } as const;

type FundedAdvance = { advanceAmountCents: Cents; feeAmountCents: Cents; replaced: ReplacedAdvance | null };

/** Advance and fee are to be collected, the fee is not yet earned. An advance that is replaced is settled on the spot, its fee with it. */
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
  // No journal crosses books: the advance is settled in its own, by what that book is now owed.
  return [
    funding(disbursedCents, [credit("DUE_TO_FROM_BOOKS", balanceCents, { otherBook: replaced.book, subjects })]),
    entry("CASH_ADVANCE_REFINANCED", replaced.book, [
      debit("DUE_TO_FROM_BOOKS", balanceCents, { otherBook: book, subjects }),
      ...settlement,
    ]),
  ];
}

/** What a collection does to the advance: principal and fee fall, and the fee's part is earned. */
const collectedLines = ({ principalCents, feeCents }: CollectionSplit, subjects?: Subjects): Line[] => {
  const about = subjects ? { subjects } : {};
  return [
    credit("PRINCIPAL_RECEIVABLE", principalCents, about),
    credit("FEE_RECEIVABLE", feeCents, { ...advanceFee, ...about }),
    debit("UNEARNED_FEES", feeCents, about),
    credit("MCA_FEE_INCOME", feeCents, about),
  ];
};

/** A share of sales has come in by way of an account, or has gone back by it where the split is negative. */
export function shareCollected(event: string, account: AccountCode, split: CollectionSplit, book: Book): Entry {
  const isReturned = split.principalCents < 0 || split.feeCents < 0;
  const principalCents = cents(Math.abs(split.principalCents));
  const feeCents = cents(Math.abs(split.feeCents));
  const lines = [debit(account, add(principalCents, feeCents)), ...collectedLines({ principalCents, feeCents })];
  return entry(event, book, isReturned ? lines.map(otherSide) : lines);
}

const otherSide = (line: Line): Line => ({ ...line, side: line.side === "debit" ? "credit" : "debit" });

/** What is left is given up: the advance is a loss, the fee was never earned. */
export const advanceWrittenOff = ({ principalCents, feeCents }: CollectionSplit, book: Book): Entry =>
  entry("WRITTEN_OFF", book, [
    debit("CREDIT_LOSS_EXPENSE", principalCents),
    debit("UNEARNED_FEES", feeCents),
    credit("PRINCIPAL_RECEIVABLE", principalCents),
    credit("FEE_RECEIVABLE", feeCents, advanceFee),
  ]);
