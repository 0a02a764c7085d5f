import fc from "fast-check";
import { addDays, businessDate } from "../../calendar/business-date.ts";
import { cents } from "../../money/cents.ts";
import { interestMethods, payoffInterestBases, type TermLoanTerms, termLoanTerms } from "./terms.ts";

/** TL-1 of the vectors. */
export const terms: TermLoanTerms = termLoanTerms.parse({
  productType: "TERM_LOAN",
  minLoanAmountCents: 1_000_000,
  maxLoanAmountCents: 50_000_000,
  interestRatePercentage: "18",
  feePercentage: "3",
  durationDays: 360,
  interestMethod: "AMORTIZED",
  payoffInterestBasis: "SPEC_CAPPED",
  existingDebts: [],
});
export const request = { loanAmountCents: cents(5_000_000), fundedOn: businessDate("2026-01-15") };

/** Arbitrary terms by every method and payoff basis, and a request within them. */
export const anyTermLoan = fc
  .record({
    loanAmountCents: fc.integer({ min: 1_000_000, max: 50_000_000 }).map(cents),
    interestRatePercentage: fc.integer({ min: 0, max: 700 }).map((tenths) => String(tenths / 10)),
    feePercentage: fc.integer({ min: 0, max: 100 }).map((tenths) => String(tenths / 10)),
    months: fc.integer({ min: 1, max: 36 }),
    interestMethod: fc.constantFrom(...interestMethods),
    payoffInterestBasis: fc.constantFrom(...payoffInterestBases),
    fundedOn: fc.nat({ max: 3_000 }).map((days) => addDays(businessDate("2026-01-01"), days)),
  })
  .map(({ loanAmountCents, fundedOn, months, ...offered }) => ({
    offered: { ...terms, ...offered, durationDays: months * 30 },
    asked: { loanAmountCents, fundedOn },
  }));
