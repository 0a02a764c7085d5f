import type { Book } from "../../ledger/accounts.ts";
import { credit, debit, type Entry, entry } from "../../ledger/entry.ts";
import { add, type Cents, subtract } from "../../money/cents.ts";
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

/** A repayment succeeded. Its fee less the rebate is earned. */
export function invoiceRepaid(repayment: InvoiceRepayment, rebateCents: Cents, book: Book): Entry {
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

/** Write-off of an invoice. The fee was never earned: it offsets its own receivable, or lowers the loss if it was withheld. */
export function invoiceWrittenOff(unpaid: InvoiceRepayment, book: Book): Entry {
  const owedCents = add(unpaid.principalCents, unpaid.feeCents);
  return entry("WRITTEN_OFF", book, [
    debit("CREDIT_LOSS_EXPENSE", subtract(owedCents, unpaid.chargedFeeCents)),
    debit("UNEARNED_FEES", unpaid.chargedFeeCents),
    credit("PRINCIPAL_RECEIVABLE", unpaid.principalCents),
    credit("FEE_RECEIVABLE", unpaid.feeCents, planFee),
  ]);
}
