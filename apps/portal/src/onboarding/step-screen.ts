import type { StepDraft } from "@inlay/contracts/calls/onboarding.ts";
import type { BuiltStep, ScreenData, SentCompletion } from "@inlay/contracts/onboarding/steps.ts";

export type Draft = StepDraft;

/** The props of a step's screen. A screen knows neither the previous nor the next step. */
export type StepScreen<S extends BuiltStep> = {
  data: ScreenData<S>;
  draft: Draft | null;
  /** Sends the answer and continues. Rejects with the server's refusal. */
  onComplete: (answer: SentCompletion<S>) => Promise<void>;
  /** Null if there is no page to go back to. */
  onBack: (() => void) | null;
  onDraft: (fields: Draft) => void;
  takesFocus: boolean;
};
