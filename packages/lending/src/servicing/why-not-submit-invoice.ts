import { addDays, type BusinessDate, daysBetween } from "../calendar/business-date.ts";
import type { Cents } from "../money/cents.ts";
import type { LoanStatus } from "./issued-product.ts";

export type InvoiceLine = {
  productType: "FAST_PAY" | "EXTEND_PAY_PURCHASE_ORDER";
  loanStatus: LoanStatus;
  availableCents: Cents;
};

export type InvoiceToSubmit = {
  /** The duration of the chosen plan; null when the product has no such plan. */
  planDays: number | null;
  /** The face amount of an invoice, or the unpaid balance of a bill. */
  amountCents: Cents;
  requestedCents: Cents;
  issuedOn: BusinessDate | null;
  dueOn: BusinessDate;
  isUpload: boolean;
  /** A bill whose payee must receive the full amount. */
  isFullyPayable: boolean;
  isPlatformInvoiceIdTaken: boolean;
};

export type SubmitInvoiceRefusal =
  | "PRODUCT_NOT_CURRENT"
  | "NO_AVAILABLE_BALANCE"
  | "PLAN_NOT_AVAILABLE"
  | "AMOUNT_TOO_SMALL"
  | "OVER_INVOICE_AMOUNT"
  | "INVOICE_ISSUE_DATE_REQUIRED"
  | "INVOICE_DUE_BEFORE_ISSUE"
  | "INVALID_INVOICE_DUE_DATE"
  | "PLAN_TOO_LONG"
  | "PLATFORM_INVOICE_ID_TAKEN"
  | "PARTIAL_FINANCE_REFUSED";

const leastInvoiceCents = 100;
/** An invoice must be due in a week or later. A bill may be a few days past due. */
const dueFromDays = { FAST_PAY: 7, EXTEND_PAY_PURCHASE_ORDER: -5 };

export const earliestInvoiceDueOn = (productType: InvoiceLine["productType"], today: BusinessDate): BusinessDate =>
  addDays(today, dueFromDays[productType]);

/** Why the line accepts no invoice at all, before a specific one is checked. */
export function whyNotSubmitInvoiceAtAll(line: InvoiceLine): SubmitInvoiceRefusal | null {
  if (line.loanStatus !== "CURRENT") return "PRODUCT_NOT_CURRENT";
  return line.availableCents <= 0 ? "NO_AVAILABLE_BALANCE" : null;
}

export function whyNotSubmitInvoice(
  line: InvoiceLine,
  invoice: InvoiceToSubmit,
  today: BusinessDate,
): SubmitInvoiceRefusal | null {
  const isForSale = line.productType === "FAST_PAY";
  const { planDays, amountCents, requestedCents, issuedOn, dueOn } = invoice;
  const refusal = whyNotSubmitInvoiceAtAll(line);
  if (refusal !== null) return refusal;
  if (planDays === null) return "PLAN_NOT_AVAILABLE";
  if (amountCents < leastInvoiceCents || requestedCents < leastInvoiceCents) return "AMOUNT_TOO_SMALL";
  if (requestedCents > amountCents) return "OVER_INVOICE_AMOUNT";
  if (issuedOn === null && isForSale && invoice.isUpload) return "INVOICE_ISSUE_DATE_REQUIRED";
  if (issuedOn !== null && dueOn <= issuedOn) return "INVOICE_DUE_BEFORE_ISSUE";
  if (dueOn < earliestInvoiceDueOn(line.productType, today)) return "INVALID_INVOICE_DUE_DATE";
  if (isForSale && planDays > daysBetween(today, dueOn)) return "PLAN_TOO_LONG";
  if (invoice.isPlatformInvoiceIdTaken) return "PLATFORM_INVOICE_ID_TAKEN";
  const isPartial = requestedCents !== amountCents || requestedCents > line.availableCents;
  return !isForSale && invoice.isFullyPayable && isPartial ? "PARTIAL_FINANCE_REFUSED" : null;
}
