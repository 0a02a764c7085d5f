import { describe, expect, it } from "vitest";
import { productTypes } from "../products/product-type.ts";
import { currentOnboardingStep, type OnboardingFacts, onboardingPlan } from "./plan.ts";
import { decidingSteps, type OnboardingStep } from "./steps.ts";

const facts = (changes: Partial<OnboardingFacts> = {}): OnboardingFacts => ({
  selectedProducts: [],
  prequalifiedAmountCents: null,
  platformProvidedAccount: false,
  optToProvideBankStatements: false,
  hasExistingDebt: false,
  accountingSource: "RAILZ",
  prequalHidesStepsUpToCents: 5_000_000,
  requiredSteps: [],
  hiddenSteps: [],
  openInputs: [],
  isStopped: false,
  hasIssuedProducts: false,
  ...changes,
});

const begin: OnboardingStep[] = [
  "START_FLOW",
  "SELECT_PRODUCTS",
  "COLLECT_PERSONAL_DETAILS",
  "COLLECT_BUSINESS_DETAILS",
];
const end: OnboardingStep[] = ["COLLECT_CONSENT", "WAITING_FOR_OFFERS"];
const middle = (changes: Partial<OnboardingFacts>) => onboardingPlan(facts(changes)).slice(begin.length, -end.length);

