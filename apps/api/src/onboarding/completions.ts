import type { Parsed } from "@inlay/contracts/call.ts";
import type { completeStep } from "@inlay/contracts/calls/onboarding.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import type { AppContext } from "../context.ts";
import type { Origin, PreparedAnswer, SentAnswer, StepFlow, StepRequest } from "../flow/public.ts";
import type { Person } from "../http/public.ts";

type Body = Parsed<typeof completeStep, "body">;

/**
 * What a call that completes steps does with its body. REQUEST_ADDITIONAL_USER_INPUT stands for the additional input in `subStep`, any
 * other name for a step.
 */
export function completionsOf<Request extends StepRequest>(
  app: AppContext,
  steps: StepFlow<Request>,
  inputs: StepFlow<Request>,
) {
  const isInput = ({ completedStep }: Body) => onboardingStepOf(completedStep) === "REQUEST_ADDITIONAL_USER_INPUT";
  const flowOf = (body: Body) => (isInput(body) ? inputs : steps);
  const answerIn = (body: Body): SentAnswer => ({
    step: isInput(body) ? (body.subStep ?? "") : body.completedStep,
    data: body.data ?? body.payload,
  });
  return {
    preparation: {
      needed: ({ body }: { body: Body }) => flowOf(body).needsPreparation(answerIn(body)),
      run: ({ caller, body }: { caller: Person; body: Body }) => flowOf(body).prepare(app, caller, answerIn(body)),
    },
    complete: (request: Request & Origin, body: Body, prepared: PreparedAnswer | undefined) =>
      flowOf(body).complete(request, answerIn(body), prepared),
  };
}
