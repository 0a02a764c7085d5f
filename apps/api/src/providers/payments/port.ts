import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import type { Cents } from "@inlay/lending/money/cents.ts";
import type { FailureReason } from "@inlay/lending/payments/failure-reason.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import type { WebhookRequest } from "../webhook.ts";

/** A business's account takes other entries and is protected otherwise than a person's own. */
export type AccountHolder = "BUSINESS" | "PERSON";

/** A bank account as the processor must know it before money can move. */
export type AccountToEnroll = {
  /** Ours. A corrected number is another account, under another id. */
  accountId: string;
  businessId: string;
  holderName: string;
  holder: AccountHolder;
  kind: "CHECKING" | "SAVINGS";
  accountNumber: Secret;
  routingNumber: Secret;
};

/**
 * What the other side's bank shows beside the entry. The network prescribes RETRY PYMT and RETURN FEE; an advance is not called a loan.
 */
export type EntryDescription = "LOAN PYMT" | "ADV PYMT" | "RETRY PYMT" | "RETURN FEE" | "FUNDING" | "REFUND";

export type PaymentToSend = {
  /** Ours, and the same for every attempt at the same order. */
  orderId: string;
  businessId: string;
  book: Book;
  direction: PaymentDirection;
  amountCents: Cents;
  /** As `enrol` named it. */
  enrolledAccount: string;
  holder: AccountHolder;
  description: EntryDescription;
  /** The banking day on which it should settle. */
  effectiveOn: BusinessDate;
  isSameDay: boolean;
};

/** How far the network is with it. Completed means handed over, and may still fail by a return. */
export type AchState = "created" | "pending" | "completed" | "failed";

export type PaymentFailure = {
  reason: FailureReason;
  /** The network's code where it came back: R01. */
  achCode: string | null;
};

/** What the processor knows of a payment. */
export type ProcessorPayment = {
  processorId: string;
  /** Null where the payment was not sent by us. */
  orderId: string | null;
  businessId: string | null;
  direction: PaymentDirection;
  amountCents: Cents;
  effectiveOn: BusinessDate;
  achState: AchState;
  /** It waits for somebody at the processor. */
  isHeld: boolean;
  failure: PaymentFailure | null;
};

/** A line of our own bank's statement. */
export type BankLine = {
  lineId: string;
  book: Book;
  /** OUTGOING left our account, INCOMING reached it. */
  direction: PaymentDirection;
  amountCents: Cents;
  postedOn: BusinessDate;
  text: string;
};

/** What a line belongs to: a payment, or a payment that came back. Null: nothing that the processor knows. */
export type LineMatch = { processorId: string; isReturn: boolean } | null;

/** The holder's bank asks us to use other numbers from now on. */
export type AccountCorrection = {
  processorId: string;
  achCode: string;
  accountNumber: Secret | null;
  routingNumber: Secret | null;
};

export type PaymentWebhook = {
  /** The same for every copy of the same message. */
  id: string;
  what:
    | { kind: "PAYMENT_CHANGED"; payment: ProcessorPayment }
    | { kind: "PAYMENT_RETURNED"; processorId: string; failure: PaymentFailure; returnedOn: BusinessDate }
    | { kind: "ACCOUNT_CORRECTED"; correction: AccountCorrection }
    | { kind: "BANK_LINE"; line: BankLine }
    /** Nothing that we act on. */
    | { kind: "OTHER" };
};

/** The processor looked at it and said no. It will not be carried out. */
export class PaymentRefused extends Error {}

/** This attempt certainly did not reach the processor, or was turned away unread. It says nothing of earlier attempts. */
export class PaymentNotSent extends Error {}

/** It may have been accepted or not. Nothing may be sent again before `find` was asked. */
export class PaymentOutcomeUnknown extends Error {}

/** The processor will not take the account; other numbers are needed. */
export class AccountRefused extends Error {}

/** A question that could not be answered just now. Nothing was changed by asking. */
export class ProcessorUnavailable extends Error {}

export type Payments = {
  /** The processor's name for the account; the same whenever it is asked for the same account. May throw AccountRefused. */
  enroll(account: AccountToEnroll): Promise<string>;
  /** Rejects with PaymentRefused, PaymentNotSent or PaymentOutcomeUnknown, and with nothing else. */
  send(payment: PaymentToSend): Promise<ProcessorPayment>;
  /**
   * What was accepted under our id. None means never accepted, once any attempt has had time to arrive; more than one means that money
   * moved twice. The processor's memory of idempotency keys ends, so this is what a second attempt rests on.
   */
  find(orderId: string, businessId: string): Promise<ProcessorPayment[]>;
  /** What is true now, whatever was told. */
  read(processorId: string): Promise<ProcessorPayment>;
  /** Everything that the processor has accepted to settle on this day or later, whoever sent it. */
  acceptedSince(effectiveOn: BusinessDate): Promise<ProcessorPayment[]>;
  /** Every line of a book's account posted on this day or later, oldest first. */
  bankLinesSince(book: Book, postedOn: BusinessDate): Promise<BankLine[]>;
  match(lineId: string): Promise<LineMatch>;
  bankBalance(book: Book): Promise<Cents>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): PaymentWebhook;
};
