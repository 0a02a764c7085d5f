import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { explained, plainWorksheet } from "../explain/worksheet.ts";
import type { LoanStatus } from "../mechanics/issued-product.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { cents, noCents } from "../money/cents.ts";
import type { FailureReason } from "../payments/failure-reason.ts";
import { fundTermLoan } from "../products/term-loan/servicing.ts";
import { request, terms } from "../products/term-loan/term-loan.fixture.ts";
import type { ItemOrder } from "./collection.ts";
import { loanRows, loanSummary, type ServicedLoan } from "./loan-summary.ts";
import { payoffDays } from "./payoff-days.ts";
import { shownFailure } from "./shown-failure.ts";

/** TL-1: 50,000.00 at 18 percent over twelve months, due on the 15th from February 2026 on. */
const funded: Obligation[] = fundTermLoan(terms, request, "EQUITY").obligations.map((row, at) => ({
  ...row,
  id: String(at + 1),
  drawId: null,
  invoiceId: null,
  paid: noAmounts,
  waived: noAmounts,
  billedInterestCents: noCents,
  isOwedBack: false,
}));
const withPaid = (count: number): Obligation[] =>
  funded.map((row, at) => (at < count ? { ...row, paid: row.owed } : row));
const fee = (feeType: "LATE_PAYMENT" | "INSUFFICIENT_FUNDS", amountCents: number, dueOn: string): Obligation => ({
  ...(funded[0] as Obligation),
  id: feeType,
  number: 90,
  dueOn: businessDate(dueOn),
  feeType,
  owed: { ...noAmounts, feeCents: cents(amountCents) },
});
const order = (change: Partial<ItemOrder>): ItemOrder => ({
  id: "order",
  status: "SCHEDULED",
  isClaimed: false,
  amountCents: cents(458_400),
  bankAccountId: "account",
  effectiveOn: businessDate("2026-08-17"),
  timesMoved: 0,
  failureReason: null,
  isRetry: false,
  isPart: false,
  waitsForStaff: false,
  isArranged: false,
  ...change,
});

type Given = {
  paid?: number;
  today?: string;
  loanStatus?: LoanStatus;
  orders?: Record<string, ItemOrder[]>;
  more?: Obligation[];
  originalDueOn?: [string, string][];
};
const loanWith = ({
  paid = 6,
  today = "2026-08-03",
  loanStatus = "CURRENT",
  orders = {},
  more = [],
  ...given
}: Given) =>
  ({
    terms,
    loanAmountCents: request.loanAmountCents,
    fundedOn: request.fundedOn,
    loanStatus,
    state: "OH",
    obligations: [...withPaid(paid), ...more],
    ordersOf: ({ id }) => orders[id] ?? [],
    originalDueOn: new Map((given.originalDueOn ?? []).map(([id, on]) => [id, businessDate(on)])),
    paidOn: new Map([["6", businessDate("2026-07-15")]]),
    today: businessDate(today),
  }) satisfies ServicedLoan;
const summaryOf = (given: Given) => loanSummary(loanWith(given), plainWorksheet);

