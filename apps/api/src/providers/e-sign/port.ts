import type { Place } from "../document-renderer/port.ts";
import { VendorUnavailable } from "../vendor-unavailable.ts";
import type { WebhookRequest } from "../webhook.ts";

export type Signer = {
  /** Our id. Places in the document name the signer by it. */
  signerId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** The signing order. Signers with the same number may sign at the same time. */
  order: number;
};

export type DocumentToSign = {
  /** Our reference, the same for every attempt at the same document. */
  reference: string;
  businessId: string;
  name: string;
  pdf: Buffer;
  signers: readonly Signer[];
  places: readonly Place[];
};

/** The signing state. The vendor sends no emails: people sign in a frame of the portal. */
export type SigningState = "SENT" | "VIEWED" | "COMPLETED" | "DECLINED" | "VOIDED";

/** The vendor's state of a document. */
export type SigningTruth = {
  documentId: string;
  reference: string | null;
  state: SigningState;
  signers: { signerId: string; completedAt: Date | null }[];
};

export type SigningLink = {
  /** The vendor's session id, for a page that opens the frame itself. */
  sessionId: string;
  url: string;
  expiresAt: Date;
};

export type SigningWebhook = {
  /** The same for every delivery of the same webhook. */
  id: string;
  /** The documents that changed. Their current state must be read. */
  documentIds: string[];
};

/** The vendor rejects the request, now and later. */
export class SigningRefused extends Error {}

/** The outcome is unknown. A retry is harmless, because it first looks for an existing document. */
export class SigningUnavailable extends VendorUnavailable {}

export type ESign = {
  /**
   * Creates the document at the vendor, ready to be signed. At most one document is sent per reference, however often it is called and
   * whatever response was lost. Throws SigningRefused or SigningUnavailable.
   */
  prepare(document: DocumentToSign): Promise<SigningTruth>;
  /** The current state, independent of any webhook. */
  read(documentId: string): Promise<SigningTruth>;
  /** A link with which one signer can sign for 15 minutes. */
  signingLink(documentId: string, signerId: string): Promise<SigningLink>;
  /** The signed document with the vendor's certificate. Only for a completed document. */
  signedPdf(documentId: string): Promise<Buffer>;
  /** Voids the document, so that nobody can sign it any more. A finished document stays as it is. */
  void(documentId: string, reason: string): Promise<void>;
  /** Sandbox only: signs at a link on a signer's behalf. */
  simulateSignature(link: SigningLink): Promise<void>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): SigningWebhook;
};
