import { describe, expect, it } from "vitest";
import { passingAnswer } from "./passing.ts";

const choice = { selectableProducts: ["TERM_LOAN" as const, "MCA" as const], selectedProducts: [] };

describe("a step passes by itself", () => {
  it("at the start, where there is neither a prequalification nor a screener", () => {
    expect(passingAnswer("START_FLOW", { variant: "NEITHER" })).toEqual({});
    expect(
      passingAnswer("START_FLOW", { variant: "ELIGIBILITY_SCREENER", minimumFicoScoreRequiredOnPlatform: 600 }),
    ).toBeNull();
  });

  it("at the choice of products, where only one is left", () => {
    expect(passingAnswer("SELECT_PRODUCTS", { ...choice, onlyProduct: "TERM_LOAN" })).toEqual({
      selectedProducts: ["TERM_LOAN"],
    });
    expect(passingAnswer("SELECT_PRODUCTS", { ...choice, onlyProduct: null })).toBeNull();
  });
});
