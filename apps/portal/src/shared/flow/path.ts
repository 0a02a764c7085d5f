import type { Flow, WorkflowState } from "./flow.ts";

type Ends = Pick<Flow<WorkflowState>, "firstStep" | "waitingStep">;

/** The view with the list of all steps. It is not a step. */
export const stepListView = "STEP_LIST";

/** The steps before this one, from the first page on. */
export function stepsBefore({ firstStep }: Ends, { steps }: WorkflowState, wireStep: string): string[] {
  const path = [firstStep, ...steps];
  return path.slice(0, Math.max(0, path.indexOf(wireStep)));
}

/** The step to show: an earlier one that the person has opened again, else the current one. */
export function shownStep(ends: Ends, workflow: WorkflowState, opened: string): string {
  const { currentStep } = workflow;
  const canReturn = currentStep !== ends.waitingStep && stepsBefore(ends, workflow, currentStep).includes(opened);
  return canReturn ? opened : currentStep;
}

export type StepPosition = {
  position: number;
  of: number;
  /** Whether the number of steps can still change. */
  isEstimate: boolean;
};

/**
 * The position of a step among the steps that a person has to complete. The wait at the end counts as the last of them. The first page
 * and the inputs requested after the last step are not counted: their position is 0.
 */
export function progressAt(
  { waitingStep, decidingSteps, nameOf }: Pick<Flow<WorkflowState>, "waitingStep" | "decidingSteps" | "nameOf">,
  { steps, doneSteps = [] }: Pick<WorkflowState, "steps" | "doneSteps">,
  shown: string,
): StepPosition {
  const counted = steps.filter((step) => step !== waitingStep);
  const of = counted.length;
  const open = counted.filter((step) => !doneSteps.includes(step));
  return {
    position: shown === waitingStep ? of : counted.indexOf(shown) + 1,
    of,
    isEstimate: open.some((step) => decidingSteps.includes(nameOf(step) ?? "")),
  };
}

/** Whether the list can be shown: not before the first step, after the last step or while an additional input is requested. */
export const hasStepList = (
  { waitingStep }: Pick<Ends, "waitingStep">,
  { currentStep, steps }: WorkflowState,
): boolean => currentStep !== waitingStep && steps.includes(currentStep);

/** The first view of a session. A person who has completed a step sees the list of steps first, if the flow has one. */
export const openingView = (flow: Pick<Flow<never>, "StepList" | "waitingStep">, workflow: WorkflowState): string =>
  flow.StepList && hasStepList(flow, workflow) && workflow.doneSteps?.length ? stepListView : workflow.currentStep;
