import { readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainWorksheet } from "../explain/worksheet.ts";
import { summaryOf } from "../ledger/entries.fixture.ts";
import * as ledger from "../ledger/entries.ts";
import { type Entry, reversed } from "../ledger/entry.ts";
import * as installments from "../mechanics/installments/entries.ts";
import * as invoices from "../mechanics/invoices/entries.ts";
import * as salesShare from "../mechanics/sales-share/entries.ts";
import { splitCollection } from "../mechanics/sales-share/sales-share.ts";
import { type Cents, cents, noCents } from "../money/cents.ts";
import { runs } from "../money/runs.fixture.ts";
import * as cashAdvance from "./cash-advance/entries.ts";
import { fundedOn, invoice, lineTerms, loanTerms, samplesOf } from "./entries.fixture.ts";
import * as integratedCashAdvance from "./integrated-cash-advance/entries.ts";
import * as lineOfCredit from "./line-of-credit/entries.ts";
import * as termLoan from "./term-loan/entries.ts";

const book = "CONCAR_SPV_1";
const amount = cents(2_500);

/** TL-1. */
const loanFunded = termLoan.termLoanFunded(loanTerms, { loanAmountCents: cents(5_000_000), fundedOn }, book);
const installment = { interestCents: cents(75_000), principalCents: cents(383_400) };
/** RF-1. */
const refinanced = termLoan.termLoanFunded(
  {
    ...loanTerms,
    existingDebts: [
      {
        debtType: "KANMON_DEBT",
        refinancedIssuedProductId: "old",
        book,
        principalCents: cents(2_611_590),
        interestCents: cents(39_174),
      },
      { debtType: "EXTERNAL_DEBT", existingDebtId: "debt", payoffCents: cents(1_200_000) },
    ],
  },
  { loanAmountCents: cents(7_500_000), fundedOn },
  book,
);
/** M-6. */
const advance = { advanceAmountCents: cents(100_000), feeAmountCents: cents(8_000), replaced: null };
/** IM-1, and M-1 after a debit of 138,462. */
const withheld = splitCollection(
  {
    collectedBeforeCents: noCents,
    collectedFeeCents: noCents,
    amountCents: cents(1_852),
    feeAmountCents: cents(187_500),
    totalPaymentAmountCents: cents(1_687_500),
  },
  plainWorksheet,
);
const overCollected = splitCollection(
  {
    collectedBeforeCents: cents(138_462),
    collectedFeeCents: cents(14_835),
    amountCents: cents(-18_462),
    feeAmountCents: cents(240_000),
    totalPaymentAmountCents: cents(2_240_000),
  },
  plainWorksheet,
);
const sold = { principalCents: amount, interestCents: noCents, fees: [], unearnedFeeCents: noCents };

/** The rows of the table of journal entries per event. */
const rowIds = [
  ...["D-1", "D-1b", "D-1x", "D-2", "D-2n", "D-3", "D-4", "B-1", "B-2"],
  ...["P-1", "P-1b", "P-2", "P-3", "P-4", "P-5", "P-5b", "F-1", "F-2", "F-3", "RB", "RB2", "OV", "TU", "PO"],
  ...["R-1", "R-2", "W-1", "W-2", "S-1", "S-2", "S-3", "C-1", "C-2", "X-1"],
] as const;

