import type { CashAdvanceServicing } from "@inlay/contracts/servicing/cash-advance.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import { noAmounts } from "@inlay/lending/mechanics/obligation.ts";
import { fundAdvance } from "@inlay/lending/mechanics/sales-share/quote.ts";
import { cents, noCents } from "@inlay/lending/money/cents.ts";
import { cashAdvanceTerms } from "@inlay/lending/products/cash-advance/terms.ts";
import { advanceSummary, type ServicedPeriod } from "@inlay/lending/servicing/advance-summary.ts";

const id = "MCA";
type Period = CashAdvanceServicing["periods"][number];

/** A week of sales, by the Monday on which it begins. */
export const week = (number: number, startsOn: string, endsOn: string, change: Partial<Period> = {}): Period => ({
  periodId: `week-${number}`,
  number,
  startsOn,
  endsOn,
  paymentOn: endsOn,
  salesCents: 1_200_000,
  carriedCents: 0,
  amountCents: 120_000,
  isEstimated: false,
  isRunning: false,
  takenOn: endsOn,
  isOnItsWay: false,
  status: "PAID",
  ...change,
});

/** M-1: 20,000.00 for 22,400.00 of future sales, at 10 percent a week. */
const terms = cashAdvanceTerms.parse({
  productType: "MCA",
  maxAdvanceAmountCents: 2_000_000,
  feeFactor: "1.12",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 2_000_000, repaymentPercentage: "10" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 6_000_000,
  refinanced: null,
});
const funding = { advanceAmountCents: cents(2_000_000), fundedOn: businessDate("2026-05-04") };
const late: ServicedPeriod = {
  id: "week-8",
  number: 8,
  startsOn: businessDate("2026-07-20"),
  endsOn: businessDate("2026-07-26"),
  paymentOn: businessDate("2026-07-28"),
  state: "DUE",
  salesCents: cents(1_200_000),
  carriedCents: noCents,
  amountCents: cents(120_000),
  isEstimated: false,
  orders: [],
};
const [advanced] = fundAdvance(terms, funding, "EQUITY").obligations;
if (!advanced) throw new Error("an advance without its obligation");
const { explanations } = explained((write) =>
  advanceSummary(
    {
      terms,
      rhythm: "WEEKLY",
      fundedOn: funding.fundedOn,
      loanStatus: "CURRENT",
      advance: {
        ...advanced,
        id: "advance",
        drawId: null,
        invoiceId: null,
        paid: { ...noAmounts, principalCents: cents(889_505) },
        waived: noAmounts,
        billedInterestCents: noCents,
        isOwedBack: false,
      },
      periods: [late],
      isInBreach: false,
      today: businessDate("2026-08-03"),
    },
    write,
  ),
);

export const advance: CashAdvanceServicing = {
  issuedProductId: id,
  productType: "MCA",
  loanStatus: "CURRENT",
  today: "2026-08-03",
  advanceAmountCents: 2_000_000,
  feeFactor: "1.12",
  feeAmountCents: 240_000,
  totalCents: 2_240_000,
  deliveredCents: 889_505,
  balanceCents: 1_350_495,
  repaymentPercentage: "10",
  frequency: "WEEKLY",
  aprPercentage: 70.23,
  pace: { periods: 8, doneOn: "2026-10-20" },
  account: { name: "First Calm Bank", last4: "6789" },
  isAutoPaymentOn: true,
  nextPayment: {
    periodId: "week-9",
    startsOn: "2026-07-27",
    endsOn: "2026-08-02",
    paymentOn: "2026-08-04",
    takenOn: "2026-08-04",
    amountCents: 130_500,
    salesCents: 1_305_000,
    carriedCents: 0,
    isEstimated: false,
    isOnItsWay: false,
  },
  overdue: null,
  whyNotPayNow: "PAY_NOW_NOTHING_DUE",
  payNowPending: null,
  periods: [
    week(6, "2026-06-29", "2026-07-05", { salesCents: 0, amountCents: 0, status: "NO SALES", takenOn: null }),
    week(7, "2026-07-13", "2026-07-19"),
    week(9, "2026-07-27", "2026-08-02", {
      salesCents: 1_305_000,
      amountCents: 130_500,
      status: "-",
      takenOn: "2026-08-04",
    }),
    week(10, "2026-08-03", "2026-08-09", { salesCents: null, amountCents: null, status: "-", isRunning: true }),
  ],
  trueUps: [],
  canRequestTrueUp: true,
  trueUpRequest: null,
  breach: null,
  withheld: null,
  explanations: Object.fromEntries(explanations) as unknown as CashAdvanceServicing["explanations"],
};
export const trueUp: CashAdvanceServicing["trueUps"][number] = {
  id: "true-up",
  startsOn: "2026-07-20",
  endsOn: "2026-07-26",
  madeOn: "2026-07-30",
  salesCents: 1_200_000,
  calledCents: 138_462,
  dueCents: 120_000,
  outcome: "REFUND",
};
export const overdue: NonNullable<CashAdvanceServicing["overdue"]> = {
  daysPastDue: 2,
  failure: { debitedOn: "2026-07-28", kind: "NOT_ENOUGH_FUNDS" },
  retryOn: "2026-08-10",
  isOnItsWay: false,
  lines: [
    {
      periodId: "week-8",
      startsOn: "2026-07-20",
      endsOn: "2026-07-26",
      paymentOn: "2026-07-28",
      unpaidCents: 120_000,
      figure: "overdueLine1Cents",
    },
  ],
  totalCents: 120_000,
};
export const integrated: Partial<CashAdvanceServicing> = {
  productType: "INTEGRATED_MCA",
  frequency: null,
  periods: [],
  nextPayment: null,
  account: null,
  pace: null,
  canRequestTrueUp: false,
  withheld: { totalCents: 889_505, lastOn: "2026-08-02", missingSince: null },
};
export const receivables = {
  pages: [
    {
      receivables: [
        {
          id: "2",
          transactionTime: "2026-08-02T18:30:00.000Z",
          day: "2026-08-02",
          chargeAmountCents: -9_999,
          repaymentAmountCents: -1_000,
          remainingAfterCents: 1_350_495,
        },
        {
          id: "1",
          transactionTime: "2026-08-02T14:05:00.000Z",
          day: "2026-08-02",
          chargeAmountCents: 12_345,
          repaymentAmountCents: 1_235,
          remainingAfterCents: 1_349_495,
        },
      ],
      days: [{ day: "2026-08-02", count: 2, chargeAmountCents: 2_346, repaymentAmountCents: 235 }],
      hasMore: true,
    },
  ],
  pageParams: [null],
};
export const arrangement = {
  obligationId: "advance",
  periodId: "week-8",
  number: 8,
  dueOn: "2026-07-28",
  unpaidCents: 120_000,
  retryDays: ["2026-08-10", "2026-08-11"].map((day) => ({ day, interestCents: 0 })),
  moveDays: [],
};
