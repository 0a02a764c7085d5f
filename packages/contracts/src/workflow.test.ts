import {
  onboardingStepOf,
  onboardingSteps,
  onboardingWireStep,
  onboardingWireSteps,
} from "@inlay/lending/onboarding/steps.ts";
import { describe, expect, it } from "vitest";
import { workflow } from "./workflow.ts";

describe("the names of onboarding steps", () => {
  it("carry the prefix on twelve of seventeen", () => {
    expect(onboardingWireSteps.filter((name) => name.startsWith("ONBOARDING."))).toHaveLength(12);
    expect(onboardingWireSteps.filter((name) => !name.startsWith("ONBOARDING."))).toEqual([
      "COLLECT_BANK_STATEMENTS",
      "COLLECT_BANK_INFO",
      "WAITING_FOR_OFFERS",
      "ONBOARDING_ERROR",
      "REQUEST_ADDITIONAL_USER_INPUT",
    ]);
  });

  it.each(onboardingSteps)("are read back as %s, with the prefix or without", (step) => {
    expect(onboardingStepOf(onboardingWireStep(step))).toBe(step);
    expect(onboardingStepOf(step)).toBe(step);
  });

  it("know the second name of the owner's step, and nothing else", () => {
    expect(onboardingStepOf("COLLECT_BUSINESS_OWNER_DETAILS")).toBe("COLLECT_PERSONAL_DETAILS");
    expect(onboardingStepOf("ONBOARDING.NOTHING")).toBeNull();
  });
});

it("a workflow holds earlier answers for the steps it knows", () => {
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
