import { type BatchEventProperty, batchEventProperty, type NewBatchEvent } from "./batch-event.ts";

const id = "019a7c1e-2f60-7a3b-8c11-5d2e9f0a4b6c";
const account = { name: "First Calm Bank", last4: "6789" };
const loan = {
  product: "TERM_LOAN",
  issuedProductId: id,
  issuedProductStatus: "CURRENT",
  outstandingBalance: 2_192_364,
  percentOfPrincipalPaid: 56,
  paymentsMade: 7,
  paymentsTotal: 12,
} as const;
const advance = {
  ...loan,
  product: "MCA",
  outstandingBalance: 1_348_200,
  percentOfPrincipalPaid: 39,
  paymentsMade: null,
  paymentsTotal: null,
} as const;
const line = { ...loan, product: "LOC_TERM_LOAN", currentAvailableCreditLimitCents: 3_250_000 } as const;
const invoices = {
  ...loan,
  product: "FAST_PAY",
  percentOfPrincipalPaid: null,
  paymentsMade: null,
  paymentsTotal: null,
  currentAvailableCreditLimitCents: 4_120_050,
} as const;
const event = { ...loan, batchEventType: "SERVICING_EVENT" } as const;
const payment = {
  repaymentDate: "2026-08-17",
  repaymentAmountCents: 458_400,
  principalCents: 419_226,
  interestCents: 39_174,
  servicingBankAccount: account,
} as const;
const ofInvoice = { invoiceIdentifier: "INV-2026-00418", invoiceAmountCents: 1_250_000 } as const;

const reminder = {
  ...loan,
  batchEventType: "REPAYMENT_REMINDER",
  paymentAmountCents: 458_400,
  principalCents: 419_226,
  interestCents: 39_174,
  repaymentDate: "2026-08-17",
  dueDate: "2026-08-15",
  servicingBankAccount: account,
} as const;
const late = { ...event, ...payment, subEvent: "LATE", issuedProductStatus: "LATE" } as const;
const fee = {
  ...event,
  subEvent: "FEE_ASSESSED",
  feeType: "LATE_PAYMENT",
  repaymentDate: "2026-09-15",
  repaymentAmountCents: 22_920,
} as const;

const all: readonly (readonly NewBatchEvent[])[] = [
  [reminder],
  [{ ...reminder, ...advance, dueDate: "2026-08-17", principalCents: 409_286, interestCents: 0, feeCents: 49_114 }],
  [{ ...event, ...payment, subEvent: "FIRST_PAYMENT_SUCCESS", paymentsMade: 1, percentOfPrincipalPaid: 8 }],
  [{ ...event, ...payment, subEvent: "PAYMENT_MADE", creditCents: 1_600 }],
  [
    {
      ...event,
      ...payment,
      subEvent: "LAST_PAYMENT_SUCCESS",
      issuedProductStatus: "FULLY_PAID",
      outstandingBalance: 0,
      paymentsMade: 12,
      percentOfPrincipalPaid: 100,
    },
  ],
  [{ ...event, ...payment, subEvent: "PAYMENT_FAILED", failureReason: "NOT_ENOUGH_FUNDS", nextTryOn: "2026-08-24" }],
  [
    {
      ...event,
      ...payment,
      subEvent: "PAYMENT_FAILED",
      failureReason: "ACCOUNT_CLOSED",
      exceptionalCircumstance: "RETURNED_AFTER_SUCCESS",
    },
  ],
  [
    {
      ...event,
      ...line,
      subEvent: "DISBURSEMENT",
      disbursementDate: "2026-08-17",
      disbursementAmountCents: 735_000,
      disbursementBankAccount: account,
    },
  ],
  [
    {
      ...event,
      ...invoices,
      ...ofInvoice,
      product: "EXTEND_PAY_PURCHASE_ORDER",
      subEvent: "DISBURSEMENT",
      disbursementDate: "2026-08-17",
      disbursementAmountCents: 1_250_000,
      disbursementBankAccount: { name: "Valley Bank", last4: "0042" },
      payeeName: "Riverside Flour Mills & Grain Supply Company LLC",
    },
  ],
  [{ ...event, subEvent: "REFUND", disbursementAmountCents: 1_600, disbursementBankAccount: account }],
  [late],
  [{ ...late, ...advance, repaymentDate: null, repaymentAmountCents: null, principalCents: 0, interestCents: 0 }],
  [{ ...late, ...invoices, ...ofInvoice, subEvent: "DEFAULT_NOTICE" }],
  [{ ...event, subEvent: "DEFAULTED", issuedProductStatus: "DEFAULTED" }],
  [fee],
  [{ ...event, ...payment, subEvent: "PAYOFF_SCHEDULED", repaymentAmountCents: 2_231_538, principalCents: 2_192_364 }],
  [{ ...event, subEvent: "PAYOFF_CANCELLED", repaymentAmountCents: 2_231_538 }],
  [{ ...event, ...payment, subEvent: "PAYMENT_ARRANGED", arrangement: "MOVE" }],
  [{ ...event, ...payment, subEvent: "PAYMENT_ARRANGED", arrangement: "SPLIT", secondOn: "2026-08-24" }],
  [{ ...event, ...line, subEvent: "DRAW_REJECTED", disbursementAmountCents: 750_000 }],
  [{ ...event, ...line, subEvent: "LINE_SUSPENDED" }],
  [{ ...event, ...line, subEvent: "LINE_REINSTATED" }],
  [{ ...event, ...line, subEvent: "LIMIT_CHANGED", creditLimitCents: 3_000_000, previousCreditLimitCents: 5_000_000 }],
  [{ ...event, ...line, subEvent: "LIMIT_CHANGED", creditLimitCents: 5_000_000, previousCreditLimitCents: 3_000_000 }],
  [
    {
      ...invoices,
      batchEventType: "FUNDING_REQUEST",
      amountRequestedCents: 1_000_000,
      durationInDays: 60,
      feeRate: "5.5",
      invoiceFaceAmountCents: 1_250_000,
      invoiceSubmittedIdentifier: "INV-2026-00418",
      invoiceSource: "USER_UPLOAD",
    },
  ],
  [{ ...invoices, ...ofInvoice, batchEventType: "INVOICE_IN_REVIEW", reviewReason: "AMOUNT_DIFFERS" }],
  [{ ...invoices, ...ofInvoice, batchEventType: "INVOICE_IN_REVIEW_WARNING", decideBy: "2026-08-24" }],
  [{ ...invoices, ...ofInvoice, batchEventType: "INVOICE_REJECTION", invoiceId: id, rejectionReason: "DUPLICATE" }],
  [
    {
      ...invoices,
      ...ofInvoice,
      batchEventType: "INVOICE_EXTENSION",
      paymentRescheduleType: "INVOICE_EXTENSION",
      originalRepaymentDate: "2026-08-17",
      newRepaymentDate: "2026-09-01",
      repaymentAmountCents: 1_055_000,
      extensionFeeCents: 27_500,
    },
  ],
  [
    {
      ...invoices,
      ...ofInvoice,
      batchEventType: "INVOICE_EXTENSION",
      paymentRescheduleType: "INVOICE_EXTENSION_PAYMENT_FAILED",
      originalRepaymentDate: "2026-09-01",
      newRepaymentDate: "2026-08-19",
      repaymentAmountCents: 1_055_000,
      extensionFeeCents: 27_500,
    },
  ],
  [late, fee, reminder],
];

/** What one email tells: each kind of event alone, and several in one. */
export const batchEventSamples: BatchEventProperty[][] = all.map((events) =>
  events.map((one) => batchEventProperty.parse(one)),
);
