import type { Place } from "../document-renderer/port.ts";
import type { WebhookRequest } from "../webhook.ts";

export type Signer = {
  /** Ours. Places in the document name the signer by it. */
  signerId: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Who signs before whom. Those with the same number may sign at the same time. */
  order: number;
};

export type DocumentToSign = {
  /** Ours, and the same for every attempt at the same document. */
  reference: string;
  businessId: string;
  name: string;
  pdf: Buffer;
  signers: readonly Signer[];
  places: readonly Place[];
};

/** How far the signing is. What was sent is not mailed to anybody by the vendor: people sign in a frame of ours. */
export type SigningState = "SENT" | "VIEWED" | "COMPLETED" | "DECLINED" | "VOIDED";

/** What the vendor knows of a document. */
export type SigningTruth = {
  documentId: string;
  reference: string | null;
  state: SigningState;
  signers: { signerId: string; completedAt: Date | null }[];
};

export type SigningLink = {
  /** The vendor's name for the session, for a page that opens the frame itself. */
  sessionId: string;
  url: string;
  expiresAt: Date;
};

export type SigningWebhook = {
  /** The same for every copy of the same message. */
  id: string;
  /** The documents that something happened to. What is true of them must be asked. */
  documentIds: string[];
};

/** The vendor will not do it, now or later. */
export class SigningRefused extends Error {}

/** No answer that settles it. Asking again is harmless: the vendor is asked first what it has. */
export class SigningUnavailable extends Error {}

export type ESign = {
  /**
   * The document at the vendor, ready to be signed. However often it is asked for under the same reference, and whatever answer was lost
   * on the way, at most one document is ever sent. Throws SigningRefused or SigningUnavailable.
   */
  prepare(document: DocumentToSign): Promise<SigningTruth>;
  /** What is true now, whatever was told. */
  read(documentId: string): Promise<SigningTruth>;
  /** Where one signer may sign for a quarter of an hour. */
  signingLink(documentId: string, signerId: string): Promise<SigningLink>;
  /** The document with everybody's signature and the vendor's certificate. Only of a completed one. */
  signedPdf(documentId: string): Promise<Buffer>;
  /** Nobody can sign it any more. What is over already stays as it is. */
  void(documentId: string, reason: string): Promise<void>;
  /** Throws WebhookRefused. */
  readWebhook(webhookRequest: WebhookRequest): SigningWebhook;
};
