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
const begins = (workflow: Workflow) =>
  openingView({ page: "ONBOARDING_FLOW", step: workflow.currentStep }, workflow).step;

describe("a visit begins", () => {
  it("with the list of steps for somebody who has done one of them", () => {
    expect(begins(at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]))).toBe(stepList.step);
  });

  it("at the step itself for somebody who has done none", () => {
    expect(begins(at("ONBOARDING.START_FLOW"))).toBe("ONBOARDING.START_FLOW");
    expect(begins(at("ONBOARDING.SELECT_PRODUCTS"))).toBe("ONBOARDING.SELECT_PRODUCTS");
  });

  it.each([
    "WAITING_FOR_OFFERS",
    "REQUEST_ADDITIONAL_USER_INPUT",
    "ONBOARDING_ERROR",
    "BLOCKED_ON_PRIMARY_OWNER",
    "PRIMARY_OWNER_CONFLICT",
    "READY_FOR_SERVICING",
  ] as const)("without the list at %s", (step) => {
    const workflow = at(step, ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT"]);
    expect(begins(workflow)).toBe(step);
    expect(hasStepList(workflow)).toBe(false);
  });

  it("where the person enters, if that is elsewhere", () => {
    const entry = { page: "SERVICING", step: null } as const;
    expect(openingView(entry, at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]))).toBe(entry);
  });
});
