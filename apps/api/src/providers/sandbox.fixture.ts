import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { killable } from "../../../../scripts/killable.ts";
import { freePort, until } from "../../../../scripts/processes.ts";
import { sandboxEnvironment } from "./vendors.ts";

export type CaughtEmail = {
  messageId: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; size: number; href: string }[];
  stopUrl?: string | null;
};
export type TestSandbox = {
  url: string;
  smtpUrl: string;
  /** The environment of a server that uses this sandbox. */
  environment: Record<string, string>;
  emailsTo(to: string): Promise<CaughtEmail[]>;
  /** The number of emails that were handed in, repeats included. */
  deliveries(): Promise<number>;
  /** Sends a PUT to the sandbox: clocks and failure modes. */
  put(path: string, body: unknown): Promise<void>;
  ask<T>(path: string): Promise<T>;
  /** Waits until every webhook about this world was delivered. */
  webhooksDelivered(world: string): Promise<void>;
  close(): Promise<void>;
};

/** The sandbox as a separate process, with its own ports and data. */
export async function testSandbox(changes: Record<string, string> = {}): Promise<TestSandbox> {
  const local = path.resolve(import.meta.dirname, "../../../../.local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "sandbox-"));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const env = { ...changes, SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DIR: dir };
  const sandbox = killable({ script: "apps/sandbox/src/main.ts", env, ready: /sandbox ready/ });
  await sandbox.start();
  const inbox = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/inbox.json${query}`);
    return (await response.json()) as { deliveries: number; emails: CaughtEmail[] };
  };
  const ask = async <T>(path: string) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as T;
  const [url, smtpUrl] = [`http://127.0.0.1:${port}`, `smtp://127.0.0.1:${smtpPort}`];
  return {
    url,
    smtpUrl,
    environment: sandboxEnvironment({ sandbox: url, sandboxHost: `localhost:${port}`, smtp: smtpUrl }),
    emailsTo: async (to) => (await inbox(`?to=${encodeURIComponent(to)}`)).emails,
    deliveries: async () => (await inbox("")).deliveries,
    put: async (path, body) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`);
    },
    ask,
    webhooksDelivered: (world) =>
      until("every webhook is delivered", async () => {
        const { undeliveredWebhooks } = await ask<{ undeliveredWebhooks: number }>(`/clock/${world}`);
        return undeliveredWebhooks === 0;
      }),
    close: async () => {
      await sandbox.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
