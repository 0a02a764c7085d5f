import {
  onboardingStepOf,
  onboardingSteps,
  onboardingWireStep,
  onboardingWireSteps,
} from "@inlay/lending/onboarding/steps.ts";
import { describe, expect, it } from "vitest";
import { workflow } from "./workflow.ts";

describe("onboarding step names", () => {
  it("have the prefix in twelve of seventeen cases", () => {
    expect(onboardingWireSteps.filter((name) => name.startsWith("ONBOARDING."))).toHaveLength(12);
    expect(onboardingWireSteps.filter((name) => !name.startsWith("ONBOARDING."))).toEqual([
      "COLLECT_BANK_STATEMENTS",
      "COLLECT_BANK_INFO",
      "WAITING_FOR_OFFERS",
      "ONBOARDING_ERROR",
      "REQUEST_ADDITIONAL_USER_INPUT",
    ]);
  });

  it.each(onboardingSteps)("are read as %s, with or without the prefix", (step) => {
    expect(onboardingStepOf(onboardingWireStep(step))).toBe(step);
    expect(onboardingStepOf(step)).toBe(step);
  });

  it("include one alias, for the owner's step; unknown names are null", () => {
    expect(onboardingStepOf("COLLECT_BUSINESS_OWNER_DETAILS")).toBe("COLLECT_PERSONAL_DETAILS");
    expect(onboardingStepOf("ONBOARDING.NOTHING")).toBeNull();
  });
});

it("workflow: existingData accepts known steps only", () => {
  const given = {
    currentStep: "ONBOARDING.START_FLOW",
    platformProgramName: "Acme Capital",
    styleConfigurations: [],
    existingData: { "ONBOARDING.COLLECT_BUSINESS_DETAILS": { businessName: "Acme" } },
    steps: ["ONBOARDING.SELECT_PRODUCTS", "WAITING_FOR_OFFERS"],
    doneSteps: [],
    integrationType: "CONNECT",
    testBusiness: true,
    onboardingSurveyEnabled: true,
    onboardingSurveyComplete: false,
    hasSeenWaitingForOffersBefore: false,
  };
  expect(workflow.parse(given)).toEqual(given);
  expect(workflow.safeParse({ ...given, currentStep: "SELECT_USER_ROLES" }).success).toBe(true);
  expect(workflow.safeParse({ ...given, existingData: { SOMEWHERE: {} } }).success).toBe(false);
});
