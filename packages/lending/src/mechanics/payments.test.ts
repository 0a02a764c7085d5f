import fc from "fast-check";
import { describe, expect, it } from "vitest";
import vectors from "../../vectors/vectors.json" with { type: "json" };
import { businessDate } from "../calendar/business-date.ts";
import { cents, sum } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { feeEarned, feeEarnedByMonth, interestDue, paidOff, repaid } from "./installments/entries.ts";
import { lateFee } from "./late-fee.ts";
import { applyPayment } from "./payment-application.ts";
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
  const due = [
    { id: "first", interestCents: cents(75_000), principalCents: cents(383_400) },
    { id: "second", interestCents: cents(69_249), principalCents: cents(389_151) },
  ];

  it("pays the oldest item first, and inside an item interest before principal", () => {
    expect(applyPayment(cents(60_000), due).allocations).toEqual([
      { id: "first", interestCents: 60_000, principalCents: 0 },
    ]);
    expect(applyPayment(cents(500_000), due)).toEqual({
      allocations: [
        { id: "first", interestCents: 75_000, principalCents: 383_400 },
        { id: "second", interestCents: 41_600, principalCents: 0 },
      ],
      overpaidCents: 0,
    });
  });

  it("reports an overpayment", () => {
    expect(applyPayment(cents(1_000_000), due).overpaidCents).toBe(83_200);
  });

  it("accounts for every cent: allocations and overpayment sum to the payment, and no item gets more than is owed on it", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map(cents);
    const items = fc.array(fc.record({ id: fc.string(), interestCents: amount, principalCents: amount }), {
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000 }).map(cents), items, (paid, dueItems) => {
        const { allocations, overpaidCents } = applyPayment(paid, dueItems);
        const parts = allocations.flatMap((part) => [part.interestCents, part.principalCents]);
        expect(sum([...parts, overpaidCents])).toBe(paid);
        allocations.forEach((part, index) => {
          expect(part.interestCents).toBeLessThanOrEqual(dueItems[index]?.interestCents ?? -1);
          expect(part.principalCents).toBeLessThanOrEqual(dueItems[index]?.principalCents ?? -1);
        });
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

  it("PO: TL-1 is paid off after two payments", () => {
    const payoff = { interestCents: cents(75_000), principalCents: cents(4_227_449) };
    expect(paidOff(payoff, cents(125_000), "ORIGINATION_INCOME", "EQUITY").map(lines)).toEqual([
      { "debit INTEREST_RECEIVABLE": 75_000, "credit INTEREST_INCOME": 75_000 },
      {
        "debit CLEARING_IN": 4_302_449,
        "credit INTEREST_RECEIVABLE": 75_000,
        "credit PRINCIPAL_RECEIVABLE": 4_227_449,
      },
      { "debit UNEARNED_FEES": 125_000, "credit ORIGINATION_INCOME": 125_000 },
    ]);
  });

  it("PO: no interest is billed when none is charged, and no fee is earned when none is left", () => {
    const payoff = { interestCents: cents(0), principalCents: cents(4_227_449) };
    expect(paidOff(payoff, cents(0), "ORIGINATION_INCOME", "EQUITY").map(lines)).toEqual([
      { "debit CLEARING_IN": 4_227_449, "credit PRINCIPAL_RECEIVABLE": 4_227_449 },
    ]);
  });
});
