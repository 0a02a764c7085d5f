import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { regularApr } from "../../apr/annual-percentage-rate.ts";
import { stretchBetween } from "../../apr/unit-period.ts";
import { businessDate } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import type { Entry } from "../../ledger/entry.ts";
import { add, cents } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { termLoanFunded } from "./entries.ts";
import {
  clampAmount,
  hasAmountSlider,
  headline,
  monthlyRateShown,
  remainingMonths,
  showsCompareLink,
  sliderStepCents,
} from "./offer-display.ts";
import { termLoan } from "./product.ts";
import { quoteTermLoan } from "./quote.ts";
import { anyTermLoan, request, terms } from "./term-loan.fixture.ts";
import { interestMethods, type TermLoanTerms } from "./terms.ts";

const fundedOn: Record<string, string> = {
  "TL-1": "2026-01-15",
  "TL-2": "2026-01-31",
  "TL-3": "2026-03-02",
  "TL-4": "2026-06-30",
  "TL-5": "2026-11-16",
  "TL-6": "2026-08-29",
};
const row = (quoted: ReturnType<typeof quoteTermLoan>, number: number) => {
  const {
    dueOn: date,
    paymentCents,
    principalCents,
    interestCents,
    balanceCents,
  } = quoted.schedule[number - 1] ?? expect.fail(`no row ${number}`);
  return {
    k: number,
    date,
    payment: paymentCents,
    principal: principalCents,
    interest: interestCents,
    balance: balanceCents,
  };
};

