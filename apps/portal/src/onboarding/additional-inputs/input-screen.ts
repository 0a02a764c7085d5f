import type { AnswerableInput, InputScreenData, SentInput } from "@inlay/contracts/onboarding/additional-inputs.ts";

/** The props of a screen for an input that is requested after consent. */
export type InputScreen<I extends AnswerableInput> = {
  data: InputScreenData<I>;
  /** Sends the answer and continues. Rejects with the server's refusal. */
  onComplete: (answer: SentInput<I>) => Promise<void>;
  takesFocus: boolean;
};

/** These inputs have no drafts, and there is no way back to the steps before consent. */
export const unkept = { draft: null, onDraft: () => {}, onBack: null } as const;
