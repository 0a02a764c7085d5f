import type { Parsed } from "@inlay/contracts/call.ts";
import type { completeStep } from "@inlay/contracts/calls/onboarding.ts";
import { answerIn, isInputCompletion } from "@inlay/contracts/onboarding/step-answer.ts";
import type { AppContext } from "../context.ts";
import type { Origin, PreparedAnswer, StepFlow, StepRequest } from "../flow/public.ts";
import type { Person } from "../http/public.ts";

type Body = Parsed<typeof completeStep, "body">;

/** What a call that completes steps does with its body. */
export function completionsOf<Request extends StepRequest>(
  app: AppContext,
  steps: StepFlow<Request>,
  inputs: StepFlow<Request>,
) {
  const flowOf = (body: Body) => (isInputCompletion(body) ? inputs : steps);
  return {
    preparation: {
      needed: ({ body }: { body: Body }) => flowOf(body).needsPreparation(answerIn(body)),
      run: ({ caller, body }: { caller: Person; body: Body }) => flowOf(body).prepare(app, caller, answerIn(body)),
    },
    complete: (request: Request & Origin, body: Body, prepared: PreparedAnswer | undefined) =>
      flowOf(body).complete(request, answerIn(body), prepared),
  };
}
