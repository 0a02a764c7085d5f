import { amountsOf } from "@inlay/lending/mechanics/amount-range.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { TermLoanPricing } from "@inlay/lending/products/term-loan/terms.ts";
import { describe, expect, it } from "vitest";
import { amountRange, clampedAmount } from "./selected-loan.ts";

const offer = (min: number, max: number, existingDebts: TermLoanPricing["existingDebts"] = []) => ({
  pricing: {
    productType: "TERM_LOAN",
    minLoanAmountCents: cents(min),
    maxLoanAmountCents: cents(max),
    interestRatePercentage: "18",
    feePercentage: "3",
    durationDays: 360,
    interestMethod: "AMORTIZED",
    payoffInterestBasis: "SPEC_CAPPED",
    existingDebts,
  } satisfies TermLoanPricing,
});
const debt = { debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: cents(1) } as const;

describe("loan-amount slider", () => {
  it("appears when max exceeds min and there are no existing debts", () => {
    expect(amountRange(offer(1_000_000, 5_000_000))).not.toBeNull();
    expect(amountRange(offer(5_000_000, 5_000_000))).toBeNull();
    expect(amountRange(offer(1_000_000, 5_000_000, [debt]))).toBeNull();
  });

  it.each([
    [1_500_000, [1_000_000, 1_100_000, 1_200_000, 1_300_000, 1_400_000, 1_500_000]],
    [2_270_000, [1_000_000, 1_500_000, 2_000_000, 2_270_000]],
  ])(
    "of a loan of %i has steps of 100,000 cents up to 1,500,000 and of 500,000 above, and always the largest amount",
    (max, amounts) => {
      const range = amountRange(offer(1_000_000, max));
      expect(range && amountsOf(range)).toEqual(amounts);
    },
  );
});

describe("loan amount, when the selected term changes", () => {
  it("is clamped to that offer's min and max", () => {
    expect(clampedAmount(offer(2_000_000, 5_000_000), 1_000_000)).toBe(2_000_000);
    expect(clampedAmount(offer(1_000_000, 5_000_000), 7_500_000)).toBe(5_000_000);
    expect(clampedAmount(offer(1_000_000, 5_000_000), 3_000_000)).toBe(3_000_000);
  });
  it("is an amount of that offer's slider, so that the server accepts it", () => {
    expect(clampedAmount(offer(1_200_000, 5_000_000), 3_000_000)).toBe(3_200_000);
  });
  it("is the largest one at first, and if debts fix it", () => {
    expect(clampedAmount(offer(1_000_000, 4_210_000), null)).toBe(4_210_000);
    expect(clampedAmount(offer(1_000_000, 4_210_000, [debt]), 2_000_000)).toBe(4_210_000);
  });
});
