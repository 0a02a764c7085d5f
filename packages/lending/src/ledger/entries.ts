import { add, type Cents, least, subtract, sum } from "../money/cents.ts";
import type { AccountCode, Book, FeeType } from "./accounts.ts";
import { credit, debit, type Entry, entry, type Line, otherSide } from "./entry.ts";

// The entries that are the same for every product. The entries of funding, billing and payment application are defined with each product.
//
// Only the lines of our own bank move cash: the six entries of the first section. All others move money through the clearing account of a
// payment order, which the order's bank line empties.

// Bank lines.

/** A disbursement is on the bank statement: a funding, a rebate, a refund or any other outgoing order. */
export const disbursementOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_ON_STATEMENT", book, [debit("CLEARING_OUT", amountCents), credit("CASH", amountCents)]);

/** A disbursement was returned. The entries of its submission are reversed after this one. */
export const disbursementReturned = (book: Book, amountCents: Cents): Entry =>
  entry("DISBURSEMENT_RETURNED", book, [debit("CASH", amountCents), credit("CLEARING_OUT", amountCents)]);

/** A debit is on the bank statement and may still be returned. */
export const collectionOnStatement = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_ON_STATEMENT", book, [debit("CASH", amountCents), credit("CLEARING_IN", amountCents)]);

/**
 * The bank returned a debit. If the payment was already applied, the application is reversed first. When the return is dishonored, the money
 * comes back under a new order, like any other debit.
 */
export const collectionReturned = (book: Book, amountCents: Cents): Entry =>
  entry("COLLECTION_RETURNED", book, [debit("CLEARING_IN", amountCents), credit("CASH", amountCents)]);

/** An incoming bank statement line that matches no order. */
export const unidentifiedReceived = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_RECEIVED", book, [debit("CASH", amountCents), credit("SUSPENSE_UNIDENTIFIED", amountCents)]);

/** An outgoing bank statement line that matches no order. */
export const unidentifiedSent = (book: Book, amountCents: Cents): Entry =>
  entry("UNIDENTIFIED_SENT", book, [debit("SUSPENSE_UNIDENTIFIED", amountCents), credit("CASH", amountCents)]);

// Suspense, cleared by staff.

/** The clearing account of an order: CLEARING_IN of a debit, CLEARING_OUT of a payout. */
export type Clearing = Extract<AccountCode, "CLEARING_IN" | "CLEARING_OUT">;

/** Staff found the order of an unidentified receipt: a debit, or a payout that was returned. Clearing is as if its line had matched at once. */
export const receiptIdentified = (book: Book, clearing: Clearing, amountCents: Cents): Entry =>
  entry("RECEIPT_IDENTIFIED", book, [debit("SUSPENSE_UNIDENTIFIED", amountCents), credit(clearing, amountCents)]);

/** Staff found the order of an unidentified withdrawal: a payout, or a debit that was returned. */
export const withdrawalIdentified = (book: Book, clearing: Clearing, amountCents: Cents): Entry =>
  entry("WITHDRAWAL_IDENTIFIED", book, [debit(clearing, amountCents), credit("SUSPENSE_UNIDENTIFIED", amountCents)]);

/** An unidentified receipt is sent back to its sender: the outgoing order is submitted. */
export const receiptSentBack = (book: Book, amountCents: Cents): Entry =>
  entry("RECEIPT_SENT_BACK", book, [debit("SUSPENSE_UNIDENTIFIED", amountCents), credit("CLEARING_OUT", amountCents)]);

/** Whoever was paid by an unidentified withdrawal paid it back: the incoming order succeeded. */
export const withdrawalPaidBack = (book: Book, amountCents: Cents): Entry =>
  entry("WITHDRAWAL_PAID_BACK", book, [
    debit("CLEARING_IN", amountCents),
    credit("SUSPENSE_UNIDENTIFIED", amountCents),
  ]);

/** An unidentified withdrawal was a charge of our bank. */
export const bankChargeIdentified = (book: Book, amountCents: Cents): Entry =>
  entry("BANK_CHARGE_IDENTIFIED", book, [
    debit("PAYMENT_PROCESSING_EXPENSE", amountCents),
    credit("SUSPENSE_UNIDENTIFIED", amountCents),
  ]);

