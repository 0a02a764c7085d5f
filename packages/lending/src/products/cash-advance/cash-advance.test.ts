import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { businessDate, daysBetween, weekdayOf } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { repaymentFrequencies } from "../../mechanics/sales-share/repayment-frequency.ts";
import { advancePayoff, splitCollection } from "../../mechanics/sales-share/sales-share.ts";
import { add, cents, noCents, subtract } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { periodCollected, trueUpOwed } from "./entries.ts";
import { firstPeriod, periodAfter, periodPayment } from "./period.ts";
import { cashAdvance } from "./product.ts";
import { type CashAdvanceTerms, cashAdvanceTerms } from "./terms.ts";
import { trueUp } from "./true-up.ts";

type Row = (typeof vectors.mca)[number];

const termsOf = (row: Row): CashAdvanceTerms => {
  const refinancedCents = row.advanceAmountCents - row.netDisbursementAmountCents;
  return cashAdvanceTerms.parse({
    productType: "MCA",
    maxAdvanceAmountCents: row.advanceAmountCents,
    feeFactor: row.feeFactor,
    repaymentPercentageTiers: [
      { maxLoanAmountCents: row.advanceAmountCents, repaymentPercentage: row.repaymentPercentage },
    ],
    repaymentFrequency: row.repaymentFrequency,
    estimatedAverageMonthlySalesInCents: row.estimatedAverageMonthlySalesInCents,
    refinanced:
      refinancedCents === 0
        ? null
        : { refinancedIssuedProductId: "old", book: "EQUITY", principalCents: refinancedCents, feeCents: 0 },
  });
};
const requestOf = (row: Row) => ({
  advanceAmountCents: cents(row.advanceAmountCents),
  fundedOn: businessDate("2026-01-05"),
});
const rowNamed = (id: string): Row => {
  const row = vectors.mca.find((one) => one.id === id);
  if (!row) throw new Error(`no row ${id}`);
  return row;
};

describe("cash advance quote", () => {
  it.each(vectors.mca)("$id: $advanceAmountCents × $feeFactor, $repaymentPercentage % $repaymentFrequency", (row) => {
    expect(cashAdvance.quote(termsOf(row), requestOf(row), plainWorksheet)).toMatchObject({
      totalPaymentAmountCents: row.totalRepaymentInCents,
      feeAmountCents: row.financeChargeInCents,
      totalCostCents: row.financeChargeInCents,
      netDisbursementAmountCents: row.netDisbursementAmountCents,
      repaymentPercentage: row.repaymentPercentage,
      estimatedMonthlyPaymentCents: row.estimatedMonthlyPaymentInCents,
      estimatedPaymentPerPeriodCents: row.estimatedPaymentPerPeriodInCents,
      estimatedTermPeriods: row.estimatedTermPeriods,
      estimatedLastPaymentCents: row.lastPeriodPayment,
      estimatedTermDays: row.estimatedTermDays,
      aprPercentage: row.estimatedApr,
    });
  });

  it.each([
    ["M-1", 3.7],
    ["M-5", 8.6],
    ["M-6", 2.2],
  ])("%s: has an estimated term of %d months", (id, months) => {
    const quote = cashAdvance.quote(termsOf(rowNamed(id)), requestOf(rowNamed(id)), plainWorksheet);
    expect(quote.estimatedTermMonths).toBe(months);
  });

  it("explains each of its figures", () => {
    const row = rowNamed("M-5");
    const { result, explanations } = explained((write) => cashAdvance.quote(termsOf(row), requestOf(row), write));
    const { schedule: _, repaymentPercentage: __, ...figures } = result;
    for (const [figure, value] of Object.entries(figures)) expect(explanations.get(figure)?.result).toBe(value);
    expectEveryFigureExplained({ result: figures, explanations });
    const byDay = explained((write) => cashAdvance.quote(termsOf(rowNamed("M-2")), requestOf(rowNamed("M-2")), write));
    expectEveryFigureExplained({ ...byDay, result: { aprPercentage: byDay.result.aprPercentage } });
    expect(explanations.get("totalPaymentAmountCents")).toMatchObject({
      formula: { name: "purchased-amount", words: "The advance times the fee factor." },
      result: 8_709_750,
    });
  });

  it("refuses terms whose tiers end below the largest advance", () => {
    const terms = termsOf(rowNamed("M-1"));
    expect(cashAdvanceTerms.safeParse({ ...terms, maxAdvanceAmountCents: 2_000_001 }).success).toBe(false);
  });

  it("uses the words advance, fee and purchased amount, never loan, interest or borrowing", () => {
    expect(cashAdvance.words).toEqual({
      displayName: "Merchant Cash Advance",
      amount: "advance",
      cost: "fee",
      total: "purchased amount",
    });
    const row = rowNamed("M-1");
    const { explanations } = explained((write) => cashAdvance.quote(termsOf(row), requestOf(row), write));
    const said = [...explanations.values()].map(({ formula }) => formula.words).join(" ");
    expect(said).not.toMatch(/\b(loan|interest|borrow\w*)\b/i);
  });

  it("has no penalties, because slow sales are not a late payment", () => {
    expect(cashAdvance.penalties).toBeNull();
  });
});

