import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { addDays, addMonths, type BusinessDate, businessDate, daysBetween } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet, type Worksheet } from "../../explain/worksheet.ts";
import { dailyInterest } from "../../mechanics/installments/level-payment.ts";
import { type SettledPayment, simpleInterestSchedule } from "../../mechanics/installments/simple-interest.ts";
import { add, cents, noCents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { type TermLoanPosition, termLoanPayoff } from "./payoff.ts";
import { termLoanSchedule } from "./quote.ts";
import { anyTermLoan, request, terms } from "./term-loan.fixture.ts";
import { payoffInterestBases, type TermLoanTerms } from "./terms.ts";

type Basis = TermLoanTerms["payoffInterestBasis"];

/** A loan on which a number of rows was paid on their due dates, without fees and credit. */
function positionOf(
  offered: TermLoanTerms,
  { loanAmountCents, fundedOn }: typeof request,
  paid: number,
  effectiveOn: string,
): TermLoanPosition {
  return {
    loanAmountCents,
    effectiveOn: businessDate(effectiveOn),
    unpaidRows: termLoanSchedule(offered, { loanAmountCents, fundedOn }, plainWorksheet).rows.slice(paid),
    interestFromOn: addMonths(fundedOn, paid),
    accruedInterestCents: noCents,
    unpaidFees: [],
    creditCents: noCents,
  };
}

/** TL-1, funded on 2026-01-15 and due on every 15th. */
const payoffOf = (paid: number, payoffInterestBasis: Basis, effectiveOn: string) =>
  termLoanPayoff({ ...terms, payoffInterestBasis }, positionOf(terms, request, paid, effectiveOn), plainWorksheet);

const anyPosition = fc
  .record({
    loan: anyTermLoan,
    paid: fc.nat(),
    days: fc.nat({ max: 1_200 }),
    lateFeeCents: fc.nat({ max: 100_000 }).map(cents),
    creditCents: fc.oneof(fc.constant(0), fc.nat({ max: 60_000_000 })).map(cents),
  })
  .map(({ loan: { offered, asked }, paid, days, lateFeeCents, creditCents }) => {
    const paidRows = paid % (offered.durationDays / 30);
    const position = positionOf(offered, asked, paidRows, addDays(addMonths(asked.fundedOn, paidRows), days));
    const unpaidFees = [{ feeType: "LATE_PAYMENT", amountCents: lateFeeCents } as const];
    return { offered, position: { ...position, unpaidFees, creditCents } };
  });

describe("term loan payoff", () => {
  for (const vector of vectors.payoff) {
    it(`TL-1 after ${vector.paid} payments: SPEC_CAPPED ${vector.payoffDefaultCapped}, OUTSTANDING ${vector.payoffOutstanding}, DAILY ${vector.payoffDaily10}`, () => {
      const tenDaysLater = addDays(addMonths(request.fundedOn, vector.paid), 10);
      const payoff = (basis: Basis) => payoffOf(vector.paid, basis, tenDaysLater);
      const capped = payoff("SPEC_CAPPED");
      expect(capped.principalCents).toBe(vector.principal);
      expect(capped.interestCents).toBe(Math.min(vector.specInterest, vector.remainingScheduledInterest));
      expect(capped.amountCents).toBe(vector.payoffDefaultCapped);
      expect(payoff("OUTSTANDING").amountCents).toBe(vector.payoffOutstanding);
      expect(payoff("DAILY").amountCents).toBe(vector.payoffDaily10);
    });
  }

  it("includes assessed and unpaid fees, and explains every figure, on every basis, current and late", () => {
    const unpaidFees = [
      { feeType: "INSUFFICIENT_FUNDS", amountCents: cents(1_500) },
      { feeType: "LATE_PAYMENT", amountCents: cents(1_000) },
    ] as const;
    const current = { ...positionOf(terms, request, 6, "2026-07-20"), unpaidFees };
    expect(termLoanPayoff(terms, current, plainWorksheet)).toMatchObject({ feesCents: 2_500, amountCents: 2_689_090 });
    const late = { ...current, effectiveOn: businessDate("2026-09-20"), creditCents: cents(1_000) };
    for (const payoffInterestBasis of payoffInterestBases) {
      for (const position of [current, late]) {
        expectEveryFigureExplained(
          explained((write) => termLoanPayoff({ ...terms, payoffInterestBasis }, position, write)),
        );
      }
    }
  });
});

describe("term loan payoff cap", () => {
  it("SPEC_CAPPED: TL-1 after 11 payments costs the last row's interest of 6,774 instead of a month on the loan, 75,000", () => {
    expect(payoffOf(11, "SPEC_CAPPED", "2026-12-25").interestCents).toBe(6_774);
  });

  it("DAILY: TL-1 after 11 payments, the last moved by five days, costs 6,774 instead of 33 days on the balance, 7,350", () => {
    const offered: TermLoanTerms = { ...terms, payoffInterestBasis: "DAILY" };
    const position = positionOf(offered, request, 11, "2027-01-17");
    const unpaidRows = position.unpaidRows.map((row) => ({ ...row, dueOn: addDays(row.dueOn, 5) }));
    expect(termLoanPayoff(offered, { ...position, unpaidRows }, plainWorksheet)).toMatchObject({
      dueInterestCents: 0,
      currentInterestCents: 6_774,
    });
  });

  for (const payoffInterestBasis of payoffInterestBases) {
    it(`${payoffInterestBasis}: never costs more than principal, interest and fees of the unpaid rows, current or late`, () => {
      fc.assert(
        fc.property(anyPosition, ({ offered, position }) => {
          const { principalCents, interestCents, feesCents } = termLoanPayoff(
            { ...offered, payoffInterestBasis },
            position,
            plainWorksheet,
          );
          const ifPaidToSchedule = sum(
            position.unpaidRows.flatMap((unpaid) => [unpaid.principalCents, unpaid.interestCents]),
          );
          const owedCents = add(principalCents, interestCents, feesCents);
          const feesOwed = sum(position.unpaidFees.map(({ amountCents }) => amountCents));
          expect(owedCents).toBeLessThanOrEqual(add(ifPaidToSchedule, feesOwed));
          expect(owedCents).toBeGreaterThanOrEqual(add(principalCents, feesCents));
        }),
        runs,
      );
    });
  }
});

describe("term loan payoff of a late loan", () => {
  it.each([
    ["SPEC_CAPPED", 75_000, 4_423_348],
    ["OUTSTANDING", 63_412, 4_411_760],
    ["DAILY", 10_424, 4_358_772],
  ] as const)(
    "%s: TL-1 with rows 3 and 4 unpaid on 2026-05-20 costs their interest and %i for the period",
    (basis, currentInterestCents, amountCents) => {
      expect(payoffOf(2, basis, "2026-05-20")).toEqual({
        principalCents: 4_227_449,
        dueInterestCents: 63_412 + 57_487,
        currentInterestCents,
        interestCents: 120_899 + currentInterestCents,
        feesCents: 0,
        creditCents: 0,
        amountCents,
      });
    },
  );

  it("caps the interest of the current period at the interest of the rows not yet due", () => {
    // Rows 10 and 11 are due; row 12 has 6,774 interest.
    expect(payoffOf(9, "SPEC_CAPPED", "2026-12-20")).toMatchObject({
      dueInterestCents: 40_247 - 6_774,
      currentInterestCents: 6_774,
    });
  });

  it("costs no interest for the current period once every row is due", () => {
    for (const basis of payoffInterestBases) {
      expect(payoffOf(9, basis, "2027-01-15")).toMatchObject({ dueInterestCents: 40_247, currentInterestCents: 0 });
    }
  });

  it("counts a row as due on its due date, and not the day before", () => {
    expect(payoffOf(2, "DAILY", "2026-04-14")).toMatchObject({ dueInterestCents: 0, currentInterestCents: 62_543 });
    expect(payoffOf(2, "DAILY", "2026-04-15")).toMatchObject({ dueInterestCents: 63_412, currentInterestCents: 0 });
  });

  it("AMORTIZED and FLAT: more days late add no interest to the rows that are due", () => {
    for (const interestMethod of ["AMORTIZED", "FLAT"] as const) {
      const offered = { ...terms, interestMethod };
      const due = (effectiveOn: string) =>
        termLoanPayoff(offered, positionOf(offered, request, 2, effectiveOn), plainWorksheet).dueInterestCents;
      expect(due("2026-05-14")).toBe(due("2026-04-15"));
    }
  });

  it("costs no interest by days when the last paid row is due only after the payoff", () => {
    expect(payoffOf(3, "DAILY", "2026-04-10")).toMatchObject({ dueInterestCents: 0, currentInterestCents: 0 });
  });

  it("uses the credit of the business, and never more of it than is owed", () => {
    fc.assert(
      fc.property(anyPosition, ({ offered, position }) => {
        const payoff = termLoanPayoff(offered, position, plainWorksheet);
        const owedCents = add(payoff.principalCents, payoff.interestCents, payoff.feesCents);
        expect(payoff.creditCents).toBe(Math.min(position.creditCents, owedCents));
        expect(add(payoff.amountCents, payoff.creditCents)).toBe(owedCents);
        expect(payoff.amountCents).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  it("costs all interest of due rows and at most that of the rows not yet due", () => {
    fc.assert(
      fc.property(anyPosition, ({ offered, position }) => {
        const payoff = termLoanPayoff(offered, position, plainWorksheet);
        const interest = (isDue: boolean) =>
          sum(
            position.unpaidRows
              .filter((row) => row.dueOn <= position.effectiveOn === isDue)
              .map((row) => row.interestCents),
          );
        expect(payoff.dueInterestCents).toBe(interest(true));
        expect(payoff.currentInterestCents).toBeLessThanOrEqual(interest(false));
        expect(payoff.interestCents).toBe(add(payoff.dueInterestCents, payoff.currentInterestCents));
      }),
      runs,
    );
  });
});

describe("term loan payoff by simple interest", () => {
  const daily: TermLoanTerms = { ...terms, interestMethod: "DAILY" };

  function payoffAfter(
    payments: readonly SettledPayment[],
    effectiveOn: BusinessDate,
    offered = daily,
    asked = request,
    write: Worksheet = plainWorksheet,
  ) {
    const loan = {
      amountCents: asked.loanAmountCents,
      interestRatePercentage: offered.interestRatePercentage,
      fundedOn: asked.fundedOn,
      plan: termLoanSchedule(offered, asked, plainWorksheet).rows,
      payments,
    };
    const schedule = simpleInterestSchedule(loan, effectiveOn, plainWorksheet);
    const position = {
      loanAmountCents: asked.loanAmountCents,
      effectiveOn,
      unpaidRows: schedule.unpaid,
      interestFromOn: schedule.interestFromOn,
      accruedInterestCents: add(
        schedule.carriedInterestCents,
        dailyInterest.value({
          balanceCents: sum(schedule.unpaid.map((row) => row.principalCents)),
          interestRatePercentage: offered.interestRatePercentage,
          days: daysBetween(schedule.interestFromOn, effectiveOn),
        }),
      ),
      unpaidFees: [],
      creditCents: noCents,
    };
    return { schedule, payoff: termLoanPayoff(offered, position, write) };
  }

  it("costs what accrued on every payoff basis", () => {
    for (const payoffInterestBasis of payoffInterestBases) {
      const { payoff } = payoffAfter([], businessDate("2026-01-25"), { ...daily, payoffInterestBasis });
      expect(payoff.interestCents).toBe(24_658);
    }
  });

  it("TL-1 without a payment costs 10 days on day 10, and all 64 days once rows are late", () => {
    const interest = (day: string) => {
      const { dueInterestCents, currentInterestCents } = payoffAfter([], businessDate(day)).payoff;
      return [dueInterestCents, currentInterestCents];
    };
    expect(interest("2026-01-25")).toEqual([0, 24_658]);
    expect(interest("2026-03-20")).toEqual([157_808, 0]);
  });

  it("explains every figure, current and late", () => {
    const payments = [{ settledOn: businessDate("2026-02-10"), amountCents: cents(1_000) }];
    for (const day of ["2026-02-12", "2026-03-20"]) {
      expectEveryFigureExplained(
        explained((write) => payoffAfter(payments, businessDate(day), daily, request, write).payoff),
      );
    }
  });

  it("costs exactly what accrued since the last settled payment, and what earlier ones did not cover, current or late", () => {
    const steps = fc.array(fc.record({ days: fc.nat({ max: 60 }), amount: fc.nat({ max: 2_000_000 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(anyTermLoan, steps, fc.nat({ max: 200 }), (loan, paymentSteps, days) => {
        let settledOn = loan.asked.fundedOn;
        const payments = paymentSteps.map((step) => {
          settledOn = addDays(settledOn, step.days);
          return { settledOn, amountCents: cents(step.amount) };
        });
        const offered: TermLoanTerms = { ...loan.offered, interestMethod: "DAILY" };
        const { schedule, payoff } = payoffAfter(payments, addDays(settledOn, days), offered, loan.asked);
        const accruedCents = dailyInterest.value({
          balanceCents: payoff.principalCents,
          interestRatePercentage: offered.interestRatePercentage,
          days,
        });
        expect(payoff.interestCents).toBe(add(accruedCents, schedule.carriedInterestCents));
        const paidPrincipal = sum(schedule.paid.map((part) => part.principalCents));
        expect(add(payoff.principalCents, paidPrincipal)).toBe(loan.asked.loanAmountCents);
      }),
      runs,
    );
  });
});
