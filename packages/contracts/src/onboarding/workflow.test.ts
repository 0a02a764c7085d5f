import {
  onboardingStepOf,
  onboardingSteps,
  onboardingWireStep,
  onboardingWireSteps,
} from "@inlay/lending/onboarding/steps.ts";
import { describe, expect, it } from "vitest";
import { answerIn, namesAccount } from "./step-answer.ts";
import { workflow } from "./workflow.ts";
import { rightInputs } from "./wrong-inputs.fixture.ts";

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

describe("completion of an additional input", () => {
  const completedStep = "REQUEST_ADDITIONAL_USER_INPUT";

  it.each(Object.entries(rightInputs))("is read from every form in which clients send %s", (subStep, data) => {
    const forms = [
      { subStep, data },
      { subStep, payload: data },
      { subStep, payload: { data } },
      { payload: { subStep, data } },
      { payload: { subStep, ...data } },
      { data: { subStep, data } },
    ];
    for (const form of forms) expect(answerIn({ completedStep, ...form })).toEqual({ step: subStep, data });
  });

  it.each(["RECOLLECT_BANK_INFO", "UPDATE_PRIMARY_BANK_ACCOUNT"])("names an account in every form of %s", (subStep) => {
    for (const form of [{ subStep }, { payload: { subStep, data: {} } }, { data: { subStep } }])
      expect(namesAccount({ completedStep, ...form })).toBe(true);
    expect(namesAccount({ completedStep, payload: { subStep: "RECOLLECT_PLAID" } })).toBe(false);
  });

  it("leaves the answer to a step as it was sent", () => {
    const data = { subStep: "RECOLLECT_BANK_INFO", data: {} };
    expect(answerIn({ completedStep: "COLLECT_PLAID", data })).toEqual({ step: "COLLECT_PLAID", data });
  });
});
