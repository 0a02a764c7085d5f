import type { BusinessDate } from "../../calendar/business-date.ts";
import type { Cents } from "../../money/cents.ts";

/** The values parsed from an invoice's file, and the outcome of parsing. */
export type InvoiceReading = {
  responseStatus: "SUCCESS" | "FAIL" | "TIMEOUT" | "FILE_TOO_LARGE";
  amountCents: Cents | null;
  issuedOn: BusinessDate | null;
  dueOn: BusinessDate | null;
  currency: string | null;
  isPayorKnown: boolean;
  /** Another invoice has the same payor, number and amount. */
  isDuplicate: boolean;
};
export type TypedInvoice = { amountCents: Cents; issuedOn: BusinessDate | null; dueOn: BusinessDate };

export const invoiceReviewReasons = [
  "NOT_READ",
  "AMOUNT_DIFFERS",
  "DATE_DIFFERS",
  "NOT_US_DOLLARS",
  "PAYOR_UNKNOWN",
  "DUPLICATE",
] as const;
export type InvoiceReviewReason = (typeof invoiceReviewReasons)[number];

const centsApart = 1;

/** Why staff must review an invoice before it is funded; null when its file matches the entered values. */
export function whyReviewInvoice(reading: InvoiceReading, typed: TypedInvoice): InvoiceReviewReason | null {
  if (reading.responseStatus !== "SUCCESS" || reading.amountCents === null || reading.dueOn === null) return "NOT_READ";
  if (Math.abs(reading.amountCents - typed.amountCents) > centsApart) return "AMOUNT_DIFFERS";
  const isIssueDayOther = typed.issuedOn !== null && reading.issuedOn !== typed.issuedOn;
  if (reading.dueOn !== typed.dueOn || isIssueDayOther) return "DATE_DIFFERS";
  if (reading.currency !== "USD") return "NOT_US_DOLLARS";
  if (!reading.isPayorKnown) return "PAYOR_UNKNOWN";
  return reading.isDuplicate ? "DUPLICATE" : null;
}
