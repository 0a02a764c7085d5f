import type { AnswerableInput, additionalInputContracts } from "@inlay/contracts/onboarding/additional-inputs.ts";
import type { BuiltStep, onboardingStepContracts } from "@inlay/contracts/onboarding/steps.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import type { Completing, Position, StepHandler as StepHandlerOf, StepRequest } from "../flow/public.ts";
import type { Answers, Progress } from "./progress.ts";

export type OnboardingRequest = StepRequest & {
  /** The products that the partner's page narrows the choice to; null if it does not. */
  productSubset: readonly ProductType[] | null;
};

export type StepContext = OnboardingRequest & Position & { progress: Progress; answers: Answers };
export type CompletionContext<Ready = unknown> = Completing<StepContext, Ready>;

/** A step of the primary owner. It returns its `Answers`, which are stored with those of the other steps. */
export type StepHandler<S extends BuiltStep, Ready = unknown> = StepHandlerOf<
  (typeof onboardingStepContracts)[S],
  StepContext,
  Partial<Answers>,
  Ready
>;

/** An additional input of the primary owner, with what was said when it was requested. No answer to it decides the plan. */
export type InputHandler<I extends AnswerableInput, Ready = unknown> = StepHandlerOf<
  (typeof additionalInputContracts)[I],
  StepContext & { payload: Record<string, unknown> },
  void,
  Ready
>;