// Fees.

/** Fees that are income when they are assessed. The others are earned over time. */
export type AssessedFee = Extract<FeeType, "LATE_PAYMENT" | "INSUFFICIENT_FUNDS" | "EXTENSION_FEE" | "MAINTENANCE">;

const incomeOf: Record<AssessedFee, AccountCode> = {
  LATE_PAYMENT: "LATE_INCOME",
  INSUFFICIENT_FUNDS: "NSF_INCOME",
  EXTENSION_FEE: "EXTENSION_INCOME",
  MAINTENANCE: "MAINTENANCE_INCOME",
};

export const isAssessedFee = (feeType: FeeType): feeType is AssessedFee => feeType in incomeOf;

/** A fee is assessed: it is owed and income at once. */
export const feeAssessed = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_ASSESSED", book, [
    debit("FEE_RECEIVABLE", amountCents, { feeType }),
    credit(incomeOf[feeType], amountCents),
  ]);

/** The debit of an assessed fee succeeded. */
export const feeCollected = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_COLLECTED", book, [debit("CLEARING_IN", amountCents), credit("FEE_RECEIVABLE", amountCents, { feeType })]);

/** An assessed fee is waived, so it was no income. */
export const feeWaived = (book: Book, feeType: AssessedFee, amountCents: Cents): Entry =>
  entry("FEE_WAIVED", book, [
    debit(incomeOf[feeType], amountCents),
    credit("FEE_RECEIVABLE", amountCents, { feeType }),
  ]);

/** A promotion's refund is submitted to the processor. */
export const promotionRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("PROMOTION_REFUNDED", book, [debit("PROMOTION_EXPENSE", amountCents), credit("CLEARING_OUT", amountCents)]);

// What borrowers pay too much, and what we debit by mistake.

/** The part of a payment that exceeds the amount owed. */
export const overpaid = (book: Book, amountCents: Cents): Entry =>
  entry("OVERPAID", book, [debit("CLEARING_IN", amountCents), credit("BORROWER_CREDIT", amountCents)]);

/** The refund of a borrower's credit is submitted to the processor. */
export const borrowerCreditRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("BORROWER_CREDIT_REFUNDED", book, [debit("BORROWER_CREDIT", amountCents), credit("CLEARING_OUT", amountCents)]);

/**
 * A debit was returned after its excess had been refunded or used, so that the business's credit is below zero: the shortfall is owed on the
 * product. It follows the reversal of the debit.
 */
export const creditOwedBack = (book: Book, amountCents: Cents): Entry =>
  entry("CREDIT_OWED_BACK", book, [debit("PRINCIPAL_RECEIVABLE", amountCents), credit("BORROWER_CREDIT", amountCents)]);

/** A refund came back although the business owed it back: its credit pays what is unpaid of that. */
export const creditReturned = (book: Book, amountCents: Cents): Entry =>
  entry("CREDIT_RETURNED", book, [debit("BORROWER_CREDIT", amountCents), credit("PRINCIPAL_RECEIVABLE", amountCents)]);

/** The debit of a credit that was owed back succeeded. */
export const creditPaidBack = (book: Book, amountCents: Cents): Entry =>
  entry("CREDIT_PAID_BACK", book, [debit("CLEARING_IN", amountCents), credit("PRINCIPAL_RECEIVABLE", amountCents)]);

/** A borrower's credit pays an obligation: the entry of such a payment, taken from the credit instead of a debit. */
export const borrowerCreditApplied = (payment: Entry): Entry =>
  entry("BORROWER_CREDIT_APPLIED", payment.book, throughInstead("BORROWER_CREDIT", payment.lines));

/** Our reversal of a wrong debit is submitted: an outgoing order pays back what the debit has in clearing. What the debit paid is reversed. */
export const debitReversed = (book: Book, amountCents: Cents, debitId: string): Entry =>
  entry("DEBIT_REVERSED", book, [
    debit("CLEARING_IN", amountCents, { subjects: { paymentOrderId: debitId } }),
    credit("CLEARING_OUT", amountCents),
  ]);

