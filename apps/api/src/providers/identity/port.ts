import type { WebhookRequest } from "../webhook.ts";

/** Whose identity is checked, and what we know of them already, so that they need not type it again. */
export type PersonToCheck = {
  businessId: string;
  /** Ours, and unique within the business. */
  personId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phoneNumber: string | null;
};

/**
 * How far a check has come. COMPLETED: the person has done their part, nobody has decided yet. APPROVED and FAILED are decisions;
 * NEEDS_REVIEW waits for one of somebody's. EXPIRED was left lying, and can be resumed.
 */
export type CheckStatus = "CREATED" | "PENDING" | "COMPLETED" | "APPROVED" | "NEEDS_REVIEW" | "FAILED" | "EXPIRED";

/** What a browser needs to show the check in a frame. The token opens one person's papers, and is for that person alone. */
export type OpenedCheck = {
  inquiryId: string;
  sessionToken: string;
  /** Where the vendor's page is, as its library wants to be told. */
  frameHost: string;
};

export type IdentityCheck = {
  inquiryId: string;
  /** Null where the check was not begun by us. */
  businessId: string | null;
  personId: string | null;
  status: CheckStatus;
  /** When the person had done their part. */
  completedAt: Date | null;
  /** When it was approved or failed. */
  decidedAt: Date | null;
};

export type IdentityWebhook = {
  /** The same when the same message comes again. */
  id: string;
  /** A hint; what is so now, `read` says. */
  what: { kind: "CHECK_CHANGED"; inquiryId: string } | { kind: "OTHER" };
};

/** No answer for now. The same question may be answered later. */
export class IdentityUnavailable extends Error {}

/** The vendor looked at it and said no: there is no such check, or it is over. */
export class IdentityRefused extends Error {}

/** Finds out whether somebody is who they say. Any error other than those above is a fault of ours. */
export type Identity = {
  /** Begins a check. Under the same key it is the same check, however often it is asked for. */
  start(key: string, person: PersonToCheck): Promise<OpenedCheck>;
  /** Opens a check again that was left before its end. Rejects with IdentityRefused when it has come to an end. */
  resume(inquiryId: string): Promise<OpenedCheck>;
  /** An address that opens the check once, on whatever device it is opened, for a phone with a camera. */
  oneTimeLink(inquiryId: string): Promise<string>;
  /** What is true now, whatever a browser or a message says. */
  read(inquiryId: string): Promise<IdentityCheck>;
  /** The vendor forgets pictures and names. What was decided stays. */
  redact(inquiryId: string): Promise<void>;
  /** Throws WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): IdentityWebhook;
};
