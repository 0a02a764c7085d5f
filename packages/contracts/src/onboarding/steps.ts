import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import type { z } from "zod/mini";
import type { StepContract } from "./step.ts";
import { collectBusinessDetails } from "./steps/collect-business-details.ts";
import { collectPersonalDetails } from "./steps/collect-personal-details.ts";
import { selectProducts } from "./steps/select-products.ts";
import { startFlow } from "./steps/start-flow.ts";

/** Steps that have no screen and no handler yet. This list only ever shrinks. */
export const laterSteps = [
  "COLLECT_PLAID",
  "COLLECT_BANK_STATEMENTS",
  "COLLECT_BANK_INFO",
  "COLLECT_RAILZ",
  "COLLECT_BUSINESS_TAX",
  "COLLECT_EXISTING_DEBT",
  "COLLECT_REFINANCE_OPTIONS",
  "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
  "COLLECT_CONSENT",
] as const satisfies OnboardingStep[];

/** Where a person only waits or is stopped, and a step that is no longer asked of anybody: nothing completes them. */
type Uncompletable =
  | "WAITING_FOR_OFFERS"
  | "ONBOARDING_ERROR"
  | "REQUEST_ADDITIONAL_USER_INPUT"
  | "COLLECT_PERSONAL_PLAID";

/** Steps that are built. A step that is new in the path must be listed here, in the server's handlers and in the portal's screens. */
export type BuiltStep = Exclude<OnboardingStep, (typeof laterSteps)[number] | Uncompletable>;

export const onboardingStepContracts = {
  START_FLOW: startFlow,
  SELECT_PRODUCTS: selectProducts,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_BUSINESS_DETAILS: collectBusinessDetails,
} satisfies Record<BuiltStep, StepContract>;

export const isBuilt = (step: OnboardingStep): step is BuiltStep => step in onboardingStepContracts;

/** What may be kept of a step before it is sent: the fields that complete it. A step with a secret must leave it out of its draft. */
export const draftFieldsOf = (step: BuiltStep): string[] => Object.keys(onboardingStepContracts[step].completion.shape);

type Contracts = typeof onboardingStepContracts;
/** What a step's screen is shown. */
export type ScreenData<S extends BuiltStep> = z.output<Contracts[S]["screen"]>;
/** What completes a step, after parsing. */
export type Completion<S extends BuiltStep> = z.output<Contracts[S]["completion"]>;
