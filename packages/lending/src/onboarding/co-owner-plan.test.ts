import { describe, expect, it } from "vitest";
import { type CoOwnerFacts, coOwnerPath, coOwnerProgress, currentCoOwnerStep } from "./co-owner-plan.ts";

const calm: CoOwnerFacts = { openInputs: [], isStopped: false };
const asked: CoOwnerFacts = { ...calm, openInputs: ["VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION"] };
const stopped: CoOwnerFacts = { ...asked, isStopped: true };
const after = (count: number) => new Set<string>(coOwnerPath.slice(0, count));

describe("a co-owner's way", () => {
  it.each([
    [0, "START_FLOW"],
    [1, "COLLECT_PERSONAL_DETAILS"],
    [2, "COLLECT_CONSENT"],
    [3, "WAITING_FOR_OFFERS"],
    [4, "WAITING_FOR_OFFERS"],
  ] as const)("after %i steps is at %s", (count, step) => {
    expect(currentCoOwnerStep(calm, after(count))).toBe(step);
  });

  it("is additional input while something is asked, and only after consent", () => {
    expect(currentCoOwnerStep(asked, after(3))).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(currentCoOwnerStep(asked, after(2))).toBe("COLLECT_CONSENT");
  });

  it("ends at any step when somebody is stopped, whatever else is asked", () => {
    for (const count of [0, 1, 2, 3]) expect(currentCoOwnerStep(stopped, after(count))).toBe("ONBOARDING_ERROR");
  });

  it("tells the other owners only what the person did: nothing that was found out about them changes it", () => {
    expect(coOwnerProgress(after(3))).toBe("WAITING_FOR_OFFERS");
    expect(coOwnerProgress(after(1))).toBe("COLLECT_PERSONAL_DETAILS");
  });
});
