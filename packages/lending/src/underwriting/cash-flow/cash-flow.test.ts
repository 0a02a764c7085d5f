import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { addDays, addMonths, businessDate } from "../../calendar/business-date.ts";
import { cents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { span, transaction } from "./cash-flow.fixture.ts";
import { summarize } from "./cash-flow-summary.ts";
import { classifyTransactions } from "./classify-transactions.ts";
import { negativeDays, rollUpAccount, rollUpAccounts, rollUpTogether } from "./daily-rollup.ts";
import { monthlyDebts, paymentsByLender, totalMonthlyDebt } from "./debt-payments.ts";
import { debtServiceCoverage, maxMonthlyPayment } from "./debt-service-coverage.ts";
import {
  averageMonthlyRevenue,
  cashFlowAvailableForDebtService,
  revenueGrowth,
  revenueMonths,
  seasonality,
} from "./monthly-revenue.ts";

const week = [
  transaction("2026-10-01", 500_000),
  transaction("2026-10-02", -120_000),
  transaction("2026-10-02", -3_500, { name: "NSF FEE", category: "BANK_FEES_INSUFFICIENT_FUNDS" }),
  transaction("2026-10-04", 250_000),
  transaction("2026-10-05", -300_000, { name: "LOAN", category: "LOAN_PAYMENTS_OTHER_PAYMENT" }),
  transaction("2026-10-06", -3_400, { name: "OD FEE", category: "BANK_FEES_OVERDRAFT_FEES" }),
];
const octoberWeek = span("2026-10-01", "2026-10-07");

describe("daily rollup", () => {
  it("computes balances backward from the closing balance, as the vector does", () => {
    const days = rollUpAccount(classifyTransactions(week), cents(423_100), octoberWeek);
    expect(
      days.map((day) => ({
        date: day.date,
        in: day.incomingCents / 100,
        out: day.outgoingCents / 100,
        net: day.netCents / 100,
        balance: day.balanceCents / 100,
        nsf: day.nsfCount,
        od: day.overdraftCount,
        debt: day.debtPaymentsCents / 100,
      })),
    ).toEqual(vectors.uw.rows);
    const summary = summarize(days, "SIX_MONTHS");
    expect(summary).toMatchObject({
      isShort: true,
      averageCashBalanceCents: vectors.uw.avg * 100,
      medianCashBalanceCents: vectors.uw.median * 100,
      minimumBalanceCents: vectors.uw.min * 100,
      maximumBalanceCents: vectors.uw.max * 100,
      nsfCount: 1,
      overdraftCount: 1,
      totalDebtPaymentsCents: 300_000,
    });
    expect(days.at(-1)?.cumulative).toMatchObject({ incomingCents: 750_000, nsfCount: 1, debtPaymentsCents: 300_000 });
  });

  it("keeps transfers between own accounts in the balance only", () => {
    const moved = [
      transaction("2026-10-02", -40_000, { category: "TRANSFER_OUT_ACCOUNT_TRANSFER" }),
      transaction("2026-10-02", 40_000, { accountId: "second", category: "TRANSFER_IN_ACCOUNT_TRANSFER" }),
    ];
    const accounts = [
      { accountId: "checking", isBusinessChecking: true, balanceCents: cents(60_000) },
      { accountId: "second", isBusinessChecking: true, balanceCents: cents(40_000) },
      { accountId: "third", isBusinessChecking: false, balanceCents: cents(1) },
      { accountId: "fourth", isBusinessChecking: true, balanceCents: null },
    ];
    const days = rollUpAccounts(accounts, classifyTransactions(moved), octoberWeek);
    expect([...days.keys()]).toEqual(["checking", "second"]);
    expect(
      days
        .get("checking")
        ?.map(({ balanceCents }) => balanceCents)
        .slice(0, 3),
    ).toEqual([100_000, 60_000, 60_000]);
    const together = rollUpTogether([...days.values()]);
    expect(new Set(together.map(({ balanceCents }) => balanceCents))).toEqual(new Set([100_000]));
    expect(sum(together.map(({ incomingCents }) => incomingCents))).toBe(0);
  });

  it("opens with what is left of the closing balance without every transaction, for any history", () => {
    const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -99_999, max: 99_999 })));
    fc.assert(
      fc.property(history, fc.integer({ min: -500_000, max: 5_000_000 }), (lines, closing) => {
        const given = lines.map(([day, amount]) => transaction(addDays(octoberWeek.from, day), amount));
        const days = rollUpAccount(classifyTransactions(given), cents(closing), octoberWeek);
        const moved = lines.reduce((total, [, amount]) => total + amount, 0);
        const first = lines.filter(([day]) => day === 0).reduce((total, [, amount]) => total + amount, 0);
        expect(days[0]?.balanceCents).toBe(closing - moved + first);
        expect(days.at(-1)?.balanceCents).toBe(closing);
        expect(days.at(-1)?.cumulative.netCents).toBe(moved);
      }),
      runs,
    );
  });

  it("counts the days that end below zero", () => {
    const days = rollUpAccount(classifyTransactions(week), cents(-1), octoberWeek);
    expect(negativeDays(days)).toBe(days.filter(({ balanceCents }) => balanceCents < 0).length);
    expect(negativeDays(days)).toBeGreaterThan(0);
  });

  it("rolls up 24 months of 3 accounts with 20,000 transactions and summarizes them", () => {
    const from = businessDate("2024-11-01");
    const many = Array.from({ length: 20_000 }, (_, n) =>
      transaction(addDays(from, n % 730), (n % 2 === 0 ? 1 : -1) * (1_000 + (n % 97)), {
        accountId: `account-${n % 3}`,
      }),
    );
    const accounts = [0, 1, 2].map((n) => ({
      accountId: `account-${n}`,
      isBusinessChecking: true,
      balanceCents: cents(1_000_000),
    }));
    const to = addDays(from, 729);
    const days = rollUpTogether([...rollUpAccounts(accounts, classifyTransactions(many), { from, to }).values()]);
    expect(days).toHaveLength(730);
    expect(summarize(days, "TWELVE_MONTHS")?.isShort).toBe(false);
  });
});