describe("term loan quote", () => {
  for (const vector of vectors.termLoans) {
    const { id, loanAmountCents, interestRatePercentage, durationDays, feePercentage, refiPayoff } = vector;
    it(`${id}: ${loanAmountCents} at ${interestRatePercentage} % for ${durationDays} days, fee ${feePercentage} %`, () => {
      const offered: TermLoanTerms = {
        ...terms,
        interestRatePercentage,
        durationDays,
        feePercentage,
        existingDebts:
          refiPayoff > 0 ? [{ debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: cents(refiPayoff) }] : [],
      };
      const asked = { loanAmountCents: cents(loanAmountCents), fundedOn: businessDate(fundedOn[id] ?? "") };
      const quoted = quoteTermLoan(offered, asked, plainWorksheet);
      expect(quoted).toMatchObject({
        monthlyPaymentCents: vector.monthlyPayment,
        totalInterestCents: vector.totalInterest,
        totalPaymentAmountCents: vector.totalPaymentAmountCents,
        feeAmountCents: vector.feeAmountCents,
        amountFinancedCents: vector.amountFinancedCents,
        totalCostCents: vector.totalCostCents,
        effectiveRatePercentage: vector.effectiveRatePercentage,
        refiExistingLoanPayoffAmountCents: refiPayoff,
        netDisbursementAmountCents: vector.netDisbursementAmountCents,
        aprPercentage: vector.apr,
        firstPaymentOn: vector.firstPaymentDate,
        lastPaymentOn: vector.lastPaymentDate,
      });
      expect(quoted.schedule.map((_, index) => row(quoted, index + 1))).toEqual(vector.rows);
      expect(quoted.schedule.at(-1)?.paymentCents).toBe(vector.lastPayment);
      expect(monthlyRateShown(interestRatePercentage)).toBe(vector.monthlyRateShown);
    });
  }

  it("TL-1 with the first payment moved to 2026-03-01: APR 21.9033", () => {
    const { schedule, amountFinancedCents } = quoteTermLoan(terms, request, plainWorksheet);
    const first = stretchBetween(request.fundedOn, businessDate("2026-03-01"), "MONTH");
    expect(first).toEqual({ periods: 1, oddDays: 17, oddOf: 30 });
    const paymentsCents = schedule.map((planned) => planned.paymentCents);
    expect(regularApr.value({ amountFinancedCents, paymentsCents, unitPeriod: "MONTH", first })).toBe(
      vectors.tlOddFirst.apr,
    );
  });

  it("TL-1 FLAT: interest 900,000, total 5,900,000, last payment 491,663, APR 37.8216", () => {
    const quoted = quoteTermLoan({ ...terms, interestMethod: "FLAT" }, request, plainWorksheet);
    const { interest, total, payment, first, last, apr } = vectors.tlFlat;
    expect(quoted).toMatchObject({
      totalInterestCents: interest,
      totalPaymentAmountCents: total,
      monthlyPaymentCents: payment,
      aprPercentage: apr,
    });
    expect([row(quoted, 1), row(quoted, 12)]).toEqual([first, last]);
  });

  it("TL-1 DAILY: actual/365 from 2026-01-15, the same level payment, total interest 498,461", () => {
    const quoted = quoteTermLoan({ ...terms, interestMethod: "DAILY" }, request, plainWorksheet);
    const { payment, rows, totalInterest, totalPayments } = vectors.tlDaily;
    expect(quoted).toMatchObject({
      monthlyPaymentCents: payment,
      totalInterestCents: totalInterest,
      totalPaymentAmountCents: totalPayments,
    });
    for (const { days: _, ...expected } of rows) expect(row(quoted, expected.k)).toEqual(expected);
  });

  it("explains every figure it shows, row by row, by every method", () => {
    for (const interestMethod of interestMethods) {
      const offered = { ...terms, interestMethod };
      const calculated = explained((write) => quoteTermLoan(offered, request, write));
      expectEveryFigureExplained(calculated);
      const [first] = calculated.result.schedule;
      expect(calculated.explanations.get("schedule.2.balanceCents")?.inputs[0]).toEqual({
        name: "fromCents",
        value: first?.balanceCents,
        source: "figure schedule.1.balanceCents",
      });
    }
  });

  it("TL-1: explains the monthly payment of 458,400", () => {
    const { explanations } = explained((write) => quoteTermLoan(terms, request, write));
    expect(explanations.get("monthlyPaymentCents")).toEqual({
      formula: { name: "level-payment", version: 1, words: expect.stringContaining("P·r·(1+r)^n") },
      inputs: [
        { name: "amountCents", value: 5_000_000, source: "request" },
        { name: "interestRatePercentage", value: "18", source: "terms" },
        { name: "months", value: 12, source: "terms" },
      ],
      exact: "458399.964531",
      rounding: "half up to whole cents",
      result: 458_400,
    });
  });

  it("adds up: disbursement, fee and payoffs sum to the loan, loan and interest sum to the payments", () => {
    fc.assert(
      fc.property(anyTermLoan, fc.integer({ min: 1, max: 500_000 }).map(cents), ({ offered, asked }, payoffCents) => {
        const existingDebts = [{ debtType: "EXTERNAL_DEBT" as const, existingDebtId: "debt", payoffCents }];
        const quoted = quoteTermLoan({ ...offered, existingDebts }, asked, plainWorksheet);
        expect(
          add(quoted.netDisbursementAmountCents, quoted.feeAmountCents, quoted.refiExistingLoanPayoffAmountCents),
        ).toBe(asked.loanAmountCents);
        expect(add(asked.loanAmountCents, quoted.totalInterestCents)).toBe(quoted.totalPaymentAmountCents);
        expect(quoted.aprPercentage).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });
});

describe("term loan refinancing", () => {
  const { oldPrincipal, oldAccruedInterest, newLoan, fee, externalPayoff, ...expected } = vectors.refiOwn;
  const own = {
    debtType: "KANMON_DEBT" as const,
    refinancedIssuedProductId: "old",
    book: "EQUITY" as const,
    principalCents: cents(oldPrincipal),
    interestCents: cents(oldAccruedInterest),
  };
  const external = { debtType: "EXTERNAL_DEBT" as const, existingDebtId: "debt", payoffCents: cents(externalPayoff) };
  const offered: TermLoanTerms = { ...terms, existingDebts: [own, external] };
  const asked = { loanAmountCents: cents(newLoan), fundedOn: request.fundedOn };

  it("RF-1: payoff sum 3,850,764, net new principal 4,888,410, net disbursement 3,424,236", () => {
    expect(quoteTermLoan(offered, asked, plainWorksheet)).toMatchObject({
      feeAmountCents: fee,
      refiExistingLoanPayoffAmountCents: expected.refiExistingLoanPayoffAmountCents,
      refiNetNewPrincipalAmountCents: expected.refiNetNewPrincipalAmountCents,
      netDisbursementAmountCents: expected.netDisbursement,
    });
  });

  it("is refused when the loan does not cover the debts that it pays off", () => {
    const replacing = (payoff: number) => {
      const existingDebts = [own, { ...external, payoffCents: cents(payoff) }];
      return quoteTermLoan({ ...terms, existingDebts }, asked, plainWorksheet);
    };
    expect(replacing(4_624_236).netDisbursementAmountCents).toBe(0);
    expect(() => replacing(4_624_237)).toThrow("does not cover");
  });

  it("R-1: settles the old loan in the same entry", () => {
    expect(termLoanFunded(offered, asked, "EQUITY").map(lines)).toEqual([
      {
        "debit PRINCIPAL_RECEIVABLE": 7_500_000,
        "credit PRINCIPAL_RECEIVABLE old": 2_611_590,
        "credit INTEREST_RECEIVABLE old": 39_174,
        "credit PAYOFF_ESCROW": 1_200_000,
        "credit UNEARNED_FEES": 225_000,
        "credit CLEARING_OUT": 3_424_236,
      },
    ]);
  });

  it("R-1 across books: posts one entry in each book, with an amount due between the books", () => {
    const entries = termLoanFunded(offered, asked, "CONCAR_SPV_1");
    expect(entries.map(({ book }) => book)).toEqual(["CONCAR_SPV_1", "EQUITY"]);
    expect(entries.map(lines)).toEqual([
      expect.objectContaining({ "credit DUE_TO_FROM_BOOKS old EQUITY": 2_650_764, "credit CLEARING_OUT": 3_424_236 }),
      {
        "debit DUE_TO_FROM_BOOKS old CONCAR_SPV_1": 2_650_764,
        "credit PRINCIPAL_RECEIVABLE old": 2_611_590,
        "credit INTEREST_RECEIVABLE old": 39_174,
      },
    ]);
  });
});

describe("term loan funding", () => {
  it("D-1: the loan is owed in full, the fee is withheld and unearned", () => {
    expect(termLoanFunded(terms, request, "EQUITY").map(lines)).toEqual([
      { "debit PRINCIPAL_RECEIVABLE": 5_000_000, "credit CLEARING_OUT": 4_850_000, "credit UNEARNED_FEES": 150_000 },
    ]);
  });
});

describe("term loan terms", () => {
  const accepts = (change: object) => termLoan.terms.safeParse({ ...terms, ...change }).success;

  it("start at 1,000,000 cents and run for whole months of thirty days", () => {
    expect(accepts({ minLoanAmountCents: 999_999 })).toBe(false);
    expect([0, 29, 45, 361].map((durationDays) => accepts({ durationDays }))).toEqual([false, false, false, false]);
    expect([30, 1_080].map((durationDays) => accepts({ durationDays }))).toEqual([true, true]);
  });

  it("carry rates as decimals, as text or as a number", () => {
    expect(["12.5", 12.5, "0"].map((interestRatePercentage) => accepts({ interestRatePercentage }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(["12,5", "-1", 1 / 3].map((interestRatePercentage) => accepts({ interestRatePercentage }))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("term loan offer display", () => {
  it("has a slider step of 100,000 up to a loan of 1,500,000, and of 500,000 above", () => {
    expect([1_000_000, 1_500_000, 1_500_001].map((amount) => sliderStepCents(cents(amount)))).toEqual([
      100_000, 100_000, 500_000,
    ]);
  });

  it("clamps the chosen amount to the limits of the selected offer", () => {
    const narrow = { ...terms, minLoanAmountCents: cents(2_000_000), maxLoanAmountCents: cents(3_000_000) };
    expect([1, 2_500_000, 9_000_000].map((amount) => clampAmount(cents(amount), narrow))).toEqual([
      2_000_000, 2_500_000, 3_000_000,
    ]);
  });

  it("has an amount slider only when the maximum exceeds the minimum and no debt is refinanced", () => {
    const existingDebts = [{ debtType: "EXTERNAL_DEBT" as const, existingDebtId: "debt", payoffCents: cents(1) }];
    expect(hasAmountSlider(terms)).toBe(true);
    expect(hasAmountSlider({ ...terms, maxLoanAmountCents: terms.minLoanAmountCents })).toBe(false);
    expect(hasAmountSlider({ ...terms, existingDebts })).toBe(false);
  });

  it("shows the compare link when the lowest effective rate is below 45", () => {
    expect([[45], [44, 60], [46, 45]].map(showsCompareLink)).toEqual([false, true, false]);
  });

  it("has a headline of highest amount, lowest interest rate and fee, and longest term", () => {
    const other = {
      ...terms,
      interestRatePercentage: "9.99",
      feePercentage: "4",
      durationDays: 540,
      maxLoanAmountCents: cents(2_000_000),
    };
    expect(headline([terms, other])).toEqual({
      loanAmountCents: 50_000_000,
      interestRatePercentage: 9.99,
      feePercentage: 3,
      months: 18,
    });
  });

  it("counts nine remaining months from 2026-05-15 to 2027-01-15, and one in the last month", () => {
    const left = (next: string, last: string) => remainingMonths(businessDate(next), businessDate(last));
    expect(left("2026-05-15", "2027-01-15")).toBe(9);
    expect(left("2027-01-15", "2027-01-15")).toBe(1);
  });

  it("has a late fee of 5 % and a fee of 2,500 for a returned payment", () => {
    expect(termLoan.penalties).toEqual({ late: { percentage: 5, capCents: 50_000 }, returnedPaymentCents: 2_500 });
  });
});

const lines = ({ lines }: Entry) =>
  Object.fromEntries(
    lines.map(({ side, account, amountCents, subjects, otherBook }) => [
      [side, account, subjects?.issuedProductId, otherBook].filter(Boolean).join(" "),
      amountCents,
    ]),
  );
