import type { Workflow } from "@inlay/contracts/workflow.ts";
import { describe, expect, it } from "vitest";
import { hasStepList, openingView, stepList } from "./opening-view.ts";

const at = (currentStep: Workflow["currentStep"], doneSteps: Workflow["doneSteps"] = []): Workflow => ({
  currentStep,
  doneSteps,
  platformProgramName: "Acme Capital",
  styleConfigurations: [],
  existingData: {},
  steps: ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"],

  integrationType: "CONNECT",
  testBusiness: true,
  onboardingSurveyEnabled: true,

  onboardingSurveyComplete: false,
  hasSeenWaitingForOffersBefore: false,
});
const firstStep = (workflow: Workflow) =>
  openingView({ page: "ONBOARDING_FLOW", step: workflow.currentStep }, workflow).step;

describe("first view of a session", () => {
  it("is the list of steps for a person who has completed one", () => {
    expect(firstStep(at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]))).toBe(stepList.step);
  });

  it("is the current step for a person who has completed none", () => {
    expect(firstStep(at("ONBOARDING.START_FLOW"))).toBe("ONBOARDING.START_FLOW");
    expect(firstStep(at("ONBOARDING.SELECT_PRODUCTS"))).toBe("ONBOARDING.SELECT_PRODUCTS");
  });

  it.each([
    "WAITING_FOR_OFFERS",
    "REQUEST_ADDITIONAL_USER_INPUT",
    "ONBOARDING_ERROR",
    "BLOCKED_ON_PRIMARY_OWNER",
    "PRIMARY_OWNER_CONFLICT",
    "READY_FOR_SERVICING",
  ] as const)("is not the list of steps at %s", (step) => {
    const workflow = at(step, ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT"]);
    expect(firstStep(workflow)).toBe(step);
    expect(hasStepList(workflow)).toBe(false);
  });

  it("is the entry point if that is outside onboarding", () => {
    const entry = { page: "SERVICING", step: null } as const;
    expect(openingView(entry, at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]))).toBe(entry);
  });
});
