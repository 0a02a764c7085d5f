import type { Workflow } from "@inlay/contracts/workflow.ts";
import type { View } from "../shared/page-stack.ts";

/** The list of all steps is a page of its own, and no step. */
export const stepList: View = { page: "ONBOARDING_FLOW", step: "STEP_LIST" };

/** Whether there is a list to show: not before the first step, and not when all is said or something else is asked. */
export const hasStepList = ({ currentStep, steps }: Workflow): boolean =>
  currentStep !== "WAITING_FOR_OFFERS" && (steps as string[]).includes(currentStep);

/** Where a visit begins: whoever has answered something already sees first what is done and what is left. */
export const openingView = (entry: View, workflow: Workflow): View =>
  entry.page === "ONBOARDING_FLOW" && hasStepList(workflow) && workflow.doneSteps.length > 0 ? stepList : entry;
