import type { IssuedProduct } from "@inlay/contracts/issued-product.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { explained } from "@inlay/lending/explain/worksheet.ts";
import type { LoanStatus } from "@inlay/lending/mechanics/issued-product.ts";
import { noAmounts, type Obligation } from "@inlay/lending/mechanics/obligation.ts";
import { cents, noCents } from "@inlay/lending/money/cents.ts";
import { fundTermLoan } from "@inlay/lending/products/term-loan/servicing.ts";
import { request, terms } from "@inlay/lending/products/term-loan/term-loan.fixture.ts";
import type { ItemOrder } from "@inlay/lending/servicing/collection.ts";
import { loanSummary } from "@inlay/lending/servicing/loan-summary.ts";
import { payoffDays } from "@inlay/lending/servicing/payoff-days.ts";
import { splitInTwo } from "@inlay/lending/servicing/split.ts";
import { issued } from "./issued.fixture.ts";

const id = "TERM_LOAN";

type Given = {
  today: string;
  /** How many payments are made. */
  paid: number;
  loanStatus?: LoanStatus;
  orders?: readonly ItemOrder[];
  fees?: readonly Obligation[];
};

const nothingElse = {
  drawId: null,
  invoiceId: null,
  waived: noAmounts,
  billedInterestCents: noCents,
  isOwedBack: false,
};

/** TL-1 on a day of its life. `orders` are those of the payment after the last one made. */
function loanOn({ today, paid, loanStatus = "CURRENT", orders = [], fees = [] }: Given) {
  const funded = fundTermLoan(terms, request, "EQUITY").obligations;
  const installments: Obligation[] = funded.map((row, at) => ({
    ...row,
    ...nothingElse,
    id: `row-${at + 1}`,
    paid: at < paid ? row.owed : noAmounts,
  }));
  const { result, explanations } = explained((write) =>
    loanSummary(
      {
        terms,
        loanAmountCents: request.loanAmountCents,
        fundedOn: request.fundedOn,
        loanStatus,
        state: "OH",
        obligations: [...installments, ...fees],
        ordersOf: (row) => (row.id === `row-${paid + 1}` ? orders : []),
        originalDueOn: new Map(),
        paidOn: new Map(),
        today: businessDate(today),
      },
      write,
    ),
  );
  const { schedule, ...figures } = result;
  return {
    ...figures,
    loanStatus,
    schedule: schedule.map(({ status, ...row }) => ({ ...row, status: status.label as "PAID" | "-" })),
    explanations: Object.fromEntries(explanations) as unknown as TermLoanServicing["explanations"],
  };
}

export const payoff: TermLoanServicing["payoff"] = {
  why: null,
  days: [...payoffDays(businessDate("2026-08-15"), new Date("2026-08-03T15:00:00Z")).days],
  closedDays: ["2026-08-08", "2026-08-09"],
  latestOn: "2026-08-12",
  nextPaymentOn: "2026-08-15",
  first: { effectiveDate: "2026-08-04", amountCents: 2_686_590, savedCents: 63_809 },
  scheduled: null,
  request: null,
};
const noPayoff = { ...payoff, days: [], latestOn: null, nextPaymentOn: null, first: null };

/** TL-1 with the payments of six months. */
export const loan: TermLoanServicing = {
  issuedProductId: id,
  ...loanOn({ today: "2026-08-03", paid: 6 }),
  account: { name: "First Calm Bank", last4: "6789" },
  isAutoPaymentOn: true,
  whyNotPayNow: "PAY_NOW_NOTHING_DUE",
  payNowPending: null,
  payoff,
};

const order: ItemOrder = {
  id: "order",
  status: "FAILED_PAYMENT",
  isClaimed: false,
  amountCents: cents(458_400),
  bankAccountId: "account",
  effectiveOn: businessDate("2026-07-15"),
  timesMoved: 0,
  failureReason: "insufficient_funds",
  isRetry: false,
  isPart: false,
  waitsForStaff: false,
  isArranged: false,
};
const retry: ItemOrder = { ...order, status: "SCHEDULED", isRetry: true, effectiveOn: businessDate("2026-07-27") };
const lateFee: Obligation = {
  ...nothingElse,
  id: "late-fee",
  number: 13,
  dueOn: businessDate("2026-07-21"),
  feeType: "LATE_PAYMENT",
  owed: { ...noAmounts, feeCents: cents(22_920) },
  paid: noAmounts,
  unearnedFeeCents: noCents,
  rebateTerms: null,
};

/** TL-1 whose sixth payment was returned. */
export const lateLoan: TermLoanServicing = {
  ...loan,
  ...loanOn({ today: "2026-07-21", paid: 5, loanStatus: "LATE", orders: [{ ...order }, retry], fees: [lateFee] }),
  whyNotPayNow: null,
  payoff: { ...noPayoff, why: "PAYOFF_NEEDS_SUPPORT" },
};

/** TL-1 with three payments that were never made. */
export const defaultedLoan: TermLoanServicing = {
  ...loan,
  ...loanOn({ today: "2026-08-03", paid: 3, loanStatus: "DEFAULTED", orders: [order] }),
  isAutoPaymentOn: false,
  whyNotPayNow: null,
  payoff: { ...noPayoff, why: "PAYOFF_NEEDS_SUPPORT" },
};

export const paidOffLoan: TermLoanServicing = {
  ...loan,
  ...loanOn({ today: "2027-01-20", paid: 12, loanStatus: "FULLY_PAID" }),
  isAutoPaymentOn: false,
  payoff: noPayoff,
};

export const payoffQuote = {
  effectiveDate: "2026-08-04",
  principalCents: 2_611_590,
  interestCents: 75_000,
  feesCents: 0,
  amountCents: 2_686_590,
  plannedInterestCents: 138_809,
  savedCents: 63_809,
  explanations: {},
};

/** How the halves of the sixth payment of TL-1 are computed. */
export const splitExplanations = Object.fromEntries(
  explained((write) =>
    splitInTwo({ principalCents: cents(415_000), interestCents: cents(43_400), feeCents: noCents }, write),
  ).explanations,
) as unknown as TermLoanServicing["explanations"];

/** The days that can be chosen for a payment. */
export const arrangement = {
  obligationId: "row-6",
  part: null,
  periodId: null,
  number: 6,
  dueOn: "2026-07-15",
  unpaidCents: 458_400,
  retryDays: ["2026-07-27", "2026-07-28", "2026-08-03"].map((day) => ({ day, interestCents: 0 })),
  moveDays: [],
  splitDays: ["2026-07-24", "2026-07-27", "2026-07-28", "2026-08-03", "2026-08-04"],
};

export const happened = {
  id: "1",
  kind: "PAYMENT_SETTLED",
  happenedAt: "2026-07-17T15:00:00.000Z",
  amountCents: 458_400,
  on: "2026-07-15",
  feeType: null,
  isToBusiness: false,
};

const product = issued("TERM_LOAN", { id });

/** The loan in the list of products, after its payout. */
export const fundedLoan = {
  ...product,
  servicingData: {
    ...product.servicingData,
    termLoanAmmortizationSchedule: {
      loanSummary: { principalBalanceInCents: 1, monthlyPaymentInCents: 1, interestRate: "18", earlyPayoff: null },
      loanPaymentSchedule: [{ date: "2026-08-15", monthlyPaymentInCents: 1, amountPaidInCents: 0 }],
    },
  },
} as IssuedProduct;
