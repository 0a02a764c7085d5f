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

/** Steps that no answer completes: waiting, a stopped application, requested inputs, and a step that is no longer in use. */
type Uncompletable =
  | "WAITING_FOR_OFFERS"
  | "ONBOARDING_ERROR"
  | "REQUEST_ADDITIONAL_USER_INPUT"
  | "COLLECT_PERSONAL_PLAID";

/** Steps that an answer completes. A new step must be added here, to the server's handlers and to the portal's screens. */
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

type Contracts = typeof onboardingStepContracts;
/** The data that a step's screen shows. */
export type ScreenData<S extends BuiltStep> = z.output<Contracts[S]["screen"]>;
/** The completion before parsing, as a client sends it. */
export type SentCompletion<S extends BuiltStep> = z.input<Contracts[S]["completion"]>;
/** The completion after parsing. */
export type Completion<S extends BuiltStep> = z.output<Contracts[S]["completion"]>;
