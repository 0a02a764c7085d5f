import { completeCoOwnerStep, getCoOwnerStep, saveCoOwnerStepDraft } from "@inlay/contracts/calls/co-owner-steps.ts";
import type {
  CompletableCoOwnerStep,
  CoOwnerRequestedInput,
  CoOwnerScreenData,
  CoOwnerWaiting,
  CoOwnerWorkflow,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import { type Flow, type FlowStep, step, stepWithSubSteps } from "../../shared/flow/flow.ts";
import { StepHost } from "../../shared/flow/step-host.tsx";
import { onDemand } from "../../shared/page/on-demand.tsx";
import { coOwnerWorkflowQuery } from "./co-owner-workflow.ts";

/** The screen of each step that a co-owner completes. */
const screens: { [S in CompletableCoOwnerStep]: FlowStep<CoOwnerScreenData<S>, object> } = {
  START_FLOW: step(async () => (await import("./begin.tsx")).Begin),
  COLLECT_PERSONAL_DETAILS: step(async () => (await import("./personal-details.tsx")).PersonalDetails),
  COLLECT_CONSENT: step(async () => (await import("./consent.tsx")).Consent),
};

const coOwner: Flow<CoOwnerWorkflow> = {
  name: "co-owner",
  section: null,
  firstStep: "ONBOARDING.START_FLOW",
  waitingStep: "WAITING_FOR_OFFERS",
  nameOf: onboardingStepOf,
  decidingSteps: [],
  steps: {
    ...screens,
    WAITING_FOR_OFFERS: step<CoOwnerWaiting, object>(async () => (await import("./waiting.tsx")).Waiting),
    REQUEST_ADDITIONAL_USER_INPUT: stepWithSubSteps<CoOwnerRequestedInput>(
      async () => (await import("./request-additional-input.tsx")).RequestAdditionalInput,
    ),
  },
  pages: { ONBOARDING_ERROR: onDemand(async () => (await import("../onboarding-error.tsx")).OnboardingError) },
  deprecated: [],
  StepList: null,
  TestHelper: null,
  workflow: coOwnerWorkflowQuery,
  load: ({ ask }, id) => ask(getCoOwnerStep, { params: { id } }),
  saveDraft: ({ ask }, id, fields) => ask(saveCoOwnerStepDraft, { params: { id }, body: { fields } }),
  complete: ({ ask }, completedStep, completion) =>
    ask(completeCoOwnerStep, { body: { completedStep, ...completion } }),
};

/** A co-owner's own, shorter application: who asked, who they are, their consent, and then the wait. */
export const CoOwnerFlow = ({ moved }: { moved: boolean }) => <StepHost flow={coOwner} moved={moved} />;
