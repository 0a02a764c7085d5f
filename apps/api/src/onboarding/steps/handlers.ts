import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import type { StepHandler } from "../step-handler.ts";
import { collectBankInfo } from "./collect-bank-info.ts";
import { collectBankStatements } from "./collect-bank-statements.ts";
import { collectBusinessDetails } from "./collect-business-details.ts";
import { collectBusinessTax } from "./collect-business-tax.ts";
import { collectConsent } from "./collect-consent.ts";
import { collectExistingDebt } from "./collect-existing-debt.ts";
import { collectPersonalDetails } from "./collect-personal-details.ts";
import { collectPlaid } from "./collect-plaid.ts";
import { collectRailz } from "./collect-railz.ts";
import { collectRefinanceOptions } from "./collect-refinance-options.ts";
import { collectSecondaryBusinessOwnerDetails } from "./collect-secondary-business-owner-details.ts";
import { selectProducts } from "./select-products.ts";
import { startFlow } from "./start-flow.ts";

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
