import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { type ProductType, productTypes } from "../products/product-type.ts";
import { disclosureForm, rulePacks } from "./rule-packs.ts";
import { states } from "./state-product-matrix.ts";

const loans = ["TERM_LOAN", "LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"];

/** The threshold in dollars of each state, written again from the table of the laws: with, without or no last cent. */
const table: Record<string, { products: "ALL" | "SALES_BASED"; upTo: number; last: "IN" | "OUT" }> = {
  CA: { products: "ALL", upTo: 500_000, last: "IN" },
  NY: { products: "ALL", upTo: 2_500_000, last: "IN" },
  UT: { products: "ALL", upTo: 1_000_000, last: "IN" },
  VA: { products: "SALES_BASED", upTo: 500_000, last: "IN" },
  FL: { products: "ALL", upTo: 500_000, last: "IN" },
  GA: { products: "ALL", upTo: 500_000, last: "IN" },
  CT: { products: "SALES_BASED", upTo: 250_000, last: "IN" },
  KS: { products: "ALL", upTo: 500_000, last: "IN" },
  MO: { products: "ALL", upTo: 500_000, last: "IN" },
  LA: { products: "SALES_BASED", upTo: Number.POSITIVE_INFINITY, last: "IN" },
  TX: { products: "SALES_BASED", upTo: 1_000_000, last: "OUT" },
};

const familyOf = (state: string, product: ProductType): string => {
  if (state === "CA" || state === "NY") {
    if (!loans.includes(product)) return "SALES_BASED";
    return product === "TERM_LOAN" ? "CLOSED_END" : "OPEN_END";
  }
  return ["VA", "CT", "TX"].includes(state) ? "SALES_BASED_SUMMARY" : "COST_SUMMARY";
};

describe("disclosure form", () => {
  it("is the one of the table for every state and product, up to the last cent of its threshold", () => {
    for (const state of states)
      for (const product of productTypes)
        for (const dollars of [1, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000])
          for (const off of [-1, 0, 1]) {
            const amountCents = dollars * 100 + off;
            const row = table[state];
            const isOfProduct = row && (row.products === "ALL" || !loans.includes(product));
            const isWithin = row && (row.last === "IN" ? amountCents <= row.upTo * 100 : amountCents < row.upTo * 100);
            const wanted = isOfProduct && isWithin ? familyOf(state, product) : null;
            const found = disclosureForm(state, product, cents(amountCents))?.family ?? null;
            expect([state, product, amountCents, found]).toEqual([state, product, amountCents, wanted]);
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
