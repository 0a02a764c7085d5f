import { plainWorksheet } from "../../explain/worksheet.ts";
import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { subtract } from "../../money/cents.ts";
import { type DrawRequest, drawFee } from "./quote.ts";
import type { LineOfCreditTerms } from "./terms.ts";

/** Funding of a draw: the draw is owed in full, and its fee is withheld and unearned. */
export function drawFunded(terms: LineOfCreditTerms, { amountCents }: DrawRequest, book: Book): Entry[] {
  const feeAmountCents = drawFee(terms, amountCents, plainWorksheet);
  return [
    entry("DRAW_FUNDED", book, [
      debit("PRINCIPAL_RECEIVABLE", amountCents),
      credit("CLEARING_OUT", subtract(amountCents, feeAmountCents)),
      credit("UNEARNED_FEES", feeAmountCents),
    ]),
  ];
}
