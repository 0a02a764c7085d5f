import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { killable } from "../../../../scripts/killable.ts";
import { freePort } from "../../../../scripts/processes.ts";

export type CaughtMail = { messageId: string; to: string[]; from: string; subject: string; text: string; html: string };
export type TestSandbox = { smtpUrl: string; mailsTo(to: string): Promise<CaughtMail[]>; close(): Promise<void> };

/** The outside world of a test: the sandbox as a process, on ports and data of its own. */
export async function testSandbox(): Promise<TestSandbox> {
  const local = path.resolve(import.meta.dirname, "../../../../.local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "sandbox-"));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const env = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DIR: dir };
  const sandbox = killable({ script: "apps/sandbox/src/main.ts", env, ready: /sandbox ready/ });
  await sandbox.start();
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mailsTo: async (to) => {
      const response = await fetch(`http://127.0.0.1:${port}/inbox.json?to=${encodeURIComponent(to)}`);
      return ((await response.json()) as { mails: CaughtMail[] }).mails;
    },
    close: async () => {
      await sandbox.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
