export type EmailMessage = {
  /** The same for every attempt at the same email, so that a receiver can recognize a repeat. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
  /** Where the recipient's mail program stops such emails in one click (RFC 8058). */
  stopUrl?: string | null;
};

export type Attachment = { name: string; type: string; content: Buffer };

/** The server rejected the email permanently. A retry cannot help. */
export class EmailRefused extends Error {}

/** The server did not accept the email, for instance because it could not be reached. */
export class EmailNotAccepted extends Error {}

/** Resolves when the server has accepted the email. Any error other than those above means that the outcome is unknown. */
export type EmailSender = { send(email: EmailMessage): Promise<void>; close(): void };
