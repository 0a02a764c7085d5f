import type { AnswerableInput, InputScreenData, SentInput } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { StepScreen } from "../../shared/flow/flow.ts";

/** The props of a screen for an input that is requested after consent. */
export type InputScreen<I extends AnswerableInput> = StepScreen<InputScreenData<I>, SentInput<I>>;
