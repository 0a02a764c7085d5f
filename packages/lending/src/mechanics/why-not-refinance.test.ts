import { expect, it } from "vitest";
import { cents, noCents } from "../money/cents.ts";
import { issuedProductLifecycle } from "./issued-product.ts";
import { type ProductToRefinance, whyNotRefinance } from "./why-not-refinance.ts";

const payoff = { principalCents: cents(2_611_590), interestCents: cents(39_174), feeCents: noCents };
const debt = { refinancedIssuedProductId: "old", book: "EQUITY", payoff } as const;
const old: ProductToRefinance = {
  status: "CURRENT",
  book: "EQUITY",
  isSameType: true,
  isActive: true,
  isRefinancedByAnother: false,
  hasPendingDebits: false,
  payoff,
};

it.each([
  [null, {}],
  ["REFINANCED_PRODUCT_NOT_OPEN", { isSameType: false }],
  ["REFINANCED_PRODUCT_NOT_OPEN", { isActive: false }],
  ["REFINANCED_PRODUCT_NOT_OPEN", { book: "CONCAR_SPV_1" }],
  ["REFINANCED_BY_ANOTHER", { isRefinancedByAnother: true }],
  ["REFINANCED_DEBIT_PENDING", { hasPendingDebits: true }],
  ["REFINANCED_PAYOFF_CHANGED", { payoff: { ...payoff, principalCents: cents(2_611_589) } }],
  ["REFINANCED_PAYOFF_CHANGED", { payoff: { ...payoff, interestCents: cents(39_175) } }],
  ["REFINANCED_PAYOFF_CHANGED", { payoff: { ...payoff, feeCents: cents(1) } }],
] as const)("own refinance: is refused with %s for %j", (refusal, change) => {
  expect(whyNotRefinance({ ...old, ...change }, debt)).toBe(refusal);
});

it("own refinance: a product that is neither CURRENT nor LATE is not paid off", () => {
  const open = issuedProductLifecycle.states.filter((status) => whyNotRefinance({ ...old, status }, debt) === null);
  expect(open).toEqual(["CURRENT", "LATE"]);
});
