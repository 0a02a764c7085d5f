import type { Book } from "../../ledger/accounts.ts";
import type { Entry } from "../../ledger/entry.ts";
import { shareCollected } from "../../mechanics/sales-share/entries.ts";
import type { CollectionSplit } from "../../mechanics/sales-share/sales-share.ts";

/**
 * The platform has withheld the share of a sale and now owes it to us. A refund reverses this. A sale too small to share has no entry.
 */
export const receivableAccepted = (split: CollectionSplit, book: Book): Entry[] =>
  split.principalCents === 0 && split.feeCents === 0
    ? []
    : [shareCollected("RECEIVABLE_ACCEPTED", "PLATFORM_SETTLEMENT_RECEIVABLE", split, book)];
