import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { IntegratedCashAdvancePricing } from "@inlay/lending/products/integrated-cash-advance/terms.ts";
import { describe, expect, it } from "vitest";
import type { OfferOf } from "../offers/offer-view.ts";
import { selectedIntegratedCashAdvance } from "./selected-advance.ts";

/** IM-1 of the vectors. */
const pricing: IntegratedCashAdvancePricing = {
  productType: "INTEGRATED_MCA",
  minLoanAmountCents: cents(50_000),
  maxAdvanceAmountCents: cents(1_500_000),
  feeFactor: "1.125",
  repaymentPercentageTiers: [{ maxLoanAmountCents: cents(1_500_000), repaymentPercentage: "15" }],
  estimatedAverageMonthlySalesInCents: cents(4_500_000),
  refinanced: null,
};
const selected = (amountCents: number | null, change: Partial<IntegratedCashAdvancePricing> = {}) =>
  selectedIntegratedCashAdvance({
    offer: { pricing: { ...pricing, ...change }, pricedOn: "2026-11-18" } as OfferOf<"INTEGRATED_MCA">,
    amountCents,
  });

describe("integrated cash advance: deposit amount slider", () => {
  it("begins at the offer's minimum, not at 1000 dollars, and has a step of 1000 dollars", () => {
    expect(amountsOf(selected(null).range).slice(0, 3)).toEqual([50_000, 150_000, 250_000]);
  });

  it("has one amount where minimum and maximum are the same", () => {
    expect(amountsOf(selected(null, { minLoanAmountCents: cents(1_500_000) }).range)).toEqual([1_500_000]);
  });
});

describe("integrated cash advance: what happens when sales fall", () => {
  it("the payment of a day falls, the total stays, the days grow", () => {
    const levels = selected(null).atSalesLevels();
    expect(levels[0]?.quote).toEqual(selected(null).quote(plainWorksheet));
    expect(levels.map(({ quote }) => quote.estimatedPaymentPerPeriodCents)).toEqual([22_192, 15_534, 11_096]);
    expect(new Set(levels.map(({ quote }) => quote.totalPaymentAmountCents))).toEqual(new Set([1_687_500]));
    expect(levels.map(({ quote }) => quote.estimatedTermPeriods)).toEqual([77, 109, 153]);
  });
});
