import { type APIRequestContext, expect } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";

type Email = { subject: string; text: string; caughtAt: string };

async function emailsTo(request: APIRequestContext, address: string): Promise<Email[]> {
  const answer = await request.get(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`);
  const { emails } = (await answer.json()) as { emails: Email[] };
  return emails.toSorted((a, b) => b.caughtAt.localeCompare(a.caughtAt));
}

/** Returns a function that waits for a new email whose text matches, and returns the matching part. Other emails may come in between. */
async function waitForEmail(request: APIRequestContext, address: string, what: RegExp): Promise<() => Promise<string>> {
  const before = (await emailsTo(request, address)).length;
  return async () => {
    let found: string | undefined;
    const isFound = async () => {
      const emails = await emailsTo(request, address);
      const arrived = emails.slice(0, emails.length - before);
      found = arrived.map(({ text }) => text.match(what)?.[0]).find((text) => text !== undefined);
      return found !== undefined;
    };
    await expect.poll(isFound, { message: `an email to ${address} with ${what} arrives` }).toBe(true);
    return found ?? "";
  };
}

/** Waits until this many emails with a step-up's code have arrived, and returns the code of the newest. */
export async function stepUpCode(request: APIRequestContext, address: string, count: number): Promise<string> {
  const codes = async () =>
    (await emailsTo(request, address)).filter(({ subject }) =>
      /^(Confirm that it is you|Confirme que es)/.test(subject),
    );
  await expect.poll(async () => (await codes()).length, { message: "a code arrives" }).toBeGreaterThanOrEqual(count);
  return (await codes())[0]?.text.match(/\b\d{6}\b/)?.[0] ?? "";
}

export const waitForCode = (request: APIRequestContext, address: string) => waitForEmail(request, address, /\b\d{6}\b/);
/** The link of an invitation. */
export const waitForLink = (request: APIRequestContext, address: string) =>
  waitForEmail(request, address, /https?:\/\/\S+[?&](?:invite|accountant)=\S+/);
/** The link of an email about changed accounts. */
export const waitForChangeLink = (request: APIRequestContext, address: string) =>
  waitForEmail(request, address, /https?:\/\/\S+[?&]accountChange=yes\S*#[\w-]+/);
/** The link of a reminder that refuses further ones. */
export const waitForRefusalLink = (request: APIRequestContext, address: string) =>
  waitForEmail(request, address, /https?:\/\/\S+[?&]refuseReminders=yes\S*#[\w-]+/);
/** The link of an email about the two amounts that verify a bank account. */
export const waitForVerificationLink = (request: APIRequestContext, address: string) =>
  waitForEmail(request, address, /https?:\/\/\S+[?&]verifyAccount=yes\S*/);
export const waitForWords = waitForEmail;
