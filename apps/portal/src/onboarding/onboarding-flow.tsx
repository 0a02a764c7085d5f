import { completeStep, getStep, saveStepDraft } from "@inlay/contracts/calls/onboarding.ts";
import type { RequestedInput } from "@inlay/contracts/onboarding/waiting.ts";
import type { Workflow } from "@inlay/contracts/onboarding/workflow.ts";
import { decidingSteps, onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { productSubset, workflowQuery } from "../shared/api/queries.ts";
import { type Flow, stepWithSubSteps } from "../shared/flow/flow.ts";
import { StepHost } from "../shared/flow/step-host.tsx";
import { onDemand } from "../shared/page/on-demand.tsx";
import { screens } from "./screens.ts";
import { TestHelper } from "./test-business/test-helper.tsx";

const onboarding: Flow<Workflow> = {
  name: "onboarding",
  section: "onboarding",
  firstStep: "ONBOARDING.START_FLOW",
  waitingStep: "WAITING_FOR_OFFERS",
  nameOf: onboardingStepOf,
  decidingSteps,
  steps: {
    ...screens,
    REQUEST_ADDITIONAL_USER_INPUT: stepWithSubSteps<RequestedInput>(
      async () => (await import("./additional-inputs/request-additional-input.tsx")).RequestAdditionalInput,
    ),
  },
  pages: {
    WAITING_FOR_OFFERS: onDemand(
      async () => (await import("./waiting-for-offers/waiting-for-offers.tsx")).WaitingForOffers,
    ),
    ONBOARDING_ERROR: onDemand(async () => (await import("./onboarding-error.tsx")).OnboardingError),
  },
  deprecated: ["COLLECT_PERSONAL_PLAID"],
  StepList: onDemand(async () => (await import("./step-list/step-list.tsx")).StepList),
  TestHelper,
  workflow: workflowQuery,
  load: ({ ask }, id) => ask(getStep, { params: { id }, query: productSubset() }),
  saveDraft: ({ ask }, id, fields) => ask(saveStepDraft, { params: { id }, body: { fields } }),
  complete: ({ ask }, completedStep, completion) =>
    ask(completeStep, { query: productSubset(), body: { completedStep, ...completion } }),
};

/** The application of a primary owner. */
export const OnboardingFlow = ({ moved }: { moved: boolean }) => <StepHost flow={onboarding} moved={moved} />;