const rows: [id: (typeof rowIds)[number], event: string, made: readonly Entry[], wanted: readonly string[]][] = [
  ["D-1", "term loan funding submitted", loanFunded, ["1100 5000000 / 2100 150000; 1050 4850000"]],
  [
    "D-1b",
    "bank line of a disbursement",
    [ledger.disbursementOnStatement(book, cents(4_850_000))],
    ["1050 4850000 / 1000 4850000"],
  ],
  [
    "D-1x",
    "disbursement returned, then the funding reversed",
    [ledger.disbursementReturned(book, cents(4_850_000)), ...loanFunded.map(reversed)],
    ["1000 4850000 / 1050 4850000", "2100 150000; 1050 4850000 / 1100 5000000"],
  ],
  [
    "D-2",
    "invoice with GROSS fees funded",
    [invoices.invoiceFunded(invoice("GROSS"), book)],
    ["1100 800000; 1120:TRANSACTION_FEE 24000 / 1050 800000; 2100 24000"],
  ],
  [
    "D-2n",
    "invoice with NET fees funded",
    [invoices.invoiceFunded(invoice("NET"), book)],
    ["1100 800000 / 1050 776000; 2100 24000"],
  ],
  [
    "D-3",
    "draw funded",
    lineOfCredit.drawFunded(lineTerms, { amountCents: cents(1_000_000), fundedOn }, book),
    ["1100 1000000 / 1050 980000; 2100 20000"],
  ],
  [
    "D-4",
    "cash advance funded",
    salesShare.advanceFunded(advance, book),
    ["1100 100000; 1120:MCA_FEE 8000 / 2100 8000; 1050 100000"],
  ],
  ["B-1", "installment due", [installments.interestDue(cents(75_000), book)], ["1110 75000 / 4000 75000"]],
  [
    "B-2",
    "fee of a month earned",
    [installments.feeEarned(cents(12_500), "ORIGINATION_INCOME", book)],
    ["2100 12500 / 4100 12500"],
  ],
  ["P-1", "repayment submitted posts nothing", [], []],
  ["P-1b", "bank line of a debit", [ledger.collectionOnStatement(book, cents(458_400))], ["1000 458400 / 1060 458400"]],
  ["P-2", "repayment succeeded", [installments.repaid(installment, book)], ["1060 458400 / 1110 75000; 1100 383400"]],
  [
    "P-3",
    "debit returned before it succeeded",
    [ledger.collectionReturned(book, cents(458_400))],
    ["1060 458400 / 1000 458400"],
  ],
  [
    "P-4",
    "debit returned after it succeeded: repayment reversed, then the bank line",
    [reversed(installments.repaid(installment, book)), ledger.collectionReturned(book, cents(458_400))],
    ["1110 75000; 1100 383400 / 1060 458400", "1060 458400 / 1000 458400"],
  ],
  [
    "P-5",
    "receivable of an integrated cash advance accepted",
    [integratedCashAdvance.receivableAccepted(withheld, book)],
    ["1070 1852; 2100 206 / 1100 1646; 1120:MCA_FEE 206; 4160 206"],
  ],
  [
    "P-5b",
    "platform settlement succeeded, and its bank line",
    [ledger.platformSettled(book, cents(1_852)), ledger.collectionOnStatement(book, cents(1_852))],
    ["1060 1852 / 1070 1852", "1000 1852 / 1060 1852"],
  ],
  [
    "F-1",
    "late fee assessed",
    [ledger.feeAssessed(book, "LATE_PAYMENT", amount)],
    ["1120:LATE_PAYMENT 2500 / 4130 2500"],
  ],
  [
    "F-1",
    "NSF fee assessed",
    [ledger.feeAssessed(book, "INSUFFICIENT_FUNDS", amount)],
    ["1120:INSUFFICIENT_FUNDS 2500 / 4140 2500"],
  ],
  [
    "F-1",
    "extension fee assessed",
    [ledger.feeAssessed(book, "EXTENSION_FEE", amount)],
    ["1120:EXTENSION_FEE 2500 / 4150 2500"],
  ],
  [
    "F-1",
    "maintenance fee assessed",
    [ledger.feeAssessed(book, "MAINTENANCE", amount)],
    ["1120:MAINTENANCE 2500 / 4120 2500"],
  ],
  ["F-2", "fee collected", [ledger.feeCollected(book, "LATE_PAYMENT", amount)], ["1060 2500 / 1120:LATE_PAYMENT 2500"]],
  ["F-3", "fee waived", [ledger.feeWaived(book, "LATE_PAYMENT", amount)], ["4130 2500 / 1120:LATE_PAYMENT 2500"]],
  [
    "RB",
    "rebate submitted, and its bank line",
    [invoices.rebateSent(cents(14_400), book), ledger.disbursementOnStatement(book, cents(14_400))],
    ["2100 14400 / 1050 14400", "1050 14400 / 1000 14400"],
  ],
  ["RB2", "promotion refunded", [ledger.promotionRefunded(book, amount)], ["5300 2500 / 1050 2500"]],
  [
    "OV",
    "overpayment, and its refund",
    [ledger.overpaid(book, amount), ledger.borrowerCreditRefunded(book, amount)],
    ["1060 2500 / 2000 2500", "2000 2500 / 1050 2500"],
  ],
  [
    "TU",
    "true-up of an over-collected advance, and its refund",
    [cashAdvance.trueUpOwed(overCollected, book), ledger.borrowerCreditRefunded(book, cents(18_462))],
    ["1100 16484; 1120:MCA_FEE 1978; 4160 1978 / 2000 18462; 2100 1978", "2000 18462 / 1050 18462"],
  ],
  [
    "PO",
    "payoff succeeded",
    [
      installments.interestDue(cents(75_000), book),
      installments.repaid({ interestCents: cents(75_000), principalCents: cents(4_227_449) }, book),
      installments.feeEarned(cents(125_000), "ORIGINATION_INCOME", book),
    ],
    ["1110 75000 / 4000 75000", "1060 4302449 / 1110 75000; 1100 4227449", "2100 125000 / 4100 125000"],
  ],
  [
    "R-1",
    "loan that refinances our own funded",
    refinanced,
    ["1100 7500000 / 1100(old) 2611590; 1110(old) 39174; 2050 1200000; 2100 225000; 1050 3424236"],
  ],
  [
    "R-2",
    "payoff to another lender sent",
    [ledger.externalPayoffSent(book, cents(1_200_000))],
    ["2050 1200000 / 1050 1200000"],
  ],
  [
    "W-1",
    "cash advance written off",
    [salesShare.advanceWrittenOff({ principalCents: cents(32_712), feeCents: cents(2_617) }, book)],
    ["5100 32712; 2100 2617 / 1100 32712; 1120:MCA_FEE 2617"],
  ],
  [
    "W-2",
    "recovery, and its bank line",
    [ledger.recovered(book, cents(5_000)), ledger.collectionOnStatement(book, cents(5_000))],
    ["1060 5000 / 4900 5000", "1000 5000 / 1060 5000"],
  ],
  ["S-1", "revenue share accrued", [ledger.revenueShareAccrued(cents(14_425))], ["5000 14425 / 2200 14425"]],
  [
    "S-2",
    "revenue share paid, and its bank line",
    [ledger.revenueSharePaid(cents(14_425)), ledger.disbursementOnStatement("OPCO", cents(14_425))],
    ["2200 14425 / 1050 14425", "1050 14425 / 1000 14425"],
  ],
  ["S-3", "revenue share clawed back", [ledger.revenueShareClawedBack(amount)], ["2200 2500 / 5000 2500"]],
  [
    "C-1",
    "capital call, and its bank line",
    [ledger.capitalCalled(book, amount), ledger.collectionOnStatement(book, amount)],
    ["1060 2500 / 3000 2500", "1000 2500 / 1060 2500"],
  ],
  [
    "C-1",
    "capital returned, and its bank line",
    [ledger.capitalReturned(book, amount), ledger.disbursementOnStatement(book, amount)],
    ["3000 2500 / 1050 2500", "1050 2500 / 1000 2500"],
  ],
  [
    "C-2",
    "receivable sold, then paid for through clearing",
    [
      ...ledger.receivableSold("EQUITY", book, sold),
      ledger.paidToBook(book, "EQUITY", amount),
      ledger.receivedFromBook(book, "EQUITY", amount),
    ],
    [
      ...["2300:CONCAR_SPV_1 2500 / 1100 2500", "1100 2500 / 2300:EQUITY 2500"],
      ...["2300:EQUITY 2500 / 1050 2500", "1060 2500 / 2300:CONCAR_SPV_1 2500"],
    ],
  ],
  ["X-1", "unidentified receipt", [ledger.unidentifiedReceived(book, amount)], ["1000 2500 / 2010 2500"]],
];

