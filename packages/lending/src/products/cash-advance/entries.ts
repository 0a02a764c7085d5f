import type { Book } from "../../ledger/accounts.ts";
import type { Entry } from "../../ledger/entry.ts";
import { shareCollected } from "../../mechanics/sales-share/entries.ts";
import type { CollectionSplit } from "../../mechanics/sales-share/sales-share.ts";

/** The share of a period's sales has been collected. */
export const periodCollected = (split: CollectionSplit, book: Book): Entry =>
  shareCollected("ADVANCE_PERIOD_COLLECTED", "CLEARING_IN", split, book);

/** An estimate exceeded the share of the actual sales. The balance rises again, and the business has a credit until it is refunded. */
export const trueUpOwed = (split: CollectionSplit, book: Book): Entry =>
  shareCollected("TRUE_UP_OWED", "BORROWER_CREDIT", split, book);
