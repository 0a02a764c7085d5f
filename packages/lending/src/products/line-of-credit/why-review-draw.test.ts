import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { type DrawToFund, whyReviewDraw } from "./why-review-draw.ts";

describe("review of a draw", () => {
  const today = businessDate("2026-11-16");
  const draw: DrawToFund = { amountCents: cents(2_500_000), isFreshBalanceSound: true, lastNsfOn: null };
  it.each([
    [null, {}],
    ["LARGE_AMOUNT", { amountCents: cents(2_500_001) }],
    ["BALANCE_NOT_SOUND", { isFreshBalanceSound: false }],
    ["RECENT_NSF", { lastNsfOn: addDays(today, -30) }],
    [null, { lastNsfOn: addDays(today, -31) }],
  ] as const)("has the reason %s for %j", (reason, change) => {
    expect(whyReviewDraw({ ...draw, ...change }, today)).toBe(reason);
  });
});
