import { describe, expect, it } from "vitest";
import { isMoreThanWhole, mustBeVerified, ownedTogether } from "./ownership.ts";

describe("ownership", () => {
  it.each([
    [[100], false],
    [[33.33, 33.33, 33.34], false],
    [[33.33, 33.33, 33.35], true],
    [[20, 20, 20, 20, 20], false],
    [[80, 20.01], true],
    [[80, null], false],
  ])("of %j is more than the whole business: %s", (percentages, isMore) => {
    expect(isMoreThanWhole(percentages)).toBe(isMore);
  });

  it("adds percentages without an error of binary fractions", () => {
    expect(ownedTogether([0.1, 0.2])).toBe(0.3);
  });

  it.each([
    [20, false, false],
    [24.99, false, false],
    [25, false, true],
    [20, true, true],
    [null, false, true],
  ])(
    "of %s percent, control person %s: the owner is verified: %s",
    (ownershipPercentage, isControlPerson, verified) => {
      expect(mustBeVerified({ ownershipPercentage, isControlPerson })).toBe(verified);
    },
  );
});
