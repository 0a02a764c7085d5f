import { describe, expect, it } from "vitest";
import { hasStepList, openingView, progressAt, shownStep, stepListView } from "./path.ts";

const ends = { firstStep: "ONBOARDING.START_FLOW", waitingStep: "WAITING_FOR_OFFERS" };
const steps = ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"];

const { waitingStep } = ends;
const counting = {
  waitingStep,
  decidingSteps: ["SELECT_PRODUCTS"],
  nameOf: (step: string) => step.replace("ONBOARDING.", ""),
};

it.each([
  ["ONBOARDING.START_FLOW", 0],
  ["ONBOARDING.SELECT_PRODUCTS", 1],
  ["ONBOARDING.COLLECT_CONSENT", 2],
  ["WAITING_FOR_OFFERS", 2],
  ["REQUEST_ADDITIONAL_USER_INPUT", 0],
])("step counter: %s has position %d of 2", (shown, position) => {
  expect(progressAt(counting, { steps }, shown)).toMatchObject({ position, of: 2 });
});

it("step counter: the number of steps is an estimate until every step that decides it is done", () => {
  const isEstimate = (doneSteps: string[]) => progressAt(counting, { steps, doneSteps }, waitingStep).isEstimate;
  expect(isEstimate([])).toBe(true);
  expect(isEstimate(["ONBOARDING.COLLECT_CONSENT"])).toBe(true);
  expect(isEstimate(["ONBOARDING.SELECT_PRODUCTS"])).toBe(false);
});

describe("step that is shown", () => {
  const consent = { currentStep: "ONBOARDING.COLLECT_CONSENT", steps };

  it.each(["ONBOARDING.START_FLOW", "ONBOARDING.SELECT_PRODUCTS"])(
    "is the earlier step %s if it was opened",
    (opened) => {
      expect(shownStep(ends, consent, opened)).toBe(opened);
    },
  );

  it.each(["WAITING_FOR_OFFERS", "ONBOARDING.COLLECT_PETS", stepListView])(
    "is the current step if %s was opened, which is not an earlier one",
    (opened) => {
      expect(shownStep(ends, consent, opened)).toBe("ONBOARDING.COLLECT_CONSENT");
    },
  );

  it.each(["WAITING_FOR_OFFERS", "REQUEST_ADDITIONAL_USER_INPUT", "ONBOARDING_ERROR"])(
    "is %s even if an earlier step was opened: consent closes the steps before it",
    (currentStep) => {
      expect(shownStep(ends, { currentStep, steps }, "ONBOARDING.SELECT_PRODUCTS")).toBe(currentStep);
    },
  );
});

const listed = { waitingStep, StepList: () => null };
const at = (currentStep: string, doneSteps: string[] = []) => ({
  currentStep,
  doneSteps,
  steps,
});

describe("first view of a session", () => {
  it("is the list of steps for a person who has completed one", () => {
    expect(openingView(listed, at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]))).toBe(stepListView);
  });

  it("is the current step for a person who has completed none", () => {
    expect(openingView(listed, at("ONBOARDING.START_FLOW"))).toBe("ONBOARDING.START_FLOW");
    expect(openingView(listed, at("ONBOARDING.SELECT_PRODUCTS"))).toBe("ONBOARDING.SELECT_PRODUCTS");
  });

  it.each([
    "WAITING_FOR_OFFERS",
    "REQUEST_ADDITIONAL_USER_INPUT",
    "ONBOARDING_ERROR",
    "BLOCKED_ON_PRIMARY_OWNER",
    "PRIMARY_OWNER_CONFLICT",
    "READY_FOR_SERVICING",
  ])("is not the list of steps at %s", (step) => {
    const workflow = at(step, ["ONBOARDING.SELECT_PRODUCTS", "ONBOARDING.COLLECT_CONSENT"]);
    expect(openingView(listed, workflow)).toBe(step);
    expect(hasStepList(listed, workflow)).toBe(false);
  });

  it("is the current step in a flow without a list", () => {
    const workflow = at("ONBOARDING.COLLECT_CONSENT", ["ONBOARDING.SELECT_PRODUCTS"]);
    expect(openingView({ waitingStep, StepList: null }, workflow)).toBe("ONBOARDING.COLLECT_CONSENT");
  });
});
