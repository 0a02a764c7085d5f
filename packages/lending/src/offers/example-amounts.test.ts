import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { plainWorksheet } from "../explain/worksheet.ts";
import { isInRange } from "../mechanics/amount-range.ts";
import { invoiceAdvance } from "../mechanics/invoices/advance.ts";
import type { PricingPlan } from "../mechanics/invoices/terms.ts";
import { cents } from "../money/cents.ts";
import { quotableAmount } from "./adjustable-amount.ts";
import { exampleDraws, exampleInvoices } from "./example-amounts.ts";

const plan = (advanceRatePercentage: string | number): PricingPlan => ({
  id: "30-days",
  advanceRatePercentage,
  transactionFeePercentage: "3",
  paymentStructure: "GROSS",
  repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
});

describe("example amounts of a limit", () => {
  it("for a line of $25,000 are draws from $1,000 in steps of $1,000, beginning with $10,000", () => {
    expect(exampleDraws(cents(2_500_000))).toEqual({
      range: { minCents: 100_000, maxCents: 2_500_000, stepCents: 100_000 },
      firstCents: 1_000_000,
    });
  });

  it("for invoices begin with $10,000, or with the limit if that is less", () => {
    expect(exampleInvoices([plan(80)], cents(5_000_000)).firstCents).toBe(1_000_000);
    expect(exampleInvoices([plan(80)], cents(600_000)).firstCents).toBe(600_000);
  });

  it("are at most one step for a limit that is no more than a step", () => {
    expect(exampleDraws(cents(10_000)).range).toEqual({ minCents: 10_000, maxCents: 10_000, stepCents: 10_000 });
    expect(exampleDraws(cents(10_000)).firstCents).toBe(10_000);
  });

  it("can all be quoted by the server: the first, the smallest and the largest draw, and the advance on each invoice by each plan", () => {
    const at = businessDate("2026-11-18");
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 500_000 }),
        fc.array(fc.integer({ min: 5_000, max: 10_000 }), { minLength: 1, maxLength: 3 }),
        (dollars, rates) => {
          const limitCents = cents(dollars * 100);
          const line = quotableAmount({ productType: "LOC_TERM_LOAN" }, limitCents) ?? expect.fail("a range");
          const draws = exampleDraws(limitCents);
          for (const amount of [draws.firstCents, draws.range.minCents, draws.range.maxCents])
            expect(isInRange(line, amount)).toBe(true);
          const advances = quotableAmount({ productType: "FAST_PAY" }, limitCents) ?? expect.fail("a range");
          const plans = rates.map((rate) => plan((rate / 100).toFixed(2)));
          const { firstCents, range } = exampleInvoices(plans, limitCents);
          for (const requestedCents of [firstCents, range.minCents, range.maxCents])
            for (const one of plans) {
              const request = { plan: one, requestedCents, availableCents: limitCents, fundedOn: at };
              expect(isInRange(advances, invoiceAdvance(request, plainWorksheet).principalAmountCents)).toBe(true);
            }
        },
      ),
      { numRuns: 50 },
    );
  });
});
