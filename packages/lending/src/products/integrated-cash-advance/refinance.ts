import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { type Change, entryOf, type Issued } from "../../mechanics/obligation.ts";
import type { Refinance, RefinancedDebt } from "../../mechanics/refinance.ts";
import { collectedLines, shareCollected } from "../../mechanics/sales-share/entries.ts";
import { refinanceOfAdvances } from "../../mechanics/sales-share/refinance.ts";
import type { CollectionSplit } from "../../mechanics/sales-share/sales-share.ts";
import { collect } from "../../mechanics/sales-share/servicing.ts";
import { add, type Cents, negate } from "../../money/cents.ts";
import { advancePaid } from "./entries.ts";
import type { IntegratedCashAdvanceTerms } from "./terms.ts";

const ofAdvances = refinanceOfAdvances(advancePaid);

/**
 * An integrated advance pays off another one at the balance that was signed. Sales go on meanwhile: what is collected of the old advance
 * after that makes its payoff too high, and is collected of the new one instead.
 */
export const refinanceOfIntegratedAdvances = {
  debts: (terms: IntegratedCashAdvanceTerms): RefinancedDebt[] =>
    ofAdvances.debts(terms).map(({ refinancedIssuedProductId, book, payoff }) => ({
      refinancedIssuedProductId,
      book,
      payoff,
      latestReceivableId: terms.refinanced?.refiLatestIntegratedMcaReceivableId ?? null,
    })),
  changesDaily: ofAdvances.changesDaily,
  payoff: ofAdvances.payoff,
  close: (issued: Issued<unknown>, debt: RefinancedDebt, on: BusinessDate) => ofAdvances.close(issued, debt, on),
} satisfies Refinance<IntegratedCashAdvanceTerms>;

/** The advance that receivables were withheld for. What it cannot use of them is the business's credit. */
export type OtherAdvance = { issuedProductId: string; book: Book };

/** Collects of an advance what was withheld for another one and became the business's credit. */
export const replayReceivables = (issued: Issued<unknown>, amountCents: Cents, other: OtherAdvance): Change => {
  const collected = collect(issued, amountCents, (split, book) => replayed(split, book, other)[0]);
  const [paid] = collected.obligations;
  if (!paid) throw new RangeError("nothing was collected");
  const entries = replayed(paid.paid, issued.book, other);
  return { ...collected, entries: entries.map((one) => entryOf({ drawId: null, invoiceId: null }, one)) };
};

/** The payout of an advance came back: what was withheld for it meanwhile is the business's credit. */
export const receivablesTakenBack = ({ principalCents, feeCents }: CollectionSplit, book: Book): Entry =>
  shareCollected(
    "RECEIVABLES_TAKEN_BACK",
    "BORROWER_CREDIT",
    { principalCents: negate(principalCents), feeCents: negate(feeCents) },
    book,
  );

/** No journal spans two books: the credit of an advance in another book is due from that book. */
function replayed(split: CollectionSplit, book: Book, old: OtherAdvance): [Entry, ...Entry[]] {
  const amountCents = add(split.principalCents, split.feeCents);
  const subjects = { issuedProductId: old.issuedProductId };
  const credited = debit("BORROWER_CREDIT", amountCents, { subjects });
  if (old.book === book) return [entry("RECEIVABLES_REPLAYED", book, [credited, ...collectedLines(split)])];
  return [
    entry("RECEIVABLES_REPLAYED", book, [
      debit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: old.book, subjects }),
      ...collectedLines(split),
    ]),
    entry("RECEIVABLES_MOVED_TO_BOOK", old.book, [
      credited,
      credit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: book, subjects }),
    ]),
  ];
}