/** The lines of a collection with another account in place of its clearing. */
function throughInstead(account: AccountCode, lines: readonly Line[]): Line[] {
  if (!lines.some((line) => line.account === "CLEARING_IN")) throw new Error("nothing was collected");
  return lines.map((line) => (line.account === "CLEARING_IN" ? { ...line, account } : line));
}

// Payoffs to other lenders.

/** The payoff to another lender leaves the escrow account. */
export const externalPayoffSent = (book: Book, amountCents: Cents): Entry =>
  entry("EXTERNAL_PAYOFF_SENT", book, [debit("PAYOFF_ESCROW", amountCents), credit("CLEARING_OUT", amountCents)]);

// Losses.

/** An unpaid fee, by kind. */
export type UnpaidFee<Type extends FeeType = FeeType> = { feeType: Type; amountCents: Cents };

/** What the books hold of a product, a draw or an invoice. */
export type ProductBalance = {
  principalCents: Cents;
  /** Billed and unpaid. */
  interestCents: Cents;
  fees: readonly UnpaidFee[];
  /** The part of its fee that is not earned yet. */
  unearnedFeeCents: Cents;
};

/** The income accounts of fees that are earned over time. */
export type EarnedFeeIncome = Extract<AccountCode, "ORIGINATION_INCOME" | "TRANSACTION_FEE_INCOME" | "MCA_FEE_INCOME">;

const owedOf = ({ principalCents, interestCents, fees }: ProductBalance): Cents =>
  add(principalCents, interestCents, sum(fees.map((fee) => fee.amountCents)));

/** The lines that take a balance's receivables off the books. */
const receivablesRemoved = ({ principalCents, interestCents, fees }: ProductBalance): Line[] => [
  credit("PRINCIPAL_RECEIVABLE", principalCents),
  credit("INTEREST_RECEIVABLE", interestCents),
  ...fees.map(({ feeType, amountCents }) => credit("FEE_RECEIVABLE", amountCents, { feeType })),
];

/**
 * Everything owed is written off. The unearned fee was never income, so it covers the loss first and only the remainder is an expense. What
 * it exceeds the loss by was withheld at funding, and is income now.
 */
export function writtenOff(book: Book, balance: ProductBalance, income: EarnedFeeIncome): Entry {
  const owedCents = owedOf(balance);
  const coveredCents = least(owedCents, balance.unearnedFeeCents);
  return entry("WRITTEN_OFF", book, [
    debit("CREDIT_LOSS_EXPENSE", subtract(owedCents, coveredCents)),
    debit("UNEARNED_FEES", balance.unearnedFeeCents),
    ...receivablesRemoved(balance),
    credit(income, subtract(balance.unearnedFeeCents, coveredCents)),
  ]);
}

/** A payment on a product that was written off succeeded. */
export const recovered = (book: Book, amountCents: Cents): Entry =>
  entry("RECOVERED", book, [debit("CLEARING_IN", amountCents), credit("RECOVERIES", amountCents)]);

/** More losses are expected. */
export const allowanceBuilt = (book: Book, amountCents: Cents): Entry =>
  entry("ALLOWANCE_BUILT", book, [
    debit("CREDIT_LOSS_EXPENSE", amountCents),
    credit("ALLOWANCE_FOR_LOSSES", amountCents),
  ]);

/** Fewer losses are expected, or they were written off: a write-off is an expense of its own. */
export const allowanceReleased = (book: Book, amountCents: Cents): Entry =>
  entry("ALLOWANCE_RELEASED", book, [
    debit("ALLOWANCE_FOR_LOSSES", amountCents),
    credit("CREDIT_LOSS_EXPENSE", amountCents),
  ]);

// Costs.

/** The payment of a processor's or bank's invoice is submitted. */
export const processingCostPaid = (book: Book, amountCents: Cents): Entry =>
  entry("PROCESSING_COST_PAID", book, [
    debit("PAYMENT_PROCESSING_EXPENSE", amountCents),
    credit("CLEARING_OUT", amountCents),
  ]);

