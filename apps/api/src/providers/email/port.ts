export type EmailMessage = {
  /** The same for every attempt at the same letter, so that a receiver can recognise a repeat. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
};

export type Attachment = { name: string; type: string; content: Buffer };

/** The other side said no for good; trying again cannot help. */
export class EmailRefused extends Error {}

/** The other side certainly did not take the letter, for instance because it could not be reached. */
export class EmailNotAccepted extends Error {}

/** Resolves when the other side has taken responsibility for the letter; rejects otherwise. Any other error means: unknown. */
export type EmailSender = { send(email: EmailMessage): Promise<void>; close(): void };
