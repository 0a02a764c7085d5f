import type { CoOwnerV2 } from "@inlay/contracts/onboarding/co-owner.ts";
import { describe, expect, it } from "vitest";
import { isEditable, restForAnotherOwner, whatIsMissing } from "./owners.ts";

const owner = (currentStep: string, ownershipPercentage: number | null = 25) =>
  ({ currentStep, ownershipPercentage }) as CoOwnerV2;

describe("co-owner in the list", () => {
  it("can be changed and removed at the start, and is read-only afterwards", () => {
    expect(isEditable(owner("ONBOARDING.START_FLOW"))).toBe(true);
    for (const step of ["ONBOARDING.COLLECT_PERSONAL_DETAILS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"])
      expect(isEditable(owner(step)), step).toBe(false);
  });
});

describe("list of co-owners", () => {
  it("cannot be completed without an owner if one is required", () => {
    expect(whatIsMissing([], true)).toBe("OWNER");
    expect(whatIsMissing([], false)).toBeNull();
    expect(whatIsMissing([owner("ONBOARDING.START_FLOW")], true)).toBeNull();
  });

  it("cannot be completed while a percentage is missing that can still be entered", () => {
    const lacking = owner("ONBOARDING.START_FLOW", null);
    expect(whatIsMissing([owner("ONBOARDING.START_FLOW"), lacking], false)).toEqual({ percentageOf: lacking });
    expect(whatIsMissing([owner("WAITING_FOR_OFFERS", null)], false)).toBeNull();
  });

  it("leaves room for another owner who has to be named, if 20% or more is left", () => {
    const owning = (percentage: number | null) => owner("ONBOARDING.START_FLOW", percentage);
    expect(restForAnotherOwner(80, [])).toBe(20);
    expect(restForAnotherOwner(80.01, [])).toBeNull();
    expect(restForAnotherOwner(33.33, [owning(33.33)])).toBe(33.34);
    expect(restForAnotherOwner(40, [owning(60)])).toBeNull();
    expect(restForAnotherOwner(null, [owning(20)])).toBeNull();
    expect(restForAnotherOwner(20, [owning(null)])).toBeNull();
  });
});
