import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

/** Whose identity is checked, with the known details, so that the person need not type them again. */
export type PersonToCheck = {
  businessId: string;
  /** Our id, unique within the business. */
  personId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phoneNumber: string | null;
};

/**
 * The state of a check. COMPLETED: the person has finished and no decision is made yet. APPROVED and FAILED are decisions; NEEDS_REVIEW
 * waits for a manual one. EXPIRED was abandoned and can be resumed.
 */
export type CheckStatus = "CREATED" | "PENDING" | "COMPLETED" | "APPROVED" | "NEEDS_REVIEW" | "FAILED" | "EXPIRED";

/** What a browser needs to show the check in a frame. The token opens one person's identity documents and is for that person alone. */
export type OpenedCheck = {
  inquiryId: string;
  sessionToken: string;
  /** The host of the vendor's page, in the form its library expects. */
  frameHost: string;
};

export type IdentityCheck = {
  inquiryId: string;
  /** Null where the check was not begun by us. */
  businessId: string | null;
  personId: string | null;
  status: CheckStatus;
  /** When the person finished. */
  completedAt: Date | null;
  /** When it was approved or failed. */
  decidedAt: Date | null;
};

export type IdentityWebhook = {
  /** The same for every delivery of the same webhook. */
  id: string;
  /** A hint. The current state is read with `read`. */
  what: { kind: "CHECK_CHANGED"; inquiryId: string } | { kind: "OTHER" };
};

/** The vendor does not answer now. The same call may succeed later. */
export class IdentityUnavailable extends VendorUnavailable {}

/** The vendor rejected the request: the check does not exist or is over. */
export class IdentityRefused extends Error {}

/** Checks whether people are who they say. Any error other than those above is a bug. */
export type Identity = {
  /** Begins a check. Calls with the same key return the same check. */
  start(key: string, person: PersonToCheck): Promise<OpenedCheck>;
  /** Opens an unfinished check again. Rejects with IdentityRefused when the check is over. */
  resume(inquiryId: string): Promise<OpenedCheck>;
  /** A URL that opens the check once on any device, for a phone with a camera. */
  oneTimeLink(inquiryId: string): Promise<string>;
  /** The current state, independent of any browser or webhook. */
  read(inquiryId: string): Promise<IdentityCheck>;
  /** Deletes pictures and names at the vendor. The decision stays. */
  redact(inquiryId: string): Promise<void>;
  /** Sandbox only: passes an opened check on a person's behalf, without pictures of them. */
  simulatePass(opened: OpenedCheck): Promise<void>;
  /** Throws WebhookRefused. `now` is the real time. */
  readWebhook(webhookRequest: WebhookRequest, now: Date): IdentityWebhook;
};
