import type { Book } from "../../ledger/accounts.ts";
import { type AssessedFee, type UnpaidFee, writtenOff } from "../../ledger/entries.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { type Cents, noCents, subtract } from "../../money/cents.ts";
import type { InvoiceAdvance, InvoiceRepayment } from "./advance.ts";

const planFee = { feeType: "TRANSACTION_FEE" } as const;

/** The payout is submitted to the processor. With GROSS fees the fee is receivable; with NET fees it is withheld. */
export const invoiceFunded = (advance: InvoiceAdvance, book: Book): Entry =>
  entry("INVOICE_FUNDED", book, [
    debit("PRINCIPAL_RECEIVABLE", advance.principalAmountCents),
    debit("FEE_RECEIVABLE", subtract(advance.totalPaymentAmountCents, advance.principalAmountCents), planFee),
    credit("CLEARING_OUT", advance.netDisbursementAmountCents),
    credit("UNEARNED_FEES", advance.feeAmountCents),
  ]);

/** What a repayment pays. `chargedFeeCents` is the part of the fee that is not unearned any more. */
export type Repaid = Pick<InvoiceRepayment, "paymentCents" | "principalCents" | "feeCents" | "chargedFeeCents">;

/** A full or partial repayment succeeded. Its fee less the rebate is earned. */
export function invoiceRepaid(repayment: Repaid, rebateCents: Cents, book: Book): Entry {
  const earnedCents = subtract(repayment.chargedFeeCents, rebateCents);
  return entry("INVOICE_REPAID", book, [
    debit("CLEARING_IN", repayment.paymentCents),
    credit("PRINCIPAL_RECEIVABLE", repayment.principalCents),
    credit("FEE_RECEIVABLE", repayment.feeCents, planFee),
    debit("UNEARNED_FEES", earnedCents),
    credit("TRANSACTION_FEE_INCOME", earnedCents),
  ]);
}

/** The rebate is submitted to the processor. */
export const rebateSent = (rebateCents: Cents, book: Book): Entry =>
  entry("REBATE_SENT", book, [debit("UNEARNED_FEES", rebateCents), credit("CLEARING_OUT", rebateCents)]);

/**
 * The repayment was returned after its rebate was paid: the borrower owes the rebate too, and the fee is unearned again. It follows the
 * reversal of the repayment.
 */
export const rebateClawedBack = (rebateCents: Cents, book: Book): Entry =>
  entry("REBATE_CLAWED_BACK", book, [
    debit("FEE_RECEIVABLE", rebateCents, planFee),
    credit("UNEARNED_FEES", rebateCents),
  ]);

/** A rebate came back although the borrower owed it back: it pays what is unpaid of that. */
export const rebateReturned = (rebateCents: Cents, book: Book): Entry =>
  entry("REBATE_RETURNED", book, [debit("UNEARNED_FEES", rebateCents), credit("FEE_RECEIVABLE", rebateCents, planFee)]);

export type UnpaidInvoice = Pick<InvoiceRepayment, "principalCents" | "feeCents" | "chargedFeeCents"> & {
  /** Fees that were assessed on the invoice: late, insufficient funds, extension. */
  assessedFees: readonly UnpaidFee<AssessedFee>[];
};

/** Write-off of an invoice. Its plan fee was never earned: it offsets its own receivable, or lowers the loss if it was withheld. */
export const invoiceWrittenOff = (unpaid: UnpaidInvoice, book: Book): Entry =>
  writtenOff(
    book,
    {
      principalCents: unpaid.principalCents,
      interestCents: noCents,
      fees: [{ ...planFee, amountCents: unpaid.feeCents }, ...unpaid.assessedFees],
      unearnedFeeCents: unpaid.chargedFeeCents,
    },
    "TRANSACTION_FEE_INCOME",
  );
