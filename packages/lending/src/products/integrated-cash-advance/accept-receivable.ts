import { type Change, entryOf, type Issued, noChange } from "../../mechanics/obligation.ts";
import { collect } from "../../mechanics/sales-share/servicing.ts";
import { type Cents, noCents } from "../../money/cents.ts";
import { receivableAccepted, receivableRecovered } from "./entries.ts";

/**
 * The platform has withheld the share of a sale; the amount is negative for a refund of the sale. After the write-off all of it is a
 * recovery. A sale too small to share changes nothing.
 */
export function acceptReceivable(issued: Issued<unknown>, amountCents: Cents): Change {
  if (amountCents === 0) return noChange;
  if (!issued.isWrittenOff) return collect(issued, amountCents, receivableAccepted);
  const entries = [entryOf({ drawId: null, invoiceId: null }, receivableRecovered(amountCents, issued.book))];
  return { entries, obligations: [], overpaidCents: noCents };
}
