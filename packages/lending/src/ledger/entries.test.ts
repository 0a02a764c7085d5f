import { describe, expect, it } from "vitest";
import { cents, noCents } from "../money/cents.ts";
import { balancesAfter, summaryOf } from "./entries.fixture.ts";
import * as entries from "./entries.ts";
import type { Entry } from "./entry.ts";

const book = "CONCAR_SPV_1";
const amount = cents(2_500);

describe("ledger entry of", () => {
  const rows: [string, Entry, string][] = [
    ["X-1: unidentified withdrawal", entries.unidentifiedSent(book, amount), "2010 2500 / 1000 2500"],
    [
      "X-1: receipt identified as a debit",
      entries.receiptIdentified(book, "CLEARING_IN", amount),
      "2010 2500 / 1060 2500",
    ],
    [
      "X-1: receipt identified as a returned payout",
      entries.receiptIdentified(book, "CLEARING_OUT", amount),
      "2010 2500 / 1050 2500",
    ],
    ["X-1: receipt sent back", entries.receiptSentBack(book, amount), "2010 2500 / 1050 2500"],
    [
      "X-1: withdrawal identified as a payout",
      entries.withdrawalIdentified(book, "CLEARING_OUT", amount),
      "1050 2500 / 2010 2500",
    ],
    [
      "X-1: withdrawal identified as a returned debit",
      entries.withdrawalIdentified(book, "CLEARING_IN", amount),
      "1060 2500 / 2010 2500",
    ],
    ["X-1: withdrawal paid back", entries.withdrawalPaidBack(book, amount), "1060 2500 / 2010 2500"],
    ["X-1: withdrawal was a bank charge", entries.bankChargeIdentified(book, amount), "5200 2500 / 2010 2500"],
    ["allowance built", entries.allowanceBuilt(book, amount), "5100 2500 / 1190 2500"],
    ["allowance released", entries.allowanceReleased(book, amount), "1190 2500 / 5100 2500"],
    ["processing cost paid", entries.processingCostPaid(book, amount), "5200 2500 / 1050 2500"],
    ["micro-entries sent", entries.microEntriesSent(book, cents(45)), "5200 45 / 1050 45"],
    ["micro-entries taken back", entries.microEntriesTakenBack(book, cents(45)), "1060 45 / 5200 45"],
    ["P-5b: negative day paid to the platform", entries.platformRefunded(book, amount), "1070 2500 / 1050 2500"],
    [
      "OV: credit applied to a fee",
      entries.borrowerCreditApplied(entries.feeCollected(book, "LATE_PAYMENT", amount)),
      "2000 2500 / 1120:LATE_PAYMENT 2500",
    ],
  ];
  it.each(rows)("%s", (_, made, wanted) => {
    expect(summaryOf(made)).toBe(wanted);
  });
});

describe("suspense", () => {
  const received = entries.unidentifiedReceived(book, amount);

  it("is empty after a receipt is identified, and the order is applied as if its line had matched", () => {
    const identified = entries.receiptIdentified(book, "CLEARING_IN", amount);
    const applied = entries.overpaid(book, amount);
    expect(balancesAfter([received, identified, applied])).toEqual(
      balancesAfter([entries.collectionOnStatement(book, amount), applied]),
    );
  });

  it("is empty after a receipt is sent back and the order's line is on the statement", () => {
    const sent = [entries.receiptSentBack(book, amount), entries.disbursementOnStatement(book, amount)];
    expect(balancesAfter([received, ...sent])).toEqual({});
  });

  it("is empty after a withdrawal is paid back", () => {
    const back = [entries.collectionOnStatement(book, amount), entries.withdrawalPaidBack(book, amount)];
    expect(balancesAfter([entries.unidentifiedSent(book, amount), ...back])).toEqual({});
  });
});

