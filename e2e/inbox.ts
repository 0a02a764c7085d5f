import { type APIRequestContext, expect } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";

type Mail = { subject: string; text: string; caughtAt: string };

async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`);
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails.toSorted((a, b) => b.caughtAt.localeCompare(a.caughtAt));
}

/** Answers with a way to read what stands in the mail that comes from now on. */
async function waitForMail(request: APIRequestContext, address: string, what: RegExp): Promise<() => Promise<string>> {
  const before = (await mailsTo(request, address)).length;
  return async () => {
    const arrived = async () => (await mailsTo(request, address)).length;
    await expect.poll(arrived, { message: "a mail arrives", timeout: 20_000 }).toBeGreaterThan(before);
    const [newest] = await mailsTo(request, address);
    const found = newest?.text.match(what)?.[0];
    if (!found) throw new Error(`not in the mail “${newest?.subject}”: ${what}`);
    return found;
  };
}

export const waitForCode = (request: APIRequestContext, address: string) => waitForMail(request, address, /\b\d{6}\b/);
export const waitForLink = (request: APIRequestContext, address: string) =>
  waitForMail(request, address, /https?:\/\/\S+/);
