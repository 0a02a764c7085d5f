import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { cents } from "../money/cents.ts";
import { externalDebtsOf, issuedTerms } from "./issued-terms.ts";

const on = businessDate("2026-11-18");
const issued = (product: Parameters<typeof sampleOffer>[0], amount: number, isRefinancing = false) =>
  issuedTerms(sampleOffer(product, 5_000_000, isRefinancing), cents(amount), on);

describe("an accepted offer becomes", () => {
  it("a loan whose payout is the amount without the fee and what it pays off", () => {
    expect(issued("TERM_LOAN", 5_000_000)).toEqual({
      kind: "PAYOUT",
      request: { loanAmountCents: 5_000_000 },
      payoutCents: 4_850_000,
    });
    // Own payoff 1,000,000 + 100,000 and another lender's 1,250,000.
    expect(issued("TERM_LOAN", 5_000_000, true)).toMatchObject({ payoutCents: 2_500_000 });
  });

  it("an advance that is paid out in full", () => {
    for (const product of ["MCA", "INTEGRATED_MCA"] as const)
      expect(issued(product, 2_000_000)).toEqual({
        kind: "PAYOUT",
        request: { advanceAmountCents: 2_000_000 },
        payoutCents: 2_000_000,
      });
  });

  it("a line with its limit and its last day", () => {
    for (const product of ["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)
      expect(issued(product, 5_000_000)).toEqual({ kind: "LINE", limitCents: 5_000_000, maturesOn: "2027-11-13" });
  });
});

it("the debts to other lenders are those of a loan that pays them off", () => {
  expect(externalDebtsOf(sampleOffer("TERM_LOAN", 5_000_000, true))).toEqual([
    { existingDebtId: "other", payoffCents: 1_250_000 },
  ]);
  expect(externalDebtsOf(sampleOffer("TERM_LOAN", 5_000_000))).toEqual([]);
  expect(externalDebtsOf(sampleOffer("MCA", 5_000_000, true))).toEqual([]);
});
