import type {
  CompletableCoOwnerStep,
  coOwnerInputContracts,
  coOwnerStepContracts,
} from "@inlay/contracts/onboarding/co-owner-steps.ts";
import type { CoOwnerAdditionalInput } from "@inlay/lending/onboarding/steps.ts";
import type { StepHandler, StepRequest } from "../../flow/public.ts";

export type CoOwnerContext = StepRequest & { ownerId: string };

export type CoOwnerStepHandler<S extends CompletableCoOwnerStep> = StepHandler<
  (typeof coOwnerStepContracts)[S],
  CoOwnerContext,
  void
>;

export type CoOwnerInputHandler<I extends CoOwnerAdditionalInput, Ready = unknown> = StepHandler<
  (typeof coOwnerInputContracts)[I],
  CoOwnerContext,
  void,
  Ready
>;
