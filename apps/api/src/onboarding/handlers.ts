import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import type { StepHandler } from "./step-handler.ts";
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

export const handlers: { [S in BuiltStep]: StepHandler<S> } = {
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
};
