import type { Secret } from "@inlay/contracts/secret.ts";
import type { BusinessDate } from "@inlay/lending/calendar/business-date.ts";
import type { WebhookRequest } from "../webhook.ts";

export type BusinessToVerify = {
  /** Ours. A question is one, however often it is sent; the same business asked about again is another. */
  reference: string;
  businessId: string;
  name: string;
  ein: Secret | null;
  address: { line1: string; line2: string | null; city: string; state: string; postalCode: string };
  phone: string | null;
  website: string | null;
};

/** What a state's register says of it. */
export type Registration = {
  state: string;
  name: string;
  entityType: string | null;
  /** Where it was formed, rather than one of the other states it works in. */
  isHome: boolean;
  fileNumber: string | null;
  registeredOn: BusinessDate | null;
  /** GOOD: it exists and owes the register nothing. BAD: dissolved, revoked, suspended or behind with its papers. */
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

/** What could be found out about a business. Whether it is good enough is decided elsewhere. */
export type BusinessFindings = {
  registrations: Registration[];
  formation: { state: string | null; on: BusinessDate | null; entityType: string | null };
  /** Whether the tax office knows the number under this name. UNKNOWN where no number was given, or nobody could be asked. */
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
  /** The vendor's name for it. */
  verificationId: string;
  businessId: string;
} & (
  | { status: "PENDING" }
  /** `raw` is the vendor's own report: an artefact that the caller seals. */
  | { status: "DONE"; findings: BusinessFindings; raw: Secret }
);

export type VerificationWebhook = {
  /** The same for every copy of the same message. */
  id: string;
  what:
    | { kind: "VERIFICATION_CHANGED"; verificationId: string; businessId: string | null }
    /** Nothing that we act on. */
    | { kind: "OTHER" };
};

/** No answer that settles it; asking again is harmless. */
export class VerifierUnavailable extends Error {}

/** The vendor will not look into this business, now or later. */
export class VerificationRefused extends Error {}

export type BusinessVerification = {
  /** Begins, or finds what was begun before. Rejects with VerifierUnavailable or VerificationRefused. */
  begin(business: BusinessToVerify): Promise<Verification>;
  /** What is true now, whatever was told. */
  read(verificationId: string): Promise<Verification>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): VerificationWebhook;
};
