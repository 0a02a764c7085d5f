import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { end, type Killable, killable } from "../../../../scripts/killable.ts";
import { freePort } from "../../../../scripts/processes.ts";
import { type RunningRestate, startRestate } from "../../../../scripts/restate.ts";
import { sandboxEnvironment } from "../providers/vendors.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

export type TestEngine = {
  dir: string;
  env: Record<string, string>;
  sandboxUrl: string;
  worker: Killable;
  sandbox: Killable;
  /** Kills Restate and starts it again; with `forget` its data is deleted in between. */
  restartRestate(forget: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Real Restate, a real worker process and the sandbox's mail server, on ports of their own. Their logs are in `dir`. */
export async function testEngine(env: Record<string, string>, workerArgs: string[] = []): Promise<TestEngine> {
  const local = path.join(root, ".local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "engine-"));
  const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() };
  const [workerPort, smtpPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  let restate: RunningRestate = await startRestate(path.join(dir, "restate"), ports);
  const full: Record<string, string> = {
    MODERN_TREASURY_WEBHOOK_KEY: "test",
    PLAID_SECRET: "test",
    ...env,
    WORKER_PORT: String(workerPort),
    WORKER_URL: `http://127.0.0.1:${workerPort}`,
    RESTATE_INGRESS_URL: restate.ingress,
    RESTATE_ADMIN_URL: restate.admin,
    RESTATE_IDENTITY_KEY: restate.publicKey,
    ...sandboxEnvironment({
      sandbox: `http://127.0.0.1:${sandboxPort}`,
      sandboxHost: `localhost:${sandboxPort}`,
      smtp: `smtp://127.0.0.1:${smtpPort}`,
    }),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DIR: path.join(dir, "sandbox"),
  };
  const worker = killable({
    script: "apps/api/src/main.ts",
    args: ["worker", ...workerArgs],
    env: full,
    ready: /worker ready/,
    log: path.join(dir, "worker.log"),
  });
  const sandbox = killable({
    script: "apps/sandbox/src/main.ts",
    // It refuses to start in production, and a server with production settings may use it all the same.
    env: { ...full, INLAY_ENV: "sandbox" },
    ready: /sandbox ready/,
    log: path.join(dir, "sandbox.log"),
  });
  return {
    dir,
    env: full,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    worker,
    sandbox,
    restartRestate: async (forget) => {
      await end(restate.child, "SIGKILL");
      if (forget) rmSync(restate.dataDir, { recursive: true, force: true });
      restate = await startRestate(path.join(dir, "restate"), ports);
    },
    close: async () => {
      await Promise.all([worker.stop(), sandbox.stop()]);
      await restate.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
