import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { regularIntervals, unitPeriodsPerYear } from "../../apr/unit-period.ts";
import { presentValue } from "../../apr/unit-period-rate.ts";
import { bankingDayOnOrAfter } from "../../calendar/banking-day.ts";
import { addDays, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { add, cents, least, subtract, sum } from "../../money/cents.ts";
import { percent, portion } from "../../money/rate.ts";
import { runs } from "../../money/runs.fixture.ts";
import { lateFee, penaltiesWith } from "../late-fee.ts";
import { anyInvoiceRequest, fixedDurationPlan, multipleDurationPlan } from "./advance.fixture.ts";
import { invoiceAdvance } from "./advance.ts";
import { earlyRepayment, earlyRepaymentRebate, extensionFee } from "./fees.ts";
import { fixedDateAfter, planDays, repaymentParts } from "./plan.ts";
import { pricingPlan } from "./terms.ts";

const fundedOn = businessDate("2026-01-20");

describe("invoice advance", () => {
  it.each(vectors.invoices)("$id: $requested requested at $advanceRatePercentage %, $structure fees", (row) => {
    const advance = invoiceAdvance(
      {
        plan: fixedDurationPlan({
          advanceRatePercentage: row.advanceRatePercentage,
          transactionFeePercentage: row.transactionFeePercentage,
          paymentStructure: row.structure as "GROSS" | "NET",
          days: row.days,
        }),
        requestedCents: cents(row.requested),
        availableCents: cents(row.available),
        fundedOn,
      },
      plainWorksheet,
    );
    expect(advance).toMatchObject({
      principalAmountCents: row.principalAmountCents,
      feeAmountCents: row.feeAmountCents,
      netDisbursementAmountCents: row.invoiceAdvanceAmountCents,
      totalPaymentAmountCents: row.approvedRepaymentAmountCents,
      repaymentAmountBeforeAvailableLimitCheck: row.repaymentAmountBeforeAvailableLimitCheck,
      availableAfterCents: row.availableAfter,
      aprPercentage: row.apr,
      schedule: [{ number: 1, dueOn: addDays(fundedOn, row.days), paymentCents: row.approvedRepaymentAmountCents }],
    });
  });

  it("I-3 as MULTIPLE_DURATION: splits principal and fee by percentage, and the last part takes the remainder", () => {
    const advance = invoiceAdvance(
      {
        plan: multipleDurationPlan([
          ["33.33", 30],
          ["33.33", 60],
          ["33.34", 90],
        ]),
        requestedCents: cents(5_000_000),
        availableCents: cents(2_000_000),
        fundedOn,
      },
      plainWorksheet,
    );
    expect(advance.schedule).toMatchObject(
      vectors.multi.map((row) => ({
        dueOn: addDays(fundedOn, row.days),
        principalCents: row.repaymentPrincipalAmountCents,
        feeCents: row.repaymentFeeAmountCents,
        paymentCents: row.repaymentAmountCents,
      })),
    );
    expect(sum(advance.schedule.map((part) => part.paymentCents))).toBe(2_050_000);
  });

  it("MULTIPLE_DURATION with equal intervals of whole weeks has its APR by weeks, other intervals by days", () => {
    const apr = (fee: string, paymentStructure: "GROSS" | "NET", parts: [string, number][]) => {
      const plan = {
        ...multipleDurationPlan(parts),
        advanceRatePercentage: 100,
        transactionFeePercentage: fee,
        paymentStructure,
      };
      const asked = { plan, requestedCents: cents(1_000_000), availableCents: cents(1_000_000), fundedOn };
      const calculated = explained((write) => invoiceAdvance(asked, write));
      expectEveryFigureExplained(calculated);
      const { formula, inputs } = calculated.explanations.get("aprPercentage") ?? expect.fail("no explanation");
      const unitPeriod = inputs.find(({ name }) => name === "unitPeriod")?.value;
      return [calculated.result.aprPercentage, formula.name, unitPeriod];
    };
    const quarters = (...days: [number, number, number, number]) =>
      days.map((after): [string, number] => ["25", after]);
    const thirds = (a: number, b: number, c: number): [string, number][] => [
      ["33.33", a],
      ["33.33", b],
      ["33.34", c],
    ];
    const regular = "annual-percentage-rate";
    expect(apr("3", "GROSS", quarters(7, 14, 21, 28))).toEqual([62.0322, regular, { weeks: 1 }]);
    expect(apr("5.4", "NET", thirds(14, 28, 42))).toEqual([73.5201, regular, { weeks: 2 }]);
    expect(apr("3", "GROSS", thirds(30, 60, 90)).slice(1)).toEqual(["annual-percentage-rate-by-days", undefined]);
    // From 2026-01-20: the 20th of February, March and April.
    expect(apr("3", "GROSS", thirds(31, 59, 90)).slice(1)).toEqual([regular, "MONTH"]);
  });

  it("with GROSS fees pays out the principal and repays it with the fee; with NET fees withholds the fee", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const { principalAmountCents: principal, feeAmountCents: fee } = advance;
        const isGross = request.plan.paymentStructure === "GROSS";
        expect(add(advance.netDisbursementAmountCents, isGross ? cents(0) : fee)).toBe(principal);
        expect(subtract(advance.totalPaymentAmountCents, advance.netDisbursementAmountCents)).toBe(fee);
        expect(add(advance.availableAfterCents, principal)).toBe(request.availableCents);
        expect(advance.availableAfterCents).toBeGreaterThanOrEqual(0);
        expect(principal).toBeLessThanOrEqual(
          portion(request.requestedCents, percent(request.plan.advanceRatePercentage)),
        );
        expect(advance.repaymentAmountBeforeAvailableLimitCheck).toBeGreaterThanOrEqual(
          advance.totalPaymentAmountCents,
        );
      }),
      runs,
    );
  });

  it("splits its repayment into parts that sum to the total and are never negative", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const schedule = advance.schedule;
        expect(sum(schedule.map((part) => part.principalCents))).toBe(advance.principalAmountCents);
        expect(sum(schedule.map((part) => part.chargedFeeCents))).toBe(advance.feeAmountCents);
        expect(sum(schedule.map((part) => part.paymentCents))).toBe(advance.totalPaymentAmountCents);
        for (const part of schedule) expect(least(part.principalCents, part.chargedFeeCents)).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it("has no part of zero, even for a few cents in many parts", () => {
    const plan = multipleDurationPlan([1, 2, 3, 4, 5].map((month) => [20, 30 * month]));
    const request = { plan: { ...plan, transactionFeePercentage: 50 }, availableCents: cents(100), fundedOn };
    const { schedule } = invoiceAdvance({ ...request, requestedCents: cents(3) }, plainWorksheet);
    expect(schedule.map((part) => [part.number, part.dueOn, part.principalCents, part.chargedFeeCents])).toEqual([
      [1, "2026-02-19", 1, 0],
      [2, "2026-03-21", 1, 0],
      [3, "2026-04-20", 1, 2],
    ]);
  });

  it("has the APR at which the present value of its repayments equals the payout", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const [first, ...others] = advance.schedule;
        if (!first) throw new Error("at least one part");
        const term = (part: typeof first) => daysBetween(request.fundedOn, part.dueOn);
        // A single payment is one unit-period as long as its term. Several are counted in weeks or months, or in days.
        const dates = advance.schedule.map((part) => part.dueOn);
        const regular = others.length === 0 ? null : regularIntervals(request.fundedOn, dates);
        const unitDays = others.length === 0 ? term(first) : 1;
        const perYear = regular ? unitPeriodsPerYear(regular.unitPeriod) : 365 / unitDays;
        const repayments = advance.schedule.map((part, index) => ({
          amountCents: part.paymentCents,
          periods: regular ? regular.first.periods + index : term(part) / unitDays,
          odd: regular ? regular.first.oddDays / regular.first.oddOf : 0,
        }));
        const worthAt = (percentage: number) => presentValue(repayments, percentage / 100 / perYear);
        expect(worthAt(advance.aprPercentage - 0.0001)).toBeGreaterThan(advance.netDisbursementAmountCents);
        expect(worthAt(advance.aprPercentage + 0.0001)).toBeLessThan(advance.netDisbursementAmountCents);
      }),
      runs,
    );
  });

  it("explains each of its figures", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const calculated = explained((write) => invoiceAdvance(request, write));
        expect(calculated.result).toEqual(invoiceAdvance(request, plainWorksheet));
        expectEveryFigureExplained(calculated);
        const beforeLimit = calculated.explanations.get("repaymentAmountBeforeAvailableLimitCheck");
        expect(beforeLimit?.result).toBe(calculated.result.repaymentAmountBeforeAvailableLimitCheck);
      }),
      { numRuns: Math.ceil(runs.numRuns / 10) },
    );
  });

  it("is not quoted when nothing would be paid out", () => {
    const request = { plan: fixedDurationPlan({}), requestedCents: cents(100), availableCents: cents(0), fundedOn };
    expect(() => invoiceAdvance(request, plainWorksheet)).toThrow("nothing would be paid out");
  });
});

