import { isAdvance } from "../onboarding/product-choice.ts";
import type { ProductType } from "../products/product-type.ts";
import type { FormFamily } from "./rule-packs.ts";

/** The threshold in dollars of each state, written again from the table of the laws: with or without its last cent. */
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

const familyOf = (state: string, product: ProductType): FormFamily => {
  if (state === "CA" || state === "NY") {
    if (isAdvance(product)) return "SALES_BASED";
    return product === "TERM_LOAN" ? "CLOSED_END" : "OPEN_END";
  }
  return ["VA", "CT", "TX"].includes(state) ? "SALES_BASED_SUMMARY" : "COST_SUMMARY";
};

/** The form by the table, found in another way than the rule packs do. */
export function formByTable(state: string, product: ProductType, amountCents: number): FormFamily | null {
  const row = table[state];
  if (!row || (row.products === "SALES_BASED" && !isAdvance(product))) return null;
  const isWithin = row.last === "IN" ? amountCents <= row.upTo * 100 : amountCents < row.upTo * 100;
  return isWithin ? familyOf(state, product) : null;
}

/** A cent below, at and above each threshold, a small and a very large amount. */
export const amountsAroundThresholds: readonly number[] = [
  50_000,
  ...[250_000, 500_000, 1_000_000, 2_500_000].flatMap((dollars) => [-1, 0, 1].map((off) => dollars * 100 + off)),
  10_000_000_000,
];
