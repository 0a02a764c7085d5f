import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { endWithThisProcess, until } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "..");

/** A process that ends with this one, and that can be killed and started again with the same settings. */
export type Killable = {
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code; null when the process was not running. */
  stop(): Promise<number | null>;
  /** The id of the running process. */
  pid(): number | undefined;
};

type Options = {
  script: string;
  args?: string[];
  env: Record<string, string>;
  ready: RegExp;
  /** The file for its output. */
  log?: string;
};

export function killable({ script, args = [], env, ready, log }: Options): Killable {
  let child: ChildProcess | null = null;
  return {
    pid: () => child?.pid,
    start: async () => {
      const started = spawn(process.execPath, [path.join(root, script), ...args], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      endWithThisProcess(started, "SIGKILL");
      let output = "";
      for (const stream of [started.stdout, started.stderr]) {
        stream.on("data", (chunk: Buffer) => {
          output = (output + chunk).slice(-20_000);
          if (log) appendFileSync(log, chunk);
        });
      }
      const hasEnded = () => started.exitCode !== null;
      await until(`${script} is ready`, () => ready.test(output) || hasEnded());
      if (hasEnded()) throw new Error(`${script} ended with ${started.exitCode}:\n${output}`);
    },
    kill: async () => {
      if (child) await end(child, "SIGKILL");
    },
    stop: async () => {
      if (child) await end(child, "SIGTERM");
      return child?.exitCode ?? null;
    },
  };
}

/** Resolves when the process has exited. */
export function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