describe("repayment window", () => {
  it.each(vectors.fixedDate)("FIXED_DATE: funded $fund, on day $day of the month: due $due, debited $rolled", (row) => {
    const dueOn = fixedDateAfter(businessDate(row.fund), row.day);
    expect(dueOn).toBe(row.due);
    expect(bankingDayOnOrAfter(dueOn)).toBe(row.rolled);
  });

  it("FIXED_DATE counts as 30 days for any date", () => {
    const window = { repaymentType: "FIXED_DATE", monthlyRepaymentDay: 15 } as const;
    expect(planDays(window)).toBe(30);
    expect(repaymentParts(window, fundedOn)).toEqual([{ repaymentPercentage: 100, planDays: 30, dueOn: "2026-02-15" }]);
  });

  it("FIXED_DATE accepts a date 15 days away, and skips one 14 days away for the next month's", () => {
    expect(fixedDateAfter(businessDate("2026-01-05"), 20)).toBe("2026-01-20");
    expect(fixedDateAfter(businessDate("2026-01-06"), 20)).toBe("2026-02-20");
    expect(fixedDateAfter(businessDate("2026-11-10"), 31)).toBe("2026-11-30");
    expect(fixedDateAfter(businessDate("2026-12-20"), 31)).toBe("2027-01-31");
  });

  it("FIXED_DATE is at least 15 days and less than two months away", () => {
    const anyDay = fc.integer({ min: 0, max: 3650 }).map((days) => addDays(businessDate("2024-01-01"), days));
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 31 }), (from, day) => {
        const days = daysBetween(from, fixedDateAfter(from, day));
        expect(days).toBeGreaterThanOrEqual(15);
        expect(days).toBeLessThanOrEqual(15 + 31);
      }),
      runs,
    );
  });

  it("FIXED_DURATION is due its number of days after the payout; MULTIPLE_DURATION is as long as its last part", () => {
    expect(repaymentParts({ repaymentType: "FIXED_DURATION", repaymentDurationDays: 45 }, fundedOn)).toEqual([
      { repaymentPercentage: 100, planDays: 45, dueOn: "2026-03-06" },
    ]);
    expect(planDays({ repaymentType: "FIXED_DURATION", repaymentDurationDays: 45 })).toBe(45);
    const { repaymentWindow } = multipleDurationPlan([
      [50, 30],
      [50, 90],
    ]);
    expect(planDays(repaymentWindow)).toBe(90);
  });

  it("is refused when its parts do not add up to 100 % or are not in order", () => {
    const accepts = (schedule: [string | number, number][]) =>
      pricingPlan.safeParse(multipleDurationPlan(schedule)).success;
    expect(accepts([["33.33", 30], ["66.67", 60]])).toBe(true); // biome-ignore format: a table
    expect(accepts([["33.33", 30], ["66.66", 60]])).toBe(false); // biome-ignore format: a table
    expect(accepts([[50, 60], [50, 60]])).toBe(false); // biome-ignore format: a table
    expect(accepts([])).toBe(false);
  });
});

