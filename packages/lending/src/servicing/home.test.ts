import { describe, expect, it } from "vitest";
import { businessDate } from "../calendar/business-date.ts";
import { explained, plainWorksheet } from "../explain/worksheet.ts";
import { noAmounts, type Obligation } from "../mechanics/obligation.ts";
import { cents, noCents } from "../money/cents.ts";
import {
  type HomeFacts,
  type HomeMoment,
  headlineFigure,
  homeProduct,
  type OpenDebit,
  paymentsOf,
  toPay,
} from "./home.ts";

const account = { name: "First Calm Bank", last4: "6789" };
/** Monday, August 3, 2026, in the morning. */
const today = businessDate("2026-08-03");
const moment: HomeMoment = { now: new Date("2026-08-03T15:00:00Z"), today, account, isAutoPaymentOn: true };

const installment = (number: number, dueOn: string, change: Partial<Obligation> = {}): Obligation => ({
  id: `${number}`,
  drawId: null,
  invoiceId: null,
  number,
  dueOn: businessDate(dueOn),
  feeType: null,
  owed: { principalCents: cents(400_000), interestCents: cents(58_400), feeCents: noCents },
  paid: noAmounts,
  waived: noAmounts,
  billedInterestCents: noCents,
  unearnedFeeCents: noCents,
  rebateTerms: null,
  isOwedBack: false,
  ...change,
});
const fee = (number: number, dueOn: string) =>
  installment(number, dueOn, {
    feeType: "LATE_PAYMENT",
    owed: { ...noAmounts, feeCents: cents(22_920) },
  });

const loan: HomeFacts = {
  id: "loan",
  type: "TERM_LOAN",
  loanStatus: "CURRENT",
  state: "ACTIVE",
  amountCents: cents(5_000_000),
  reservedCents: noCents,
  open: [installment(7, "2026-08-15"), installment(8, "2026-09-15")],
  periods: [],
  debits: [],
  openPayoff: null,
};
const debit = (change: Partial<OpenDebit>): OpenDebit => ({
  item: "installment/7",
  status: "SCHEDULED",
  isClaimed: false,
  effectiveOn: businessDate("2026-08-17"),
  covers: null,
  amountCents: cents(458_400),
  account,
  ...change,
});
const advance: HomeFacts = {
  ...loan,
  id: "advance",
  type: "MCA",
  open: [
    {
      ...installment(1, "2026-08-04"),
      dueOn: null,
      feeType: "MCA_FEE",
      owed: { principalCents: cents(2_000_000), interestCents: noCents, feeCents: cents(240_000) },
      paid: { principalCents: cents(600_000), interestCents: noCents, feeCents: cents(72_000) },
    },
  ],
  periods: [
    {
      id: "p1",
      state: "DUE",
      paymentOn: businessDate("2026-08-04"),
      amountCents: cents(130_500),
      isEstimated: false,
    },
    { id: "p2", state: "OPEN", paymentOn: businessDate("2026-08-11"), amountCents: null, isEstimated: false },
  ],
};
const line: HomeFacts = { ...loan, type: "LOC_TERM_LOAN", reservedCents: cents(100_000) };
const shownOf = (facts: HomeFacts, at = moment) =>
  homeProduct(facts, paymentsOf(facts, at, plainWorksheet), plainWorksheet);

describe("home page: the figure of a product", () => {
  it("of a term loan is its remaining principal, of which the rest is repaid", () => {
    expect(shownOf(loan)).toMatchObject({
      headline: { kind: "REMAINING_PRINCIPAL", amountCents: 800_000 },
      progress: { kind: "REPAID", doneCents: 4_200_000, wholeCents: 5_000_000 },
    });
  });

  it("of a line is its remaining limit, without what is drawn or reserved", () => {
    expect(shownOf(line)).toMatchObject({
      headline: { kind: "REMAINING_LIMIT", amountCents: 4_100_000 },
      progress: { kind: "IN_USE", doneCents: 900_000, wholeCents: 5_000_000 },
    });
  });

  it("Limits show as 0 when the loan is defaulted or closed", () => {
    for (const loanStatus of ["DEFAULTED", "CLOSED"] as const)
      expect(shownOf({ ...line, loanStatus }).headline.amountCents).toBe(0);
  });

  it("of an advance is its balance with the fee, of which the rest is delivered", () => {
    expect(shownOf(advance)).toMatchObject({
      headline: { kind: "ADVANCE_BALANCE", amountCents: 1_568_000 },
      progress: { kind: "DELIVERED", doneCents: 672_000, wholeCents: 2_240_000 },
    });
  });

  it("before the payout is the amount that is on its way", () => {
    for (const facts of [loan, advance])
      expect(shownOf({ ...facts, state: "PENDING", open: [] })).toMatchObject({
        headline: { kind: "ON_ITS_WAY", amountCents: 5_000_000 },
        progress: null,
      });
  });
});

