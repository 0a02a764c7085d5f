import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { addDays, type BusinessDate, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { add, type Cents, cents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import type { Installment } from "./installment.ts";
import { dailyInterest, type Loan, levelSchedule } from "./level-payment.ts";
import { interestBilled, type SettledPayment, simpleInterestSchedule } from "./simple-interest.ts";

/** TL-1 of the vectors, by days: funded on 2026-01-15, due on every 15th, 458,400 a month. */
const loan: Loan = { amountCents: cents(5_000_000), interestRatePercentage: "18", months: 12 };
const fundedOn = businessDate("2026-01-15");

const planned = (of: Loan, on: BusinessDate) => levelSchedule(of, on, "DAILY", plainWorksheet).rows;
const standing = (
  payments: readonly SettledPayment[],
  today: BusinessDate,
  of = loan,
  on = fundedOn,
  plan: readonly Installment[] = planned(of, on),
) => simpleInterestSchedule({ ...of, fundedOn: on, plan, payments }, today, plainWorksheet);
const paying = (day: string, amount: number): SettledPayment => ({
  settledOn: businessDate(day),
  amountCents: cents(amount),
});
const onDueDates = (rows: readonly Installment[]): SettledPayment[] =>
  rows.map(({ dueOn, paymentCents }) => ({ settledOn: dueOn, amountCents: paymentCents }));
const interestOf = (rows: readonly Installment[]): Cents => sum(rows.map((row) => row.interestCents));
const brief = (rows: readonly Installment[]) =>
  rows.map(({ number, principalCents, interestCents }) => [number, principalCents, interestCents]);

const anyLoan = fc.record({
  of: fc.record({
    amountCents: fc.integer({ min: 1_000_000, max: 50_000_000 }).map(cents),
    interestRatePercentage: fc.integer({ min: 0, max: 700 }).map((tenths) => String(tenths / 10)),
    months: fc.integer({ min: 1, max: 36 }),
  }),
  on: fc.nat({ max: 3_000 }).map((days) => addDays(businessDate("2026-01-01"), days)),
});

/** Payments of any amount on any days, also beyond the loan and past its end. */
const anyPayments = fc.array(fc.record({ days: fc.nat({ max: 60 }), amount: fc.nat({ max: 9_000_000 }) }), {
  maxLength: 20,
});
const paymentsFrom = (on: BusinessDate, steps: readonly { days: number; amount: number }[]): SettledPayment[] => {
  let settledOn = on;
  return steps.map(({ days, amount }) => {
    settledOn = addDays(settledOn, days);
    return { settledOn, amountCents: cents(amount) };
  });
};

describe("simple interest: interest billed by a payment", () => {
  const billed = (day: string) =>
    interestBilled(
      "billedInterestCents",
      {
        balance: { cents: loan.amountCents, source: "ledger" },
        interestRatePercentage: "18",
        interestFromOn: fundedOn,
      },
      businessDate(day),
      plainWorksheet,
    );

  it("is what accrued since the last settled payment: a day late costs a day more, a day early a day less", () => {
    // 5,000,000 at 18 % accrue 2,465.75 a day.
    expect(["2026-02-14", "2026-02-15", "2026-02-16"].map(billed)).toEqual([73_973, 76_438, 78_904]);
  });

  it("is nothing on the day of the last settled payment", () => {
    expect(billed("2026-01-15")).toBe(0);
  });
});

describe("simple interest schedule", () => {
  const rows = planned(loan, fundedOn);

  it("TL-1: before the first payment it is the plan", () => {
    expect(standing([], fundedOn).unpaid).toEqual(rows);
    expect(interestOf(rows)).toBe(vectors.tlDaily.totalInterest);
  });

  it("TL-1: the first payment a day late pays 2,466 more interest, the level payment stays, the last row takes the difference", () => {
    const { paid, unpaid } = standing([paying("2026-02-16", 458_400)], businessDate("2026-02-16"));
    expect(paid).toEqual([
      {
        number: 1,
        dueOn: "2026-02-15",
        paidOn: "2026-02-16",
        paymentCents: 458_400,
        principalCents: 379_496,
        interestCents: 78_904,
        balanceCents: 4_620_504,
      },
    ]);
    // 27 days instead of 28 on the balance.
    expect(unpaid[0]).toMatchObject({ number: 2, interestCents: 61_522, paymentCents: 458_400 });
    expect(new Set(unpaid.slice(0, -1).map((row) => row.paymentCents))).toEqual(new Set([458_400]));
    const [last, lastPlanned] = [unpaid.at(-1), rows.at(-1)];
    expect((last?.paymentCents ?? 0) - (lastPlanned?.paymentCents ?? 0)).toBe(
      add(interestOf(paid), interestOf(unpaid)) - interestOf(rows),
    );
  });

  it("a payment in two parts settles its row in two parts, each with the interest accrued until then", () => {
    const { paid, unpaid } = standing(
      [paying("2026-02-20", 229_200), paying("2026-03-02", 229_200)],
      businessDate("2026-03-02"),
    );
    // 36 days on 5,000,000, then 10 days on what is left.
    expect(brief(paid)).toEqual([
      [1, 229_200 - 88_767, 88_767],
      [1, 229_200 - 23_965, 23_965],
    ]);
    expect(unpaid[0]).toMatchObject({ number: 2, dueOn: "2026-03-15", paymentCents: 458_400 });
  });

  it("a payment for two rows pays interest once and settles both", () => {
    const { paid, unpaid } = standing([paying("2026-03-20", 916_800)], businessDate("2026-03-20"));
    // 64 days on 5,000,000.
    expect(brief(paid)).toEqual([
      [1, 458_400 - 157_808, 157_808],
      [2, 458_400, 0],
    ]);
    expect(unpaid[0]?.number).toBe(3);
  });

  it("a payment below the interest carries the rest to the next payment, and the rest bears no interest", () => {
    const after = standing([paying("2026-02-15", 50_000)], businessDate("2026-02-15"));
    expect(brief(after.paid)).toEqual([[1, 0, 50_000]]);
    expect(after.carriedInterestCents).toBe(26_438);
    // 26,438, and 5 days on 5,000,000.
    const next = standing([paying("2026-02-15", 50_000), paying("2026-02-20", 408_400)], businessDate("2026-02-20"));
    expect(brief(next.paid)[1]).toEqual([1, 408_400 - 38_767, 38_767]);
    expect([next.carriedInterestCents, next.unpaid[0]?.number]).toEqual([0, 2]);
  });

  it("rows past due are taken as paid today: the oldest holds all interest until then", () => {
    const { unpaid } = standing([], businessDate("2026-03-20"));
    expect(brief(unpaid).slice(0, 2)).toEqual([
      [1, 458_400 - 157_808, 157_808],
      [2, 458_400, 0],
    ]);
    expect(unpaid[0]?.dueOn).toBe("2026-02-15");
  });

  it("a row whose due date was moved accrues until the new date", () => {
    const moved = rows.map((row) => (row.number === 1 ? { ...row, dueOn: addDays(row.dueOn, 4) } : row));
    const { unpaid } = standing([], fundedOn, loan, fundedOn, moved);
    expect(unpaid[0]).toMatchObject({ dueOn: "2026-02-19", interestCents: 86_301, paymentCents: 458_400 });
  });

  it("a loan paid before its last row has no rows left, and reports the overpayment", () => {
    const { paid, unpaid, overpaidCents } = standing([paying("2026-01-25", 6_000_000)], businessDate("2026-01-25"));
    expect(interestOf(paid)).toBe(24_658);
    expect([unpaid, overpaidCents]).toEqual([[], 6_000_000 - 5_024_658]);
  });

  it("a payment that only covers interest settles its row, and the last row takes the difference", () => {
    // 18 months late: 548 days on 5,000,000 are more than twice the planned payment.
    const { paid, unpaid, carriedInterestCents } = standing(
      [paying("2027-07-17", 458_400)],
      businessDate("2027-07-17"),
    );
    expect(brief(paid)).toEqual([[1, 0, 458_400]]);
    expect(carriedInterestCents).toBe(1_351_233 - 458_400);
    expect(unpaid.slice(0, 3).map((row) => [row.number, row.principalCents, row.interestCents])).toEqual([
      [2, 0, 458_400],
      [3, 458_400 - 434_433, 434_433],
      [4, 458_400, 0],
    ]);
    expect(unpaid.at(-1)?.balanceCents).toBe(0);
  });

  it("a plan that ends before its last rows gives the difference to its last payment", () => {
    const long: Loan = { amountCents: cents(1_000_000), interestRatePercentage: "50", months: 120 };
    const on = businessDate("2026-01-01");
    const plan = planned(long, on);
    expect(plan.filter((row) => row.paymentCents > 0)).toHaveLength(114);
    const lateBy = (days: number) => {
      const [first, second] = onDueDates(plan);
      if (!first || !second) throw new Error("two rows");
      const settledOn = addDays(second.settledOn, days);
      return standing([first, { ...second, settledOn }], settledOn, long, on).unpaid.at(-1);
    };
    expect(lateBy(0)).toEqual(plan[113]);
    expect(lateBy(5)).toMatchObject({ number: 114, balanceCents: 0 });
  });

  it("is refused when the plan has no rows", () => {
    expect(() => standing([], fundedOn, loan, fundedOn, [])).toThrow("does not repay the loan");
  });

  it("refuses payments that are out of order", () => {
    const backwards = [paying("2026-03-15", 1), paying("2026-02-15", 1)];
    expect(() => standing(backwards, businessDate("2026-03-15"))).toThrow(
      "2026-02-15 is before the last settled payment of 2026-03-15",
    );
    expect(() => standing([paying("2026-01-14", 1)], fundedOn)).toThrow("2026-01-14 is before");
  });

  it("explains every figure, paid and unpaid", () => {
    const payments = [paying("2026-02-15", 50_000), paying("2026-02-20", 900_000), paying("2026-04-14", 458_400)];
    const calculated = explained((write) =>
      simpleInterestSchedule({ ...loan, fundedOn, plan: rows, payments }, businessDate("2026-07-01"), write),
    );
    expectEveryFigureExplained(calculated);
    expect(calculated.explanations.get("payment.2.billedInterestCents")?.inputs).toEqual([
      { name: "balanceCents", value: 5_000_000, source: "figure paid.1.balanceCents" },
      { name: "interestRatePercentage", value: "18", source: "terms" },
      { name: "days", value: 5, source: "calendar" },
    ]);
  });

  it("paid exactly on the due dates it is the plan, after any number of payments", () => {
    fc.assert(
      fc.property(anyLoan, fc.nat(), ({ of, on }, count) => {
        const plan = planned(of, on).filter((row) => row.paymentCents > 0);
        const paidRows = plan.slice(0, count % (plan.length + 1));
        const today = paidRows.at(-1)?.dueOn ?? on;
        const { paid, unpaid, carriedInterestCents, overpaidCents } = standing(onDueDates(paidRows), today, of, on);
        expect(paid).toEqual(paidRows.map((row) => ({ ...row, paidOn: row.dueOn })));
        expect(unpaid).toEqual(plan.slice(paidRows.length));
        expect([carriedInterestCents, overpaidCents]).toEqual([0, 0]);
      }),
      runs,
    );
  });

  it("a payment that is late or early by days bills exactly the interest of these days more or less", () => {
    fc.assert(
      fc.property(anyLoan, fc.nat(), fc.integer({ min: -27, max: 27 }), ({ of, on }, at, shift) => {
        const plan = planned(of, on).filter((row) => row.paymentCents > 0);
        const before = plan.slice(0, at % plan.length);
        const row = plan[before.length] ?? expect.fail("no row");
        const fromOn = before.at(-1)?.dueOn ?? on;
        const balanceCents = before.at(-1)?.balanceCents ?? of.amountCents;
        const settledOn = addDays(row.dueOn, shift);
        const days = daysBetween(fromOn, settledOn);
        const { paid, unpaid, carriedInterestCents } = standing(
          [...onDueDates(before), { settledOn, amountCents: row.paymentCents }],
          settledOn,
          of,
          on,
        );
        const atPayment = paid.filter((part) => part.number >= row.number);
        const accruedCents = dailyInterest.value({
          balanceCents,
          interestRatePercentage: of.interestRatePercentage,
          days,
        });
        expect(add(interestOf(atPayment), carriedInterestCents)).toBe(accruedCents);
        const oneDay = Number(of.interestRatePercentage) * (balanceCents / 36_500);
        expect(Math.abs(accruedCents - row.interestCents - shift * oneDay)).toBeLessThanOrEqual(1);
        // Over the whole loan late costs more and early less; each row rounds by less than a cent.
        const change = add(interestOf(paid), interestOf(unpaid)) - interestOf(plan);
        expect(Math.sign(shift) * change).toBeGreaterThanOrEqual(-2 * plan.length);
      }),
      runs,
    );
  });

  it("accounts for every cent of any payments: parts and overpayment sum to them, principal sums to the loan", () => {
    fc.assert(
      fc.property(anyLoan, anyPayments, fc.nat({ max: 500 }), ({ of, on }, steps, days) => {
        const payments = paymentsFrom(on, steps);
        const today = addDays(payments.at(-1)?.settledOn ?? on, days);
        const plan = planned(of, on);
        const { paid, unpaid, overpaidCents } = standing(payments, today, of, on, plan);
        const all = [...paid, ...unpaid];
        expect(add(sum(paid.map((part) => part.paymentCents)), overpaidCents)).toBe(
          sum(payments.map((payment) => payment.amountCents)),
        );
        expect(sum(all.map((row) => row.principalCents))).toBe(of.amountCents);
        expect(all.at(-1)?.balanceCents).toBe(0);
        const doNotAddUp = all.filter((row) => add(row.principalCents, row.interestCents) !== row.paymentCents);
        expect(doNotAddUp).toEqual([]);
        expect(Math.min(...all.flatMap((row) => [row.principalCents, row.interestCents, row.balanceCents]))).toBe(0);
        const abovePlan = unpaid
          .slice(0, -1)
          .filter((row) => row.paymentCents > (plan[row.number - 1]?.paymentCents ?? 0));
        expect(abovePlan).toEqual([]);
      }),
      runs,
    );
  });
});
