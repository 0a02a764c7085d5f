import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { repaymentFrequencies } from "../mechanics/sales-share/repayment-frequency.ts";
import { cents } from "../money/cents.ts";
import { paidPerMonth, priceOutsideOffer, whyNotPriceOutsideOffer } from "./outside-offer.ts";

const on = businessDate("2026-11-18");
const typed = {
  receivedCents: cents(5_000_000),
  repaidCents: cents(6_500_000),
  frequency: "DAILY",
  count: 126,
} as const;

describe("another lender's offer that the owner types", () => {
  it("costs what is paid back beyond what is received, and has an APR by days if it is paid daily", () => {
    const { totalCostCents, aprPercentage, payments } = priceOutsideOffer(typed, on);
    expect(totalCostCents).toBe(1_500_000);
    expect(aprPercentage.toFixed(2)).toBe("106.46");
    expect(payments[0]).toEqual({ dueOn: "2026-11-19", amountCents: 51_587 });
  });

  it("has the APR of our own loan at the same payments", () => {
    // TL-1 of the vectors: 12 payments of $4,584.00, the last one a cent less.
    const loan = {
      receivedCents: cents(4_850_000),
      repaidCents: cents(5_500_799),
      frequency: "MONTHLY",
      count: 12,
    } as const;
    expect(priceOutsideOffer(loan, on).aprPercentage).toBeCloseTo(23.9088, 2);
  });

  it("is paid in full whatever the number of payments, and its months add up to it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 50_000_000 }),
        fc.integer({ min: 1, max: 20_000_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(...repaymentFrequencies),
        (received, cost, count, frequency) => {
          const offer = { receivedCents: cents(received), repaidCents: cents(received + cost), frequency, count };
          const { payments, aprPercentage } = priceOutsideOffer(offer, on);
          const total = (some: readonly { amountCents: number }[]) =>
            some.reduce((sum, one) => sum + one.amountCents, 0);
          expect(total(payments)).toBe(received + cost);
          expect(aprPercentage).toBeGreaterThanOrEqual(0);
          expect(total(paidPerMonth(on, payments.at(-1)?.dueOn ?? on, payments))).toBe(received + cost);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each([
    [{ receivedCents: cents(0) }, "NOTHING_RECEIVED"],
    [{ repaidCents: cents(5_000_000) }, "NO_COST"],
    [{ count: 0 }, "NO_PAYMENTS"],
    [{ count: 1.5 }, "NO_PAYMENTS"],
    [{ count: 1_501 }, "TOO_MANY"],
    [{}, null],
  ] as const)("with %o is priced unless %s", (changed, refusal) => {
    expect(whyNotPriceOutsideOffer({ ...typed, ...changed })).toBe(refusal);
  });
});
