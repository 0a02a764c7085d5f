import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { EntryDescription } from "@inlay/lending/payments/entry-description.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

/** Business and personal accounts take different ACH entry classes and have different consumer protection. */
export type AccountHolder = "BUSINESS" | "PERSON";

/** A bank account as the processor needs it before money can move. */
export type AccountToEnroll = {
  /** Our id. A corrected number is another account with another id. */
  accountId: string;
  /** Our id of whom it belongs to: the business, its payee or creditor, or the platform. */
  partyId: string;
  holderName: string;
  holder: AccountHolder;
  kind: "CHECKING" | "SAVINGS";
  accountNumber: Secret;
  routingNumber: Secret;
};

export type PaymentToSend = {
  /** Our id, the same for every attempt at the same order. */
  orderId: string;
  /** Null for a payment of no business. */
  businessId: string | null;
  /** The product that it pays out or pays for, so that the payments of a product are found at the processor. */
  issuedProductId: string | null;
  book: Book;
  direction: PaymentDirection;
  amountCents: Cents;
  /** The processor's account id, as returned by `enroll`, or the book that receives a payment between our own books. */
  to: { enrolledAccount: string; holder: AccountHolder } | { book: Book };
  /** What the counterparty's bank shows. */
  description: EntryDescription;
  /** The banking day on which it should settle. */
  effectiveOn: BusinessDate;
  isSameDay: boolean;
};

/** The network's state of a payment. Completed means sent, and it may still be returned. */
export type AchState = "created" | "pending" | "completed" | "failed";

export type PaymentFailure = {
  reason: FailureReason;
  /** The network's return code, for example R01. Null for a payment that failed without being returned. */
  achCode: string | null;
};

/** The processor's state of a payment. */
export type ProcessorPayment = {
  processorId: string;
  /** Null where the payment was not sent by us. */
  orderId: string | null;
  businessId: string | null;
  direction: PaymentDirection;
  amountCents: Cents;
  effectiveOn: BusinessDate;
  achState: AchState;
  /** The payment waits for a review at the processor. */
  isHeld: boolean;
  failure: PaymentFailure | null;
};

/** A line of our bank statement. */
export type BankLine = {
  lineId: string;
  book: Book;
  /** OUTGOING left our account, INCOMING reached it. */
  direction: PaymentDirection;
  amountCents: Cents;
  postedOn: BusinessDate;
  text: string;
};

/** What our account held at the end of a day, by the bank's own count. */
export type ClosingBalance = { asOf: BusinessDate; balanceCents: Cents };

/** What a line belongs to: a payment, or a returned payment. Null: nothing that the processor knows. */
export type LineMatch = { processorId: string; isReturn: boolean } | null;

/** The account holder's bank asks for other data from now on (notification of change). */
export type AccountCorrection = {
  /** The processor's id of the notification, the same for every delivery. */
  correctionId: string;
  /** The payment that caused it. */
  processorId: string;
  /** The network's change code, for example C01. */
  achCode: string;
  accountNumber: Secret | null;
  routingNumber: Secret | null;
  accountType: "CHECKING" | "SAVINGS" | null;
};

export type PaymentWebhook = {
  /** The same for every delivery of the same webhook. */
  id: string;
  what:
    | { kind: "PAYMENT_CHANGED"; payment: ProcessorPayment }
    | { kind: "PAYMENT_RETURNED"; processorId: string; failure: PaymentFailure; returnedOn: BusinessDate }
    | { kind: "ACCOUNT_CORRECTED"; correction: AccountCorrection }
    | { kind: "BANK_LINE"; line: BankLine }
    /** Nothing that we handle. */
    | { kind: "OTHER" };
};

/** The processor rejected the payment. It will not be carried out. */
export class PaymentRefused extends Error {}

/** This attempt did not reach the processor or was rejected unprocessed. It says nothing about earlier attempts. */
export class PaymentNotSent extends Error {}

/** The payment may or may not have been accepted. Nothing may be sent again before `find` was called. */
export class PaymentOutcomeUnknown extends Error {}

/** The processor does not accept the account. Other numbers are needed. */
export class AccountRefused extends Error {}

/** A read failed for now. It had no effect. */
export class ProcessorUnavailable extends VendorUnavailable {}

/** Debits are paid, or they are returned because the account has too little money. */
export type DebitSimulation = { outcome: "PAID" | "RETURNED"; until: BusinessDate };

export type Payments = {
  /** The processor's id of the account, the same for every call with the same account. May throw AccountRefused. */
  enroll(account: AccountToEnroll): Promise<string>;
  /** Rejects with PaymentRefused, PaymentNotSent or PaymentOutcomeUnknown, and with nothing else. */
  send(payment: PaymentToSend): Promise<ProcessorPayment>;
  /**
   * The payments accepted under our id. None means never accepted, once any attempt has had time to arrive; more than one means that money
   * moved twice. The processor's idempotency keys expire, so a second attempt relies on this call.
   */
  find(orderId: string, businessId: string | null): Promise<ProcessorPayment[]>;
  /** The current state, independent of any webhook. */
  read(processorId: string): Promise<ProcessorPayment>;
  /** All payments that the processor has accepted to settle on this day or later, whoever sent them. */
  acceptedSince(effectiveOn: BusinessDate): Promise<ProcessorPayment[]>;
  /** Every line of a book's account posted on this day or later, oldest first. */
  bankLinesSince(book: Book, postedOn: BusinessDate): Promise<BankLine[]>;
  match(lineId: string): Promise<LineMatch>;
  /** What a book's account holds now. */
  bankBalance(book: Book): Promise<Cents>;
  /** The closing balances of a book's account for this day and later, newest first. A day that is not over has none. */
  closingBalances(book: Book, since: BusinessDate): Promise<ClosingBalance[]>;
  /** What becomes of the debits of a product that settle until a day. Only the sandbox's processor can be told. */
  simulateDebits(issuedProductId: string, simulation: DebitSimulation): Promise<void>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): PaymentWebhook;
};