describe("term loan summary", () => {
  it("shows remaining principal, original amount and term in months, interest per month and year, remaining term", () => {
    expect(summaryOf({})).toMatchObject({
      loanAmountCents: 5_000_000,
      remainingPrincipalCents: 2_611_590,
      repaidPrincipalCents: 2_388_410,
      monthlyPaymentCents: 458_400,
      termMonths: 12,
      remainingMonths: 6,
      interestRatePercentage: "18",
      monthlyRatePercentage: "1.50",
      aprPercentage: 23.9088,
      lastPaymentOn: "2027-01-15",
      overdue: null,
      fees: [],
    });
  });

  it("has no monthly payment and no next payment when it is fully paid", () => {
    expect(summaryOf({ paid: 12, loanStatus: "FULLY_PAID" })).toMatchObject({
      remainingPrincipalCents: 0,
      monthlyPaymentCents: null,
      remainingMonths: 0,
      nextPayment: null,
    });
  });

  it.each([
    ["18", "1.50"],
    ["20", "1.67"],
    ["0", "0.00"],
    ["12.5", "1.04"],
  ])("term loan monthly rate shown as annual / 12 to 2 decimals: %s percent a year is %s a month", (rate, monthly) => {
    const loan = { ...loanWith({ paid: 0 }), terms: { ...terms, interestRatePercentage: rate } };
    expect(loanSummary(loan, plainWorksheet).monthlyRatePercentage).toBe(monthly);
  });

  it("shows no monthly rate where the law forbids it", () => {
    expect(loanSummary({ ...loanWith({}), state: "CA" }, plainWorksheet).monthlyRatePercentage).toBeNull();
  });

  it.each([
    [0, 12],
    [6, 6],
    [11, 1],
    [12, 0],
  ])(
    "remaining months = months between the next payment and last schedule date plus 1: %i paid, %i left",
    (paid, left) => {
      expect(summaryOf({ paid }).remainingMonths).toBe(left);
    },
  );

  it("counts the remaining months by the signed days, also when a payment was moved into another month", () => {
    const [, ...later] = withPaid(6).slice(6);
    const moved = { ...(funded[6] as Obligation), dueOn: businessDate("2026-09-01") };
    const loan = loanWith({ originalDueOn: [["7", "2026-08-15"]] });
    const { schedule, remainingMonths } = loanSummary(
      { ...loan, obligations: [...withPaid(6).slice(0, 6), moved, ...later] },
      plainWorksheet,
    );
    expect(remainingMonths).toBe(6);
    expect(schedule[6]).toMatchObject({ dueOn: "2026-09-01", originalDueOn: "2026-08-15" });
  });

  it("says the due day and the banking day on which the next payment is taken", () => {
    // August 15, 2026 is a Saturday.
    const next = { obligationId: "7", amountCents: 458_400, dueOn: "2026-08-15", takenOn: "2026-08-17" };
    expect(summaryOf({}).nextPayment).toEqual({ ...next, originalDueOn: "2026-08-15", isOnItsWay: false });
    const sent = [order({ status: "SUBMITTED", isClaimed: true })];
    expect(summaryOf({ today: "2026-08-17", orders: { 7: sent } }).nextPayment).toMatchObject({
      ...next,
      isOnItsWay: true,
    });
  });

  it("explains each figure, and the explanation has the figure as its result", () => {
    const { result, explanations } = explained((write) =>
      loanSummary(loanWith({ today: "2026-08-21", orders: { 7: [failed("insufficient_funds")] } }), write),
    );
    for (const figure of [
      "remainingPrincipalCents",
      "repaidPrincipalCents",
      "monthlyPaymentCents",
      "aprPercentage",
    ] as const)
      expect({ figure, result: explanations.get(figure)?.result }).toEqual({ figure, result: result[figure] });
    expect(explanations.get("nextPaymentCents")?.result).toBe(result.nextPayment?.amountCents);
    expect(explanations.get("overdueCents")?.result).toBe(result.overdue?.totalCents);
    for (const { figure, unpaidCents } of result.overdue?.lines ?? [])
      expect({ figure, result: explanations.get(figure)?.result }).toEqual({ figure, result: unpaidCents });
  });
});

const failed = (failureReason: FailureReason) => order({ status: "FAILED_PAYMENT", failureReason });

describe("term loan payment row", () => {
  it("has principal, interest, fee, what was paid of each, due day, signed day and the day of its debit", () => {
    expect(loanRows(loanWith({}))[5]).toMatchObject({
      number: 6,
      dueOn: "2026-07-15",
      originalDueOn: "2026-07-15",
      takenOn: "2026-07-15",
      amountCents: 458_400,
      feeCents: 0,
      paid: { amountCents: 458_400, feeCents: 0 },
    });
  });

  it.each([
    ["PAID", 7, "2026-09-30"],
    ["-", 6, "2026-08-20"],
    ["LATE", 6, "2026-08-21"],
  ])("PAID if paid; LATE if the date is more than 5 days past; otherwise '-': %s", (label, paid, today) => {
    expect(loanRows(loanWith({ paid, today }))[6]?.status.label).toBe(label);
  });

  it("is not PAID when it was written off", () => {
    const rows = withPaid(6).map((row, at) => (at < 6 ? row : { ...row, waived: row.owed }));
    expect(loanRows({ ...loanWith({}), obligations: rows })[6]?.status.label).toBe("-");
  });
});

