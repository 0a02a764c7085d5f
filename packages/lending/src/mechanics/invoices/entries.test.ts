import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import {
  borrowerCreditApplied,
  collectionOnStatement,
  collectionReturned,
  disbursementOnStatement,
} from "../../ledger/entries.ts";
import { type Entry, reversed } from "../../ledger/entry.ts";
import { cents, noCents } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { anyInvoiceRequest, fixedDurationPlan } from "./advance.fixture.ts";
import { type InvoiceAdvance, invoiceAdvance } from "./advance.ts";
import { invoiceFunded, invoiceRepaid, invoiceWrittenOff, rebateClawedBack, rebateSent } from "./entries.ts";

const book = "CONCAR_SPV_1";
const first = (paymentStructure: "GROSS" | "NET") =>
  invoiceAdvance(
    {
      plan: fixedDurationPlan({ paymentStructure }),
      requestedCents: cents(1_000_000),
      availableCents: cents(5_000_000),
      fundedOn: businessDate("2026-01-20"),
    },
    plainWorksheet,
  );
const onlyPart = (advance: InvoiceAdvance) => {
  const [part] = advance.schedule;
  if (!part) throw new Error("one part");
  return part;
};
const linesOf = ({ lines }: Entry) => lines.map(({ side, account, amountCents }) => [side, account, amountCents]);

