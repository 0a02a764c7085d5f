import type { LoanStatus } from "../mechanics/issued-product.ts";
import type { Cents } from "../money/cents.ts";

/** What the buttons of invoice and accounts-payable financing depend on. */
export type InvoiceActionFacts = {
  loanStatus: LoanStatus;
  availableCents: Cents;
  /** New requests are paused by staff. */
  isSuspended: boolean;
  /** The platform lets its businesses upload files. */
  canUpload: boolean;
  /** A platform has listed invoices that the person has not confirmed yet. */
  hasPendingSessionInvoices: boolean;
};

export type WhyNotUpload = "LATE" | "DEFAULTED" | "CLOSED" | "SUSPENDED" | "LIMIT_USED";

/** Upload invoices is hidden where the platform lists the invoices, or does not let anybody upload. */
export const showsUpload = ({ canUpload, hasPendingSessionInvoices }: InvoiceActionFacts): boolean =>
  canUpload && !hasPendingSessionInvoices;

export const showsConfirm = ({ hasPendingSessionInvoices }: InvoiceActionFacts): boolean => hasPendingSessionInvoices;

/** Why nothing can be uploaded now. The status says more than the limit, which is 0 in default and after closing. */
export function whyNotUpload({ loanStatus, availableCents, isSuspended }: InvoiceActionFacts): WhyNotUpload | null {
  if (loanStatus === "LATE" || loanStatus === "DEFAULTED") return loanStatus;
  if (loanStatus !== "CURRENT") return "CLOSED";
  if (isSuspended) return "SUSPENDED";
  return availableCents <= 0 ? "LIMIT_USED" : null;
}
