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
  /** The sender's own name for the letter. A letter that comes twice under one name is one letter. */
  messageId: string;
  to: string[];
  from: string;
  subject: string;
  html: string;
  text: string;
  attachments: CaughtAttachment[];
  caughtAt: string;
};

export type CaughtAttachment = { name: string; type: string; size: number; base64: string };

export type Inbox = {
  /** True when the letter is new. */
  save(email: CaughtEmail): boolean;
  emails(): CaughtEmail[];
  /** How often each letter was handed in, repeats included. */
  deliveries(): number;
};

/** Mail that was caught, newest first. Each letter is on the disk before it is acknowledged, and a restart forgets nothing. */
export function openInbox(dir: string): Inbox {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, "mail.jsonl");
  const known = new Map<string, CaughtEmail>();
  let deliveries = 0;
  const remember = (email: CaughtEmail) => {
    deliveries++;
    const isNew = !known.has(email.messageId);
    if (isNew) known.set(email.messageId, email);
    return isNew;
  };
  if (!existsSync(file)) appendFileSync(file, "");
  // Letters that were caught before there were attachments have none.
  for (const line of readFileSync(file, "utf8").split("\n"))
    if (line) remember({ attachments: [], ...JSON.parse(line) } as CaughtEmail);
  const handle = openSync(file, "a");
  process.once("exit", () => closeSync(handle));
  return {
    save: (email) => {
      writeSync(handle, `${JSON.stringify(email)}\n`);
      fsyncSync(handle);
      return remember(email);
    },
    emails: () => [...known.values()].reverse(),
    deliveries: () => deliveries,
  };
}