describe("ledger entries of an invoice", () => {
  it("D-2: funding with GROSS fees (I-1)", () => {
    expect(linesOf(invoiceFunded(first("GROSS"), book))).toEqual([
      ["debit", "PRINCIPAL_RECEIVABLE", 800_000],
      ["debit", "FEE_RECEIVABLE", 24_000],
      ["credit", "CLEARING_OUT", 800_000],
      ["credit", "UNEARNED_FEES", 24_000],
    ]);
    expect(invoiceFunded(first("GROSS"), book).lines[1]?.feeType).toBe("TRANSACTION_FEE");
  });

  it("D-2n: funding with NET fees (I-2)", () => {
    expect(linesOf(invoiceFunded(first("NET"), book))).toEqual([
      ["debit", "PRINCIPAL_RECEIVABLE", 800_000],
      ["credit", "CLEARING_OUT", 776_000],
      ["credit", "UNEARNED_FEES", 24_000],
    ]);
  });

  it("RB: repayment 18 days early, with a rebate of 14,400 and 9,600 earned (I-1)", () => {
    const advance = first("GROSS");
    const repaid = invoiceRepaid(onlyPart(advance), cents(14_400), book);
    expect(linesOf(repaid)).toEqual([
      ["debit", "CLEARING_IN", 824_000],
      ["credit", "PRINCIPAL_RECEIVABLE", 800_000],
      ["credit", "FEE_RECEIVABLE", 24_000],
      ["debit", "UNEARNED_FEES", 9_600],
      ["credit", "TRANSACTION_FEE_INCOME", 9_600],
    ]);
    const rebate = rebateSent(cents(14_400), book);
    expect(linesOf(rebate)).toEqual([
      ["debit", "UNEARNED_FEES", 14_400],
      ["credit", "CLEARING_OUT", 14_400],
    ]);
    const entries = [
      invoiceFunded(advance, book),
      disbursementOnStatement(book, cents(800_000)),
      collectionOnStatement(book, cents(824_000)),
      repaid,
      rebate,
      disbursementOnStatement(book, cents(14_400)),
    ];
    expect(balancesAfter(entries)).toEqual({ CASH: 9_600, TRANSACTION_FEE_INCOME: -9_600 });
  });

  it("W-1: write-off earns no fee, and a withheld fee lowers the loss", () => {
    const loss = (structure: "GROSS" | "NET") => {
      const advance = first(structure);
      const unpaid = { ...onlyPart(advance), assessedFees: [] };
      return balancesAfter([invoiceFunded(advance, book), invoiceWrittenOff(unpaid, book)]);
    };
    expect(loss("GROSS")).toEqual({ CLEARING_OUT: -800_000, CREDIT_LOSS_EXPENSE: 800_000 });
    expect(loss("NET")).toEqual({ CLEARING_OUT: -776_000, CREDIT_LOSS_EXPENSE: 776_000 });
  });

  it("W-1: write-off takes assessed fees off the books by kind, as a loss", () => {
    const assessedFees = [
      { feeType: "LATE_PAYMENT", amountCents: cents(16_480) },
      { feeType: "EXTENSION_FEE", amountCents: cents(11_200) },
    ] as const;
    expect(summaryOf(invoiceWrittenOff({ ...onlyPart(first("GROSS")), assessedFees }, book))).toBe(
      "5100 827680; 2100 24000 / 1100 800000; 1120:TRANSACTION_FEE 24000; 1120:LATE_PAYMENT 16480; 1120:EXTENSION_FEE 11200",
    );
  });

  it("RB: a rebate is clawed back when the repayment is returned after it was paid", () => {
    const advance = first("GROSS");
    const repaid = invoiceRepaid(onlyPart(advance), cents(14_400), book);
    const clawedBack = rebateClawedBack(cents(14_400), book);
    expect(summaryOf(clawedBack)).toBe("1120:TRANSACTION_FEE 14400 / 2100 14400");
    const returned = [
      ...[invoiceFunded(advance, book), disbursementOnStatement(book, cents(800_000))],
      ...[collectionOnStatement(book, cents(824_000)), repaid],
      ...[rebateSent(cents(14_400), book), disbursementOnStatement(book, cents(14_400))],
      ...[reversed(repaid), collectionReturned(book, cents(824_000)), clawedBack],
    ];
    expect(balancesAfter(returned)).toEqual({
      CASH: -814_400,
      PRINCIPAL_RECEIVABLE: 800_000,
      FEE_RECEIVABLE: 38_400,
      UNEARNED_FEES: -24_000,
    });
    const rebate = { principalCents: noCents, feeCents: cents(14_400), chargedFeeCents: noCents };
    const owedBack = { ...rebate, paymentCents: cents(14_400) };
    const paid = [
      ...[collectionOnStatement(book, cents(824_000)), invoiceRepaid(onlyPart(advance), noCents, book)],
      ...[collectionOnStatement(book, cents(14_400)), invoiceRepaid(owedBack, noCents, book)],
    ];
    expect(balancesAfter([...returned, ...paid])).toEqual({ CASH: 24_000, TRANSACTION_FEE_INCOME: -24_000 });
    const unpaid = { ...onlyPart(advance), feeCents: cents(38_400), assessedFees: [] };
    expect(balancesAfter([...returned, invoiceWrittenOff(unpaid, book)])).toEqual({
      CASH: -814_400,
      CREDIT_LOSS_EXPENSE: 814_400,
    });
  });

  it("OV: a borrower's credit pays an invoice and earns its fee", () => {
    expect(summaryOf(borrowerCreditApplied(invoiceRepaid(onlyPart(first("GROSS")), noCents, book)))).toBe(
      "2000 824000; 2100 24000 / 1100 800000; 1120:TRANSACTION_FEE 24000; 4110 24000",
    );
  });

  it("leave no receivable and no unearned fee once every part is repaid, and earn the whole fee", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const repaid = advance.schedule.map((part) => invoiceRepaid(part, noCents, book));
        const entries = [invoiceFunded(advance, book), ...repaid];
        const { CLEARING_IN, CLEARING_OUT, TRANSACTION_FEE_INCOME, ...others } = balancesAfter(entries);
        expect(others).toEqual({});
        expect(CLEARING_IN).toBe(advance.totalPaymentAmountCents);
        expect((CLEARING_OUT ?? 0) + advance.netDisbursementAmountCents).toBe(0);
        expect((TRANSACTION_FEE_INCOME ?? 0) + advance.feeAmountCents).toBe(0);
      }),
      runs,
    );
  });
});
