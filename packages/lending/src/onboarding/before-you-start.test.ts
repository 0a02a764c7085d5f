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
  ...changes,
});

describe("before an application begins, a person hears", () => {
  it("what every kind of financing needs, and what only some do", () => {
    expect(beforeYouStart(facts(), ["TERM_LOAN", "FAST_PAY", "MCA"]).toHave).toEqual([
      { thing: "BANK_SIGN_IN", neededFor: ["TERM_LOAN", "FAST_PAY", "MCA"] },
      { thing: "TAX_NUMBER", neededFor: ["TERM_LOAN"] },
      { thing: "ACCOUNTING", neededFor: ["TERM_LOAN"] },
      { thing: "DEBTS", neededFor: ["TERM_LOAN", "MCA"] },
      { thing: "CO_OWNERS", neededFor: ["TERM_LOAN", "FAST_PAY", "MCA"] },
    ]);
  });

  it("of tax returns where the platform does not read books", () => {
    const things = beforeYouStart(facts({ accountingSource: "TAX" }), ["TERM_LOAN"]).toHave.map(({ thing }) => thing);
    expect(things).toEqual(["BANK_SIGN_IN", "TAX_NUMBER", "TAX_RETURNS", "DEBTS", "CO_OWNERS"]);
  });

  it("nothing of books where the prequalified amount is small, nor of what the platform hides or has brought", () => {
    const small = facts({ prequalifiedAmountCents: 5_000_000, hiddenSteps: ["COLLECT_EXISTING_DEBT"] });
    expect(beforeYouStart(small, ["TERM_LOAN"]).toHave.map(({ thing }) => thing)).toEqual([
      "BANK_SIGN_IN",
      "CO_OWNERS",
    ]);
    expect(beforeYouStart(facts({ platformProvidedAccount: true }), ["INTEGRATED_MCA"]).toHave).toEqual([]);
  });

  it("only what nothing chosen would need, where the platform leaves the choice of products out", () => {
    expect(beforeYouStart(facts({ hiddenSteps: ["SELECT_PRODUCTS"] }), ["TERM_LOAN", "MCA"]).toHave).toEqual([
      { thing: "BANK_SIGN_IN", neededFor: ["TERM_LOAN", "MCA"] },
    ]);
  });

  it("how long it takes, in fives: from the shortest choice to everything at once", () => {
    expect(beforeYouStart(facts(), productTypes).minutes).toEqual({ least: 10, most: 20 });
    expect(beforeYouStart(facts(), ["FAST_PAY"]).minutes).toEqual({ least: 15, most: 15 });
    expect(beforeYouStart(facts(), ["TERM_LOAN"]).minutes).toEqual({ least: 20, most: 20 });
  });
});
