import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { addBankingDays } from "../calendar/banking-day.ts";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { cents, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { datedApr, regularApr, singlePaymentApr } from "./annual-percentage-rate.ts";
import { onePeriod, regularIntervals, stretchBetween, type UnitPeriod, unitPeriodsPerYear } from "./unit-period.ts";
import { presentValue } from "./unit-period-rate.ts";

const times = (count: number, amount: number) => Array.from({ length: count }, () => amount);

/** The amount financed and the payments in cents, the unit-period, and the time before the first payment as the regulation gives it. */
const official: Record<string, [number, number[], UnitPeriod, periods: number, odd: string]> = {
  c1i: [500_000, times(24, 23_000), "MONTH", 1, "0/30"],
  c1ii: [600_000, times(36, 20_000), "MONTH", 1, "19/30"],
  c1iii: [500_000, times(24, 21_917), "HALF_MONTH", 0, "6/15"],
  c1iv: [1_000_000, times(40, 38_500), "QUARTER", 1, "39/90"],
  c1v: [50_000, times(30, 1_760), { weeks: 1 }, 4, "4/7"],
  c2i: [500_000, [25_000, ...times(23, 23_000)], "MONTH", 1, "0/30"],
  c2ii: [40_000, [3_950, ...times(11, 3_831)], { weeks: 4 }, 1, "5/28"],
  c3i: [500_000, [...times(23, 23_000), 28_000], "MONTH", 1, "0/30"],
  c3ii: [20_000, [...times(19, 950), 3_000], { weeks: 2 }, 0, "8/14"],
  c4i: [500_000, [25_000, ...times(22, 23_000), 28_000], "MONTH", 1, "0/30"],
  c4ii: [800_000, [44_936, ...times(18, 46_500), 20_000], "TWO_MONTHS", 0, "52/60"],
  "x-daily": [100_000, times(5, 22_000), "DAY", 35, "0/1"],
};

describe("APR: official examples of Regulation Z, Appendix J", () => {
  for (const { id, what, adv, first, expected, computed } of vectors.appendixJ) {
    it(`${id}: ${what} is ${expected} %`, () => {
      const [amount, payments, unitPeriod, periods, odd] = official[id] ?? expect.fail(`no example ${id}`);
      const stretch = stretchBetween(businessDate(adv), businessDate(first), unitPeriod);
      expect([stretch.periods, `${stretch.oddDays}/${stretch.oddOf}`]).toEqual([periods, odd]);
      const apr = regularApr.value({
        amountFinancedCents: cents(amount),
        paymentsCents: payments.map(cents),
        unitPeriod,
        first: stretch,
      });
      expect(apr).toBe(computed);
      expect(apr.toFixed(2)).toBe(expected.toFixed(2));
    });
  }

  it("cover every row of the table", () => {
    expect(vectors.appendixJ.map(({ id }) => id)).toEqual(Object.keys(official));
  });
});

describe("unit-period time span", () => {
  const between = (from: string, to: string, unit: UnitPeriod) =>
    stretchBetween(businessDate(from), businessDate(to), unit);

  it("counts full half-months before odd days", () => {
    expect(between("2026-01-10", "2026-03-01", "HALF_MONTH")).toEqual({ periods: 3, oddDays: 7, oddOf: 15 });
  });

  it("is one month from the end of a month to the end of the next", () => {
    expect(between("2026-02-28", "2026-03-31", "MONTH")).toEqual({ periods: 1, oddDays: 0, oddOf: 30 });
  });
});

describe("unit-period of payments", () => {
  const intervals = (advance: string, ...payments: string[]) =>
    regularIntervals(businessDate(advance), payments.map(businessDate));
  const everyDays = (advance: string, ...days: number[]) =>
    intervals(advance, ...days.map((after) => addDays(businessDate(advance), after)));

  it("is a number of weeks when the intervals are equal and a multiple of seven days", () => {
    expect(everyDays("2026-01-20", 7, 14, 21, 28)).toEqual({ unitPeriod: { weeks: 1 }, first: onePeriod });
    expect(everyDays("2026-01-20", 14, 28, 42)).toEqual({ unitPeriod: { weeks: 2 }, first: onePeriod });
    expect(everyDays("2026-01-20", 21, 42)).toEqual({ unitPeriod: { weeks: 3 }, first: onePeriod });
    expect(everyDays("2026-01-20", 182, 364)).toEqual({ unitPeriod: { weeks: 26 }, first: onePeriod });
  });

  it("divides 52 weeks a year: 52, 26, 13", () => {
    expect([1, 2, 4].map((weeks) => unitPeriodsPerYear({ weeks }))).toEqual([52, 26, 13]);
  });

  it("is a month when payments fall on the same day of consecutive months, or on the last day of a shorter one", () => {
    const monthly = { unitPeriod: "MONTH", first: onePeriod };
    expect(intervals("2026-01-15", "2026-02-15", "2026-03-15")).toEqual(monthly);
    expect(intervals("2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31")).toEqual(monthly);
    expect(intervals("2026-01-15", "2026-03-15", "2026-04-15")).toBeNull();
    expect(intervals("2026-01-15", "2026-02-15", "2026-03-16")).toBeNull();
  });

  it("is a day for 30/60/90 days, for every day of payout", () => {
    for (let day = businessDate("2027-01-01"); day < businessDate("2029-01-01"); day = addDays(day, 1)) {
      expect([day, everyDays(day, 30, 60, 90)]).toEqual([day, null]);
    }
  });

  it("is a day when intervals differ", () => {
    expect(everyDays("2026-01-20", 7, 14, 28)).toBeNull();
    expect(everyDays("2026-01-20", 7, 21)).toBeNull();
  });

  it("counts an odd time before the first payment in unit-periods when the interval occurs at least twice", () => {
    expect(everyDays("2026-01-20", 10, 17, 24)).toEqual({
      unitPeriod: { weeks: 1 },
      first: { periods: 1, oddDays: 3, oddOf: 7 },
    });
    expect(intervals("2026-01-10", "2026-02-15", "2026-03-15", "2026-04-15")).toEqual({
      unitPeriod: "MONTH",
      first: { periods: 1, oddDays: 5, oddOf: 30 },
    });
    expect(everyDays("2026-01-20", 10, 17)).toBeNull();
  });
});

describe("APR", () => {
  const amount = fc.integer({ min: 1_000, max: 100_000_000 });
  const weeks = fc.record({ weeks: fc.integer({ min: 1, max: 52 }) });
  const named = fc.constantFrom<UnitPeriod>("DAY", "HALF_MONTH", "MONTH", "TWO_MONTHS", "QUARTER");
  const loan = fc.record({
    amount,
    payments: fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 60 }),
    unitPeriod: fc.oneof(named, weeks),
    first: fc.record({
      periods: fc.integer({ min: 1, max: 3 }),
      oddDays: fc.integer({ min: 0, max: 29 }),
      oddOf: fc.constant(30),
    }),
  });

  it("solves the equation: at a slightly lower rate the payments are worth more than the advance, at a slightly higher one less", () => {
    fc.assert(
      fc.property(loan, ({ amount, payments, unitPeriod, first }) => {
        const paymentsCents = payments.map(cents);
        fc.pre(sum(paymentsCents) > amount * 1.001 && sum(paymentsCents) < amount * 100);
        const apr = regularApr.value({ amountFinancedCents: cents(amount), paymentsCents, unitPeriod, first });
        const worth = (percentage: number) =>
          presentValue(
            paymentsCents.map((amountCents, index) => ({
              amountCents,
              periods: first.periods + index,
              odd: first.oddDays / first.oddOf,
            })),
            percentage / 100 / unitPeriodsPerYear(unitPeriod),
          );
        expect(worth(apr - 0.0001)).toBeGreaterThan(amount);
        expect(worth(apr + 0.0001)).toBeLessThan(amount);
      }),
      runs,
    );
  });

  it("is zero when the payments do not exceed the advance", () => {
    const inputs = { amountFinancedCents: cents(1_000), unitPeriod: "MONTH", first: onePeriod } as const;
    expect(regularApr.value({ ...inputs, paymentsCents: [cents(500), cents(500)] })).toBe(0);
  });

  it("is refused when nothing was advanced, because no rate solves the equation", () => {
    const inputs = { amountFinancedCents: cents(0), unitPeriod: "MONTH", first: onePeriod } as const;
    expect(() => regularApr.value({ ...inputs, paymentsCents: [cents(500)] })).toThrow("no rate");
  });

  it("by days equals the regular APR when payments are daily", () => {
    const fundedOn = businessDate("2026-01-05");
    const paymentsCents = [...times(76, 22_192), 908].map(cents);
    const payments = paymentsCents.map((amountCents, index) => ({ amountCents, dueOn: addDays(fundedOn, index + 1) }));
    const amountFinancedCents = cents(1_500_000);
    const apr = datedApr.value({ amountFinancedCents, fundedOn, payments });
    expect(apr).toBe(114.0007);
    expect(regularApr.value({ amountFinancedCents, paymentsCents, unitPeriod: "DAY", first: onePeriod })).toBe(apr);
  });

  it("by days counts the days between banking days: M-2 is 74.1661 %", () => {
    const fundedOn = businessDate("2026-01-05");
    const payments = [...times(78, 28_571), 11_462].map((amount, index) => ({
      amountCents: cents(amount),
      dueOn: addBankingDays(fundedOn, index + 1),
    }));
    expect(datedApr.value({ amountFinancedCents: cents(2_000_000), fundedOn, payments })).toBe(74.1661);
  });

  it("of one payment is exact: I-1 is 36.5 %, I-4 is 22.938 %", () => {
    const single = (amount: number, payment: number, termDays: number) =>
      singlePaymentApr.value({ amountFinancedCents: cents(amount), paymentCents: cents(payment), termDays });
    expect(single(800_000, 824_000, 30)).toBe(36.5);
    expect(single(102_052, 104_938, 45)).toBe(22.938);
  });
});
