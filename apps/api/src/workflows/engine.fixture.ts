import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort, until } from "../../../../scripts/processes.ts";
import { type RunningRestate, startRestate } from "../../../../scripts/restate.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** A process of ours that a test can kill and start again on the same ports. */
export type Killable = { start(): Promise<void>; kill(): Promise<void>; stop(): Promise<void> };

export type TestEngine = {
  restate: RunningRestate;
  dir: string;
  env: Record<string, string>;
  smtpPort: number;
  sandboxUrl: string;
  worker: Killable;
  sandbox: Killable;
  /** Kills the engine; with `forget` its data is deleted before it starts again. */
  restartRestate(forget: boolean): Promise<void>;
  close(): Promise<void>;
};

/** Real Restate, a real worker process and the sandbox's mail server, on ports of their own. */
export async function testEngine(env: Record<string, string>): Promise<TestEngine> {
  const local = path.join(root, ".local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "engine-"));
  const ports = { ingress: await freePort(), admin: await freePort(), node: await freePort() };
  const [workerPort, smtpPort, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  let restate = await startRestate(path.join(dir, "restate"), ports);
  const full: Record<string, string> = {
    ...env,
    WORKER_PORT: String(workerPort),
    WORKER_URL: `http://127.0.0.1:${workerPort}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    RESTATE_INGRESS_URL: restate.ingress,
    RESTATE_ADMIN_URL: restate.admin,
    RESTATE_IDENTITY_KEY: restate.publicKey,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_DIR: path.join(dir, "sandbox"),
  };
  const worker = killable("apps/api/src/main.ts", ["worker"], full, /worker ready/);
  const sandbox = killable("apps/sandbox/src/main.ts", [], full, /sandbox ready/);
  return {
    get restate() {
      return restate;
    },
    dir,
    env: full,
    smtpPort,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    worker,
    sandbox,
    restartRestate: async (forget) => {
      await killed(restate.child);
      if (forget) rmSync(restate.dataDir, { recursive: true, force: true });
      restate = await startRestate(path.join(dir, "restate"), ports);
    },
    close: async () => {
      await Promise.all([worker.stop(), sandbox.stop()]);
      await restate.stop();
    },
  };
}

const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });

function killable(script: string, args: string[], env: Record<string, string>, ready: RegExp): Killable {
  let child: ChildProcess | null = null;
  return {
    start: async () => {
      const started = spawn(process.execPath, [path.join(root, script), ...args], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "inherit"],
      });
      child = started;
      let output = "";
      started.stdout.on("data", (chunk) => {
        output = (output + chunk).slice(-20_000);
      });
      await until(
        `${script} is ready`,
        () => {
          if (started.exitCode !== null) throw new Error(`${script} ended with ${started.exitCode}`);
          return ready.test(output);
        },
        60_000,
      );
    },
    kill: async () => {
      if (child) await killed(child);
    },
    stop: async () => {
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise((resolve) => {
        running.once("exit", resolve);
        running.kill("SIGTERM");
      });
    },
  };
}
