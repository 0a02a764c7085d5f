import { describe, expect, it } from "vitest";
import { passingAnswer } from "./passing.ts";

const choice = { selectableProducts: ["TERM_LOAN" as const, "MCA" as const], selectedProducts: [] };

describe("a step passes by itself", () => {
  it("at the start, where there is neither a prequalification nor a screener", () => {
    expect(passingAnswer("START_FLOW", { variant: "NEITHER", beforeYouStart: null })).toEqual({});
    const screener = { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform: 600 } as const;
    expect(passingAnswer("START_FLOW", { ...screener, beforeYouStart: null })).toBeNull();
  });

  it("not at the start before a person has read what to know about it", () => {
    const beforeYouStart = {
      minutes: { least: 10, most: 15 },
      choices: [],
      toHave: [],
      isCreditChecked: true,

      lender: "Acme Capital",
      licenseLine: "",
    };
    expect(passingAnswer("START_FLOW", { variant: "NEITHER", beforeYouStart })).toBeNull();
  });

  it("at the books, where they are connected and the tax number is on file", () => {
    const books = {
      entityType: null,
      tinLast4: "6789",
      hasPrimaryOwnerSsn: false,
      isAccountingCollected: true,

      accountant: null,
      files: [],
    };
    expect(passingAnswer("COLLECT_RAILZ", books)).toEqual({ entityType: "CORPORATE_TAX" });
    expect(passingAnswer("COLLECT_RAILZ", { ...books, tinLast4: null })).toBeNull();
    expect(passingAnswer("COLLECT_RAILZ", { ...books, isAccountingCollected: false })).toBeNull();
    expect(passingAnswer("COLLECT_RAILZ", { ...books, entityType: "PASS_THROUGH" })).toBeNull();
  });

  it("at the choice of products, where only one is left", () => {
    expect(passingAnswer("SELECT_PRODUCTS", { ...choice, onlyProduct: "TERM_LOAN" })).toEqual({
      selectedProducts: ["TERM_LOAN"],
    });
    expect(passingAnswer("SELECT_PRODUCTS", { ...choice, onlyProduct: null })).toBeNull();
  });
});