describe("cash advance periods", () => {
  it("M-6: weeks with sales of 120,050, 0, 333,333, 1,000,010 and 800,000 run the balance of 108,000 down to zero", () => {
    let balanceCents = cents(108_000);
    for (const week of vectors.mcaPeriods) {
      const sales = { salesCents: cents(week.sales), repaymentPercentage: "5", balanceCents, carriedCents: noCents };
      const due = periodPayment(sales, plainWorksheet);
      balanceCents = subtract(balanceCents, due);
      expect([week.week, due, balanceCents]).toEqual([week.week, week.due, week.balanceAfter]);
    }
  });

  it("collect the amount that a true-up carried over, capped at the balance", () => {
    const due = (balance: number) =>
      periodPayment(
        {
          salesCents: cents(100_000),
          repaymentPercentage: "10",
          balanceCents: cents(balance),
          carriedCents: cents(500),
        },
        plainWorksheet,
      );
    expect(due(20_000)).toBe(10_500);
    expect(due(10_200)).toBe(10_200);
    expect(due(9_000)).toBe(9_000);
    const sales = { salesCents: cents(100_000), repaymentPercentage: "10", balanceCents: cents(20_000) };
    expectEveryFigureExplained(
      explained((write) => ({ dueCents: periodPayment({ ...sales, carriedCents: cents(500) }, write) })),
    );
  });

  it.each([
    // Funding settled on Thursday, January 15, 2026; Monday the 19th is a holiday.
    ["DAILY", "2026-01-16", "2026-01-16", "2026-01-21", "2026-01-17", "2026-01-20", "2026-01-22"],
    ["WEEKLY", "2026-01-16", "2026-01-18", "2026-01-21", "2026-01-19", "2026-01-25", "2026-01-27"],
    ["BIWEEKLY", "2026-01-16", "2026-01-25", "2026-01-27", "2026-01-26", "2026-02-08", "2026-02-10"],
    ["MONTHLY", "2026-01-16", "2026-01-31", "2026-02-03", "2026-02-01", "2026-02-28", "2026-03-03"],
  ] as const)("%s: the first runs from %s to %s and is paid on %s, the second from %s to %s, paid on %s", (...row) => {
    const [frequency, startsOn, endsOn, paymentOn, nextStartsOn, nextEndsOn, nextPaymentOn] = row;
    const first = firstPeriod(frequency, businessDate("2026-01-15"));
    expect(first).toEqual({ startsOn, endsOn, paymentOn });
    expect(periodAfter(frequency, first)).toEqual({
      startsOn: nextStartsOn,
      endsOn: nextEndsOn,
      paymentOn: nextPaymentOn,
    });
  });

  it("follow one another without a gap, and weeks end on Sundays", () => {
    for (const frequency of repaymentFrequencies) {
      let period = firstPeriod(frequency, businessDate("2026-01-15"));
      for (let count = 0; count < 60; count++) {
        const next = periodAfter(frequency, period);
        expect(daysBetween(period.endsOn, next.startsOn)).toBe(1);
        expect(next.endsOn >= next.startsOn).toBe(true);
        if (frequency.endsWith("WEEKLY")) expect(weekdayOf(next.endsOn)).toBe(0);
        period = next;
      }
    }
  });
});

