import { type ChecklistItem, currentStep } from "../flow/checklist.ts";
import type { ProductType } from "../products/product-type.ts";
import type { AdditionalInput, OnboardingStep } from "./steps.ts";

/** What decides which steps a business has to go through: its own answers and what its platform has settled. */
export type OnboardingFacts = {
  selectedProducts: readonly ProductType[];
  /** The largest amount the business is prequalified for; null when it is not. */
  prequalifiedAmountCents: number | null;
  /** The platform has brought the bank account, or a report on it. */
  platformProvidedAccount: boolean;
  optToProvideBankStatements: boolean;
  hasExistingDebt: boolean;
  accountingSource: "RAILZ" | "TAX";
  prequalHidesStepsUpToCents: number;
  requiredSteps: readonly OnboardingStep[];
  hiddenSteps: readonly OnboardingStep[];
  /** What was asked of the primary owner after consent and is not answered yet. */
  openInputs: readonly AdditionalInput[];
  /** Nothing goes on for this business until one of our people says so. */
  isStopped: boolean;
};

/** Above this prequalified amount the owners of a business that takes an integrated advance are asked for, too. */
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

/** The whole path, top to bottom. Which steps apply is asked anew after every answer. */
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

/** The platform's word comes last: what it requires applies, what it hides does not. */
const checklist = path.map(({ step, applies }) => ({
  step,
  applies: (facts: OnboardingFacts) =>
    !facts.hiddenSteps.includes(step) && (facts.requiredSteps.includes(step) || applies(facts)),
}));

/** The steps of this business, in order. */
export const onboardingPlan = (facts: OnboardingFacts): OnboardingStep[] =>
  checklist.filter((item) => item.applies(facts)).map((item) => item.step);

/**
 * The first step that applies and is not done. Waiting is never done: it is where the path ends, and what may still come between is
 * something to ask, or a stop. A hold of ours is nothing to ask.
 */
export function currentOnboardingStep(facts: OnboardingFacts, done: ReadonlySet<OnboardingStep>): OnboardingStep {
  const step = currentStep<OnboardingFacts, { step: OnboardingStep; applies(facts: OnboardingFacts): boolean }>(
    checklist,
    facts,
    done,
  );
  if (step !== null && step !== "WAITING_FOR_OFFERS") return step;
  if (facts.isStopped) return "ONBOARDING_ERROR";
  return facts.openInputs.some((input) => input !== "MANUAL_OVERRIDE")
    ? "REQUEST_ADDITIONAL_USER_INPUT"
    : "WAITING_FOR_OFFERS";
}
