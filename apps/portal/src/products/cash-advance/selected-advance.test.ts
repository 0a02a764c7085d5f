import { plainWorksheet } from "@inlay/lending/explain/worksheet.ts";
import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { CashAdvancePricing } from "@inlay/lending/products/cash-advance/terms.ts";
import { describe, expect, it } from "vitest";
import type { OfferOf } from "../offers/offer-view.ts";
import { outstandingCents, tiersWithin } from "../offers/sales-share/advance.ts";
import { selectedCashAdvance } from "./selected-advance.ts";

const pricing: CashAdvancePricing = {
  productType: "MCA",
  maxAdvanceAmountCents: cents(2_550_000),
  feeFactor: "1.12",
  repaymentPercentageTiers: [
    { maxLoanAmountCents: cents(850_000), repaymentPercentage: "8" },
    { maxLoanAmountCents: cents(1_700_000), repaymentPercentage: "9" },
    { maxLoanAmountCents: cents(2_550_000), repaymentPercentage: "10" },
  ],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: cents(6_000_000),
  refinanced: null,
};
const offerOf = (change: Partial<CashAdvancePricing> = {}) =>
  ({ pricing: { ...pricing, ...change }, pricedOn: "2026-11-18" }) as OfferOf<"MCA">;
const selected = (amountCents: number | null, change: Partial<CashAdvancePricing> = {}) =>
  selectedCashAdvance({ offer: offerOf(change), amountCents });
const refinanced = { refinancedIssuedProductId: "old", principalCents: cents(1_700_000), feeCents: cents(130_000) };

describe("cash advance: deposit amount slider", () => {
  it("has a step of 1000 dollars, from 1000 dollars to the offer's maximum, which is always among its amounts", () => {
    const amounts = amountsOf(selected(null).range);
    expect(amounts.slice(0, 3)).toEqual([100_000, 200_000, 300_000]);
    expect(amounts.slice(-2)).toEqual([2_500_000, 2_550_000]);
  });

  it("begins at the largest advance, and takes the nearest amount that can be chosen", () => {
    expect(selected(null).amountCents).toBe(2_550_000);
    expect(selected(1_000_000).amountCents).toBe(1_000_000);
    expect(selected(1_049_999).amountCents).toBe(1_000_000);
    expect(selected(1).amountCents).toBe(100_000);
  });

  it("takes the share of sales by the tier of the amount", () => {
    const shareAt = (amountCents: number) => selected(amountCents).quote(plainWorksheet).repaymentPercentage;
    expect([800_000, 900_000, 1_700_000, 1_800_000].map(shareAt)).toEqual(["8", "9", "9", "10"]);
  });
});

describe("cash advance: share of sales by amount", () => {
  it("names each tier with the largest amount of it that can be chosen", () => {
    expect(tiersWithin(selected(null).range, offerOf())).toEqual([
      { amountCents: 800_000, maxCents: 850_000, repaymentPercentage: "8" },
      { amountCents: 1_700_000, maxCents: 1_700_000, repaymentPercentage: "9" },
      { amountCents: 2_550_000, maxCents: 2_550_000, repaymentPercentage: "10" },
    ]);
  });

  it("leaves out tiers without an amount that can be chosen", () => {
    const tiers = tiersWithin(selected(null, { refinanced }).range, offerOf({ refinanced }));
    expect(tiers.map(({ repaymentPercentage }) => repaymentPercentage)).toEqual(["10"]);
  });
});

describe("cash advance: what happens when sales fall", () => {
  it("the payment falls, the total stays, the weeks grow", () => {
    const levels = selected(2_000_000).atSalesLevels();
    expect(levels.map(({ quote }) => quote.estimatedPaymentPerPeriodCents)).toEqual([138_462, 96_923, 69_231]);
    expect(new Set(levels.map(({ quote }) => quote.totalPaymentAmountCents))).toEqual(new Set([2_240_000]));
    expect(levels.map(({ quote }) => quote.estimatedTermPeriods)).toEqual([17, 24, 33]);
  });
});

describe("cash advance: refinance variant", () => {
  it("shows the outstanding advance and what is left of the new one", () => {
    expect(outstandingCents(offerOf())).toBeNull();
    expect(outstandingCents(offerOf({ refinanced }))).toBe(1_830_000);
    const quote = selected(2_000_000, { refinanced }).quote(plainWorksheet);
    expect(quote.totalPaymentAmountCents).toBe(2_240_000);
    expect(quote.netDisbursementAmountCents).toBe(170_000);
  });

  it("cannot be less than the outstanding advance", () => {
    expect(selected(100_000, { refinanced }).amountCents).toBe(1_900_000);
  });
});
