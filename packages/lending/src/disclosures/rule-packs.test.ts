import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { amountsAroundThresholds, formByTable } from "./laws.fixture.ts";
import { disclosureForm, rulePacks } from "./rule-packs.ts";
import { states } from "./state-product-matrix.ts";

describe("disclosure form", () => {
  it("is the one of the table for every state and product, up to the last cent of its threshold", () => {
    for (const state of states)
      for (const product of productTypes)
        for (const amount of amountsAroundThresholds) {
          const found = disclosureForm(state, product, cents(amount))?.family ?? null;
          expect([state, product, amount, found]).toEqual([
            state,
            product,
            amount,
            formByTable(state, product, amount),
          ]);
        }
  });

  it("is none in a territory", () => {
    expect(disclosureForm("PR", "MCA", cents(100_000))).toBeNull();
  });

  it("is signed in California, New York, Virginia, Connecticut and Texas, and has a place for it exactly there", () => {
    expect(rulePacks.filter(({ isSigned }) => isSigned).map(({ state }) => state)).toEqual([
      "CA",
      "NY",
      "VA",
      "CT",
      "TX",
    ]);
    for (const { forms, isSigned } of rulePacks)
      for (const { fields } of forms) expect(fields.includes("signature")).toBe(isSigned);
  });

  it("is delivered with the specific offer in California, New York, Virginia and Connecticut, elsewhere before consummation", () => {
    expect(rulePacks.filter(({ delivery }) => delivery === "AT_SPECIFIC_OFFER").map(({ state }) => state)).toEqual([
      "CA",
      "NY",
      "VA",
      "CT",
    ]);
  });

  it("states an APR in California and New York only", () => {
    const withApr = rulePacks.filter(({ forms }) => forms.some(({ fields }) => fields.includes("apr")));
    expect(withApr.map(({ state }) => state)).toEqual(["CA", "NY"]);
  });

  it("adds the fields of single states: fees and collateral, brokers, renewals, contact", () => {
    const extra = (state: string, product: ProductType) =>
      disclosureForm(state, product, cents(1_000_000))?.fields.filter((field) =>
        ["avoidableFees", "collateral", "brokerCompensation", "renewal", "contact"].includes(field),
      );
    expect(extra("CA", "TERM_LOAN")).toEqual([]);
    expect(extra("NY", "TERM_LOAN")).toEqual(["avoidableFees", "collateral", "renewal"]);
    expect(extra("NY", "FAST_PAY")).toEqual(["avoidableFees", "collateral"]);
    expect(extra("NY", "MCA")).toEqual(["avoidableFees", "collateral", "renewal"]);
    expect(extra("FL", "MCA")).toEqual([]);
    expect(extra("VA", "MCA")).toEqual(["avoidableFees", "collateral", "brokerCompensation"]);
    expect(extra("CT", "MCA")).toEqual(["avoidableFees", "collateral"]);
    expect(extra("TX", "MCA")).toEqual(["avoidableFees", "collateral", "brokerCompensation", "renewal", "contact"]);
  });
});
