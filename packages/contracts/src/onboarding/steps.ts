import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import type { z } from "zod/mini";
import type { StepContract } from "./step.ts";
import { collectBankInfo } from "./steps/collect-bank-info.ts";
import { collectBankStatements } from "./steps/collect-bank-statements.ts";
import { collectBusinessDetails } from "./steps/collect-business-details.ts";
import { collectBusinessTax } from "./steps/collect-business-tax.ts";
import { collectConsent } from "./steps/collect-consent.ts";
import { collectExistingDebt } from "./steps/collect-existing-debt.ts";
import { collectPersonalDetails } from "./steps/collect-personal-details.ts";
import { collectPlaid } from "./steps/collect-plaid.ts";
import { collectRailz } from "./steps/collect-railz.ts";
import { collectRefinanceOptions } from "./steps/collect-refinance-options.ts";
import { collectSecondaryBusinessOwnerDetails } from "./steps/collect-secondary-business-owner-details.ts";
import { selectProducts } from "./steps/select-products.ts";
import { startFlow } from "./steps/start-flow.ts";

/** Where a person only waits or is stopped, and a step that is no longer asked of anybody: nothing completes them. */
type Uncompletable =
  | "WAITING_FOR_OFFERS"
  | "ONBOARDING_ERROR"
  | "REQUEST_ADDITIONAL_USER_INPUT"
  | "COLLECT_PERSONAL_PLAID";

/** Steps that are built. A step that is new in the path must be listed here, in the server's handlers and in the portal's screens. */
export type BuiltStep = Exclude<OnboardingStep, Uncompletable>;

export const onboardingStepContracts = {
  START_FLOW: startFlow,
  SELECT_PRODUCTS: selectProducts,
  COLLECT_PERSONAL_DETAILS: collectPersonalDetails,
  COLLECT_BUSINESS_DETAILS: collectBusinessDetails,
  COLLECT_PLAID: collectPlaid,
  COLLECT_BANK_STATEMENTS: collectBankStatements,
  COLLECT_BANK_INFO: collectBankInfo,
  COLLECT_RAILZ: collectRailz,
  COLLECT_BUSINESS_TAX: collectBusinessTax,
  COLLECT_EXISTING_DEBT: collectExistingDebt,
  COLLECT_REFINANCE_OPTIONS: collectRefinanceOptions,
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: collectSecondaryBusinessOwnerDetails,
  COLLECT_CONSENT: collectConsent,
} satisfies Record<BuiltStep, StepContract>;

export const isBuilt = (step: OnboardingStep): step is BuiltStep => step in onboardingStepContracts;

type Contracts = typeof onboardingStepContracts;
/** What a step's screen is shown. */
export type ScreenData<S extends BuiltStep> = z.output<Contracts[S]["screen"]>;
/** What is sent to complete a step. */
export type SentCompletion<S extends BuiltStep> = z.input<Contracts[S]["completion"]>;
/** What completes a step, after parsing. */
export type Completion<S extends BuiltStep> = z.output<Contracts[S]["completion"]>;
