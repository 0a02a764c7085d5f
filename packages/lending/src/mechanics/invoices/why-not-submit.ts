import { addDays, type BusinessDate, daysBetween } from "../../calendar/business-date.ts";
import type { Cents } from "../../money/cents.ts";
import type { LoanStatus } from "../issued-product.ts";

export type InvoiceLine = { loanStatus: LoanStatus; availableCents: Cents };

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
  | "INVOICE_AMOUNT_TOO_SMALL"
  | "OVER_INVOICE_AMOUNT"
  | "INVOICE_ISSUE_DATE_REQUIRED"
  | "INVOICE_DUE_BEFORE_ISSUE"
  | "INVALID_INVOICE_DUE_DATE"
  | "PLAN_TOO_LONG"
  | "PLATFORM_INVOICE_ID_TAKEN"
  | "PARTIAL_FINANCE_REFUSED";

/** What invoice financing and accounts-payable financing decide differently. */
export type SubmissionRules = {
  /** The earliest due date, in days from today. A negative number accepts what is past due. */
  dueFromDays: number;
  uploadNeedsIssueDate: boolean;
  planEndsByDueDate: boolean;
  /** Whether `isFullyPayable` refuses a partial amount. */
  refusesPartialAmount: boolean;
};

const leastInvoiceCents = 100;

export const earliestDueOn = ({ dueFromDays }: SubmissionRules, today: BusinessDate): BusinessDate =>
  addDays(today, dueFromDays);

export const submitAtAllRefusals = ["PRODUCT_NOT_CURRENT", "NO_AVAILABLE_BALANCE"] as const;

/** Why the line accepts no invoice at all, before a specific one is checked. */
export function whyNotSubmitAtAll(line: InvoiceLine): (typeof submitAtAllRefusals)[number] | null {
  if (line.loanStatus !== "CURRENT") return "PRODUCT_NOT_CURRENT";
  return line.availableCents <= 0 ? "NO_AVAILABLE_BALANCE" : null;
}

/** Why an invoice or a bill is not accepted, by the rules of its product. */
export function whyNotSubmit(
  rules: SubmissionRules,
  line: InvoiceLine,
  invoice: InvoiceToSubmit,
  today: BusinessDate,
): SubmitInvoiceRefusal | null {
  const { planDays, amountCents, requestedCents, issuedOn, dueOn } = invoice;
  const refusal = whyNotSubmitAtAll(line);
  if (refusal !== null) return refusal;
  if (planDays === null) return "PLAN_NOT_AVAILABLE";
  if (amountCents < leastInvoiceCents || requestedCents < leastInvoiceCents) return "INVOICE_AMOUNT_TOO_SMALL";
  if (requestedCents > amountCents) return "OVER_INVOICE_AMOUNT";
  if (issuedOn === null && rules.uploadNeedsIssueDate && invoice.isUpload) return "INVOICE_ISSUE_DATE_REQUIRED";
  if (issuedOn !== null && dueOn <= issuedOn) return "INVOICE_DUE_BEFORE_ISSUE";
  if (dueOn < earliestDueOn(rules, today)) return "INVALID_INVOICE_DUE_DATE";
  if (rules.planEndsByDueDate && planDays > daysBetween(today, dueOn)) return "PLAN_TOO_LONG";
  if (invoice.isPlatformInvoiceIdTaken) return "PLATFORM_INVOICE_ID_TAKEN";
  const isPartial = requestedCents !== amountCents || requestedCents > line.availableCents;
  return rules.refusesPartialAmount && invoice.isFullyPayable && isPartial ? "PARTIAL_FINANCE_REFUSED" : null;
}
