import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry, otherSide } from "../../ledger/entry.ts";
import { shareCollected } from "../../mechanics/sales-share/entries.ts";
import type { CollectionSplit } from "../../mechanics/sales-share/sales-share.ts";
import { type Cents, cents } from "../../money/cents.ts";

/** The platform has withheld the share of a sale and now owes it to us. A refund reverses this. */
export const receivableAccepted = (split: CollectionSplit, book: Book): Entry =>
  shareCollected("RECEIVABLE_ACCEPTED", "PLATFORM_SETTLEMENT_RECEIVABLE", split, book);

/** The business has paid by a debit, for example to pay the advance off. */
export const advancePaid = (split: CollectionSplit, book: Book): Entry =>
  shareCollected("ADVANCE_PAID", "CLEARING_IN", split, book);

/** The platform has withheld the share of a sale after the write-off: all of it is a recovery. A refund, which is negative, reverses this. */
export function receivableRecovered(amountCents: Cents, book: Book): Entry {
  const withheldCents = cents(Math.abs(amountCents));
  const lines = [debit("PLATFORM_SETTLEMENT_RECEIVABLE", withheldCents), credit("RECOVERIES", withheldCents)];
  return entry("RECEIVABLE_RECOVERED", book, amountCents < 0 ? lines.map(otherSide) : lines);
}
