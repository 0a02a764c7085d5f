import { describe, expect, it } from "vitest";
import { type CoOwnerFacts, coOwnerPath, coOwnerProgress, currentCoOwnerStep } from "./co-owner-plan.ts";

const calm: CoOwnerFacts = { openInputs: [], isStopped: false };
const asked: CoOwnerFacts = { ...calm, openInputs: ["VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION"] };
const stopped: CoOwnerFacts = { ...asked, isStopped: true };
const after = (count: number) => new Set<string>(coOwnerPath.slice(0, count));

describe("co-owner onboarding", () => {
  it.each([
    [0, "START_FLOW"],
    [1, "COLLECT_PERSONAL_DETAILS"],
    [2, "COLLECT_CONSENT"],
    [3, "WAITING_FOR_OFFERS"],
    [4, "WAITING_FOR_OFFERS"],
  ] as const)("after %i steps is at %s", (count, step) => {
    expect(currentCoOwnerStep(calm, after(count))).toBe(step);
  });

  it("is at additional input while something is requested, and only after consent", () => {
    expect(currentCoOwnerStep(asked, after(3))).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(currentCoOwnerStep(asked, after(2))).toBe("COLLECT_CONSENT");
  });

  it("is at the error at any step when the co-owner is stopped, whatever else is requested", () => {
    for (const count of [0, 1, 2, 3]) expect(currentCoOwnerStep(stopped, after(count))).toBe("ONBOARDING_ERROR");
  });

  it("shows the other owners only the completed steps, not the findings about the co-owner", () => {
    expect(coOwnerProgress(after(3))).toBe("WAITING_FOR_OFFERS");
    expect(coOwnerProgress(after(1))).toBe("COLLECT_PERSONAL_DETAILS");
  });
});