/** The small credits that verify a bank account are submitted. */
export const microEntriesSent = (book: Book, amountCents: Cents): Entry =>
  entry("MICRO_ENTRIES_SENT", book, [
    debit("PAYMENT_PROCESSING_EXPENSE", amountCents),
    credit("CLEARING_OUT", amountCents),
  ]);

/** The debit that takes the small credits back succeeded. */
export const microEntriesTakenBack = (book: Book, amountCents: Cents): Entry =>
  entry("MICRO_ENTRIES_TAKEN_BACK", book, [
    debit("CLEARING_IN", amountCents),
    credit("PAYMENT_PROCESSING_EXPENSE", amountCents),
  ]);

// Platforms.

/** A platform's payment of the amount that it had withheld succeeded. */
export const platformSettled = (book: Book, amountCents: Cents): Entry =>
  entry("PLATFORM_SETTLED", book, [
    debit("CLEARING_IN", amountCents),
    credit("PLATFORM_SETTLEMENT_RECEIVABLE", amountCents),
  ]);

/** Refunds have exceeded what a platform withheld for too long, so our payment of the difference is submitted. */
export const platformRefunded = (book: Book, amountCents: Cents): Entry =>
  entry("PLATFORM_REFUNDED", book, [
    debit("PLATFORM_SETTLEMENT_RECEIVABLE", amountCents),
    credit("CLEARING_OUT", amountCents),
  ]);

/** A platform has earned a share of our revenue. */
export const revenueShareAccrued = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_ACCRUED", "OPCO", [
    debit("REVENUE_SHARE_EXPENSE", amountCents),
    credit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
  ]);

/** The payment of a platform's share is submitted. */
export const revenueSharePaid = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_PAID", "OPCO", [
    debit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
    credit("CLEARING_OUT", amountCents),
  ]);

/** The share of a payment that was later returned or refunded. */
export const revenueShareClawedBack = (amountCents: Cents): Entry =>
  entry("REVENUE_SHARE_CLAWED_BACK", "OPCO", [
    debit("PLATFORM_REVENUE_SHARE_PAYABLE", amountCents),
    credit("REVENUE_SHARE_EXPENSE", amountCents),
  ]);

// Capital, and amounts between books.

/** The payment of a capital call succeeded. */
export const capitalCalled = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_CALLED", book, [debit("CLEARING_IN", amountCents), credit("CAPITAL", amountCents)]);

/** The payment that returns capital is submitted. */
export const capitalReturned = (book: Book, amountCents: Cents): Entry =>
  entry("CAPITAL_RETURNED", book, [debit("CAPITAL", amountCents), credit("CLEARING_OUT", amountCents)]);

/**
 * A product is sold for what is owed on it less the fee that the buyer still has to earn: one entry in each book, and an amount due between
 * the books until the cash has moved.
 */
export function receivableSold(seller: Book, buyer: Book, sold: ProductBalance): [Entry, Entry] {
  const priceCents = subtract(owedOf(sold), sold.unearnedFeeCents);
  const removed = [debit("UNEARNED_FEES", sold.unearnedFeeCents), ...receivablesRemoved(sold)];
  return [
    entry("RECEIVABLE_SOLD", seller, [debit("DUE_TO_FROM_BOOKS", priceCents, { otherBook: buyer }), ...removed]),
    entry("RECEIVABLE_BOUGHT", buyer, [
      ...removed.map(otherSide),
      credit("DUE_TO_FROM_BOOKS", priceCents, { otherBook: seller }),
    ]),
  ];
}

/** The payment of what one book owes another is submitted. */
export const paidToBook = (payer: Book, payee: Book, amountCents: Cents): Entry =>
  entry("PAID_TO_BOOK", payer, [
    debit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: payee }),
    credit("CLEARING_OUT", amountCents),
  ]);

/** The payment has reached the bank account of the book that it was owed to. */
export const receivedFromBook = (payer: Book, payee: Book, amountCents: Cents): Entry =>
  entry("RECEIVED_FROM_BOOK", payee, [
    debit("CLEARING_IN", amountCents),
    credit("DUE_TO_FROM_BOOKS", amountCents, { otherBook: payer }),
  ]);