describe("cash advance true-up", () => {
  const outcomes = { "-1": "REFUND", "0": "NONE", "1": "NEXT_PERIOD" } as const;

  it.each(vectors.trueUp)("$debited debited, sales were $actualSales at $pct %: $trueUp", (row) => {
    const calculated = explained((write) =>
      trueUp(
        {
          debitedCents: cents(row.debited),
          actualSalesCents: cents(row.actualSales),
          repaymentPercentage: row.pct,
          balanceCents: cents(1_000_000),
        },
        write,
      ),
    );
    expectEveryFigureExplained(calculated);
    expect(calculated.result).toEqual({
      dueCents: row.shouldBe,
      differenceCents: row.trueUp,
      outcome: outcomes[`${Math.sign(row.trueUp)}` as keyof typeof outcomes],
    });
  });

  it("never collects more than the balance and never refunds more than was debited", () => {
    const amount = fc.integer({ min: 0, max: 5_000_000 }).map(cents);
    fc.assert(
      fc.property(amount, amount, amount, (debitedCents, actualSalesCents, balanceCents) => {
        const debit = { debitedCents, actualSalesCents, repaymentPercentage: "12.5", balanceCents };
        const { differenceCents } = trueUp(debit, plainWorksheet);
        expect(differenceCents).toBeLessThanOrEqual(balanceCents);
        expect(add(differenceCents, debitedCents)).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it("TU: an excess debit of 18,462 raises the balance again and is owed to the business (M-1)", () => {
    const fee = { feeAmountCents: cents(240_000), totalPaymentAmountCents: cents(2_240_000) };
    const debited = { collectedBeforeCents: noCents, collectedFeeCents: noCents, amountCents: cents(138_462), ...fee };
    const collected = { collectedBeforeCents: cents(138_462), collectedFeeCents: cents(14_835) };
    const returned = { ...collected, amountCents: cents(-18_462), ...fee };
    const linesOf = (entry: ReturnType<typeof trueUpOwed>) =>
      entry.lines.map(({ side, account, amountCents }) => [side, account, amountCents]);
    expect(linesOf(periodCollected(splitCollection(debited, plainWorksheet), "EQUITY"))).toEqual([
      ["debit", "CLEARING_IN", 138_462],
      ["credit", "PRINCIPAL_RECEIVABLE", 123_627],
      ["credit", "FEE_RECEIVABLE", 14_835],
      ["debit", "UNEARNED_FEES", 14_835],
      ["credit", "MCA_FEE_INCOME", 14_835],
    ]);
    expect(linesOf(trueUpOwed(splitCollection(returned, plainWorksheet), "EQUITY"))).toEqual([
      ["credit", "BORROWER_CREDIT", 18_462],
      ["debit", "PRINCIPAL_RECEIVABLE", 16_484],
      ["debit", "FEE_RECEIVABLE", 1_978],
      ["credit", "UNEARNED_FEES", 1_978],
      ["debit", "MCA_FEE_INCOME", 1_978],
    ]);
  });
});

describe("cash advance payoff", () => {
  it("is the uncollected balance, less a credit", () => {
    const position = {
      totalPaymentAmountCents: cents(108_000),
      collectedCents: cents(72_671),
      creditCents: cents(329),
    };
    const calculated = explained((write) => advancePayoff(position, write));
    expect(calculated.result).toEqual({ amountCents: 35_000, creditCents: 329 });
    expectEveryFigureExplained(calculated);
  });
});

describe("cash advance funding", () => {
  const linesOf = (id: string) =>
    cashAdvance
      .fund(termsOf(rowNamed(id)), requestOf(rowNamed(id)), "EQUITY")
      .entries.map(({ lines }) => lines.map(({ side, account, amountCents }) => [side, account, amountCents]));

  it("D-4: posts the quoted amounts (M-6)", () => {
    expect(linesOf("M-6")).toEqual([
      [
        ["debit", "PRINCIPAL_RECEIVABLE", 100_000],
        ["debit", "FEE_RECEIVABLE", 8_000],
        ["credit", "UNEARNED_FEES", 8_000],
        ["credit", "CLEARING_OUT", 100_000],
      ],
    ]);
  });

  it("M-5: settles 1,830,000 of the replaced advance at once and disburses 5,520,000", () => {
    expect(linesOf("M-5")).toEqual([
      [
        ["debit", "PRINCIPAL_RECEIVABLE", 7_350_000],
        ["debit", "FEE_RECEIVABLE", 1_359_750],
        ["credit", "PRINCIPAL_RECEIVABLE", 1_830_000],
        ["credit", "UNEARNED_FEES", 1_359_750],
        ["credit", "CLEARING_OUT", 5_520_000],
      ],
    ]);
  });
});
