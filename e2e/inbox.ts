import { type APIRequestContext, expect } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";

type Email = { subject: string; text: string; caughtAt: string };

async function emailsTo(request: APIRequestContext, address: string): Promise<Email[]> {
  const answer = await request.get(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`);
  const { emails } = (await answer.json()) as { emails: Email[] };
  return emails.toSorted((a, b) => b.caughtAt.localeCompare(a.caughtAt));
}

/** Returns a function that waits for the next email and returns the matching part of its text. */
async function waitForEmail(request: APIRequestContext, address: string, what: RegExp): Promise<() => Promise<string>> {
  const before = (await emailsTo(request, address)).length;
  return async () => {
    const arrived = async () => (await emailsTo(request, address)).length;
    await expect.poll(arrived, { message: "an email arrives" }).toBeGreaterThan(before);
    const [newest] = await emailsTo(request, address);
    const found = newest?.text.match(what)?.[0];
    if (!found) throw new Error(`not in the email “${newest?.subject}”: ${what}`);
    return found;
  };
}

export const waitForCode = (request: APIRequestContext, address: string) => waitForEmail(request, address, /\b\d{6}\b/);
export const waitForLink = (request: APIRequestContext, address: string) =>
  waitForEmail(request, address, /https?:\/\/\S+/);
