import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { plainWorksheet } from "../../explain/worksheet.ts";
import { collectionOnStatement, disbursementOnStatement } from "../../ledger/entries.ts";
import type { Entry } from "../../ledger/entry.ts";
import { cents, noCents } from "../../money/cents.ts";
import { runs } from "../../money/runs.fixture.ts";
import { anyInvoiceRequest, fixedDurationPlan } from "./advance.fixture.ts";
import { type InvoiceAdvance, invoiceAdvance } from "./advance.ts";
import { invoiceFunded, invoiceRepaid, invoiceWrittenOff, rebateSent } from "./entries.ts";

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

/** Debits less credits of each account that is not at zero. */
function balances(entries: readonly Entry[]) {
  const sums = new Map<string, number>();
  for (const { side, account, amountCents } of entries.flatMap((entry) => entry.lines))
    sums.set(account, (sums.get(account) ?? 0) + (side === "debit" ? amountCents : -amountCents));
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}

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
    expect(balances(entries)).toEqual({ CASH: 9_600, TRANSACTION_FEE_INCOME: -9_600 });
  });

  it("W-1: write-off earns no fee, and a withheld fee lowers the loss", () => {
    const loss = (structure: "GROSS" | "NET") => {
      const advance = first(structure);
      const entries = [invoiceFunded(advance, book), invoiceWrittenOff(onlyPart(advance), book)];
      return balances(entries);
    };
    expect(loss("GROSS")).toEqual({ CLEARING_OUT: -800_000, CREDIT_LOSS_EXPENSE: 800_000 });
    expect(loss("NET")).toEqual({ CLEARING_OUT: -776_000, CREDIT_LOSS_EXPENSE: 776_000 });
  });

  it("leave no receivable and no unearned fee once every part is repaid, and earn the whole fee", () => {
    fc.assert(
      fc.property(anyInvoiceRequest, (request) => {
        const advance = invoiceAdvance(request, plainWorksheet);
        const repaid = advance.schedule.map((part) => invoiceRepaid(part, noCents, book));
        const entries = [invoiceFunded(advance, book), ...repaid];
        const { CLEARING_IN, CLEARING_OUT, TRANSACTION_FEE_INCOME, ...others } = balances(entries);
        expect(others).toEqual({});
        expect(CLEARING_IN).toBe(advance.totalPaymentAmountCents);
        expect((CLEARING_OUT ?? 0) + advance.netDisbursementAmountCents).toBe(0);
        expect((TRANSACTION_FEE_INCOME ?? 0) + advance.feeAmountCents).toBe(0);
      }),
      runs,
    );
  });
});
