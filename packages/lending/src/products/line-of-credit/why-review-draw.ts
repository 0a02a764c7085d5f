import { addDays, type BusinessDate } from "../../calendar/business-date.ts";
import type { Cents } from "../../money/cents.ts";
import { type BalanceRead, freshHours } from "../../payments/pre-debit-check.ts";

export type DrawToFund = { amountCents: Cents; isFreshBalanceSound: boolean; lastNsfOn: BusinessDate | null };
export type DrawReviewReason =
  | "LARGE_AMOUNT"
  | "BALANCE_NOT_SOUND"
  | "RECENT_NSF"
  /** Its line became late or was suspended after the request. */
  | "LINE_NOT_OPEN";

/** Whether a balance that was just read speaks for a payout: it is of the last day, and the account is not overdrawn. */
export const isBalanceSound = (read: BalanceRead): boolean =>
  read !== "ERROR" && read.ageHours <= freshHours && read.balanceCents > 0;

const mostWithoutReviewCents = 2_500_000;
const nsfReviewDays = 30;

/** Why staff must approve a draw before it is funded. */
export function whyReviewDraw(draw: DrawToFund, today: BusinessDate): DrawReviewReason | null {
  if (draw.amountCents > mostWithoutReviewCents) return "LARGE_AMOUNT";
  if (!draw.isFreshBalanceSound) return "BALANCE_NOT_SOUND";
  return draw.lastNsfOn !== null && today <= addDays(draw.lastNsfOn, nsfReviewDays) ? "RECENT_NSF" : null;
}
