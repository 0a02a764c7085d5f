import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { killable } from "../../../scripts/killable.ts";
import { freePort } from "../../../scripts/processes.ts";

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
export type Received = { headers: http.IncomingHttpHeaders; body: string };
export type Sandbox = {
  dir: string;
  url: string;
  smtpPort: number;
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    timeoutMs?: number,
  ): Promise<Answer>;
  /** kill -9 and a new process on the same data. `meanwhile` runs while no process is running. */
  restart(meanwhile?: () => void): Promise<void>;
  close(): Promise<void>;
};

/** The sandbox as a process, with its own ports and data. */
export async function startSandbox(env: Record<string, string> = {}): Promise<Sandbox> {
  const local = path.resolve(import.meta.dirname, "../../../.local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "sandbox-"));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const sandbox = killable({
    script: "apps/sandbox/src/main.ts",
    env: { ...env, SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DIR: dir },
    ready: /sandbox ready/,
  });
  await sandbox.start();
  return {
    dir,
    url: `http://127.0.0.1:${port}`,
    smtpPort,
    ask: async (method, url, body, headers = {}, timeoutMs = 120_000) => {
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: {
          authorization: "Basic dGVzdDp0ZXN0",
          ...(body ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const isJson = String(response.headers.get("content-type")).includes("json");
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
    },
    restart: async (meanwhile) => {
      await sandbox.kill();
      meanwhile?.();
      await sandbox.start();
    },
    close: async () => {
      await sandbox.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type Receiver = { url: string; received: Received[]; answerWith(status: number): void; close(): void };

/** A webhook receiver that answers with a configurable status. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (status === 200) received.push({ headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(status).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    answerWith: (next) => {
      status = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
