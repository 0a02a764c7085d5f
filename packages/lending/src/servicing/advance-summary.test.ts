import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { explained, plainWorksheet } from "../explain/worksheet.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { fundAdvance } from "../mechanics/sales-share/quote.ts";
import { cents, noCents } from "../money/cents.ts";
import { cashAdvanceTerms } from "../products/cash-advance/terms.ts";
import { advanceSummary, type ServicedAdvance, type ServicedPeriod } from "./advance-summary.ts";
import type { ItemOrder } from "./collection.ts";

/** M-1: 20,000.00 for 22,400.00 of future sales at 10 percent a week; the estimated payment is 1,384.62. */
const terms = cashAdvanceTerms.parse({
  productType: "MCA",
  maxAdvanceAmountCents: 2_000_000,
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 2_000_000, repaymentPercentage: "10" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 6_000_000,
  refinanced: null,
});
const fundedOn = businessDate("2026-01-15");
const [obligation] = fundAdvance(terms, { advanceAmountCents: cents(2_000_000), fundedOn }, "EQUITY").obligations;
const advance = (paidCents = 0): Obligation => ({
  ...(obligation as NonNullable<typeof obligation>),
  id: "advance",
  drawId: null,
  invoiceId: null,
  paid: { ...noAmounts, principalCents: cents(paidCents) },
  waived: noAmounts,
  billedInterestCents: noCents,
  isOwedBack: false,
});

const order = (change: Partial<ItemOrder>): ItemOrder => ({
  id: "order",
  status: "SCHEDULED",
  isClaimed: false,
  amountCents: cents(100_000),
  bankAccountId: "account",
  effectiveOn: businessDate("2026-01-27"),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  isPart: false,
  waitsForStaff: false,
  isArranged: false,
  ...change,
});
const failed = order({ status: "FAILED_PAYMENT", failureReason: "insufficient_funds" });

/** The week from Monday, January 19, which is debited on Tuesday, the 27th. */
const week = (change: Partial<ServicedPeriod> = {}): ServicedPeriod => ({
  id: "week",
  number: 2,
  startsOn: businessDate("2026-01-19"),
  endsOn: businessDate("2026-01-25"),
  paymentOn: businessDate("2026-01-27"),
  state: "DUE",
  salesCents: cents(1_000_000),
  carriedCents: noCents,
  amountCents: cents(100_000),
  isEstimated: false,
  orders: [],
  ...change,
});
const nextWeek = week({
  id: "next",
  number: 3,
  startsOn: businessDate("2026-01-26"),
  endsOn: businessDate("2026-02-01"),
  paymentOn: businessDate("2026-02-03"),
  state: "OPEN",
  salesCents: null,
  amountCents: null,
});

type Given = {
  periods?: ServicedPeriod[];
  today?: string;
  paidCents?: number;
  loanStatus?: LoanStatus;
  isInBreach?: boolean;
};
const given = ({
  periods = [],
  today = "2026-01-26",
  paidCents = 0,
  loanStatus = "CURRENT",
  isInBreach = false,
}: Given) =>
  ({
    terms,
    rhythm: terms.repaymentFrequency,
    fundedOn,
    loanStatus,
    advance: advance(paidCents),
    periods,
    isInBreach,
    today: businessDate(today),
  }) satisfies ServicedAdvance;
const summaryOf = (facts: Given) => advanceSummary(given(facts), plainWorksheet);
const statusOf = (period: ServicedPeriod, today: string) =>
  summaryOf({ periods: [period], today }).periods[0]?.status.label;

