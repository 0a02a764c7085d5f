import type { BuiltStep, ScreenData, SentCompletion } from "@inlay/contracts/onboarding/steps.ts";
import type { StepScreen as FlowStepScreen } from "../shared/flow/flow.ts";

/** The props of the screen of an onboarding step. */
export type StepScreen<S extends BuiltStep> = FlowStepScreen<ScreenData<S>, SentCompletion<S>>;
