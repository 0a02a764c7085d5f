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

export type CaughtMail = {
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
  keep(mail: CaughtMail): boolean;
  mails(): CaughtMail[];
  /** How often each letter was handed in, repeats included. */
  deliveries(): number;
};

/** Mail that was caught, newest first. Each letter is on the disk before it is acknowledged, and a restart forgets nothing. */
export function openInbox(dir: string): Inbox {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, "mail.jsonl");
  const known = new Map<string, CaughtMail>();
  let deliveries = 0;
  const remember = (mail: CaughtMail) => {
    deliveries++;
    const isNew = !known.has(mail.messageId);
    if (isNew) known.set(mail.messageId, mail);
    return isNew;
  };
  if (!existsSync(file)) appendFileSync(file, "");
  // Letters that were caught before there were attachments have none.
  for (const line of readFileSync(file, "utf8").split("\n"))
    if (line) remember({ attachments: [], ...JSON.parse(line) } as CaughtMail);
  const handle = openSync(file, "a");
  process.once("exit", () => closeSync(handle));
  return {
    keep: (mail) => {
      writeSync(handle, `${JSON.stringify(mail)}\n`);
      fsyncSync(handle);
      return remember(mail);
    },
    mails: () => [...known.values()].reverse(),
    deliveries: () => deliveries,
  };
}