describe("advance summary", () => {
  it("shows 'advance balance remaining, borrowing fee, status, next payment, auto payment' (§2.5)", () => {
    expect(summaryOf({ periods: [week({ orders: [order({})] }), nextWeek], paidCents: 40_000 })).toMatchObject({
      advanceAmountCents: 2_000_000,
      feeAmountCents: 240_000,
      totalCents: 2_240_000,
      deliveredCents: 40_000,
      balanceCents: 2_200_000,
      repaymentPercentage: "10",
      isAutoPaymentOn: true,
      nextPayment: { amountCents: 100_000, salesCents: 1_000_000, takenOn: "2026-01-27", isEstimated: false },
      overdue: null,
    });
  });

  it("'MCA borrowing fee = advance amount times (fee factor minus 1)' (§9), and each figure says how it was computed", () => {
    const { result, explanations } = explained((write) => advanceSummary(given({}), write));
    expect(result.feeAmountCents).toBe(2_000_000 * 0.12);
    for (const figure of ["feeAmountCents", "advanceBalanceCents", "deliveredCents", "aprPercentage"])
      expect(explanations.has(figure), figure).toBe(true);
  });

  it("estimates the next payment of a running period by average sales, within what is left", () => {
    expect(summaryOf({ periods: [nextWeek] }).nextPayment).toMatchObject({
      amountCents: 138_462,
      paymentOn: "2026-02-03",
      isEstimated: true,
    });
    expect(summaryOf({ periods: [nextWeek], paidCents: 2_000_000 }).nextPayment).toMatchObject({
      amountCents: 138_462,
    });
    const called = week({ amountCents: cents(200_000), orders: [failed] });
    const last = summaryOf({ periods: [called, nextWeek], paidCents: 2_000_000, today: "2026-01-28" });
    expect(last.nextPayment).toMatchObject({ amountCents: 40_000 });
  });

  it("'Auto payment is shown as on for MCA' (§9), until the advance is over or nothing can be debited", () => {
    expect(summaryOf({}).isAutoPaymentOn).toBe(true);
    expect(summaryOf({ isInBreach: true }).isAutoPaymentOn).toBe(false);
    expect(summaryOf({ loanStatus: "FULLY_PAID" })).toMatchObject({ isAutoPaymentOn: false, nextPayment: null });
  });

  it.each([
    ["PAID if paid", week({ state: "PAID", orders: [order({ status: "SUCCESSFUL_PAYMENT" })] }), "2026-03-01", "PAID"],
    [
      "MCA also NO SALES if the payment amount is zero",
      week({ state: "NO_SALES", salesCents: noCents, amountCents: noCents }),
      "2026-03-01",
      "NO SALES",
    ],
    [
      "LATE if the period end (MCA) or the date is more than 5 days past",
      week({ orders: [failed] }),
      "2026-01-31",
      "LATE",
    ],
    ["LATE if its order is missing", week(), "2026-01-31", "LATE"],
    ["otherwise '-': five days past", week({ orders: [failed] }), "2026-01-30", "-"],
    ["otherwise '-': its debit is on its way", week({ orders: [order({ status: "SUBMITTED" })] }), "2026-02-10", "-"],
    ["otherwise '-': its days run", nextWeek, "2026-01-27", "-"],
  ])("row status (§4.6): %s", (_, period, today, status) => {
    expect(statusOf(period, today)).toBe(status);
  });

  it("a period that has become void is no row", () => {
    expect(summaryOf({ periods: [week({ state: "DROPPED", amountCents: null })] }).periods).toEqual([]);
  });

  it("says what is overdue, why, and when it is tried again", () => {
    const retry = order({ id: "retry", isRetry: true, effectiveOn: businessDate("2026-02-02") });
    const late = summaryOf({
      periods: [week({ state: "UNPAID", orders: [failed, retry] }), nextWeek],
      today: "2026-01-30",
    });
    expect(late.overdue).toMatchObject({
      failure: { debitedOn: "2026-01-27", kind: "NOT_ENOUGH_FUNDS" },
      retryOn: "2026-02-02",
      isOnItsWay: false,
      lines: [{ periodId: "week", unpaidCents: 100_000 }],
      totalCents: 100_000,
      daysPastDue: 3,
    });
    expect(late.nextPayment).toMatchObject({ periodId: "next" });
    expect(summaryOf({ periods: [week({ orders: [order({})] })], today: "2026-01-27" }).overdue).toBeNull();
  });

  it("an advance is delivered when its last periods' sales go on, and never without sales", () => {
    const paid = week({ state: "PAID" });
    expect(summaryOf({ periods: [paid], paidCents: 100_000, today: "2026-01-28" }).pace).toEqual({
      periods: 1,
      // 21,400.00 at 1,000.00 a week are 149.8 days.
      doneOn: "2026-06-27",
    });
    expect(summaryOf({ periods: [week({ state: "NO_SALES", amountCents: noCents })] }).pace).toBeNull();
  });
});
