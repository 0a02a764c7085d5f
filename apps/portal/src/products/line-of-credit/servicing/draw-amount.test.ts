import { describe, expect, it } from "vitest";
import { drawAmountProblem, suggestedAmounts } from "./draw-amount.ts";

describe("amount of a draw", () => {
  it.each([
    [null, "REQUIRED"],
    [Number.NaN, "REQUIRED"],
    [0, "TOO_SMALL"],
    [99, "TOO_SMALL"],
    [100, null],
    [1_583_300, null],
    [1_583_301, "OVER_LIMIT"],
  ])("is required, at least 1 dollar and at most the remaining limit in whole dollars: %s", (cents, problem) => {
    expect(drawAmountProblem(cents, 1_583_300)).toBe(problem);
  });

  it("is suggested in round amounts below the remaining limit", () => {
    expect(suggestedAmounts(1_583_300)).toEqual([250_000, 500_000, 1_000_000]);
    expect(suggestedAmounts(60_000)).toEqual([50_000]);
    expect(suggestedAmounts(50_000)).toEqual([]);
  });
});
