import type { AnswerableInput, InputAnswer, InputScreenData } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { AppContext } from "../context.ts";
import type { Person } from "../http/public.ts";
import type { CompletionContext, StepContext } from "./step-handler.ts";

/** What was said when it was asked for. */
type Asked = { payload: Record<string, unknown> };

/** One thing that is asked after consent, on the server: like a step, save that nothing of it decides the path. */
export type InputHandler<I extends AnswerableInput, Ready = unknown> = {
  load(context: StepContext & Asked): Promise<InputScreenData<I>>;
  /** As for a step: outside the transaction, and changing nothing that matters. */
  prepare?(app: AppContext, caller: Person, answer: InputAnswer<I>): Promise<Ready>;
  /** Keeps the answer and sets going again what waited for it. */
  complete(context: CompletionContext<Ready> & Asked, answer: InputAnswer<I>): Promise<void>;
};
