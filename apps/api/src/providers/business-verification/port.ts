import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

export type BusinessToVerify = {
  /**
   * Our reference. Requests with the same reference are one verification; another reference for the same business is another verification.
   */
  reference: string;
  businessId: string;
  name: string;
  ein: Secret | null;
  address: { line1: string; line2: string | null; city: string; state: string; postalCode: string };
  phone: string | null;
  website: string | null;
};

/** An entry in a state register. */
export type Registration = {
  state: string;
  name: string;
  entityType: string | null;
  /** Whether the business was formed in this state, rather than registered as foreign. */
  isHome: boolean;
  fileNumber: string | null;
  registeredOn: BusinessDate | null;
  /** GOOD: it exists and owes the register nothing. BAD: dissolved, revoked, suspended or delinquent with its filings. */
  standing: "GOOD" | "BAD" | "UNKNOWN";
};

export type FiledLien = {
  kind: "UCC" | "TAX" | "OTHER";
  state: string | null;
  filedOn: BusinessDate | null;
  lapsesOn: BusinessDate | null;
  isOpen: boolean;
  securedParties: string[];
};

/** The findings about a business. Whether they are sufficient is decided elsewhere. */
export type BusinessFindings = {
  registrations: Registration[];
  formation: { state: string | null; on: BusinessDate | null; entityType: string | null };
  /** Whether the tax authority knows the number under this name. UNKNOWN where no number was given or it could not be checked. */
  tinMatch: "MATCHED" | "MISMATCHED" | "UNKNOWN";
  isNameVerified: boolean;
  isAddressVerified: boolean;
  /** Digits only. */
  naicsCodes: string[];
  sicCodes: string[];
  officers: { name: string; titles: string[] }[];
  addresses: string[];
  liens: FiledLien[];
  bankruptcyCount: number;
};

export type Verification = {
  /** The vendor's id. */
  verificationId: string;
  businessId: string;
} & (
  | { status: "PENDING" }
  /** `raw` is the vendor's own report, which the caller encrypts. */
  | { status: "DONE"; findings: BusinessFindings; raw: Secret }
);

export type VerificationWebhook = {
  /** The same for every delivery of the same webhook. */
  id: string;
  what:
    | { kind: "VERIFICATION_CHANGED"; verificationId: string; businessId: string | null }
    /** Nothing that we handle. */
    | { kind: "OTHER" };
};

/** The outcome is unknown. A retry is harmless. */
export class VerifierUnavailable extends VendorUnavailable {}

/** The vendor will not verify this business, now or later. */
export class VerificationRefused extends Error {}

export type BusinessVerification = {
  /** Begins a verification, or finds the one with this reference. Rejects with VerifierUnavailable or VerificationRefused. */
  begin(business: BusinessToVerify): Promise<Verification>;
  /** The current state, independent of any webhook. */
  read(verificationId: string): Promise<Verification>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): VerificationWebhook;
};
