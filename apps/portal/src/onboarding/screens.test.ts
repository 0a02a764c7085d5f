import { describe, expect, it } from "vitest";
import { screens } from "./screens.ts";

const choice = {
  selectableProducts: ["TERM_LOAN" as const, "MCA" as const],
  selectedProducts: [],
  olderBusinesses: [],
};

describe("step without a question", () => {
  it("is the start if there is neither a prequalification nor a screener", () => {
    expect(screens.START_FLOW.passes?.({ variant: "NEITHER", beforeYouStart: null })).toEqual({});
    const screener = { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform: 600 } as const;
    const unanswered = { eligibilityAnswers: null, beforeYouStart: null };
    expect(screens.START_FLOW.passes?.({ ...screener, ...unanswered })).toBeNull();
  });

  it("is not the start while its information has to be read", () => {
    const beforeYouStart = {
      minutes: { least: 10, most: 15 },
      choices: [],
      toHave: [],
      isCreditChecked: true,
      lender: "Acme Capital",
      licenseLine: "",
    };
    expect(screens.START_FLOW.passes?.({ variant: "NEITHER", beforeYouStart })).toBeNull();
  });

  it("is the accounting step if the software is linked and the tax number is on file", () => {
    const accounting = {
      entityType: null,
      tinLast4: "6789",
      hasPrimaryOwnerSsn: false,
      isAccountingCollected: true,
      accountant: null,
      hasOnlyOneTaxReturn: false,
      files: [],
    };
    expect(screens.COLLECT_RAILZ.passes?.(accounting)).toEqual({ entityType: "CORPORATE_TAX" });
    expect(screens.COLLECT_RAILZ.passes?.({ ...accounting, tinLast4: null })).toBeNull();
    expect(screens.COLLECT_RAILZ.passes?.({ ...accounting, isAccountingCollected: false })).toBeNull();
    expect(screens.COLLECT_RAILZ.passes?.({ ...accounting, entityType: "PASS_THROUGH" })).toBeNull();
  });

  it("is the product selection if only one product is left", () => {
    expect(screens.SELECT_PRODUCTS.passes?.({ ...choice, onlyProduct: "TERM_LOAN" })).toEqual({
      selectedProducts: ["TERM_LOAN"],
    });
    expect(screens.SELECT_PRODUCTS.passes?.({ ...choice, onlyProduct: null })).toBeNull();
  });
});
