import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { onExit, until } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "..");

/** A process of ours that can be killed and started again, always with the same settings. */
export type Killable = {
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Asks it to leave, and returns the code it left with; null when it was not running. */
  stop(): Promise<number | null>;
  /** The number of the process that runs now. */
  pid(): number | undefined;
};

type Options = {
  script: string;
  args?: string[];
  env: Record<string, string>;
  ready: RegExp /** Where its output goes. */;
  log?: string;
};

export function killable({ script, args = [], env, ready, log }: Options): Killable {
  let child: ChildProcess | null = null;
  let forget = () => {};
  return {
    pid: () => child?.pid,
    start: async () => {
      const started = spawn(process.execPath, [path.join(root, script), ...args], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      forget = onExit(() => started.kill("SIGKILL"));
      let output = "";
      for (const stream of [started.stdout, started.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output = (output + chunk).slice(-20_000);
          if (log) appendFileSync(log, chunk);
        });
      }
      const hasEnded = () => started.exitCode !== null;
      await until(`${script} is ready`, () => ready.test(output) || hasEnded(), 60_000);
      if (hasEnded()) throw new Error(`${script} ended with ${started.exitCode}:\n${output}`);
    },
    kill: async () => {
      forget();
      if (child) await end(child, "SIGKILL");
    },
    stop: async () => {
      forget();
      if (child) await end(child, "SIGTERM");
      return child?.exitCode ?? null;
    },
  };
}

/** Resolves when the process is really gone. */
export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
