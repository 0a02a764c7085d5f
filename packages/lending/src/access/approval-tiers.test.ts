import { describe, expect, it } from "vitest";
import { readTiers, tierFor } from "./approval-tiers.ts";

const tiers = readTiers("2500000:1,25000000:2,*:2:TREASURY");

describe("approval tiers", () => {
  it.each([
    [0, 1, null],
    [2_500_000, 1, null],
    [2_500_001, 2, null],
    [25_000_000, 2, null],
    [25_000_001, 2, "TREASURY"],
    [Number.MAX_SAFE_INTEGER, 2, "TREASURY"],
  ])("require for %i cents: %i people, the second with role %s", (amountCents, people, checker) => {
    expect(tierFor(tiers, amountCents)).toMatchObject({ people, checker });
  });

  it.each([
    ["100:1", "the last amount must be *"],
    ["*:1,*:2", "the amounts must rise"],
    ["500:1,500:2,*:2", "the amounts must rise"],
    ["100:3,*:2", "100:3 is not amount:people or amount:people:ROLE"],
    ["-1:1,*:2", "-1:1 is not amount:people or amount:people:ROLE"],
    ["*:2:KING", "KING is not a role"],
    ["*:1:TREASURY", "*:1:TREASURY names a role for a second person but needs only one person"],
  ])("are refused when written as %s: %s", (text, reason) => {
    expect(() => readTiers(text)).toThrow(reason);
  });
});
