import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry, otherSide } from "../../ledger/entry.ts";
import { shareCollected } from "../../mechanics/sales-share/entries.ts";
import type { CollectionSplit } from "../../mechanics/sales-share/sales-share.ts";
import { type Cents, cents } from "../../money/cents.ts";

/**
 * The platform has withheld the share of a sale and now owes it to us. A refund reverses this. A sale too small to share has no entry.
 */
export const receivableAccepted = (split: CollectionSplit, book: Book): Entry[] =>
  split.principalCents === 0 && split.feeCents === 0
    ? []
    : [shareCollected("RECEIVABLE_ACCEPTED", "PLATFORM_SETTLEMENT_RECEIVABLE", split, book)];

/** The platform has withheld the share of a sale after the write-off: all of it is a recovery. A refund, which is negative, reverses this. */
export function receivableRecovered(amountCents: Cents, book: Book): Entry[] {
  if (amountCents === 0) return [];
  const withheldCents = cents(Math.abs(amountCents));
  const lines = [debit("PLATFORM_SETTLEMENT_RECEIVABLE", withheldCents), credit("RECOVERIES", withheldCents)];
  return [entry("RECEIVABLE_RECOVERED", book, amountCents < 0 ? lines.map(otherSide) : lines)];
}
