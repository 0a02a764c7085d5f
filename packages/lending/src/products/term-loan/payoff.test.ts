import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../../calendar/business-date.ts";
import { expectEveryFigureExplained } from "../../explain/explained.fixture.ts";
import { explained, plainWorksheet } from "../../explain/worksheet.ts";
import { add, cents, noCents, sum } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { termLoanPayoff } from "./payoff.ts";
import { quoteTermLoan, termLoanSchedule } from "./quote.ts";
import { anyTermLoan, request, terms } from "./term-loan.fixture.ts";
import { payoffInterestBases, type TermLoanTerms } from "./terms.ts";

describe("term loan payoff", () => {
  const { schedule } = quoteTermLoan(terms, request, plainWorksheet);
  const payoff = (paid: number, basis: TermLoanTerms["payoffInterestBasis"], daysSinceLastPaid = 10) =>
    termLoanPayoff(
      { ...terms, payoffInterestBasis: basis },
      { ...request, unpaidRows: schedule.slice(paid), unpaidFeesCents: noCents, daysSinceLastPaid },
      plainWorksheet,
    );

  for (const vector of vectors.payoff) {
    it(`TL-1 after ${vector.paid} payments: SPEC_CAPPED ${vector.payoffDefaultCapped}, OUTSTANDING ${vector.payoffOutstanding}, DAILY ${vector.payoffDaily10}`, () => {
      const capped = payoff(vector.paid, "SPEC_CAPPED");
      expect(capped.principalCents).toBe(vector.principal);
      expect(capped.interestCents).toBe(Math.min(vector.specInterest, vector.remainingScheduledInterest));
      expect(capped.amountCents).toBe(vector.payoffDefaultCapped);
      expect(payoff(vector.paid, "OUTSTANDING").amountCents).toBe(vector.payoffOutstanding);
      expect(payoff(vector.paid, "DAILY").amountCents).toBe(vector.payoffDaily10);
    });
  }

  it("includes assessed and unpaid fees, and explains every figure", () => {
    const position = { ...request, unpaidRows: schedule.slice(6), unpaidFeesCents: cents(2_500), daysSinceLastPaid: 0 };
    const explainedPayoff = explained((write) => termLoanPayoff(terms, position, write));
    expect(explainedPayoff.result).toMatchObject({ feesCents: 2_500, amountCents: 2_689_090 });
    for (const payoffInterestBasis of payoffInterestBases) {
      const { result, explanations } = explained((write) =>
        termLoanPayoff({ ...terms, payoffInterestBasis }, position, write),
      );
      const { feesCents: _, ...figures } = result;
      expectEveryFigureExplained({ result: figures, explanations });
    }
  });
});

describe("term loan payoff cap", () => {
  it("SPEC_CAPPED: TL-1 after 11 payments costs the last row's interest of 6,774 instead of a month on the loan, 75,000", () => {
    expect(payoffAfterEleven("SPEC_CAPPED", 10).interestCents).toBe(6_774);
  });

  it("DAILY: TL-1 after 11 payments and 31 days costs 6,774 instead of 31 days on the balance, 6,904", () => {
    expect(payoffAfterEleven("DAILY", 31).interestCents).toBe(6_774);
  });

  it("OUTSTANDING: a loan of one month by days, due after February, costs 28 days instead of a month", () => {
    const offered: TermLoanTerms = {
      ...terms,
      durationDays: 30,
      interestMethod: "DAILY",
      payoffInterestBasis: "OUTSTANDING",
    };
    const asked = { loanAmountCents: cents(1_000_000), fundedOn: businessDate("2026-01-31") };
    const { rows } = termLoanSchedule(offered, asked, plainWorksheet);
    const position = { ...asked, unpaidRows: rows, unpaidFeesCents: noCents, daysSinceLastPaid: 0 };
    expect(termLoanPayoff(offered, position, plainWorksheet).interestCents).toBe(13_808);
  });

  for (const basis of payoffInterestBases) {
    it(`${basis}: never costs more than principal, interest and fees of the unpaid rows, after any number of payments`, () => {
      fc.assert(
        fc.property(anyTermLoan, fc.nat(), fc.nat({ max: 45 }), fc.nat({ max: 100_000 }), (loan, paid, days, fees) => {
          const offered = { ...loan.offered, payoffInterestBasis: basis };
          const { rows } = termLoanSchedule(offered, loan.asked, plainWorksheet);
          const unpaidRows = rows.slice(paid % rows.length);
          const { amountCents, principalCents } = termLoanPayoff(
            offered,
            { ...loan.asked, unpaidRows, unpaidFeesCents: cents(fees), daysSinceLastPaid: days },
            plainWorksheet,
          );
          const ifPaidToSchedule = sum(unpaidRows.map((unpaid) => unpaid.paymentCents));
          expect(amountCents).toBeLessThanOrEqual(add(ifPaidToSchedule, cents(fees)));
          expect(amountCents).toBeGreaterThanOrEqual(add(principalCents, cents(fees)));
        }),
        runs,
      );
    });
  }

  function payoffAfterEleven(payoffInterestBasis: TermLoanTerms["payoffInterestBasis"], daysSinceLastPaid: number) {
    const unpaidRows = termLoanSchedule(terms, request, plainWorksheet).rows.slice(11);
    const position = { ...request, unpaidRows, unpaidFeesCents: noCents, daysSinceLastPaid };
    return termLoanPayoff({ ...terms, payoffInterestBasis }, position, plainWorksheet);
  }
});
