import { describe, expect, it } from "vitest";
import { balancesAfter, summaryOf } from "../../ledger/entries.fixture.ts";
import {
  borrowerCreditApplied,
  collectionOnStatement,
  collectionReturned,
  debitReversed,
  disbursementOnStatement,
  overpaid,
} from "../../ledger/entries.ts";
import { reversed } from "../../ledger/entry.ts";
import { cents, noCents } from "../../money/cents.ts";
import { issuedProductLifecycle } from "../issued-product.ts";
import { monthDue, repaid, repaidInNonAccrual } from "./entries.ts";

const book = "CONCAR_SPV_1";
/** The first installment of TL-1, with a twelfth of its fee. */
const due = { interestCents: cents(75_000), feeCents: cents(12_500), income: "ORIGINATION_INCOME" } as const;
const installment = { interestCents: cents(75_000), principalCents: cents(383_400) };
const paymentCents = cents(458_400);

describe("month of an installment", () => {
  it("B-1, B-2: bills the interest and earns the month's part of the fee", () => {
    expect(monthDue(due, "CURRENT", book).map(summaryOf)).toEqual([
      "1110 75000 / 4000 75000",
      "2100 12500 / 4100 12500",
    ]);
  });

  it("B-1: posts nothing for a rate of zero and a fee of zero", () => {
    expect(monthDue({ ...due, interestCents: noCents, feeCents: noCents }, "CURRENT", book)).toEqual([]);
  });

  it("non-accrual: a defaulted product alone bills no interest and earns no fee", () => {
    const silent = issuedProductLifecycle.states.filter((status) => monthDue(due, status, book).length === 0);
    expect(silent).toEqual(["DEFAULTED"]);
  });

  it("non-accrual: interest that was not billed is income when it is paid", () => {
    const paid = { ...installment, unbilledInterestCents: cents(69_249) };
    expect(summaryOf(repaidInNonAccrual(paid, book))).toBe("1060 527649 / 1110 75000; 4000 69249; 1100 383400");
  });
});

describe("payment of an installment", () => {
  it("OV: a borrower's credit pays an installment", () => {
    expect(summaryOf(borrowerCreditApplied(repaid(installment, book)))).toBe("2000 458400 / 1110 75000; 1100 383400");
  });

  it("dishonored return: the money comes back under a new order and is applied again", () => {
    const applied = repaid(installment, book);
    const first = [collectionOnStatement(book, paymentCents), applied];
    const returned = [reversed(applied), collectionReturned(book, paymentCents)];
    const dishonored = [collectionOnStatement(book, paymentCents), applied];
    expect(balancesAfter([...first, ...returned])).toEqual({});
    expect(balancesAfter([...first, ...returned, ...dishonored])).toEqual(balancesAfter(first));
  });

  it("ACH reversal: an outgoing order of ours undoes the application and leaves clearing empty", () => {
    const applied = [repaid(installment, book), overpaid(book, cents(1_600))];
    const undone = [debitReversed(book, cents(460_000), "debit"), ...applied.map(reversed)];
    const bankLines = [collectionOnStatement(book, cents(460_000)), disbursementOnStatement(book, cents(460_000))];
    expect(balancesAfter([...applied, ...undone, ...bankLines])).toEqual({});
  });
});
