import { sum } from "../money/cents.ts";
import { type Issued, isPaid, isScheduled, totalOf } from "./obligation.ts";
import type { Refinance } from "./refinance.ts";

export type OfferRefinanceRefusal = "NOT_CURRENT" | "NOT_HALF_REPAID" | "PAYOFF_CHANGES_DAILY";

/**
 * Why a funded product of ours is not offered to be paid off by a new one of its type. A payoff that changes with each day would differ from
 * the signed one by the time of the payout, which is then refused.
 */
export function whyNotOfferRefinance<Terms>(
  issued: Issued<Terms>,
  refinance: Refinance<Terms>,
): OfferRefinanceRefusal | null {
  if (issued.status !== "CURRENT" || issued.isWrittenOff) return "NOT_CURRENT";
  if (!isHalfRepaid(issued)) return "NOT_HALF_REPAID";
  return refinance.changesDaily(issued.terms) ? "PAYOFF_CHANGES_DAILY" : null;
}

/** Half of the payments of a loan are made, or half of what an advance has bought is collected. */
function isHalfRepaid({ obligations }: Issued<unknown>): boolean {
  const rows = obligations.filter(isScheduled);
  if (rows.length === 0) return false;
  if (rows.some(({ dueOn }) => dueOn !== null)) return rows.filter(isPaid).length * 2 >= rows.length;
  return sum(rows.map(({ paid }) => totalOf(paid))) * 2 >= sum(rows.map(({ owed }) => totalOf(owed)));
}
