import { invoiceLifecycle } from "@inlay/lending/mechanics/invoices/invoice.ts";
import { pricingPlan } from "@inlay/lending/mechanics/invoices/terms.ts";
import { invoiceReviewReasons } from "@inlay/lending/mechanics/invoices/why-review-invoice.ts";
import { z } from "zod/mini";
import { keptAddress } from "../fields/fields.ts";
import { uuid } from "../ids.ts";

const cents = z.int();
const date = z.iso.date();
const time = z.iso.datetime();

/** The products that finance invoices: those that the business sends, and those that it has to pay. */
export const invoiceProducts = ["FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER"] as const;

/** How an invoice came to us: as data or as a file in a platform's session, or uploaded by a person. */
export const invoiceSources = ["EMBEDDED_SESSION_DATA", "EMBEDDED_SESSION_FILE", "USER_UPLOAD"] as const;

/** The business or person that an invoice is sent to or comes from. */
const party = z.object({
  type: z.enum(["BUSINESS", "INDIVIDUAL"]),
  businessName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  middleName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  address: z.nullable(keptAddress),
});

export type Invoice = z.infer<typeof invoice>;
export type InvoiceParty = z.infer<typeof party>;

const repayment = z.object({
  repaymentDate: date,
  repaymentAmountCents: cents,
  repaymentFeeAmountCents: cents,
  repaymentPrincipalAmountCents: cents,
});

const dateChange = z.object({
  id: uuid,
  issuedProductId: uuid,
  invoiceId: uuid,
  changedBy: z.enum(["PROVIDER", "BORROWER"]),
  changeReason: z.enum(["PAYMENT_EXTENSION", "REVERSE_LAST_CHANGE"]),
  beforeDate: date,
  afterDate: date,
  createdAt: time,
  updatedAt: time,
});

/**
 * Where a bill's money goes. WANTED: the payee has not given an account yet. CHECKED: it is verified, screened and held like any new
 * account. READY: it can be paid.
 */
const payeeAccount = z.object({
  status: z.enum(["WANTED", "CHECKED", "READY"]),
  accountNumberLast4: z.nullable(z.string()),
});

/** A financed invoice or bill. Amounts and dates are null until they are known. */
export const invoice = z.object({
  id: uuid,
  issuedProductId: uuid,
  productType: z.enum(invoiceProducts),
  state: z.enum(invoiceLifecycle.states),
  /** Its borrower cancelled it. */
  isCancelled: z.boolean(),
  /** Of a bill: the payee must receive all of it, so it is not financed in part. */
  isFullyPayable: z.boolean(),
  rejectionReason: z.nullable(z.string()),
  reviewReason: z.nullable(z.enum(invoiceReviewReasons)),
  reviewedAt: z.nullable(time),
  /** Of a bill that is not paid out yet; null for everything else. */
  payeeAccount: z.nullable(payeeAccount),
  description: z.nullable(z.string()),
  invoiceSource: z.enum(invoiceSources),
  platformInvoiceId: z.nullable(z.string()),
  platformInvoiceNumber: z.nullable(z.string()),
  invoiceIdentifier: z.nullable(z.string()),
  invoiceFileUrl: z.nullable(z.string()),
  invoiceFileName: z.nullable(z.string()),
  businessDocumentId: z.nullable(uuid),
  payor: z.nullable(party),
  payee: z.nullable(party),
  invoiceAmountCents: z.nullable(cents),
  completeAmountCents: z.nullable(cents),
  amountRequestedForFinancingCents: cents,
  approvedRepaymentAmountCents: z.nullable(cents),
  repaymentAmountBeforeAvailableLimitCheck: z.nullable(cents),
  invoiceAdvanceAmountCents: z.nullable(cents),
  principalAmountCents: z.nullable(cents),
  feeAmountCents: z.nullable(cents),
  repaymentAmountCents: z.nullable(cents),
  invoiceIssuedDate: z.nullable(date),
  invoiceDueDate: date,
  repaymentDate: z.nullable(date),
  /** The last repayment date before any change of it. */
  originalFullRepaymentDate: z.nullable(date),
  dateChanges: z.array(dateChange),
  advanceRatePercentage: z.union([z.string(), z.number()]),
  transactionFeePercentage: z.union([z.string(), z.number()]),
  selectedOfferInvoicePaymentPlan: pricingPlan,
  repaymentSchedule: z.object({ schedule: z.array(repayment) }),
  createdAt: time,
  updatedAt: time,
});

/** An invoice that a platform put into a session or holds for a pilot; `documentId` only if it came with a file. */
export const sessionInvoice = z.object({
  platformInvoiceId: z.nullable(z.string()),
  platformInvoiceNumber: z.nullable(z.string()),
  documentId: z.nullable(uuid),
  invoiceAmountCents: z.nullable(cents),
  invoiceIssuedDate: z.nullable(date),
  invoiceDueDate: z.nullable(date),
  payor: z.nullable(party),
  payee: z.nullable(party),
  description: z.nullable(z.string()),
});
