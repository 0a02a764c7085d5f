import type { StepDraft } from "@inlay/contracts/calls/onboarding.ts";
import type { BuiltStep, ScreenData, SentCompletion } from "@inlay/contracts/onboarding/steps.ts";

export type Draft = StepDraft;

/** What every screen of a step is given. A screen knows neither the step before it nor the one after. */
export type StepScreen<S extends BuiltStep> = {
  data: ScreenData<S>;
  draft: Draft | null;
  /** Sends the answer and goes on; fails with what the server said. */
  onComplete: (answer: SentCompletion<S>) => Promise<void>;
  /** Null where there is nothing to go back to. */
  onBack: (() => void) | null;
  onDraft: (fields: Draft) => void;
  takesFocus: boolean;
};