describe("home page: how its amounts were computed", () => {
  const resultsOf = (facts: HomeFacts) => {
    const { result, explanations } = explained((write) => {
      const payments = paymentsOf(facts, moment, write);
      return { payments, shown: homeProduct(facts, payments, write), due: toPay(payments, today, write) };
    });
    return { ...result, resultOf: (figure: string) => explanations.get(figure)?.result };
  };

  it.each([loan, line, advance])("every amount is the result of its explanation", (facts) => {
    const { shown, payments, due, resultOf } = resultsOf(facts);
    expect(resultOf(headlineFigure(facts.id))).toBe(shown.headline.amountCents);
    for (const { figure, amountCents } of payments) expect(resultOf(figure) ?? null).toBe(amountCents);
    expect([resultOf("lateCents"), resultOf("comingCents")]).toEqual([due.lateCents, due.comingCents]);
  });

  it("the limit of a line that is stopped is explained by its status, not by a calculation", () => {
    const { shown, resultOf } = resultsOf({ ...line, loanStatus: "DEFAULTED" });
    expect([shown.headline.amountCents, resultOf(headlineFigure(line.id))]).toEqual([0, undefined]);
  });

  it("a payoff is explained by its parts", () => {
    const parts = { principalCents: cents(800_000), interestCents: cents(9_000), feesCents: cents(1_000) };
    const { payments, resultOf } = resultsOf({ ...loan, openPayoff: { effectiveOn: today, ...parts } });
    expect([payments[0]?.amountCents, resultOf("payoff/loan")]).toEqual([810_000, 810_000]);
  });
});

describe("home page: the next payment", () => {
  it("names the due day and the banking day on which it is taken", () => {
    expect(shownOf(loan).nextPayment).toEqual({
      issuedProductId: "loan",
      kind: "PAYMENT",
      dueOn: "2026-08-15",
      takenOn: "2026-08-17",
      amountCents: 458_400,
      figure: "installment/7",
      isEstimated: false,
      isLate: false,
      account,
    });
  });

  it("names the day and the account of the debit that was ordered for it", () => {
    const other = { name: "Harbor Credit Union", last4: "2204" };
    const ordered = debit({ effectiveOn: businessDate("2026-08-18"), account: other });
    expect(shownOf({ ...loan, debits: [ordered] }).nextPayment).toMatchObject({
      takenOn: "2026-08-18",
      account: other,
    });
  });

  it("is taken on no day while auto payment is off", () => {
    const off = { ...moment, isAutoPaymentOn: false };
    expect(shownOf(loan, off).nextPayment).toMatchObject({ takenOn: null, account: null });
  });

  it("is the one after a payment that is on its way", () => {
    const sent = debit({ status: "SUBMITTED", isClaimed: true });
    expect(shownOf({ ...loan, debits: [sent] }).nextPayment?.dueOn).toBe("2026-09-15");
  });

  it("is the payoff while one is scheduled, and none while it is on its way", () => {
    const openPayoff = {
      effectiveOn: businessDate("2026-08-07"),
      principalCents: cents(800_000),
      interestCents: cents(9_000),
      feesCents: cents(1_000),
    };
    const scheduled = debit({ item: "payoff/1", effectiveOn: openPayoff.effectiveOn });
    const paidOff = { ...loan, openPayoff, debits: [scheduled] };
    expect(shownOf(paidOff).nextPayment).toMatchObject({ kind: "PAYOFF", dueOn: "2026-08-07", amountCents: 810_000 });
    const sent = { ...paidOff, debits: [{ ...scheduled, status: "SUBMITTED" as const }] };
    expect(shownOf(sent).nextPayment).toBeNull();
  });

  it("of an advance is the share of the last period, and without one the day of the running period", () => {
    expect(shownOf(advance).nextPayment).toMatchObject({ dueOn: "2026-08-04", amountCents: 130_500 });
    const running = { ...advance, periods: advance.periods.slice(1) };
    expect(shownOf(running).nextPayment).toMatchObject({ dueOn: "2026-08-11", amountCents: null });
  });

  it("of an advance is never more than is left of it", () => {
    const periods = advance.periods.map((period) => ({ ...period, amountCents: cents(9_000_000) }));
    expect(shownOf({ ...advance, periods }).nextPayment?.amountCents).toBe(1_568_000);
  });
});

