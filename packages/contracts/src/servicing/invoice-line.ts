import { feeTypes } from "@inlay/lending/ledger/accounts.ts";
import { invoiceDisplayStatuses } from "@inlay/lending/mechanics/invoices/invoice-display.ts";
import { pricingPlan } from "@inlay/lending/mechanics/invoices/terms.ts";
import { cancelInvoiceRefusals, repayEarlyRefusals } from "@inlay/lending/mechanics/invoices/why-not-change-invoice.ts";
import { submitAtAllRefusals } from "@inlay/lending/mechanics/invoices/why-not-submit.ts";
import { issuedProductLifecycle } from "@inlay/lending/mechanics/issued-product.ts";
import { paymentRowStatuses } from "@inlay/lending/mechanics/payment-row.ts";
import { z } from "zod/mini";
import { uuid } from "../ids.ts";
import { invoice, invoiceProducts } from "./invoice.ts";
import { payNowPending, whyNotPayNow } from "./pay-now.ts";

const cents = z.int();
const date = z.iso.date();
const label = <Label extends string>(statuses: readonly { label: Label }[]) =>
  z.enum(statuses.map((status) => status.label));
const rowStatuses = [
  paymentRowStatuses.PAID.label,
  paymentRowStatuses.LATE.label,
  paymentRowStatuses.OPEN.label,
] as const;

/** A full or partial repayment. `takenOn` is the banking day of its debit, or of its payment once it is paid. */
const part = z.object({
  obligationId: uuid,
  number: z.int(),
  dueOn: date,
  originalDueOn: date,
  takenOn: z.nullable(date),
  principalCents: cents,
  feeCents: cents,
  amountCents: cents,
  unpaidCents: cents,
  status: z.enum(rowStatuses),
  isOnItsWay: z.boolean(),
});

/** A fee for a late or failed payment or an extension. */
const fee = z.object({ feeType: z.enum(feeTypes), dueOn: z.nullable(date), amountCents: cents, unpaidCents: cents });

/** An invoice or bill as its pages show it. */
export const shownInvoice = z.extend(invoice, {
  displayStatus: label(Object.values(invoiceDisplayStatuses)),
  /** The history shows an invoice that is being processed as IN REVIEW. */
  historyStatus: label(Object.values(invoiceDisplayStatuses)),
  /** It is listed apart from the others in the history, because it is not funded. */
  isApartInHistory: z.boolean(),
  opensDetails: z.boolean(),
  parts: z.array(part),
  fees: z.array(fee),
  /** What is unpaid of its repayment and its fees. */
  unpaidCents: cents,
  /** Sums of settled payments. */
  lateFeesCents: cents,
  extensionFeesCents: cents,
  rebatesCents: cents,
  /** Late and extension fees less rebates. */
  totalFeeAdjustmentsCents: cents,
  /** The day of its last payment once it is repaid. */
  repaidOn: z.nullable(date),
  /** Why it cannot be cancelled or withdrawn; null if it can. */
  whyNotCancel: z.nullable(z.enum(cancelInvoiceRefusals)),
  /** Its early repayment that has no outcome yet. */
  repayment: z.nullable(z.object({ effectiveDate: date, amountCents: cents, isCancellable: z.boolean() })),
  /** Why it cannot be repaid at once; null if it can. */
  whyNotRepayEarly: z.nullable(z.enum([...repayEarlyRefusals, "PAY_NOW_NO_ACCOUNT"])),
});
export type ShownInvoice = z.infer<typeof shownInvoice>;

/** A plan by which invoices are financed. `planDays`: a fixed date counts as 30 days, and a repayment in parts as its last part. */
const plan = z.object({ plan: pricingPlan, planDays: z.int() });

/** A line that finances invoices or bills, as its pages show it. */
export const invoiceLine = z.object({
  issuedProductId: uuid,
  productType: z.enum(invoiceProducts),
  loanStatus: z.enum(issuedProductLifecycle.states),
  today: date,
  limitAmountCents: cents,
  availableCents: cents,
  /** Why no invoice can be submitted at all; null if one can. */
  whyNotSubmit: z.nullable(z.enum([...submitAtAllRefusals, "LINE_SUSPENDED"])),
  /** Whether the platform lets its businesses upload invoices of this product. */
  isUploadAllowed: z.boolean(),
  /** A bill must be financed in full, unless the platform allows otherwise. */
  isFullyPayable: z.boolean(),
  /** The earliest due date of an invoice that is submitted today. */
  earliestInvoiceDueDate: date,
  /** Whether a plan must end by the due date of its invoice. Bills have no such rule. */
  planEndsByDueDate: z.boolean(),
  /** The lowest fee first, and of equal fees the longest. */
  plans: z.array(plan),
  account: z.nullable(z.object({ name: z.string(), last4: z.string() })),
  isAutoPaymentOn: z.boolean(),
  /** The earliest debit after today. */
  nextPayment: z.nullable(
    z.object({ invoiceId: uuid, obligationId: uuid, amountCents: cents, dueOn: date, takenOn: date }),
  ),
  /** Why what is due of all invoices cannot be paid at once; null if it can. */
  whyNotPayNow,
  payNowPending,
  /** In the order of their statuses, and the newest first. */
  invoices: z.array(shownInvoice),
  /** There are more invoices, which were all repaid or rejected; `listInvoices` lists them. */
  hasMoreInvoices: z.boolean(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

/** What one plan comes to for an invoice. Amounts are null if nothing can be financed. */
export const quotedPlan = z.object({
  plan: pricingPlan,
  planDays: z.int(),
  /** Why the plan cannot be chosen for this invoice; null if it can. */
  why: z.nullable(z.enum(["PLAN_TOO_LONG"])),
  quote: z.nullable(
    z.object({
      principalAmountCents: cents,
      feeAmountCents: cents,
      invoiceAdvanceAmountCents: cents,
      repaymentAmountCents: cents,
      repaymentAmountBeforeAvailableLimitCheck: cents,
      aprPercentage: z.number(),
      schedule: z.array(
        z.object({ repaymentDate: date, principalCents: cents, feeCents: cents, repaymentAmountCents: cents }),
      ),
    }),
  ),
});
export type QuotedPlan = z.infer<typeof quotedPlan>;