const monthsOf = (revenues: readonly number[]) =>
  revenues.map((revenue, n) => ({
    month: addMonths(businessDate("2025-01-01"), n),
    revenueCents: cents(revenue * 100_000),
    operatingOutflowCents: cents(0),
  }));

describe("monthly revenue", () => {
  it("counts full calendar months and no loans, refunds or transfers as revenue", () => {
    const lines = [
      transaction("2026-01-15", 999),
      transaction("2026-02-02", 10_000),
      transaction("2026-02-10", 5_000, { category: "TRANSFER_IN_CASH_ADVANCES_AND_LOANS" }),
      transaction("2026-02-11", -4_000),
      transaction("2026-02-12", 1_000, { category: "GENERAL_MERCHANDISE_OFFICE_SUPPLIES" }),
      transaction("2026-02-13", -2_000, { category: "LOAN_PAYMENTS_OTHER_PAYMENT" }),
      transaction("2026-03-05", 999),
    ];
    const months = revenueMonths(classifyTransactions(lines), span("2026-01-15", "2026-03-30"));
    expect(months).toEqual([{ month: "2026-02-01", revenueCents: 10_000, operatingOutflowCents: 3_000 }]);
    expect(averageMonthlyRevenue(months)).toBe(10_000);
    expect(cashFlowAvailableForDebtService(months)).toBe(7_000);
  });

  it("counts the month whose first banking day begins the data", () => {
    const months = revenueMonths([], span("2026-08-03", "2026-08-31"));
    expect(months.map(({ month }) => month)).toEqual(["2026-08-01"]);
    expect(revenueMonths([], span("2026-08-04", "2026-08-31"))).toEqual([]);
  });

  const histories = [
    [40, 42, 41, 43, 45, 44, 46, 47, 48, 50, 49, 51],
    [60, 58, 57, 55, 54, 52, 50, 49, 47, 46, 44, 43],
    [30, 31, 29, 33, 32, 34],
  ];
  it.each(vectors.cagr.map((vector, n) => [vector.months, vector.cagrMonthly, histories[n] ?? []] as const))(
    "grows over %d months by the vector %d",
    (months, cagr, revenues) => {
      expect(revenues).toHaveLength(months);
      expect(revenueGrowth(monthsOf(revenues))).toEqual({ monthlyCagr: cagr, isShort: true });
    },
  );

  it("compares the last three months with the same ones a year before from fifteen months on", () => {
    const season = [100, 100, 100, 30, 30, 30, 30, 30, 30, 30, 30, 30, 100, 100, 100];
    expect(revenueGrowth(monthsOf(season))).toEqual({ monthlyCagr: 0, isShort: false });
    expect(revenueGrowth(monthsOf([0, 0, 0, ...season.slice(3)])).monthlyCagr).toBeNull();
    expect(revenueGrowth(monthsOf([10]))).toEqual({ monthlyCagr: null, isShort: true });
  });

  it("agrees with floating-point growth to its last decimal, for any revenues", () => {
    const revenue = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(revenue, { minLength: 15, maxLength: 24 }), (revenues) => {
        const found = revenueGrowth(monthsOf(revenues)).monthlyCagr ?? Number.NaN;
        const last = revenues.slice(-3).reduce((total, one) => total + one, 0);
        const first = revenues.slice(-15, -12).reduce((total, one) => total + one, 0);
        expect(Math.abs(found - ((last / first) ** (1 / 12) - 1))).toBeLessThan(0.000_051);
      }),
      runs,
    );
  });

  it("shows the season of each calendar month from a year on", () => {
    expect(seasonality(monthsOf(Array.from({ length: 11 }, () => 10)))).toBeNull();
    const found = seasonality(monthsOf([...Array.from({ length: 11 }, () => 10), 130]));
    expect(found?.[0]).toEqual({ month: 1, index: 0.5 });
    expect(found?.[11]).toEqual({ month: 12, index: 6.5 });
  });
});

