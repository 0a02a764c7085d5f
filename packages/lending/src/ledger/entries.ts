import type { Cents } from "../money/cents.ts";
import type { AccountCode, Book, FeeType } from "./accounts.ts";
import { credit, debit, type Entry, entry } from "./entry.ts";

// The entries that are the same for every product. The entries of funding, billing and payment application are defined with each product.

/** A disbursement is on the bank statement: a funding, a rebate, a refund or a payoff. */
export const disbursementOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_ON_STATEMENT", book, [debit("CLEARING_OUT", amountCents), credit("CASH", amountCents)]);

/** A disbursement was returned. The entries of its submission are reversed after this one. */
export const disbursementReturned = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_RETURNED", book, [debit("CASH", amountCents), credit("CLEARING_OUT", amountCents)]);

/** A debit is on the bank statement and may still be returned. */
export const collectionOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_ON_STATEMENT", book, [debit("CASH", amountCents), credit("CLEARING_IN", amountCents)]);

/** The bank returned a debit. If the payment was already applied, the application is reversed first. */
export const collectionReturned = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_RETURNED", book, [debit("CLEARING_IN", amountCents), credit("CASH", amountCents)]);

/** A platform paid us the amount that it had withheld. */
export const platformSettled = (book: Book, amountCents: Cents): Entry =>
  entry("PLATFORM_SETTLED", book, [debit("CASH", amountCents), credit("PLATFORM_SETTLEMENT_RECEIVABLE", amountCents)]);

/** Fees that are income when they are assessed. The others are earned over time. */
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

/** The part of a payment that exceeds the amount owed. */
export const overpaid = (book: Book, amountCents: Cents): Entry =>
  entry("OVERPAID", book, [debit("CLEARING_IN", amountCents), credit("BORROWER_CREDIT", amountCents)]);

export const borrowerCreditRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("BORROWER_CREDIT_REFUNDED", book, [debit("BORROWER_CREDIT", amountCents), credit("CLEARING_OUT", amountCents)]);

/** The payoff to another lender leaves the escrow account. */
export const externalPayoffSent = (book: Book, amountCents: Cents): Entry =>
  entry("EXTERNAL_PAYOFF_SENT", book, [debit("PAYOFF_ESCROW", amountCents), credit("CLEARING_OUT", amountCents)]);

/** A payment on a product that was written off. */
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

/** The share of a payment that was later returned or refunded. */
export const revenueShareClawedBack = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_CLAWED_BACK", "OPCO", [
    debit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
    credit("REVENUE_SHARE_EXPENSE", amountCents),
  ]);

export const capitalCalled = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_CALLED", book, [debit("CASH", amountCents), credit("CAPITAL", amountCents)]);

export const capitalReturned = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_RETURNED", book, [debit("CAPITAL", amountCents), credit("CASH", amountCents)]);

/** A receivable is sold: one entry in each book, and an amount due between the books until the cash has moved. */
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

/** Cash settles the amount that one book owes another. */
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

/** An incoming bank statement line that matches no order. */
export const unidentifiedReceived = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_RECEIVED", book, [debit("CASH", amountCents), credit("SUSPENSE_UNIDENTIFIED", amountCents)]);

/** An outgoing bank statement line that matches no order. */
export const unidentifiedSent = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_SENT", book, [debit("SUSPENSE_UNIDENTIFIED", amountCents), credit("CASH", amountCents)]);
