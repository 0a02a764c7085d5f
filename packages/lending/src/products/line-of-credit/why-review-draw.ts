import { addDays, type BusinessDate } from "../../calendar/business-date.ts";
import type { Cents } from "../../money/cents.ts";

export type DrawToFund = { amountCents: Cents; isFreshBalanceSound: boolean; lastNsfOn: BusinessDate | null };
export type DrawReviewReason = "LARGE_AMOUNT" | "BALANCE_NOT_SOUND" | "RECENT_NSF";

const mostWithoutReviewCents = 2_500_000;
const nsfReviewDays = 30;

/** Why staff must approve a draw before it is funded. */
export function whyReviewDraw(draw: DrawToFund, today: BusinessDate): DrawReviewReason | null {
  if (draw.amountCents > mostWithoutReviewCents) return "LARGE_AMOUNT";
  if (!draw.isFreshBalanceSound) return "BALANCE_NOT_SOUND";
  return draw.lastNsfOn !== null && today <= addDays(draw.lastNsfOn, nsfReviewDays) ? "RECENT_NSF" : null;
}
