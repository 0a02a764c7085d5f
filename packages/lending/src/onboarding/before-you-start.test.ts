import { describe, expect, it } from "vitest";
import { productTypes } from "../products/product-type.ts";
import { beforeYouStart } from "./before-you-start.ts";
import type { OnboardingFacts } from "./plan.ts";

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

describe("before-you-start page", () => {
  it("lists what every product needs, and what only some products need", () => {
    expect(beforeYouStart(facts(), ["TERM_LOAN", "FAST_PAY", "MCA"]).toHave).toEqual([
      { thing: "BANK_SIGN_IN", neededFor: ["TERM_LOAN", "FAST_PAY", "MCA"] },
      { thing: "TAX_NUMBER", neededFor: ["TERM_LOAN"] },
      { thing: "ACCOUNTING", neededFor: ["TERM_LOAN"] },
      { thing: "DEBTS", neededFor: ["TERM_LOAN", "MCA"] },
      { thing: "CO_OWNERS", neededFor: ["TERM_LOAN", "FAST_PAY", "MCA"] },
    ]);
  });

  it("lists tax returns when the platform does not use accounting data", () => {
    const things = beforeYouStart(facts({ accountingSource: "TAX" }), ["TERM_LOAN"]).toHave.map(({ thing }) => thing);
    expect(things).toEqual(["BANK_SIGN_IN", "TAX_NUMBER", "TAX_RETURNS", "DEBTS", "CO_OWNERS"]);
  });

  it("leaves out accounting data for a small prequalified amount, hidden steps, and a platform-provided account", () => {
    const small = facts({ prequalifiedAmountCents: 5_000_000, hiddenSteps: ["COLLECT_EXISTING_DEBT"] });
    expect(beforeYouStart(small, ["TERM_LOAN"]).toHave.map(({ thing }) => thing)).toEqual([
      "BANK_SIGN_IN",
      "CO_OWNERS",
    ]);
    expect(beforeYouStart(facts({ platformProvidedAccount: true }), ["INTEGRATED_MCA"]).toHave).toEqual([]);
  });

  it("lists only what no selected product needs when the platform hides the product choice", () => {
    expect(beforeYouStart(facts({ hiddenSteps: ["SELECT_PRODUCTS"] }), ["TERM_LOAN", "MCA"]).toHave).toEqual([
      { thing: "BANK_SIGN_IN", neededFor: ["TERM_LOAN", "MCA"] },
    ]);
  });

  it("estimates minutes in multiples of five, from the shortest choice to all products", () => {
    expect(beforeYouStart(facts(), productTypes).minutes).toEqual({ least: 15, most: 20 });
    expect(beforeYouStart(facts(), ["FAST_PAY"]).minutes).toEqual({ least: 15, most: 15 });
    expect(beforeYouStart(facts(), ["TERM_LOAN"]).minutes).toEqual({ least: 20, most: 20 });
  });
});
