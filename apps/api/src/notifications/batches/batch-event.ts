import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { productTypes } from "@inlay/lending/products/product-type.ts";
import { arrangementKinds } from "@inlay/lending/servicing/arrangements.ts";
import { servicingSubEvents } from "@inlay/lending/servicing/notifications.ts";
import { shownFailures } from "@inlay/lending/servicing/shown-failure.ts";
import { z } from "zod";

const cents = z.int();
const date = z.iso.date();
/** An account as an email shows it. */
const maskedAccount = z.object({ name: z.string(), last4: z.string().nullable() });

/** What is told of a product in every event about it. Shares are null where the product has no schedule. */
const product = z.object({
  product: z.enum(productTypes),
  issuedProductId: z.uuid(),
  issuedProductStatus: z.enum(issuedProductLifecycle.states),
  /** What is left to pay of its principal, or of an advance with its fee. */
  outstandingBalance: cents.nullable().default(null),
  percentOfPrincipalPaid: z.int().min(0).max(100).nullable().default(null),
  paymentsMade: z.int().nullable().default(null),
  paymentsTotal: z.int().nullable().default(null),
  currentAvailableCreditLimitCents: cents.nullable().default(null),
});

const split = {
  principalCents: cents.default(0),
  interestCents: cents.default(0),
  feeCents: cents.default(0),
};

const invoice = {
  invoiceIdentifier: z.string().nullable().default(null),
  invoiceAmountCents: cents.nullable().default(null),
};

/** What people are told, with the figures that were true then. The wire names the types and fields, as far as it has them. */
export const batchEventProperty = z.discriminatedUnion("batchEventType", [
  product.extend({
    batchEventType: z.literal("REPAYMENT_REMINDER"),
    paymentAmountCents: cents,
    repaymentDate: date,
    /** The day on which it is due, which may be one on which banks are closed. */
    dueDate: date,
    feeType: z.enum(feeTypes).nullable().default(null),
    drawDate: date.nullable().default(null),
    servicingBankAccount: maskedAccount.nullable(),
    ...split,
    ...invoice,
  }),
  product.extend({
    batchEventType: z.literal("SERVICING_EVENT"),
    subEvent: z.enum(servicingSubEvents),
    disbursementDate: date.nullable().default(null),
    disbursementAmountCents: cents.nullable().default(null),
    disbursementBankAccount: maskedAccount.nullable().default(null),
    /** Whom a payable was paid for the business. */
    payeeName: z.string().nullable().default(null),
    repaymentDate: date.nullable().default(null),
    repaymentAmountCents: cents.nullable().default(null),
    servicingBankAccount: maskedAccount.nullable().default(null),
    feeType: z.enum(feeTypes).nullable().default(null),
    failureReason: z.enum(shownFailures).nullable().default(null),
    /** The payment had already been counted when its bank took it back. */
    exceptionalCircumstance: z.enum(["RETURNED_AFTER_SUCCESS"]).nullable().default(null),
    nextTryOn: date.nullable().default(null),
    arrangement: z.enum(arrangementKinds).nullable().default(null),
    secondOn: date.nullable().default(null),
    creditCents: cents.default(0),
    /** The limit of a line after and before its change. */
    creditLimitCents: cents.nullable().default(null),
    previousCreditLimitCents: cents.nullable().default(null),
    ...split,
    ...invoice,
  }),
  product.extend({
    batchEventType: z.literal("INVOICE_REJECTION"),
    invoiceId: z.uuid(),
    rejectionReason: z.string().nullable().default(null),
    ...invoice,
  }),
  product.extend({
    batchEventType: z.literal("INVOICE_IN_REVIEW"),
    reviewReason: z.string().nullable().default(null),
    ...invoice,
  }),
  product.extend({
    batchEventType: z.literal("INVOICE_IN_REVIEW_WARNING"),
    reviewReason: z.string().nullable().default(null),
    /** The day on which the invoice is refused if nobody has decided. */
    decideBy: date.nullable().default(null),
    ...invoice,
  }),
  product.extend({
    batchEventType: z.literal("FUNDING_REQUEST"),
    amountRequestedCents: cents.nullable(),
    durationInDays: z.int().nullable().default(null),
    /** In percent, as decimal text. */
    feeRate: z.string().nullable().default(null),
    invoiceFaceAmountCents: cents.nullable().default(null),
    invoiceSubmittedIdentifier: z.string().nullable().default(null),
    invoiceSource: z.string().nullable().default(null),
  }),
  product.extend({
    batchEventType: z.literal("INVOICE_EXTENSION"),
    paymentRescheduleType: z.enum(["INVOICE_EXTENSION", "INVOICE_EXTENSION_PAYMENT_FAILED"]),
    originalRepaymentDate: date,
    newRepaymentDate: date,
    repaymentAmountCents: cents,
    lateFeeCents: cents.nullable().default(null),
    extensionFeeCents: cents.nullable().default(null),
    ...invoice,
  }),
]);
export type BatchEventProperty = z.infer<typeof batchEventProperty>;
/** As it is written: what is not known may be left out. */
export type NewBatchEvent = z.input<typeof batchEventProperty>;
