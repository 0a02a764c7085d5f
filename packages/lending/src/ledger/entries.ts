import type { Cents } from "../money/cents.ts";
import type { AccountCode, Book, FeeType } from "./accounts.ts";
import { credit, debit, type Entry, entry } from "./entry.ts";

// The entries that are the same for every product. Funding, billing and applying a payment differ, and stand with the products.

/** Money of ours has left the bank: a funding, a rebate, a refund, a payoff. */
export const disbursementOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_ON_STATEMENT", book, [debit("CLEARING_OUT", amountCents), credit("CASH", amountCents)]);

/** It came back. What had been booked when it was submitted is reversed after this. */
export const disbursementReturned = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_RETURNED", book, [debit("CASH", amountCents), credit("CLEARING_OUT", amountCents)]);

/** A debit is on the bank statement and may still be returned. */
export const collectionOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_ON_STATEMENT", book, [debit("CASH", amountCents), credit("CLEARING_IN", amountCents)]);

/** The bank took a debit back. If it had counted as paid, that is reversed first. */
export const collectionReturned = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_RETURNED", book, [debit("CLEARING_IN", amountCents), credit("CASH", amountCents)]);

/** A platform handed over what it had split off for us. */
export const platformSettled = (book: Book, amountCents: Cents): Entry =>
  entry("PLATFORM_SETTLED", book, [debit("CASH", amountCents), credit("PLATFORM_SETTLEMENT_RECEIVABLE", amountCents)]);

/** Fees that are income the moment they are assessed; the others are earned over time. */
type AssessedFee = Extract<FeeType, "LATE_PAYMENT" | "INSUFFICIENT_FUNDS" | "EXTENSION_FEE" | "MAINTENANCE">;

const incomeOf: Record<AssessedFee, AccountCode> = {
  LATE_PAYMENT: "LATE_INCOME",
  INSUFFICIENT_FUNDS: "NSF_INCOME",
  EXTENSION_FEE: "EXTENSION_INCOME",
  MAINTENANCE: "MAINTENANCE_INCOME",
};

export const feeAssessed = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_ASSESSED", book, [
    debit("FEE_RECEIVABLE", amountCents, { feeType }),
    credit(incomeOf[feeType], amountCents),
  ]);

export const feeCollected = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_COLLECTED", book, [debit("CLEARING_IN", amountCents), credit("FEE_RECEIVABLE", amountCents, { feeType })]);

export const feeWaived = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_WAIVED", book, [
    debit(incomeOf[feeType], amountCents),
    credit("FEE_RECEIVABLE", amountCents, { feeType }),
  ]);

export const promotionRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("PROMOTION_REFUNDED", book, [debit("PROMOTION_EXPENSE", amountCents), credit("CLEARING_OUT", amountCents)]);

/** The part of a payment that nothing was owed for. */
export const overpaid = (book: Book, amountCents: Cents): Entry =>
  entry("OVERPAID", book, [debit("CLEARING_IN", amountCents), credit("BORROWER_CREDIT", amountCents)]);

export const borrowerCreditRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("BORROWER_CREDIT_REFUNDED", book, [debit("BORROWER_CREDIT", amountCents), credit("CLEARING_OUT", amountCents)]);

/** The other lender's payoff leaves the escrow. */
export const externalPayoffSent = (book: Book, amountCents: Cents): Entry =>
  entry("EXTERNAL_PAYOFF_SENT", book, [debit("PAYOFF_ESCROW", amountCents), credit("CLEARING_OUT", amountCents)]);

/** Paid after it had been written off. */
export const recovered = (book: Book, amountCents: Cents): Entry =>
  entry("RECOVERED", book, [debit("CASH", amountCents), credit("RECOVERIES", amountCents)]);

export const revenueShareAccrued = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_ACCRUED", "OPCO", [
    debit("REVENUE_SHARE_EXPENSE", amountCents),
    credit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
  ]);

export const revenueSharePaid = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_PAID", "OPCO", [
    debit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
    credit("CASH", amountCents),
  ]);

/** A share of a payment that was returned or refunded after all. */
export const revenueShareClawedBack = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_CLAWED_BACK", "OPCO", [
    debit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
    credit("REVENUE_SHARE_EXPENSE", amountCents),
  ]);

export const capitalCalled = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_CALLED", book, [debit("CASH", amountCents), credit("CAPITAL", amountCents)]);

export const capitalReturned = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_RETURNED", book, [debit("CAPITAL", amountCents), credit("CASH", amountCents)]);

/** A receivable changes owner: an entry in each book, and each owes the other until the cash has moved. */
export const receivableSold = (seller: Book, buyer: Book, principalCents: Cents): [Entry, Entry] => [
  entry("RECEIVABLE_SOLD", seller, [
    debit("DUE_TO_FROM_BOOKS", principalCents, { otherBook: buyer }),
    credit("PRINCIPAL_RECEIVABLE", principalCents),
  ]),
  entry("RECEIVABLE_BOUGHT", buyer, [
    debit("PRINCIPAL_RECEIVABLE", principalCents),
    credit("DUE_TO_FROM_BOOKS", principalCents, { otherBook: seller }),
  ]),
];

/** The cash that settles what one book owes another. */
export const booksSettled = (payer: Book, payee: Book, amountCents: Cents): [Entry, Entry] => [
  entry("PAID_TO_BOOK", payer, [
    debit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: payee }),
    credit("CASH", amountCents),
  ]),
  entry("RECEIVED_FROM_BOOK", payee, [
    debit("CASH", amountCents),
    credit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: payer }),
  ]),
];

/** A bank line that matches no order of ours. */
export const unidentifiedReceived = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_RECEIVED", book, [debit("CASH", amountCents), credit("SUSPENSE_UNIDENTIFIED", amountCents)]);

/** Money that left our account, and no order of ours sent it. */
export const unidentifiedSent = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_SENT", book, [debit("SUSPENSE_UNIDENTIFIED", amountCents), credit("CASH", amountCents)]);
