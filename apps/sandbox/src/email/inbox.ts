import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";

export type CaughtEmail = {
  /** The sender's Message-ID. Emails with the same Message-ID are one email. */
  messageId: string;
  to: string[];
  from: string;
  subject: string;
  html: string;
  text: string;
  attachments: CaughtAttachment[];
  /** Where a mail program stops such emails in one click. Absent in emails that were caught before it was kept. */
  stopUrl?: string | null;
  caughtAt: string;
};

export type CaughtAttachment = { name: string; type: string; size: number; base64: string };

export type Inbox = {
  /** True when the email is new. */
  save(email: CaughtEmail): boolean;
  emails(): CaughtEmail[];
  /** How many emails were delivered, repeats included. */
  deliveries(): number;
};

/** Received emails, newest first. Each email is on the disk before it is acknowledged, and a restart loses none. */
export function openInbox(dir: string): Inbox {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, "emails.jsonl");
  const known = new Map<string, CaughtEmail>();
  let deliveries = 0;
  const add = (email: CaughtEmail) => {
    deliveries++;
    const isNew = !known.has(email.messageId);
    if (isNew) known.set(email.messageId, email);
    return isNew;
  };
  if (!existsSync(file)) appendFileSync(file, "");
  for (const line of readFileSync(file, "utf8").split("\n")) if (line) add(JSON.parse(line) as CaughtEmail);
  const handle = openSync(file, "a");
  process.once("exit", () => closeSync(handle));
  return {
    save: (email) => {
      writeSync(handle, `${JSON.stringify(email)}\n`);
      fsyncSync(handle);
      return add(email);
    },
    emails: () => [...known.values()].reverse(),
    deliveries: () => deliveries,
  };
}
