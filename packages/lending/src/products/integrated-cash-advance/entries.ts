import type { Book } from "../../ledger/accounts.ts";
import type { Entry } from "../../ledger/entry.ts";
import type { CollectionSplit } from "../../mechanics/sales-share.ts";
import { shareCollected } from "../../mechanics/sales-share-entries.ts";

/**
 * The platform holds the share of a sale for us; from now on it is the platform that owes it. A refund takes it off again, and a sale
 * too small to share moves nothing.
 */
export const receivableAccepted = (split: CollectionSplit, book: Book): Entry[] =>
  split.principalCents === 0 && split.feeCents === 0
    ? []
    : [shareCollected("RECEIVABLE_ACCEPTED", "PLATFORM_SETTLEMENT_RECEIVABLE", split, book)];
