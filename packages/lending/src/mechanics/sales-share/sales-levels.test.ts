import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { cents } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import type { CollectionRhythm } from "./estimate.ts";
import { lowFeeAdvance } from "./offered-advance.ts";
import { type AdvancePricing, quoteAdvance } from "./quote.ts";
import { repaymentFrequencies } from "./repayment-frequency.ts";
import { quoteAtSalesLevels } from "./sales-levels.ts";

const fundedOn = businessDate("2026-11-18");
/** M-1 of the vectors. */
const terms: AdvancePricing & { maxAdvanceAmountCents: ReturnType<typeof cents> } = {
  maxAdvanceAmountCents: cents(2_000_000),
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: cents(2_000_000), repaymentPercentage: "10" }],
  estimatedAverageMonthlySalesInCents: cents(6_000_000),
  refinanced: null,
};
const request = { advanceAmountCents: cents(2_000_000), fundedOn };
const anyRhythm = fc.constantFrom<CollectionRhythm>(...repaymentFrequencies, "EVERY_DAY");

describe("advance at lower sales", () => {
  it("M-1: the payment falls, the total stays, and the weeks grow", () => {
    const levels = quoteAtSalesLevels(terms, request, "WEEKLY").map(({ salesPercentage, quote, ...level }) => [
      salesPercentage,
      level.averageMonthlySalesCents,
      quote.estimatedPaymentPerPeriodCents,
      quote.estimatedTermPeriods,
      quote.aprPercentage.toFixed(2),
      quote.totalPaymentAmountCents,
    ]);
    expect(levels).toEqual([
      [100, 6_000_000, 138_462, 17, "70.23", 2_240_000],
      [70, 4_200_000, 96_923, 24, "49.99", 2_240_000],
      [50, 3_000_000, 69_231, 33, "36.10", 2_240_000],
    ]);
  });

  it("pays less at a time, the same in all, in no fewer payments and at no higher APR", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }).map((thousands) => cents(thousands * 100_000)),
        fc.integer({ min: 2_000_000, max: 20_000_000 }).map(cents),
        anyRhythm,
        (advanceAmountCents, estimatedAverageMonthlySalesInCents, rhythm) => {
          const selling = { ...terms, estimatedAverageMonthlySalesInCents };
          const levels = quoteAtSalesLevels(selling, { advanceAmountCents, fundedOn }, rhythm);
          const [first] = levels;
          expect(first?.quote).toEqual(quoteAdvance(selling, { advanceAmountCents, fundedOn }, rhythm, plainWorksheet));
          for (const [at, { quote }] of levels.slice(1).entries()) {
            const before = levels[at]?.quote;
            if (!before) throw new Error("there is a level before");
            expect(quote.estimatedPaymentPerPeriodCents).toBeLessThan(before.estimatedPaymentPerPeriodCents);
            expect(quote.totalPaymentAmountCents).toBe(before.totalPaymentAmountCents);
            expect(quote.estimatedTermPeriods).toBeGreaterThanOrEqual(before.estimatedTermPeriods);
            expect(quote.aprPercentage).toBeLessThanOrEqual(before.aprPercentage);
          }
        },
      ),
      runs,
    );
  });

  it("leaves out a level whose sales are too small for an estimate", () => {
    // Ten years at 10 percent of $200 a month repay $2,400, ten years at 70 percent of it do not repay $2,240.
    const slow = { ...terms, estimatedAverageMonthlySalesInCents: cents(20_000) };
    const levels = quoteAtSalesLevels(slow, { advanceAmountCents: cents(200_000), fundedOn }, "MONTHLY");
    expect(levels.map(({ salesPercentage }) => salesPercentage)).toEqual([100]);
  });
});

describe("lowest fee of an expired advance", () => {
  it("is computed for 100,000 cents", () => {
    const low = lowFeeAdvance(terms);
    expect(low.advanceAmountCents).toBe(100_000);
    const quote = quoteAdvance(low.terms, { ...low, fundedOn }, "WEEKLY", plainWorksheet);
    expect(quote.feeAmountCents).toBe(12_000);
  });

  it("is computed for the largest advance if that is less", () => {
    expect(lowFeeAdvance({ ...terms, maxAdvanceAmountCents: cents(80_000) }).advanceAmountCents).toBe(80_000);
  });

  it("is computed without the advance that is refinanced, which 100,000 cents would not cover", () => {
    const refinanced = { refinancedIssuedProductId: "old", principalCents: cents(1_800_000), feeCents: cents(30_000) };
    const low = lowFeeAdvance({ ...terms, refinanced });
    expect(quoteAdvance(low.terms, { ...low, fundedOn }, "WEEKLY", plainWorksheet).feeAmountCents).toBe(12_000);
  });
});