describe("onboarding plan", () => {
  it.each([
    [
      "TERM_LOAN",
      ["COLLECT_PLAID", "COLLECT_RAILZ", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
    ],
    [
      "LOC_TERM_LOAN",
      ["COLLECT_PLAID", "COLLECT_RAILZ", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
    ],
    ["FAST_PAY", ["COLLECT_PLAID", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"]],
    ["EXTEND_PAY_PURCHASE_ORDER", ["COLLECT_PLAID", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"]],
    ["MCA", ["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"]],
    ["INTEGRATED_MCA", ["COLLECT_PLAID"]],
  ] as const)("for %s has the steps %j between details and consent", (product, steps) => {
    expect(middle({ selectedProducts: [product] })).toEqual(steps);
  });

  it("is changed by the answers to the deciding steps only, and after the step that was answered", () => {
    const answers: Partial<Record<OnboardingStep, Partial<OnboardingFacts>>> = {
      SELECT_PRODUCTS: { selectedProducts: ["TERM_LOAN"] },
      COLLECT_PLAID: { selectedProducts: ["TERM_LOAN"], optToProvideBankStatements: true },
      COLLECT_EXISTING_DEBT: { selectedProducts: ["TERM_LOAN"], hasExistingDebt: true },
    };
    expect(Object.keys(answers)).toEqual(decidingSteps);
    for (const step of decidingSteps) {
      const before = onboardingPlan(facts(step === "SELECT_PRODUCTS" ? {} : { selectedProducts: ["TERM_LOAN"] }));
      const after = onboardingPlan(facts(answers[step]));
      expect(after.length, step).toBeGreaterThan(before.length);
      const upTo = after.indexOf(step) + 1;
      expect(after.slice(0, upTo), step).toEqual(before.slice(0, upTo));
    }
  });

  it("begins with the personal and business details and ends with consent, for any products", () => {
    for (const product of productTypes) {
      const plan = onboardingPlan(facts({ selectedProducts: [product] }));
      expect(plan.slice(0, begin.length)).toEqual(begin);
      expect(plan.slice(-end.length)).toEqual(end);
    }
  });

  it("for an integrated advance asks for no bank when the platform provided the account, and for owners only above $25,000", () => {
    expect(middle({ selectedProducts: ["INTEGRATED_MCA"], platformProvidedAccount: true })).toEqual([]);
    expect(middle({ selectedProducts: ["INTEGRATED_MCA"], prequalifiedAmountCents: 2_500_000 })).toEqual([
      "COLLECT_PLAID",
    ]);
    expect(middle({ selectedProducts: ["INTEGRATED_MCA"], prequalifiedAmountCents: 2_500_001 })).toEqual([
      "COLLECT_PLAID",
      "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
    ]);
  });

  it("asks for tax documents instead of accounting data when the platform says so, and for neither up to a small prequalified amount", () => {
    expect(middle({ selectedProducts: ["TERM_LOAN"], accountingSource: "TAX" })).toContain("COLLECT_BUSINESS_TAX");
    expect(middle({ selectedProducts: ["TERM_LOAN"], prequalifiedAmountCents: 5_000_000 })).not.toContain(
      "COLLECT_RAILZ",
    );
    expect(middle({ selectedProducts: ["TERM_LOAN"], prequalifiedAmountCents: 5_000_001 })).toContain("COLLECT_RAILZ");
  });

  it("asks for bank statements and bank details when the person chooses not to link a bank", () => {
    expect(middle({ selectedProducts: ["FAST_PAY"], optToProvideBankStatements: true })).toEqual([
      ...["COLLECT_PLAID", "COLLECT_BANK_STATEMENTS", "COLLECT_BANK_INFO", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
    ]);
  });

  it("asks for refinance options only for a term loan with existing debts", () => {
    expect(middle({ selectedProducts: ["TERM_LOAN"], hasExistingDebt: true })).toContain("COLLECT_REFINANCE_OPTIONS");
    expect(middle({ selectedProducts: ["MCA"], hasExistingDebt: true })).not.toContain("COLLECT_REFINANCE_OPTIONS");
  });

  it("follows the platform's settings first: hidden, then required, then the product's own rule", () => {
    expect(middle({ selectedProducts: ["FAST_PAY"], requiredSteps: ["COLLECT_EXISTING_DEBT"] })).toContain(
      "COLLECT_EXISTING_DEBT",
    );
    const both: OnboardingStep[] = ["COLLECT_PLAID"];
    expect(middle({ selectedProducts: ["FAST_PAY"], requiredSteps: both, hiddenSteps: both })).not.toContain(
      "COLLECT_PLAID",
    );
  });
});

describe("current onboarding step", () => {
  it("is the first that applies and is not done", () => {
    expect(currentOnboardingStep(facts(), new Set())).toBe("START_FLOW");
    expect(currentOnboardingStep(facts(), new Set(["START_FLOW", "COLLECT_PERSONAL_DETAILS"]))).toBe("SELECT_PRODUCTS");
  });

  it("is waiting when everything is done", () => {
    expect(currentOnboardingStep(facts(), new Set(onboardingPlan(facts())))).toBe("WAITING_FOR_OFFERS");
  });

  const allDone = new Set(onboardingPlan(facts()));

  it("is additional input while something is requested from the owner, and waiting while only staff must act", () => {
    expect(currentOnboardingStep(facts({ openInputs: ["VERIFY_BUSINESS_INFORMATION"] }), allDone)).toBe(
      "REQUEST_ADDITIONAL_USER_INPUT",
    );
    expect(currentOnboardingStep(facts({ openInputs: ["RECOLLECT_PLAID", "MANUAL_OVERRIDE"] }), allDone)).toBe(
      "REQUEST_ADDITIONAL_USER_INPUT",
    );
    expect(currentOnboardingStep(facts({ openInputs: ["MANUAL_OVERRIDE"] }), allDone)).toBe("WAITING_FOR_OFFERS");
  });

  it("is additional input before the consent to another application while a product is serviced", () => {
    const done = new Set([...allDone].filter((step) => step !== "COLLECT_CONSENT"));
    const asked = { openInputs: ["UPDATE_PRIMARY_BANK_ACCOUNT"] } as const;
    expect(currentOnboardingStep(facts({ ...asked, hasIssuedProducts: true }), done)).toBe(
      "REQUEST_ADDITIONAL_USER_INPUT",
    );
    expect(currentOnboardingStep(facts(asked), done)).toBe("COLLECT_CONSENT");
    expect(currentOnboardingStep(facts({ hasIssuedProducts: true }), done)).toBe("COLLECT_CONSENT");
  });

  it("is the error when the business is stopped, whatever else is requested, and neither applies before consent", () => {
    const stopped = facts({ openInputs: ["VERIFY_BUSINESS_INFORMATION"], isStopped: true });
    expect(currentOnboardingStep(stopped, allDone)).toBe("ONBOARDING_ERROR");
    const beforeConsent = new Set([...allDone].filter((step) => step !== "COLLECT_CONSENT"));
    expect(currentOnboardingStep(stopped, beforeConsent)).toBe("COLLECT_CONSENT");
  });
});
