import { describe, expect, it } from "vitest";
import { productTypes } from "../products/product-type.ts";
import { bestPrequalification, onlyProduct, selectableProducts } from "./product-choice.ts";

describe("selectable products", () => {
  it("are those that the platform offers, restricted to those its page requested, in order of priority", () => {
    expect(selectableProducts(["MCA", "TERM_LOAN"], null)).toEqual(["TERM_LOAN", "MCA"]);
    expect(selectableProducts(["MCA", "TERM_LOAN"], ["MCA", "FAST_PAY"])).toEqual(["MCA"]);
  });
});

describe("shown prequalification", () => {
  const all = productTypes.map((product) => ({ product }));
  it("is the first by priority: term loan, invoice, payables, line, advance, integrated advance", () => {
    const shown: string[] = [];
    for (let left = [...productTypes]; left.length > 0; ) {
      const best = bestPrequalification(all, left);
      if (!best) break;
      shown.push(best.product);
      left = left.filter((product) => product !== best.product);
    }
    expect(shown).toEqual([
      "TERM_LOAN",
      "FAST_PAY",
      "EXTEND_PAY_PURCHASE_ORDER",
      "LOC_TERM_LOAN",
      "MCA",
      "INTEGRATED_MCA",
    ]);
  });

  it("is null when no prequalified product is selectable", () => {
    expect(bestPrequalification([{ product: "MCA" }], ["TERM_LOAN"])).toBeNull();
  });
});

describe("automatic product selection", () => {
  it("is the prequalified product", () => {
    expect(onlyProduct(["TERM_LOAN", "FAST_PAY"], "FAST_PAY", false)).toBe("FAST_PAY");
  });

  it("is the only selectable product, advances not counted", () => {
    expect(onlyProduct(["TERM_LOAN"], null, false)).toBe("TERM_LOAN");
    expect(onlyProduct(["TERM_LOAN", "MCA"], null, false)).toBe("TERM_LOAN");
    expect(onlyProduct(["MCA"], null, false)).toBeNull();
  });

  it("counts advances when the platform's setting says so", () => {
    expect(onlyProduct(["TERM_LOAN", "MCA"], null, true)).toBeNull();
    expect(onlyProduct(["MCA"], null, true)).toBe("MCA");
  });
});
