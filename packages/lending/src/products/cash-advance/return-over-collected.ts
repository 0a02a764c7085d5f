import type { Change, Issued } from "../../mechanics/obligation.ts";
import { collect } from "../../mechanics/sales-share/servicing.ts";
import { type Cents, negate } from "../../money/cents.ts";
import { trueUpOwed } from "./entries.ts";

/** A true-up found that a debit by estimate was too high: the excess is owed again, and the business has it as a credit until it is refunded. */
export function returnOverCollected(issued: Issued<unknown>, excessCents: Cents): Change {
  return { ...collect(issued, negate(excessCents), trueUpOwed), overpaidCents: excessCents };
}
