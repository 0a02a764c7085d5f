import { type APIRequestContext, expect } from "@playwright/test";
import { sandboxUrl } from "./addresses.ts";

type Mail = { subject: string; text: string; caughtAt: string };

async function mailsTo(request: APIRequestContext, address: string): Promise<Mail[]> {
  const answer = await request.get(`${sandboxUrl}/inbox.json?to=${encodeURIComponent(address)}`);
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails.toSorted((a, b) => b.caughtAt.localeCompare(a.caughtAt));
}

/** Answers with a way to read the sign-in code that is mailed from now on. */
export async function waitForCode(request: APIRequestContext, address: string): Promise<() => Promise<string>> {
  const before = (await mailsTo(request, address)).length;
  return async () => {
    const arrived = async () => (await mailsTo(request, address)).length;
    await expect.poll(arrived, { message: "a code arrives", timeout: 20_000 }).toBeGreaterThan(before);
    const [newest] = await mailsTo(request, address);
    const code = newest?.text.match(/\b\d{6}\b/)?.[0];
    if (!code) throw new Error(`no code in the mail “${newest?.subject}”`);
    return code;
  };
}
