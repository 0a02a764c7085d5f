import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import { disbursementOnStatement, disbursementReturned, externalPayoffSent } from "../../ledger/entries.ts";
import { reversed } from "../../ledger/entry.ts";
import { cents, noCents } from "../../money/cents.ts";
import { payoffsKept, refinancedLoanClosed, termLoanFunded } from "./entries.ts";
import { termLoanTerms } from "./terms.ts";

const book = "CONCAR_SPV_1";
/** RF-1. */
const terms = termLoanTerms.parse({
  productType: "TERM_LOAN",
  minLoanAmountCents: 1_000_000,
  maxLoanAmountCents: 50_000_000,
  interestRatePercentage: "18",
  feePercentage: "3",
  durationDays: 360,
  interestMethod: "AMORTIZED",
  payoffInterestBasis: "SPEC_CAPPED",
  existingDebts: [
    {
      debtType: "KANMON_DEBT",
      refinancedIssuedProductId: "old",
      book,
      principalCents: 2_611_590,
      interestCents: 39_174,
    },
    { debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: 1_200_000 },
  ],
});
const request = { loanAmountCents: cents(7_500_000), fundedOn: businessDate("2026-07-15") };
const payoutCents = cents(3_424_236);

describe("term loan whose payout is returned", () => {
  const funded = [
    ...termLoanFunded(terms, request, book),
    disbursementOnStatement(book, payoutCents),
    ...[externalPayoffSent(book, cents(1_200_000)), disbursementOnStatement(book, cents(1_200_000))],
  ];
  const returned = [disbursementReturned(book, payoutCents), ...termLoanFunded(terms, request, book).map(reversed)];
  const kept = payoffsKept(terms, ["debt"], book);

  it("D-1x: keeps only the payoff that another lender has received", () => {
    expect(kept.map(summaryOf)).toEqual(["1100 1200000 / 2050 1200000"]);
    expect(balancesAfter([...funded, ...returned, ...kept])).toEqual({
      CASH: -1_200_000,
      PRINCIPAL_RECEIVABLE: 1_200_000,
    });
  });

  it("D-1x: keeps nothing when no payoff was sent", () => {
    expect(payoffsKept(terms, [], book)).toEqual([]);
    expect(payoffsKept({ ...terms, existingDebts: [] }, ["debt"], book)).toEqual([]);
  });

  it("D-1x: is funded again without the kept payoff, and then owes the same", () => {
    const again = termLoanFunded(terms, request, book, ["debt"]);
    expect(again.map(summaryOf)).toEqual([
      "1100 6300000 / 1100(old) 2611590; 1110(old) 39174; 2100 225000; 1050 3424236",
    ]);
    const life = [...funded, ...returned, ...kept, ...again, disbursementOnStatement(book, payoutCents)];
    expect(balancesAfter(life)).toEqual(balancesAfter(funded));
  });
});

describe("refinanced term loan", () => {
  const old = {
    refinancedIssuedProductId: "old",
    book,
    unearnedFeeCents: cents(75_000),
    unpaidFees: [{ feeType: "LATE_PAYMENT", amountCents: cents(22_920) }],
  } as const;

  it("R-1: earns the rest of its fee, and its unpaid fees are owed on the new loan", () => {
    expect(refinancedLoanClosed(old, book).map(summaryOf)).toEqual([
      "2100(old) 75000; 1120:LATE_PAYMENT 22920 / 4100(old) 75000; 1120:LATE_PAYMENT(old) 22920",
    ]);
  });

  it("R-1 across books: carries the fees by one entry in each book", () => {
    const entries = refinancedLoanClosed({ ...old, book: "EQUITY" }, book);
    expect(entries.map((one) => [one.book, summaryOf(one)])).toEqual([
      ["EQUITY", "2100(old) 75000; 2300:CONCAR_SPV_1(old) 22920 / 4100(old) 75000; 1120:LATE_PAYMENT(old) 22920"],
      [book, "1120:LATE_PAYMENT 22920 / 2300:EQUITY(old) 22920"],
    ]);
  });

  it("R-1: posts nothing when no fee is left, and one entry when none is unpaid", () => {
    expect(refinancedLoanClosed({ ...old, unearnedFeeCents: noCents, unpaidFees: [] }, book)).toEqual([]);
    const entries = refinancedLoanClosed({ ...old, book: "EQUITY", unpaidFees: [] }, book);
    expect(entries.map(summaryOf)).toEqual(["2100(old) 75000 / 4100(old) 75000"]);
  });
});