describe("debt payments", () => {
  const debit = (date: string, amount: number, name: string) =>
    transaction(date, amount, { name, category: "LOAN_PAYMENTS_OTHER_PAYMENT" });
  const half = span("2026-01-01", "2026-07-01");

  it("averages monthly payments over six months", () => {
    const paid = [1, 2, 3, 4, 5, 6].map((month) => debit(`2026-0${month}-15`, -60_000, `COPPER RIDGE BANK ${month}`));
    expect(paymentsByLender(classifyTransactions(paid), half)).toEqual([
      {
        lender: "COPPER RIDGE BANK",
        rhythm: "MONTHLY",
        paymentsCount: 6,
        lastPaidOn: "2026-06-15",
        monthlyCents: 60_000,
      },
    ]);
  });

  it("projects a shorter history to six months", () => {
    const paid = [debit("2026-06-15", -60_000, "COPPER RIDGE BANK"), debit("2026-05-15", -60_000, "COPPER RIDGE BANK")];
    const [found] = paymentsByLender(classifyTransactions(paid), span("2026-05-02", "2026-07-01"));
    expect(found?.monthlyCents).toBe(59_672);
  });

  it("projects daily debits by 21 and weekly ones by 4.33", () => {
    const daily = Array.from({ length: 30 }, (_, n) => debit(addDays(half.to, -n), -10_000, "QUICK ADVANCE"));
    const weekly = Array.from({ length: 8 }, (_, n) => debit(addDays(half.to, -7 * n), -30_000, "WEEKLY LENDER"));
    const found = paymentsByLender(classifyTransactions([...daily, ...weekly]), half);
    expect(found.map(({ lender, rhythm, monthlyCents }) => [lender, rhythm, monthlyCents])).toEqual([
      ["QUICK ADVANCE", "DAILY", 210_000],
      ["WEEKLY LENDER", "WEEKLY", 129_900],
    ]);
  });

  it("takes the larger of what the bank shows and what the owner stated, per lender", () => {
    const seen = paymentsByLender(
      classifyTransactions([1, 2, 3, 4, 5, 6].map((month) => debit(`2026-0${month}-15`, -60_000, "COPPER RIDGE BANK"))),
      half,
    );
    const declared = (id: string, description: string, monthly: number) => ({
      id,
      description,
      monthlyPaymentCents: cents(monthly),
      outstandingBalanceCents: cents(0),
    });
    const debts = monthlyDebts(seen, [
      declared("a", "Copper Ridge Bank loan", 75_000),
      declared("b", "Friendly Credit", 10_000),
    ]);
    expect(debts.map(({ seenCents, declaredCents, monthlyCents }) => [seenCents, declaredCents, monthlyCents])).toEqual(
      [
        [60_000, 75_000, 75_000],
        [0, 10_000, 10_000],
      ],
    );
    expect(totalMonthlyDebt(debts)).toBe(85_000);
  });
});

describe("debt service coverage", () => {
  const { cfads, existing, refinanced, dscrExisting, dscrWith464, maxPmt } = vectors.dscr;

  it("agrees with the vector", () => {
    expect(debtServiceCoverage(cents(cfads), cents(existing))).toBe(dscrExisting);
    expect(debtServiceCoverage(cents(cfads), cents(existing - refinanced + 464_000))).toBe(dscrWith464);
    expect(maxMonthlyPayment(cents(cfads), "1.25", cents(existing - refinanced))).toBe(maxPmt);
  });

  it("has no value without debt", () => {
    expect(debtServiceCoverage(cents(1), cents(0))).toBeNull();
  });

  it("rounds the room for a new payment down, also below zero", () => {
    expect(maxMonthlyPayment(cents(-100), "1.2", cents(0))).toBe(-84);
  });
});
