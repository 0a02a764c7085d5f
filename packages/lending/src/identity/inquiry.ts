import { addDays, type BusinessDate } from "../calendar/business-date.ts";

/**
 * The states of an identity verification, as the vendor reports them. COMPLETED: the person has finished, and nothing is decided.
 * NEEDS_REVIEW: a person decides. EXPIRED: the person left it, and can go on with it.
 */
export const inquiryStatuses = [
  "CREATED",
  "PENDING",
  "COMPLETED",
  "APPROVED",
  "NEEDS_REVIEW",
  "FAILED",
  "EXPIRED",
] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

const unfinished: readonly InquiryStatus[] = ["CREATED", "PENDING", "EXPIRED"];

/** Whether the person can go on with it. */
export const isResumable = (status: InquiryStatus): boolean => unfinished.includes(status);

export const isInquiryDecided = (status: InquiryStatus): boolean => status === "APPROVED" || status === "FAILED";

const identityHoldsDays = 180;

/** An approval holds for 180 days. */
export const doesIdentityHold = (approvedOn: BusinessDate | null, today: BusinessDate): boolean =>
  approvedOn !== null && addDays(approvedOn, identityHoldsDays) >= today;

type LastInquiry = { status: InquiryStatus; approvedOn: BusinessDate | null; isRetryAllowed: boolean };

/** Whether the last inquiry of a person is opened, is gone on with, or is followed by another one; or why none of these. */
export function nextInquiry(
  last: LastInquiry | null,
  today: BusinessDate,
): "START" | "RESUME" | "IDENTITY_SUBMITTED" | "IDENTITY_FAILED" {
  if (!last) return "START";
  if (isResumable(last.status)) return "RESUME";
  if (last.status === "FAILED") return last.isRetryAllowed ? "START" : "IDENTITY_FAILED";
  return last.status === "APPROVED" && !doesIdentityHold(last.approvedOn, today) ? "START" : "IDENTITY_SUBMITTED";
}