describe("ledger entries by row", () => {
  it.each(rows)("%s: %s", (_id, _event, made, wanted) => {
    expect(made.map(summaryOf)).toEqual(wanted);
  });

  it("cover every row of the table", () => {
    expect([...new Set(rows.map(([id]) => id))]).toEqual(rowIds);
  });

  it("S-1 to S-3 are in the servicer's book", () => {
    const books = rows.filter(([id]) => id.startsWith("S-")).flatMap(([, , made]) => made.map((one) => one.book));
    expect(new Set(books)).toEqual(new Set(["OPCO"]));
  });

  it("C-2 has one entry per book: seller and buyer, then payer and payee", () => {
    const made = rows.find(([id]) => id === "C-2")?.[2];
    expect(made?.map((one) => one.book)).toEqual(["EQUITY", book, book, "EQUITY"]);
  });
});

describe("ledger entries of every function", () => {
  const anyCents = fc.integer({ min: 1, max: 100_000_000 }).map(cents);
  const made = (a: Cents, b: Cents, c: Cents) =>
    Object.values(samplesOf(a, b, c))
      .flatMap((module) => Object.entries(module))
      .map(([name, entries]) => ({ name, entries: [entries].flat() }));

  const differenceOf = ({ lines }: Entry) =>
    lines.reduce((total, { side, amountCents }) => total + (side === "debit" ? amountCents : -amountCents), 0);

  it("are sampled for every file of entries", () => {
    const source = path.join(import.meta.dirname, "..");
    const files = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "entries.ts")
      .sort();
    expect(Object.keys(samplesOf(amount, amount, amount)).sort()).toEqual(files);
  });

  it("balance for any amounts", () => {
    fc.assert(
      fc.property(anyCents, anyCents, anyCents, (a, b, c) => {
        const unbalanced = made(a, b, c).filter(({ entries }) => entries.some((one) => differenceOf(one) !== 0));
        expect(unbalanced).toEqual([]);
      }),
      runs,
    );
  });

  it("touch cash only where a line of our own bank is posted", () => {
    const bankLines = [
      ...["disbursementOnStatement", "disbursementReturned", "collectionOnStatement", "collectionReturned"],
      ...["unidentifiedReceived", "unidentifiedSent"],
    ];
    const touchesCash = ({ lines }: Entry) => lines.some((line) => line.account === "CASH");
    fc.assert(
      fc.property(anyCents, anyCents, anyCents, (a, b, c) => {
        const touching = made(a, b, c).filter(({ entries }) => entries.some(touchesCash));
        expect(touching.map(({ name }) => name)).toEqual(bankLines);
      }),
      runs,
    );
  });
});