describe("what is overdue on a term loan", () => {
  it("is nothing while the first debit waits for its banking day, is on its way, or is due today", () => {
    expect(summaryOf({ today: "2026-08-16", orders: { 7: [order({})] } }).overdue).toBeNull();
    expect(summaryOf({ today: "2026-08-18", orders: { 7: [order({ status: "SUBMITTED" })] } }).overdue).toBeNull();
    expect(summaryOf({ today: "2026-08-15" }).overdue).toBeNull();
  });

  it("names the payment, why its debit failed, the next try, and each line that has fallen due", () => {
    const retry = order({ id: "retry", isRetry: true, effectiveOn: businessDate("2026-08-24") });
    const { overdue, nextPayment, fees } = summaryOf({
      today: "2026-08-21",
      loanStatus: "LATE",
      orders: { 7: [failed("insufficient_funds"), retry] },
      more: [fee("LATE_PAYMENT", 22_920, "2026-08-21"), fee("INSUFFICIENT_FUNDS", 2_500, "2026-09-15")],
    });
    expect(overdue).toEqual({
      daysPastDue: 6,
      oldestDueOn: "2026-08-15",
      failure: { debitedOn: "2026-08-17", kind: "NOT_ENOUGH_FUNDS" },
      retryOn: "2026-08-24",
      isOnItsWay: false,
      lines: [
        { kind: "INSTALLMENT", dueOn: "2026-08-15", unpaidCents: 458_400, figure: "overdueLine1Cents" },
        { kind: "LATE_PAYMENT", dueOn: "2026-08-21", unpaidCents: 22_920, figure: "overdueLine2Cents" },
      ],
      totalCents: 481_320,
    });
    expect(fees.map(({ feeType }) => feeType)).toEqual(["LATE_PAYMENT", "INSUFFICIENT_FUNDS"]);
    expect(nextPayment).toMatchObject({ dueOn: "2026-09-15" });
  });

  it("has no failure where no debit was made", () => {
    expect(summaryOf({ today: "2026-08-17" }).overdue).toMatchObject({ failure: null, retryOn: null, daysPastDue: 2 });
  });

  it.each([
    ["insufficient_funds", "NOT_ENOUGH_FUNDS"],
    ["closed_account", "ACCOUNT_CLOSED"],
    ["unauthorized_transfer", "NOT_AUTHORIZED"],
    ["enterprise_insufficient_funds", "OURS"],
    ["network_error", "OTHER"],
    [null, "OTHER"],
  ] as const)("tells an owner a failure by %s as %s", (reason, kind) => {
    expect(shownFailure(reason)).toBe(kind);
  });
});

describe("days of a payoff", () => {
  const at = (instant: string) => payoffDays(businessDate("2026-08-15"), new Date(instant));

  it("cannot be earlier than today or later than 3 days before the next payment date", () => {
    // The file of today has left, so tomorrow is the first day; August 8 and 9 are a weekend.
    expect(at("2026-08-03T15:00:00Z")).toEqual({
      days: ["2026-08-04", "2026-08-05", "2026-08-06", "2026-08-07", "2026-08-10", "2026-08-11", "2026-08-12"],
      closedDays: ["2026-08-08", "2026-08-09"],
      latestOn: "2026-08-12",
    });
  });

  it("are none if the next payment is within 0 to 3 days", () => {
    for (const day of ["2026-08-12", "2026-08-15"]) expect(at(`${day}T15:00:00Z`).days).toEqual([]);
  });

  it("are none after the cut-off of the last day", () => {
    expect(at("2026-08-11T21:44:00Z").days).toEqual(["2026-08-12"]);
    expect(at("2026-08-11T21:46:00Z").days).toEqual([]);
  });
});
