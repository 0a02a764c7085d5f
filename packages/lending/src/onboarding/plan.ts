import { type ChecklistItem, currentStep } from "../flow/checklist.ts";
import type { ProductType } from "../products/product-type.ts";
import type { AdditionalInput, OnboardingStep } from "./steps.ts";

/** The facts that decide the steps of a business: its own answers and its platform's settings. */
export type OnboardingFacts = {
  selectedProducts: readonly ProductType[];
  /** The largest amount the business is prequalified for; null when it is not. */
  prequalifiedAmountCents: number | null;
  /** The platform has provided the bank account, or an asset report on it. */
  platformProvidedAccount: boolean;
  optToProvideBankStatements: boolean;
  hasExistingDebt: boolean;
  accountingSource: "RAILZ" | "TAX";
  prequalHidesStepsUpToCents: number;
  requiredSteps: readonly OnboardingStep[];
  hiddenSteps: readonly OnboardingStep[];
  /** The open requests for additional input from the primary owner after consent. */
  openInputs: readonly AdditionalInput[];
  /** Onboarding of this business is stopped until a staff member reopens it. */
  isStopped: boolean;
  hasIssuedProducts: boolean;
};

/** Above this prequalified amount an integrated advance also needs the owners' details. */
const integratedAdvanceAsksOwnersAboveCents = 2_500_000;

const wants = (facts: OnboardingFacts, ...products: ProductType[]) =>
  products.some((product) => facts.selectedProducts.includes(product));
const always = () => true;

function asksForBank(facts: OnboardingFacts): boolean {
  const others = facts.selectedProducts.some((product) => product !== "INTEGRATED_MCA");
  return others || facts.selectedProducts.length === 0 || !facts.platformProvidedAccount;
}

function asksForAccounting(facts: OnboardingFacts): boolean {
  const { prequalifiedAmountCents: amount } = facts;
  const isSmall = amount !== null && amount <= facts.prequalHidesStepsUpToCents;
  return wants(facts, "TERM_LOAN", "LOC_TERM_LOAN") && !isSmall;
}

function asksForOwners(facts: OnboardingFacts): boolean {
  const others = facts.selectedProducts.some((product) => product !== "INTEGRATED_MCA");
  return others || (facts.prequalifiedAmountCents ?? 0) > integratedAdvanceAsksOwnersAboveCents;
}

/** The whole path in order. Which steps apply is re-evaluated after every answer. */
const path = [
  { step: "START_FLOW", applies: always },
  { step: "SELECT_PRODUCTS", applies: always },
  { step: "COLLECT_PERSONAL_DETAILS", applies: always },
  { step: "COLLECT_BUSINESS_DETAILS", applies: always },
  { step: "COLLECT_PLAID", applies: asksForBank },
  { step: "COLLECT_BANK_STATEMENTS", applies: (facts) => facts.optToProvideBankStatements },
  { step: "COLLECT_BANK_INFO", applies: (facts) => facts.optToProvideBankStatements },
  { step: "COLLECT_RAILZ", applies: (facts) => asksForAccounting(facts) && facts.accountingSource === "RAILZ" },
  { step: "COLLECT_BUSINESS_TAX", applies: (facts) => asksForAccounting(facts) && facts.accountingSource === "TAX" },
  { step: "COLLECT_EXISTING_DEBT", applies: (facts) => wants(facts, "TERM_LOAN", "LOC_TERM_LOAN", "MCA") },
  { step: "COLLECT_REFINANCE_OPTIONS", applies: (facts) => wants(facts, "TERM_LOAN") && facts.hasExistingDebt },
  { step: "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", applies: asksForOwners },
  { step: "COLLECT_CONSENT", applies: always },
  { step: "WAITING_FOR_OFFERS", applies: always },
] as const satisfies readonly (ChecklistItem<OnboardingFacts> & { step: OnboardingStep })[];

/** The platform's settings take precedence: a hidden step never applies, a required step otherwise always does. */
const checklist = path.map(({ step, applies }) => ({
  step,
  applies: (facts: OnboardingFacts) =>
    !facts.hiddenSteps.includes(step) && (facts.requiredSteps.includes(step) || applies(facts)),
}));

/** The steps of this business, in order. */
export const onboardingPlan = (facts: OnboardingFacts): OnboardingStep[] =>
  checklist.filter((item) => item.applies(facts)).map((item) => item.step);

/**
 * The first step that applies and is not done. WAITING_FOR_OFFERS is the last step and is never completed; a stop or a request for
 * additional input replaces it. MANUAL_OVERRIDE is handled by staff and requests nothing from the owner. Input for a product that is serviced
 * does not wait for the consent to another application.
 */
export function currentOnboardingStep(facts: OnboardingFacts, done: ReadonlySet<OnboardingStep>): OnboardingStep {
  const step = currentStep<OnboardingFacts, { step: OnboardingStep; applies(facts: OnboardingFacts): boolean }>(
    checklist,
    facts,
    done,
  );
  const isInputRequested = facts.openInputs.some((input) => input !== "MANUAL_OVERRIDE");
  const isInputFirst = facts.hasIssuedProducts && isInputRequested;
  if (step !== null && step !== "WAITING_FOR_OFFERS" && !isInputFirst) return step;
  if (facts.isStopped) return "ONBOARDING_ERROR";
  return isInputRequested ? "REQUEST_ADDITIONAL_USER_INPUT" : "WAITING_FOR_OFFERS";
}
