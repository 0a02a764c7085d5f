import type { Parsed } from "@inlay/contracts/call.ts";
import type { completeStep } from "@inlay/contracts/calls/onboarding.ts";
import { onboardingStepOf } from "@inlay/lending/onboarding/steps.ts";
import type { SentAnswer, StepFlow, StepRequest } from "../flow/public.ts";

type Body = Parsed<typeof completeStep, "body">;

/** Reads the body of a completion: REQUEST_ADDITIONAL_USER_INPUT stands for the additional input in `subStep`, any other name for a step. */
export function sentCompletion<Request extends StepRequest>(steps: StepFlow<Request>, inputs: StepFlow<Request>) {
  const isInput = ({ completedStep }: Body) => onboardingStepOf(completedStep) === "REQUEST_ADDITIONAL_USER_INPUT";
  return {
    flowOf: (body: Body): StepFlow<Request> => (isInput(body) ? inputs : steps),
    answerOf: (body: Body): SentAnswer => ({
      step: isInput(body) ? (body.subStep ?? "") : body.completedStep,
      data: body.data ?? body.payload,
    }),
  };
}
