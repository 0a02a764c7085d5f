import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BusinessDate, businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { add, cents, noCents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { flatSchedule } from "./flat-interest.ts";
import { ends, type Installment, monthsOf } from "./installment.ts";
import { type Accrual, levelSchedule } from "./level-payment.ts";

const funded = fc
  .integer({ min: 0, max: 3_000 })
  .map((days) => businessDate(new Date(1_767_225_600_000 + days * 86_400_000).toISOString().slice(0, 10)));
const rate = fc.integer({ min: 0, max: 7_000 }).map((hundredths) => String(hundredths / 100));
const months = fc.integer({ min: 1, max: 60 });

const differentBeforeLast = (rows: readonly Installment[]) =>
  new Set(rows.slice(0, -1).map((row) => row.paymentCents)).size > 1;

function expectSound(rows: readonly Installment[], amount: number, count: number) {
  expect(rows).toHaveLength(count);
  expect(sum(rows.map((row) => row.principalCents))).toBe(amount);
  expect(rows.at(-1)?.balanceCents).toBe(0);
  let balance = amount;
  for (const row of rows) {
    balance -= row.principalCents;
    expect(row.balanceCents).toBe(balance);
    expect(row.paymentCents).toBe(row.principalCents + row.interestCents);
    expect(Math.min(row.principalCents, row.interestCents, row.balanceCents)).toBeGreaterThanOrEqual(0);
  }
}

describe("level payment schedule", () => {
  const amounts = fc.integer({ min: 1_000_000, max: 50_000_000 });
  const level = (amount: number, annual: string, count: number, on: BusinessDate, accrual: Accrual) =>
    levelSchedule(
      { amountCents: cents(amount), interestRatePercentage: annual, months: count },
      on,
      accrual,
      plainWorksheet,
    ).rows;

  it("MONTHLY: principal sums to the loan, only the last row differs and takes the remainder, the balance ends at zero", () => {
    fc.assert(
      fc.property(amounts, rate, months, funded, (amount, annual, count, on) => {
        const rows = level(amount, annual, count, on, "MONTHLY");
        expectSound(rows, amount, count);
        expect(differentBeforeLast(rows)).toBe(false);
      }),
      runs,
    );
  });

  it("DAILY: principal sums to the loan, the last row takes the remainder, the balance ends at zero", () => {
    fc.assert(
      fc.property(amounts, rate, months, funded, (amount, annual, count, on) => {
        expectSound(level(amount, annual, count, on, "DAILY"), amount, count);
      }),
      runs,
    );
  });

  it("DAILY: interest above the level payment is paid in full, and the balance never grows", () => {
    const rows = level(1_000_000, "69.38", 58, businessDate("2026-01-31"), "DAILY");
    expectSound(rows, 1_000_000, 58);
    expect(differentBeforeLast(rows)).toBe(true);
  });
});

describe("flat interest schedule", () => {
  it("has principal that sums to the draw: only the last row differs and takes the remainder, the balance ends at zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 50_000_000 }), rate, months, funded, (amount, annual, count, on) => {
        const loan = { amountCents: cents(amount), interestRatePercentage: annual, months: count };
        const { rows, totalPaymentAmountCents, interestCents } = flatSchedule(loan, on, plainWorksheet);
        expectSound(rows, amount, count);
        expect(differentBeforeLast(rows)).toBe(false);
        expect(sum(rows.map((row) => row.paymentCents))).toBe(totalPaymentAmountCents);
        expect(totalPaymentAmountCents).toBe(add(loan.amountCents, interestCents));
      }),
      runs,
    );
  });

  it("never has a negative payment, principal or interest, even for the smallest draw over many months", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), rate, months, funded, (amount, annual, count, on) => {
        const loan = { amountCents: cents(amount), interestRatePercentage: annual, months: count };
        const { rows, totalPaymentAmountCents } = flatSchedule(loan, on, plainWorksheet);
        expect(sum(rows.map((row) => row.principalCents))).toBe(amount);
        expect(sum(rows.map((row) => row.paymentCents))).toBe(totalPaymentAmountCents);
        for (const row of rows) {
          expect(Math.min(row.principalCents, row.interestCents, row.balanceCents)).toBeGreaterThanOrEqual(noCents);
        }
      }),
      runs,
    );
  });
});

describe("installment schedule", () => {
  it("has a first and a last row, and is refused without rows", () => {
    expect(() => ends([])).toThrow("a schedule without rows");
  });
});

describe("months of a term", () => {
  it("are thirty days each; any other term is refused with the specification's message", () => {
    expect(monthsOf(360)).toBe(12);
    for (const days of [0, 15, 45, -30]) {
      expect(() => monthsOf(days)).toThrow(`Unexpected repayment duration days: ${days}`);
    }
  });
});
