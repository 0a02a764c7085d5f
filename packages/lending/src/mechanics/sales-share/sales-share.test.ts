import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { presentValue } from "../../apr/unit-period-rate.ts";
import { addDays, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { add, type Cents, cents, least, noCents, subtract, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { canEstimate, type EstimateRequest, salesEstimate } from "./estimate.ts";
import { repaymentFrequencies } from "./repayment-frequency.ts";
import { advancePrice, dueFromSales, repaymentPercentageFor, splitCollection } from "./sales-share.ts";
import { coversAdvance, type RepaymentPercentageTiers, repaymentPercentageTiers } from "./terms.ts";

const hundredths = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => String(value / 100));
const anyPrice = fc.record({
  advanceAmountCents: fc.integer({ min: 100_000, max: 20_000_000 }).map(cents),
  feeFactor: hundredths(1, 2),
  refinancedBalanceCents: fc.integer({ min: 0, max: 100_000 }).map(cents),
});

describe("advance price", () => {
  it("is the advance times the fee factor; the fee is the difference, and the refinanced balance is withheld", () => {
    fc.assert(
      fc.property(anyPrice, (request) => {
        const price = advancePrice(request, plainWorksheet);
        expect(add(request.advanceAmountCents, price.feeAmountCents)).toBe(price.totalPaymentAmountCents);
        expect(add(price.netDisbursementAmountCents, request.refinancedBalanceCents)).toBe(request.advanceAmountCents);
        expect(price.feeAmountCents).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it("is quoted when the advance just covers the refinanced balance, and refused when it does not", () => {
    const replacing = (balance: number) =>
      advancePrice(
        { advanceAmountCents: cents(100_000), feeFactor: "1.1", refinancedBalanceCents: cents(balance) },
        plainWorksheet,
      );
    expect(replacing(100_000).netDisbursementAmountCents).toBe(0);
    expect(() => replacing(100_001)).toThrow("does not cover");
  });
});

describe("repayment percentage tiers", () => {
  const tiers: RepaymentPercentageTiers = [
    { maxLoanAmountCents: cents(1_000_000), repaymentPercentage: "8" },
    { maxLoanAmountCents: cents(2_500_000), repaymentPercentage: "10" },
    { maxLoanAmountCents: cents(5_000_000), repaymentPercentage: "12.5" },
  ];

  it.each(vectors.tiers)("give an advance of $amount the percentage $pct", ({ amount, pct }) => {
    const percentage = () => repaymentPercentageFor(tiers, cents(amount));
    if (pct === "ERROR above max") expect(percentage).toThrow("no tier is large enough for 5000001");
    else expect(percentage()).toBe(pct);
  });

  it("cover the largest advance when the last tier does", () => {
    const covers = (max: number) =>
      coversAdvance({ maxAdvanceAmountCents: cents(max), repaymentPercentageTiers: tiers });
    expect([covers(5_000_000), covers(5_000_001)]).toEqual([true, false]);
  });

  it("must increase", () => {
    expect(repaymentPercentageTiers.safeParse(tiers).success).toBe(true);
    expect(repaymentPercentageTiers.safeParse([...tiers].reverse()).success).toBe(false);
    expect(repaymentPercentageTiers.safeParse([tiers[0], tiers[0]]).success).toBe(false);
    expect(repaymentPercentageTiers.safeParse([]).success).toBe(false);
  });
});

describe("share of sales", () => {
  const anySales = fc.array(fc.integer({ min: 0, max: 2_000_000 }).map(cents), { minLength: 1, maxLength: 40 });

  it("ends at a balance of zero and never collects more than the total", () => {
    fc.assert(
      fc.property(anyPrice, hundredths(1, 30), anySales, (request, repaymentPercentage, weeks) => {
        const { totalPaymentAmountCents } = advancePrice(request, plainWorksheet);
        let balanceCents = totalPaymentAmountCents;
        const enough = cents(Math.ceil((totalPaymentAmountCents * 100) / Number(repaymentPercentage)) + 100);
        for (const salesCents of [...weeks, enough]) {
          const due = dueFromSales("due", { salesCents, repaymentPercentage, balanceCents }, plainWorksheet);
          expect(due).toBeGreaterThanOrEqual(0);
          balanceCents = subtract(balanceCents, due);
          expect(balanceCents).toBeGreaterThanOrEqual(0);
        }
        expect(balanceCents).toBe(0);
      }),
      runs,
    );
  });

  it("M-6: the fee of the collections 6,003, 16,667 and 50,001 is 445, 1,234 and 3,704", () => {
    let collectedBeforeCents = noCents;
    let collectedFeeCents = noCents;
    const fees = [6_003, 16_667, 50_001].map(cents).map((amountCents) => {
      const advance = { feeAmountCents: cents(8_000), totalPaymentAmountCents: cents(108_000) };
      const split = splitCollection(
        { collectedBeforeCents, collectedFeeCents, amountCents, ...advance },
        plainWorksheet,
      );
      collectedBeforeCents = add(collectedBeforeCents, amountCents);
      collectedFeeCents = add(collectedFeeCents, split.feeCents);
      expect(add(split.principalCents, split.feeCents)).toBe(amountCents);
      return split.feeCents;
    });
    expect(fees).toEqual([445, 1_234, 3_704]);
  });

  it("explains the fee part of a collection", () => {
    const advance = { feeAmountCents: cents(8_000), totalPaymentAmountCents: cents(108_000) };
    const collected = { collectedBeforeCents: cents(6_003), collectedFeeCents: cents(445) };
    const collection = { ...collected, amountCents: cents(16_667), ...advance };
    expectEveryFigureExplained(explained((write) => splitCollection(collection, write)));
  });

  it("splits collections into fee parts that sum to the fee once all is collected, for any collections and returns", () => {
    const anySteps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000_000 }), fc.boolean()), { maxLength: 40 });
    fc.assert(
      fc.property(anyPrice, anySteps, (request, steps) => {
        const { totalPaymentAmountCents, feeAmountCents } = advancePrice(request, plainWorksheet);
        let collectedBeforeCents = noCents;
        const splits: { principalCents: Cents; feeCents: Cents }[] = [];
        const collect = (amountCents: Cents) => {
          const collectedFeeCents = sum(splits.map((split) => split.feeCents));
          const fee = { collectedFeeCents, feeAmountCents };
          const collection = { collectedBeforeCents, amountCents, totalPaymentAmountCents, ...fee };
          splits.push(splitCollection(collection, plainWorksheet));
          collectedBeforeCents = add(collectedBeforeCents, amountCents);
        };
        for (const [amount, isReturned] of steps) {
          if (isReturned) collect(cents(-Math.min(amount, collectedBeforeCents)));
          else collect(least(cents(amount), subtract(totalPaymentAmountCents, collectedBeforeCents)));
        }
        collect(subtract(totalPaymentAmountCents, collectedBeforeCents));
        expect(sum(splits.map((split) => split.feeCents))).toBe(feeAmountCents);
        expect(sum(splits.map((split) => split.principalCents))).toBe(request.advanceAmountCents);
      }),
      runs,
    );
  });
});

describe("sales estimate", () => {
  const anyRequest: fc.Arbitrary<EstimateRequest> = fc
    .record({
      advanceAmountCents: fc.integer({ min: 100_000, max: 20_000_000 }).map(cents),
      feePercent: fc.integer({ min: 1, max: 60 }),
      repaymentPercentage: hundredths(1, 30),
      averageMonthlySalesCents: fc.integer({ min: 100_000, max: 100_000_000 }).map(cents),
      rhythm: fc.constantFrom(...repaymentFrequencies, "EVERY_DAY" as const),
      fundedOn: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays(businessDate("2024-01-01"), days)),
    })
    .map(({ feePercent, ...request }) => ({
      ...request,
      totalPaymentAmountCents: cents(
        request.advanceAmountCents + Math.floor((request.advanceAmountCents * feePercent) / 100),
      ),
    }))
    .filter(canEstimate);

  it("sums to the total: equal payments, and a last one that is not larger", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const estimate = salesEstimate(request, plainWorksheet);
        const { estimatedPaymentPerPeriodCents, estimatedTermPeriods, estimatedLastPaymentCents } = estimate;
        expect(sum(estimate.schedule.map((row) => row.paymentCents))).toBe(request.totalPaymentAmountCents);
        expect(estimate.schedule).toHaveLength(estimatedTermPeriods);
        expect(daysBetween(request.fundedOn, estimate.schedule.at(-1)?.dueOn ?? request.fundedOn)).toBe(
          estimate.estimatedTermDays,
        );
        expect(estimatedLastPaymentCents).toBeGreaterThan(0);
        expect(estimatedLastPaymentCents).toBeLessThanOrEqual(estimatedPaymentPerPeriodCents);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });

  it("has no payment of zero when the total is a whole number of payments", () => {
    const estimate = salesEstimate(
      {
        advanceAmountCents: cents(180_000),
        totalPaymentAmountCents: cents(200_000),
        repaymentPercentage: "10",
        averageMonthlySalesCents: cents(1_000_000),
        rhythm: "MONTHLY",
        fundedOn: businessDate("2026-01-05"),
      },
      plainWorksheet,
    );
    expect(estimate.schedule.map((row) => row.paymentCents)).toEqual([100_000, 100_000]);
  });

  it("has the APR at which the present value of its payments equals the advance, for every rhythm", () => {
    const unitsPerYear = { DAILY: 365, WEEKLY: 52, BIWEEKLY: 26, MONTHLY: 12, EVERY_DAY: 365 };
    fc.assert(
      fc.property(anyRequest, (request) => {
        const estimate = salesEstimate(request, plainWorksheet);
        const payments = estimate.schedule.map(({ number, dueOn, paymentCents }) => ({
          amountCents: paymentCents,
          periods: request.rhythm === "DAILY" ? daysBetween(request.fundedOn, dueOn) : number,
          odd: 0,
        }));
        const worthAt = (apr: number) => presentValue(payments, apr / 100 / unitsPerYear[request.rhythm]);
        expect(worthAt(estimate.aprPercentage - 0.0001)).toBeGreaterThan(request.advanceAmountCents);
        expect(worthAt(estimate.aprPercentage + 0.0001)).toBeLessThan(request.advanceAmountCents);
      }),
      { numRuns: Math.ceil(runs.numRuns / 5) },
    );
  });

  it("explains each of its figures", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { result, explanations } = explained((write) => salesEstimate(request, write));
        expect(result).toEqual(salesEstimate(request, plainWorksheet));
        const { schedule: _, ...figures } = result;
        for (const [figure, value] of Object.entries(figures)) expect(explanations.get(figure)?.result).toBe(value);
        expect(explanations.get("estimatedTermPeriods")?.rounding).toBe("up to whole periods");
      }),
      { numRuns: Math.ceil(runs.numRuns / 20) },
    );
  });

  it("is refused when the sales would take more than ten years", () => {
    const request: EstimateRequest = {
      advanceAmountCents: cents(100_000),
      totalPaymentAmountCents: cents(108_000),
      repaymentPercentage: "5",
      averageMonthlySalesCents: cents(100),
      rhythm: "EVERY_DAY",
      fundedOn: businessDate("2026-01-05"),
    };
    expect(() => salesEstimate(request, plainWorksheet)).toThrow("too small for an estimate");
    const tenYears = { ...request, averageMonthlySalesCents: cents(1_000_000), rhythm: "MONTHLY" } as const;
    const ofTotal = (total: number) => canEstimate({ ...tenYears, totalPaymentAmountCents: cents(total) });
    expect([ofTotal(6_000_000), ofTotal(6_000_001)]).toEqual([true, false]);
    expect(() => salesEstimate({ ...request, averageMonthlySalesCents: noCents }, plainWorksheet)).toThrow("too small");
  });
});
