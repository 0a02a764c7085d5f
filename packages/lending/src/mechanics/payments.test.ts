import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../calendar/business-date.ts";
import { add, type Cents, cents, least, noCents, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { feeEarned, feeEarnedByMonth, interestDue, repaid } from "./installments/entries.ts";
import { lateFee } from "./late-fee.ts";
import { noAmounts, type Obligation, type Payment } from "./obligation.ts";
import { pay, payablesOf, repaymentOrder } from "./payment-application.ts";
import { payoffEffectiveOn, payoffWindow } from "./payoff-window.ts";

describe("late fee", () => {
  const capCents = cents(50_000);
  for (const { overdue, pct, late } of vectors.lateFee) {
    it(`${overdue} × ${pct} % = ${late}`, () => {
      expect(lateFee.value({ unpaidCents: cents(overdue), percentage: pct, capCents })).toBe(late);
    });
  }

  it("is capped at 50,000", () => {
    const fee = (unpaid: number) => lateFee.value({ unpaidCents: cents(unpaid), percentage: "5", capCents });
    expect([999_999, 1_000_000, 5_000_000].map(fee)).toEqual([50_000, 50_000, 50_000]);
    expect(fee(999_980)).toBe(49_999);
  });
});

describe("payment application", () => {
  const owing = (id: string, changes: Partial<Obligation>): Obligation => ({
    id,
    drawId: null,
    invoiceId: null,
    number: 1,
    dueOn: businessDate("2026-02-15"),
    feeType: null,
    owed: { principalCents: cents(383_400), interestCents: cents(75_000), feeCents: noCents },
    paid: noAmounts,
    waived: noAmounts,
    billedInterestCents: cents(75_000),
    unearnedFeeCents: noCents,
    rebateTerms: null,
    isOwedBack: false,
    ...changes,
  });
  const paying = (amountCents: Cents, changes: Partial<Payment> = {}): Payment => ({
    kind: "REPAYMENT",
    amountCents,
    creditCents: noCents,
    effectiveOn: businessDate("2026-03-15"),
    drawId: null,
    invoiceId: null,
    ...changes,
  });
  const parts = (payables: readonly { obligation: Obligation; part: string; cents: Cents }[]) =>
    payables.map(({ obligation, part, cents: paidCents }) => [obligation.id, part, paidCents]);
  const first = owing("first", {});
  const second = owing("second", {
    number: 2,
    dueOn: businessDate("2026-03-15"),
    owed: { principalCents: cents(389_151), interestCents: cents(69_249), feeCents: noCents },
    billedInterestCents: noCents,
  });

  it("pays the oldest obligation first, and inside one billed interest, unbilled interest, fee and principal", () => {
    const invoice = owing("invoice", {
      billedInterestCents: cents(50_000),
      owed: { principalCents: cents(100), interestCents: cents(75_000), feeCents: cents(30) },
    });
    expect(payablesOf(invoice).map(({ part, isUnbilled, cents: owed }) => [part, isUnbilled, owed])).toEqual([
      ["interestCents", false, 50_000],
      ["interestCents", true, 25_000],
      ["feeCents", false, 30],
      ["principalCents", false, 100],
    ]);
    const order = repaymentOrder([second, first], paying(cents(500_000))).flatMap(payablesOf);
    expect(parts(pay(paying(cents(500_000)), order).byDebit)).toEqual([
      ["first", "interestCents", 75_000],
      ["first", "principalCents", 383_400],
      ["second", "interestCents", 41_600],
    ]);
  });

  it("pays what is due of all draws before the rest of the draw that the payment names", () => {
    const drawn = (id: string, drawId: string, number: number, dueOn: string) =>
      owing(id, { drawId, number, dueOn: businessDate(dueOn) });
    const obligations = [
      drawn("a3", "a", 3, "2026-05-01"),
      drawn("b2", "b", 2, "2026-04-01"),
      drawn("a2", "a", 2, "2026-04-01"),
      drawn("b1", "b", 1, "2026-03-01"),
      drawn("a1", "a", 1, "2026-03-01"),
      owing("fee", { drawId: "a", feeType: "LATE_PAYMENT" }),
    ];
    const order = (drawId: string) => repaymentOrder(obligations, paying(noCents, { drawId })).map(({ id }) => id);
    expect(order("a")).toEqual(["a1", "b1", "a2", "a3"]);
    expect(order("b")).toEqual(["b1", "a1", "b2"]);
  });

  it("reports an overpayment, and uses no more of the business's credit than is needed", () => {
    const payables = [first, second].flatMap(payablesOf);
    expect(pay(paying(cents(1_000_000), { creditCents: cents(5) }), payables)).toMatchObject({
      byCredit: [],
      overpaidCents: 83_200,
    });
    const both = pay(paying(cents(900_000), { creditCents: cents(50_000) }), payables);
    expect([parts(both.byCredit), both.overpaidCents]).toEqual([[["second", "principalCents", 16_800]], 0]);
  });

  it("accounts for every cent: parts and overpayment sum to the payment, and nothing gets more than is unpaid of it", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
    const amounts = fc.record({ principalCents: amount, interestCents: amount, feeCents: amount });
    fc.assert(
      fc.property(amount, amount, fc.array(amounts, { maxLength: 6 }), (amountCents, creditCents, owed) => {
        const obligations = owed.map((one, index) =>
          owing(String(index), { owed: one, billedInterestCents: least(one.interestCents, cents(500)) }),
        );
        const payables = obligations.flatMap(payablesOf);
        const { byDebit, byCredit, overpaidCents } = pay(paying(amountCents, { creditCents }), payables);
        const total = (list: readonly { cents: Cents }[]) => sum(list.map((one) => one.cents));
        expect(add(total(byDebit), overpaidCents)).toBe(amountCents);
        expect(total(byCredit)).toBe(Math.min(creditCents, total(payables) - total(byDebit)));
        for (const { id, owed: whole } of obligations)
          for (const part of ["principalCents", "interestCents", "feeCents"] as const) {
            const paid = [...byDebit, ...byCredit].filter((one) => one.obligation.id === id && one.part === part);
            expect(total(paid)).toBeLessThanOrEqual(whole[part]);
          }
      }),
      runs,
    );
  });
});

