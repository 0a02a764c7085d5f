import type { AnswerableInput, InputScreenData, SentInput } from "@inlay/contracts/onboarding/additional-inputs.ts";

/** What the screen of something that is asked after consent is given. */
export type InputScreen<I extends AnswerableInput> = {
  data: InputScreenData<I>;
  /** Sends the answer and goes on; fails with what the server said. */
  onComplete: (answer: SentInput<I>) => Promise<void>;
  takesFocus: boolean;
};

/** Nothing of it is kept before it is sent, and consent has closed what came before it. */
export const unkept = { draft: null, onDraft: () => {}, onBack: null } as const;
