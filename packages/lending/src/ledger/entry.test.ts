import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { type AccountCode, accounts, books, raisedBy } from "./accounts.ts";
import { credit, debit, entry, reversed } from "./entry.ts";

const book = "CONCAR_SPV_1";
const amount = cents(2_500);

describe("ledger entry", () => {
  it("is refused when it does not balance", () => {
    const lines = [debit("CASH", amount), credit("CAPITAL", cents(2_499))];
    expect(() => entry("CAPITAL_CALLED", book, lines)).toThrow("does not balance: 2500 debited, 2499 credited");
  });

  it("accepts any lines whose sides are equal, and no others", () => {
    const codes = fc.constantFrom(...(Object.keys(accounts) as AccountCode[]));
    const line = fc.record({ account: codes, cents: fc.integer({ min: 1, max: 1_000_000 }) });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), codes, fc.integer({ min: -3, max: 3 }), (debits, other, error) => {
        const total = debits.reduce((sum, one) => sum + one.cents, 0) + error;
        fc.pre(total > 0);
        const lines = [...debits.map((one) => debit(one.account, cents(one.cents))), credit(other, cents(total))];
        if (error === 0) expect(entry("ANY", book, lines).lines).toEqual(lines);
        else expect(() => entry("ANY", book, lines)).toThrow("does not balance");
      }),
      runs,
    );
  });

  it("leaves out lines of zero, and needs at least one other line", () => {
    const lines = [debit("CASH", amount), credit("CAPITAL", amount), credit("UNEARNED_FEES", cents(0))];
    expect(entry("CAPITAL_CALLED", book, lines).lines).toHaveLength(2);
    expect(() => entry("NOTHING", book, [debit("CASH", cents(0)), credit("CAPITAL", cents(0))])).toThrow(
      "moves nothing",
    );
  });

  it("accepts positive amounts only", () => {
    expect(() => entry("WRONG", book, [debit("CASH", cents(-1)), credit("CAPITAL", cents(-1))])).toThrow("moved by -1");
  });

  it("reversed exchanges debit and credit and keeps everything else", () => {
    const subjects = { issuedProductId: "old" };
    const made = entry("FEE_WAIVED", book, [
      debit("LATE_INCOME", amount, { subjects }),
      credit("FEE_RECEIVABLE", amount, { feeType: "LATE_PAYMENT" }),
    ]);
    expect(reversed(made)).toEqual({
      event: "FEE_WAIVED_REVERSED",
      book,
      lines: [
        credit("LATE_INCOME", amount, { subjects }),
        debit("FEE_RECEIVABLE", amount, { feeType: "LATE_PAYMENT" }),
      ],
    });
  });
});

describe("chart of accounts", () => {
  it("has 28 accounts with a number each, in three books", () => {
    const numbers = Object.values(accounts).map((account) => account.number);
    expect([numbers.length, new Set(numbers).size, books.length]).toEqual([28, 28, 3]);
  });

  it("raises assets and expenses by debit, and liabilities, equity and income by credit", () => {
    const sides = (
      ["CASH", "ALLOWANCE_FOR_LOSSES", "UNEARNED_FEES", "CAPITAL", "INTEREST_INCOME", "CREDIT_LOSS_EXPENSE"] as const
    ).map(raisedBy);
    expect(sides).toEqual(["debit", "credit", "credit", "credit", "credit", "debit"]);
  });
});