describe("early repayment rebate", () => {
  it.each(vectors.rebates)("$principal at $feePct % over $duration days, $daysLeft days left: $rebate", (row) => {
    expect(
      earlyRepaymentRebate.value({
        principalCents: cents(row.principal),
        feeCents: portion(cents(row.principal), percent(row.feePct)),
        transactionFeePercentage: row.feePct,
        planDays: row.duration,
        daysLeft: row.daysLeft,
      }),
    ).toBe(row.rebate);
  });

  it("never exceeds the fee, is never negative, and is zero at three days or fewer", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, fc.integer({ min: -60, max: 120 }), (request, after) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const effectiveOn = addDays(request.fundedOn, after);
        const { repaymentCents, rebateCents, costAfterRebateCents } = earlyRepayment(
          advance.schedule,
          request.plan.transactionFeePercentage,
          effectiveOn,
          plainWorksheet,
        );
        expect(rebateCents).toBeGreaterThanOrEqual(0);
        expect(rebateCents).toBeLessThanOrEqual(advance.feeAmountCents);
        expect(repaymentCents).toBe(advance.totalPaymentAmountCents);
        expect(add(costAfterRebateCents, rebateCents)).toBe(repaymentCents);
        if (advance.schedule.every((part) => daysBetween(effectiveOn, part.dueOn) <= 3)) expect(rebateCents).toBe(0);
      }),
      runs,
    );
  });

  it("is capped at the fee when a fixed date is further away than the 30 days it counts for", () => {
    const plan = { principalCents: cents(800_000), feeCents: cents(24_000), transactionFeePercentage: 3, planDays: 30 };
    expect(earlyRepaymentRebate.value({ ...plan, daysLeft: 40 })).toBe(24_000);
  });

  it("is capped at the fee of its own part, which rounding can make smaller than the part's share of days", () => {
    // Three cents at 50 % in three parts: the fee of two cents belongs to the last part.
    const plan = multipleDurationPlan([1, 2, 3, 4, 5].map((month) => [20, 30 * month]));
    const request = { plan: { ...plan, transactionFeePercentage: 50 }, availableCents: cents(100), fundedOn };
    const { schedule } = invoiceAdvance({ ...request, requestedCents: cents(3) }, plainWorksheet);
    const { explanations } = explained((write) => earlyRepayment(schedule, 50, fundedOn, write));
    expect([1, 2, 3].map((part) => explanations.get(`schedule.${part}.rebateCents`)?.result)).toEqual([0, 0, 1]);
  });

  it("never exceeds the fee of a part, in any order of repayment and also after the part was extended", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, fc.nat({ max: 400 }), fc.nat({ max: 90 }), (request, after, extensionDays) => {
        const { schedule, feeAmountCents } = invoiceAdvance(request, plainWorksheet);
        const effectiveOn = addDays(request.fundedOn, after);
        const { transactionFeePercentage } = request.plan;
        const rebates = schedule.map((part) => {
          const extended = { ...part, dueOn: addDays(part.dueOn, extensionDays) };
          return earlyRepayment([extended], transactionFeePercentage, effectiveOn, plainWorksheet).rebateCents;
        });
        const aboveFee = rebates.filter((rebate, index) => rebate > (schedule[index]?.chargedFeeCents ?? 0));
        expect(aboveFee).toEqual([]);
        expect(sum(rebates)).toBeLessThanOrEqual(feeAmountCents);
      }),
      runs,
    );
  });

  it("is given for each part that is early", () => {
    const plan = multipleDurationPlan([
      [50, 30],
      [50, 60],
    ]);
    const request = { plan, requestedCents: cents(1_000_000), availableCents: cents(5_000_000), fundedOn };
    const [first, second] = invoiceAdvance(request, plainWorksheet).schedule;
    if (!first || !second) throw new Error("two parts");
    const on = addDays(fundedOn, 27);
    // 450,000 at 2.5 %: the first part is three days early and earns nothing, the second 33 of its 60 days.
    const calculated = explained((write) => earlyRepayment([first, second], 2.5, on, write));
    expect(calculated.result).toEqual({ repaymentCents: 922_500, rebateCents: 6_188, costAfterRebateCents: 916_312 });
    expectEveryFigureExplained(calculated);
    expect(calculated.explanations.get("schedule.2.rebateCents")?.result).toBe(6_188);
  });
});

describe("invoice fees", () => {
  it.each(vectors.extension)(
    "extension of $extDays days on $principal at $feePct % over $planDays days: $extensionFeeCents",
    (row) => {
      expect(
        extensionFee.value({
          principalCents: cents(row.principal),
          transactionFeePercentage: row.feePct,
          planDays: row.planDays,
          extensionDays: row.extDays,
        }),
      ).toBe(row.extensionFeeCents);
    },
  );

  it.each(vectors.lateFee.filter((row) => row.pct === "2"))("late fee on $overdue unpaid at $pct %: $late", (row) => {
    const penalties = penaltiesWith(row.pct);
    if (!penalties) throw new Error("invoices charge penalties");
    expect(lateFee.value({ unpaidCents: cents(row.overdue), ...penalties.late })).toBe(row.late);
  });
});
