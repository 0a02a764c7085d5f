import type { Workflow } from "@inlay/contracts/workflow.ts";
import type { View } from "../shared/flow/page-stack.ts";

/** The page with the list of all steps. It is not a step. */
export const stepList: View = { page: "ONBOARDING_FLOW", step: "STEP_LIST" };

/** Whether the list can be shown: not before the first step, after the last step or while an additional input is requested. */
export const hasStepList = ({ currentStep, steps }: Workflow): boolean =>
  currentStep !== "WAITING_FOR_OFFERS" && (steps as string[]).includes(currentStep);

/** The first view of a session. A person who has completed a step sees the list of steps first. */
export const openingView = (entry: View, workflow: Workflow): View =>
  entry.page === "ONBOARDING_FLOW" && hasStepList(workflow) && workflow.doneSteps.length > 0 ? stepList : entry;