const payoffOfOne = { principalCents: cents(1), interestCents: noCents, feesCents: noCents };

describe("home page: the alert of a product", () => {
  it.each([
    ["EARLY_PAYOFF_SCHEDULED", { openPayoff: { ...payoffOfOne, effectiveOn: today }, loanStatus: "LATE" }],
    ["REPAYMENTS_PROCESSING", { debits: [debit({ status: "SUBMITTED" })], loanStatus: "LATE" }],
    ["LATE", { loanStatus: "LATE" }],
    ["DEFAULTED", { loanStatus: "DEFAULTED" }],
    ["CLOSED", { loanStatus: "CLOSED" }],
  ] as const)("is %s", (code, change) => {
    expect(shownOf({ ...loan, ...change }).alert?.code).toBe(code);
  });

  it("is that the maximum credit limit is used, for a line of which nothing is available", () => {
    expect(shownOf({ ...line, amountCents: cents(900_000) }).alert?.code).toBe("LIMIT_USED");
    expect(shownOf(loan).alert).toBeNull();
  });
});

describe("home page: what is to pay", () => {
  const both = [loan, advance].flatMap((facts) => paymentsOf(facts, moment, plainWorksheet));

  it("is what falls due within 14 days with today, by day", () => {
    const { comingCents, days, payments } = toPay(both, today, plainWorksheet);
    expect(payments.map(({ dueOn }) => dueOn)).toEqual(["2026-08-04", "2026-08-11", "2026-08-15"]);
    expect(comingCents).toBe(130_500 + 458_400);
    expect(days).toHaveLength(14);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual(["2026-08-03", "2026-08-16"]);
    expect(days.filter(({ amountCents }) => amountCents > 0)).toEqual([
      { date: "2026-08-04", amountCents: 130_500 },
      { date: "2026-08-15", amountCents: 458_400 },
    ]);
  });

  it("has late amounts owed first, with their fees", () => {
    const late = { ...loan, open: [...loan.open, installment(6, "2026-07-15"), fee(9, "2026-07-22")] };
    const { lateCents, comingCents, payments } = toPay(paymentsOf(late, moment, plainWorksheet), today, plainWorksheet);
    expect([lateCents, comingCents]).toEqual([458_400 + 22_920, 458_400]);
    expect(payments.map(({ isLate, kind }) => [isLate, kind])).toEqual([
      [true, "PAYMENT"],
      [true, "FEE"],
      [false, "PAYMENT"],
    ]);
  });

  it("does not count what is on its way, by its own debit or by a payment of what was due", () => {
    const late = { ...loan, open: [installment(6, "2026-07-15")] };
    for (const change of [
      { item: "installment/6" },
      { item: "pay-now/1", covers: { dueUntil: today, periodIds: [] } },
    ]) {
      const sent = debit({ ...change, status: "SUBMITTED" });
      expect(paymentsOf({ ...late, debits: [sent] }, moment, plainWorksheet)).toEqual([]);
    }
  });

  it("counts a payment whose due day was no banking day as due today", () => {
    const monday = { ...moment, now: new Date("2026-08-17T13:00:00Z"), today: businessDate("2026-08-17") };
    const scheduled = debit({ effectiveOn: businessDate("2026-08-17") });
    const payments = paymentsOf({ ...loan, debits: [scheduled] }, monday, plainWorksheet);
    const { lateCents, days } = toPay(payments, businessDate("2026-08-17"), plainWorksheet);
    expect([lateCents, days[0]?.amountCents]).toEqual([0, 458_400]);
  });
});