describe("payoff window", () => {
  for (const { today, nextPayment, daysUntil, latest, selectable } of vectors.blackout) {
    const answer = selectable ? `is open until ${latest}` : "is closed";
    it(`${today}, next payment ${nextPayment} (${daysUntil} days): ${answer}`, () => {
      expect(payoffWindow(businessDate(today), businessDate(nextPayment))).toEqual(
        selectable ? { earliestOn: today, latestOn: latest } : null,
      );
    });
  }

  for (const { today, next, latest, requested, effective } of vectors.payoffRoll) {
    const rolled = effective.startsWith("REJECT") ? null : effective;
    it(`requested ${requested}, latest ${latest}: ${rolled ? `takes place on ${rolled}` : "is refused, because it would roll past the window"}`, () => {
      const window = payoffWindow(businessDate(today), businessDate(next)) ?? expect.fail("closed");
      expect(payoffEffectiveOn(businessDate(requested), window)).toBe(rolled);
    });
  }

  it("refuses a day before today", () => {
    const window = payoffWindow(businessDate("2026-11-02"), businessDate("2026-11-30")) ?? expect.fail("closed");
    expect(payoffEffectiveOn(businessDate("2026-10-30"), window)).toBeNull();
  });
});

describe("ledger entries of an installment loan", () => {
  const lines = (entry: ReturnType<typeof repaid>) =>
    Object.fromEntries(entry.lines.map(({ side, account, amountCents }) => [`${side} ${account}`, amountCents]));

  it("B-1: an installment falls due", () => {
    expect(lines(interestDue(cents(75_000), "EQUITY"))).toEqual({
      "debit INTEREST_RECEIVABLE": 75_000,
      "credit INTEREST_INCOME": 75_000,
    });
  });

  it("B-2: a twelfth of the fee is earned, and the twelfths sum to the fee", () => {
    const [first = cents(0), ...others] = feeEarnedByMonth(cents(150_000), 12);
    expect(sum([first, ...others])).toBe(150_000);
    expect(lines(feeEarned(first, "ORIGINATION_INCOME", "EQUITY"))).toEqual({
      "debit UNEARNED_FEES": 12_500,
      "credit ORIGINATION_INCOME": 12_500,
    });
  });

  it("P-2: a repayment succeeds", () => {
    const paid = { interestCents: cents(75_000), principalCents: cents(383_400) };
    expect(lines(repaid(paid, "EQUITY"))).toEqual({
      "debit CLEARING_IN": 458_400,
      "credit INTEREST_RECEIVABLE": 75_000,
      "credit PRINCIPAL_RECEIVABLE": 383_400,
    });
  });
});
