import type { BuiltStep, ScreenData, SentCompletion } from "@inlay/contracts/onboarding/steps.ts";
import { type FlowStep, step } from "../shared/flow/flow.ts";

/** The screen of each step, and for some the answer if there is nothing to ask. */
export const screens: { [S in BuiltStep]: FlowStep<ScreenData<S>, SentCompletion<S>> } = {
  START_FLOW: step(
    async () => (await import("./steps/start-flow.tsx")).StartFlow,
    // The information before the start is always shown, even if there is nothing to ask.
    ({ variant, beforeYouStart }) => (variant === "NEITHER" && beforeYouStart === null ? {} : null),
  ),
  SELECT_PRODUCTS: step(
    async () => (await import("./steps/select-products.tsx")).SelectProducts,
    ({ onlyProduct }) => (onlyProduct ? { selectedProducts: [onlyProduct] } : null),
  ),
  COLLECT_PERSONAL_DETAILS: step(
    async () => (await import("./steps/collect-personal-details.tsx")).CollectPersonalDetails,
  ),
  COLLECT_BUSINESS_DETAILS: step(
    async () => (await import("./steps/collect-business-details.tsx")).CollectBusinessDetails,
  ),
  COLLECT_PLAID: step(async () => (await import("./steps/collect-plaid.tsx")).CollectPlaid),
  COLLECT_BANK_STATEMENTS: step(
    async () => (await import("./steps/collect-bank-statements.tsx")).CollectBankStatements,
  ),
  COLLECT_BANK_INFO: step(async () => (await import("./steps/collect-bank-info.tsx")).CollectBankInfo),
  COLLECT_RAILZ: step(
    async () => (await import("./steps/collect-railz.tsx")).CollectRailz,
    // With linked accounting software and a tax number on file there is nothing to ask.
    ({ isAccountingCollected, tinLast4, entityType }) =>
      isAccountingCollected && tinLast4 !== null && entityType !== "PASS_THROUGH"
        ? { entityType: "CORPORATE_TAX" }
        : null,
  ),
  COLLECT_BUSINESS_TAX: step(async () => (await import("./steps/collect-business-tax.tsx")).CollectBusinessTax),
  COLLECT_EXISTING_DEBT: step(async () => (await import("./steps/collect-existing-debt.tsx")).CollectExistingDebt),
  COLLECT_REFINANCE_OPTIONS: step(
    async () => (await import("./steps/collect-refinance-options.tsx")).CollectRefinanceOptions,
  ),
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: step(
    async () =>
      (await import("./steps/collect-secondary-business-owner-details.tsx")).CollectSecondaryBusinessOwnerDetails,
  ),
  COLLECT_CONSENT: step(async () => (await import("./steps/collect-consent.tsx")).CollectConsent),
};
