import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import { type AccountCode, accounts, books, raisedBy } from "./accounts.ts";
import * as entries from "./entries.ts";
import { booksSettled, receivableSold } from "./entries.ts";
import { credit, debit, type Entry, entry, reversed } from "./entry.ts";

const book = "CONCAR_SPV_1";
const amount = cents(2_500);

/** An entry as an accountant writes it: numbers of accounts, debits first. */
function summaryOf({ lines }: Entry): string {
  const side = (wanted: "debit" | "credit") =>
    lines
      .filter((line) => line.side === wanted)
      .map((line) => `${accounts[line.account].number}${line.feeType ? `:${line.feeType}` : ""} ${line.amountCents}`)
      .join("; ");
  return `${side("debit")} / ${side("credit")}`;
}

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

describe("ledger entry of", () => {
  const rows: [string, Entry, string][] = [
    [
      "D-1b: bank line of a disbursement",
      entries.disbursementOnStatement(book, cents(4_850_000)),
      "1050 4850000 / 1000 4850000",
    ],
    [
      "D-1x: disbursement returned",
      entries.disbursementReturned(book, cents(4_850_000)),
      "1000 4850000 / 1050 4850000",
    ],
    ["P-1b: bank line credit seen", entries.collectionOnStatement(book, cents(458_400)), "1000 458400 / 1060 458400"],
    [
      "P-3, P-4: bank line of a return, before success or after it",
      entries.collectionReturned(book, cents(458_400)),
      "1060 458400 / 1000 458400",
    ],
    ["P-5b: platform settlement", entries.platformSettled(book, cents(1_852)), "1060 1852 / 1070 1852"],
    ["F-1: late fee assessed", entries.feeAssessed(book, "LATE_PAYMENT", amount), "1120:LATE_PAYMENT 2500 / 4130 2500"],
    [
      "F-1: NSF fee assessed",
      entries.feeAssessed(book, "INSUFFICIENT_FUNDS", amount),
      "1120:INSUFFICIENT_FUNDS 2500 / 4140 2500",
    ],
    [
      "F-1: extension fee assessed",
      entries.feeAssessed(book, "EXTENSION_FEE", amount),
      "1120:EXTENSION_FEE 2500 / 4150 2500",
    ],
    [
      "F-1: maintenance fee assessed",
      entries.feeAssessed(book, "MAINTENANCE", amount),
      "1120:MAINTENANCE 2500 / 4120 2500",
    ],
    ["F-2: fee collected", entries.feeCollected(book, "LATE_PAYMENT", amount), "1060 2500 / 1120:LATE_PAYMENT 2500"],
    ["F-3: fee waived", entries.feeWaived(book, "LATE_PAYMENT", amount), "4130 2500 / 1120:LATE_PAYMENT 2500"],
    ["RB, bank line", entries.disbursementOnStatement(book, cents(14_400)), "1050 14400 / 1000 14400"],
    ["RB2: promotion refund", entries.promotionRefunded(book, amount), "5300 2500 / 1050 2500"],
    ["OV: overpayment on success", entries.overpaid(book, amount), "1060 2500 / 2000 2500"],
    ["OV: its refund", entries.borrowerCreditRefunded(book, cents(18_462)), "2000 18462 / 1050 18462"],
    ["R-2: external payoff sent", entries.externalPayoffSent(book, cents(1_200_000)), "2050 1200000 / 1050 1200000"],
    ["W-2: recovery", entries.recovered(book, cents(5_000)), "1060 5000 / 4900 5000"],
    ["S-1: revenue share accrued", entries.revenueShareAccrued(cents(14_425)), "5000 14425 / 2200 14425"],
    ["S-2: revenue share paid", entries.revenueSharePaid(cents(14_425)), "2200 14425 / 1050 14425"],
    ["S-3: claw-back", entries.revenueShareClawedBack(amount), "2200 2500 / 5000 2500"],
    ["C-1: capital call", entries.capitalCalled(book, amount), "1060 2500 / 3000 2500"],
    ["C-1: capital return", entries.capitalReturned(book, amount), "3000 2500 / 1050 2500"],
    ["X-1: unidentified bank credit", entries.unidentifiedReceived(book, amount), "1000 2500 / 2010 2500"],
  ];
  it.each(rows)("%s", (_, made, wanted) => {
    expect(summaryOf(made)).toBe(wanted);
  });

  it("C-2: sale of a receivable: one entry in each book, and cash settles both", () => {
    const [sold, bought] = receivableSold("EQUITY", "CONCAR_SPV_1", {
      principalCents: amount,
      interestCents: cents(0),
      fees: [],
      unearnedFeeCents: cents(0),
    });
    expect([sold.book, summaryOf(sold), bought.book, summaryOf(bought)]).toEqual([
      ...["EQUITY", "2300 2500 / 1100 2500", "CONCAR_SPV_1", "1100 2500 / 2300 2500"],
    ]);
    const [paid, received] = booksSettled("CONCAR_SPV_1", "EQUITY", amount);
    expect([paid.book, summaryOf(paid), received.book, summaryOf(received)]).toEqual([
      ...["CONCAR_SPV_1", "2300 2500 / 1050 2500", "EQUITY", "1060 2500 / 2300 2500"],
    ]);
  });

  it("S-1 to S-3: the book is the servicer's", () => {
    expect(entries.revenueShareAccrued(amount).book).toBe("OPCO");
    expect(entries.revenueSharePaid(amount).book).toBe("OPCO");
    expect(entries.revenueShareClawedBack(amount).book).toBe("OPCO");
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
