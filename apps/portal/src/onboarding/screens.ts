import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import type { OnboardingStep } from "@inlay/lending/onboarding/steps.ts";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { StepScreen } from "./step-screen.ts";

type Screen<S extends BuiltStep> = ComponentType<StepScreen<S>>;

const screen = <S extends BuiltStep>(load: () => Promise<Screen<S>>): LazyExoticComponent<Screen<S>> =>
  lazy(async () => ({ default: await load() }));

/** The screen of each step, loaded on demand. */
export const screens: { [S in BuiltStep]: LazyExoticComponent<Screen<S>> } = {
  START_FLOW: screen(async () => (await import("./steps/start-flow.tsx")).StartFlow),
  SELECT_PRODUCTS: screen(async () => (await import("./steps/select-products.tsx")).SelectProducts),
  COLLECT_PERSONAL_DETAILS: screen(
    async () => (await import("./steps/collect-personal-details.tsx")).CollectPersonalDetails,
  ),
  COLLECT_BUSINESS_DETAILS: screen(
    async () => (await import("./steps/collect-business-details.tsx")).CollectBusinessDetails,
  ),
  COLLECT_PLAID: screen(async () => (await import("./steps/collect-plaid.tsx")).CollectPlaid),
  COLLECT_BANK_STATEMENTS: screen(
    async () => (await import("./steps/collect-bank-statements.tsx")).CollectBankStatements,
  ),
  COLLECT_BANK_INFO: screen(async () => (await import("./steps/collect-bank-info.tsx")).CollectBankInfo),
  COLLECT_RAILZ: screen(async () => (await import("./steps/collect-railz.tsx")).CollectRailz),
  COLLECT_BUSINESS_TAX: screen(async () => (await import("./steps/collect-business-tax.tsx")).CollectBusinessTax),
  COLLECT_EXISTING_DEBT: screen(async () => (await import("./steps/collect-existing-debt.tsx")).CollectExistingDebt),
  COLLECT_REFINANCE_OPTIONS: screen(
    async () => (await import("./steps/collect-refinance-options.tsx")).CollectRefinanceOptions,
  ),
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: screen(
    async () =>
      (await import("./steps/collect-secondary-business-owner-details.tsx")).CollectSecondaryBusinessOwnerDetails,
  ),
  COLLECT_CONSENT: screen(async () => (await import("./steps/collect-consent.tsx")).CollectConsent),
};

// Looks in the screens and not in the contracts, so that one step does not load the schemas of all.
export const isBuilt = (step: OnboardingStep): step is BuiltStep => step in screens;