describe("micro-entries", () => {
  it("cost nothing once they are taken back", () => {
    const sent = [entries.microEntriesSent(book, cents(45)), entries.disbursementOnStatement(book, cents(45))];
    const back = [entries.collectionOnStatement(book, cents(45)), entries.microEntriesTakenBack(book, cents(45))];
    expect(balancesAfter(sent)).toEqual({ CASH: -45, PAYMENT_PROCESSING_EXPENSE: 45 });
    expect(balancesAfter([...sent, ...back])).toEqual({});
  });
});

describe("write-off", () => {
  const balance = {
    principalCents: cents(4_227_449),
    interestCents: cents(63_412),
    fees: [
      { feeType: "LATE_PAYMENT", amountCents: cents(22_920) },
      { feeType: "INSUFFICIENT_FUNDS", amountCents: cents(2_500) },
    ],
    unearnedFeeCents: cents(125_000),
  } as const;

  it("W-1: takes principal, billed interest and each fee off the books, and the unearned fee lowers the loss", () => {
    expect(summaryOf(entries.writtenOff(book, balance, "ORIGINATION_INCOME"))).toBe(
      "5100 4191281; 2100 125000 / 1100 4227449; 1110 63412; 1120:LATE_PAYMENT 22920; 1120:INSUFFICIENT_FUNDS 2500",
    );
  });

  it("W-1: an unearned fee above the loss is no expense, and its remainder is income", () => {
    const small = { ...balance, principalCents: cents(20_000), interestCents: noCents, fees: [] };
    expect(summaryOf(entries.writtenOff(book, small, "ORIGINATION_INCOME"))).toBe(
      "2100 125000 / 1100 20000; 4100 105000",
    );
  });

  it("W-2: a recovery is income and leaves the receivables alone", () => {
    const back = [entries.recovered(book, cents(5_000)), entries.collectionOnStatement(book, cents(5_000))];
    expect(balancesAfter(back)).toEqual({ CASH: 5_000, RECOVERIES: -5_000 });
  });

  it("C-2: a sale moves the same balances to the buyer, who pays less by the fee that it still has to earn", () => {
    const [sold, bought] = entries.receivableSold("EQUITY", book, balance);
    expect(summaryOf(sold)).toBe(
      "2300:CONCAR_SPV_1 4191281; 2100 125000 / 1100 4227449; 1110 63412; 1120:LATE_PAYMENT 22920; 1120:INSUFFICIENT_FUNDS 2500",
    );
    expect(summaryOf(bought)).toBe(
      "1100 4227449; 1110 63412; 1120:LATE_PAYMENT 22920; 1120:INSUFFICIENT_FUNDS 2500 / 2100 125000; 2300:EQUITY 4191281",
    );
  });

  it("C-2: payment through clearing and the bank lines of both books leave nothing due between them", () => {
    const [sold, bought] = entries.receivableSold("EQUITY", book, balance);
    const paid = entries.paidToBook(book, "EQUITY", cents(4_191_281));
    const received = entries.receivedFromBook(book, "EQUITY", cents(4_191_281));
    const buyer = [bought, paid, entries.disbursementOnStatement(book, cents(4_191_281))];
    const seller = [sold, received, entries.collectionOnStatement("EQUITY", cents(4_191_281))];
    expect(balancesAfter(buyer)).toMatchObject({ CASH: -4_191_281, PRINCIPAL_RECEIVABLE: 4_227_449 });
    expect(balancesAfter(seller)).toMatchObject({ CASH: 4_191_281, PRINCIPAL_RECEIVABLE: -4_227_449 });
    for (const lines of [buyer, seller])
      for (const account of ["DUE_TO_FROM_BOOKS", "CLEARING_OUT", "CLEARING_IN"])
        expect(balancesAfter(lines)).not.toHaveProperty(account);
  });
});

describe("collection that is applied otherwise", () => {
  it("is refused when the entry is no collection", () => {
    const refund = entries.borrowerCreditRefunded(book, amount);
    expect(() => entries.borrowerCreditApplied(refund)).toThrow("nothing was collected");
  });
});
