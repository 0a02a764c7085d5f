import { describe, expect, it } from "vitest";
import { productTypes } from "../products/product-type.ts";
import { decide } from "./decide.ts";
import { productsFromAge, screenedAgeMonths, statesWithout } from "./early-answers.ts";
import { firstPolicy as policy } from "./policy/first-policy.ts";
import type { Policy } from "./policy/policy.ts";
import { exampleBusinesses } from "./underwriting.fixture.ts";

const states = ["CA", "NY", "TX", "PR"];
const { A } = exampleBusinesses;

describe("states without a product", () => {
  it("are those for which the policy has no row", () => {
    expect(statesWithout(policy, "TERM_LOAN", states)).toEqual(["PR"]);
    expect(statesWithout(policy, "MCA", states)).toEqual(["TX", "PR"]);
  });

  it("are not those in which only one legal form of borrower is served: the form is not known that early", () => {
    const entitiesOnly: Policy = {
      ...policy,
      aprCaps: policy.aprCaps.map((cap) => ({ ...cap, borrowers: ["ENTITY"] })),
    };
    expect(statesWithout(entitiesOnly, "TERM_LOAN", states)).toEqual(["PR"]);
  });

  it.each(productTypes)(
    "are denied for that reason when an application for %s is decided, and only they",
    (product) => {
      const without = statesWithout(policy, product, states);
      for (const state of states) {
        const { reasons } = decide(product, { ...A, state }, policy);
        expect(reasons.includes("LOANS_UNAVAILABLE_IN_STATE")).toBe(without.includes(state));
      }
    },
  );
});

describe("products from an age", () => {
  it("are those that a business younger than that does not qualify for without an exception", () => {
    expect(productsFromAge(policy, productTypes, screenedAgeMonths)).toEqual([
      { product: "TERM_LOAN", minAgeMonths: 12 },
      { product: "LOC_TERM_LOAN", minAgeMonths: 12 },
      { product: "EXTEND_PAY_PURCHASE_ORDER", minAgeMonths: 12 },
    ]);
    expect(productsFromAge(policy, ["MCA"], screenedAgeMonths)).toEqual([]);
  });

  it("do not include a product that accepts a long time on the platform instead", () => {
    const { eligibility } = policy;
    const onPlatform: Policy = { ...policy, eligibility: { ...eligibility, platformAgeProducts: ["TERM_LOAN"] } };
    expect(productsFromAge(onPlatform, ["TERM_LOAN"], screenedAgeMonths)).toEqual([]);
  });
});
