import { describe, expect, it } from "vitest";
import { addDays, businessDate } from "../calendar/business-date.ts";
import { sampleOffer } from "../disclosures/sample-offers.fixture.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { cents, noCents } from "../money/cents.ts";
import { offerPricing } from "../offers/pricing.ts";
import type { ProductType } from "../products/product-type.ts";
import { type IssuedFacts, servicingData } from "./servicing-data.ts";

const today = businessDate("2026-11-16");
const amount = 5_000_000;

const owing = (dueIn: number | null, principal: number, change: Partial<Obligation> = {}): Obligation => ({
  id: "one",
  drawId: null,
  invoiceId: null,
  number: 1,
  dueOn: dueIn === null ? null : addDays(today, dueIn),
  feeType: null,
  owed: { ...noAmounts, principalCents: cents(principal) },
  paid: noAmounts,
  waived: noAmounts,
  billedInterestCents: noCents,
  unearnedFeeCents: noCents,
  rebateTerms: null,
  isOwedBack: false,
  ...change,
});

const dataOf = (
  product: ProductType,
  obligations: readonly Obligation[] = [],
  change: Partial<IssuedFacts> = {},
  isRefinancing = false,
) =>
  servicingData({
    terms: offerPricing.parse(sampleOffer(product, amount, isRefinancing)),
    amountCents: cents(amount),
    reservedCents: noCents,
    status: "CURRENT",
    fundedOn: today,
    obligations,
    openPayoff: null,
    today,
    ...change,
  });

describe("servicing data", () => {
  it("has the net disbursement of a term loan: net of the origination fee and of any payoff of existing debts", () => {
    expect(dataOf("TERM_LOAN")).toMatchObject({
      loanAmountCents: amount,
      offerDurationMonths: 12,
      originationFeeCents: 150_000,
      refiExistingLoanPayoffAmountCents: 0,
      netDisbursementAmountCents: 4_850_000,
    });
    // A fifth and a fiftieth to us, and a quarter to another lender.
    expect(dataOf("TERM_LOAN", [], {}, true)).toMatchObject({
      refiExistingLoanPayoffAmountCents: 2_350_000,
      netDisbursementAmountCents: 2_500_000,
    });
  });

  it("has the net disbursement of an integrated advance: net of any existing-debt payoff", () => {
    expect(dataOf("INTEGRATED_MCA")).toMatchObject({
      advanceAmountCents: amount,
      netDisbursementAmountCents: amount,
    });
    expect(dataOf("INTEGRATED_MCA", [], {}, true)).toMatchObject({
      advanceAmountCents: amount,
      netDisbursementAmountCents: amount - 1_100_000,
    });
  });

  it("has the next payment: the earliest one after today that is not paid, with all that is due on its day", () => {
    const paid = { paid: { ...noAmounts, principalCents: cents(100) } };
    const rows = [owing(40, 100), owing(10, 100), owing(10, 50), owing(5, 100, paid), owing(0, 100), owing(-20, 100)];
    expect(dataOf("TERM_LOAN", rows)).toMatchObject({
      nextPaymentDate: "2026-11-26",
      nextPaymentAmountCents: 150,
    });
  });

  it("has no next payment where only fees or amounts owed back are to come", () => {
    const rows = [owing(10, 0, { feeType: "LATE_PAYMENT" }), owing(10, 100, { isOwedBack: true })];
    expect(dataOf("TERM_LOAN", rows)).toMatchObject({ nextPaymentDate: null, nextPaymentAmountCents: null });
  });

  it("has the balance of an advance with its fee, and no date, because it is repaid from sales", () => {
    const owed = { ...noAmounts, principalCents: cents(amount), feeCents: cents(600_000) };
    expect(dataOf("MCA", [owing(null, 0, { feeType: "MCA_FEE", owed })])).toMatchObject({
      advanceBalanceCents: amount + 600_000,
      nextPaymentDate: null,
    });
  });

  it.each(["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const)(
    "of %s has what can be used: the limit less what is owed and what is reserved",
    (product) => {
      const rows = [owing(10, 2_000_000)];
      const reserved = { reservedCents: cents(1_000_000) };
      expect(dataOf(product, rows, reserved)).toMatchObject({ availableInCents: 2_000_000 });
      expect(dataOf(product, [owing(10, 6_000_000)])).toMatchObject({ availableInCents: 0 });
    },
  );

  it.each(["DEFAULTED", "CLOSED"] as const)("has a limit of 0 when the line is %s", (status) => {
    expect(dataOf("LOC_TERM_LOAN", [], { status })).toMatchObject({ availableInCents: 0 });
  });
});
