import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { isListening, until } from "./processes.ts";

export const root = path.resolve(import.meta.dirname, "..");

/** One process of the stack. It is ready when its output matches or when the check succeeds. */
export type Service = {
  run: string[];
  cwd?: string;
  env?: Record<string, string>;
  after?: string[];
  ready: RegExp | (() => Promise<boolean>);
  /** The ports it listens on. Each must be free before the start. */
  ports?: number[];
  signal?: NodeJS.Signals;
  /** Stops after all others, because it stores data. */
  last?: boolean;
};
/** Setup work that runs once, after the services it depends on. */
export type SetupStep = { once: () => Promise<void>; after?: string[] };

export type Stack = { stop(code: number, why?: string): Promise<never> };

const colors = [36, 35, 33, 32, 34, 31, 96, 95, 93];

/**
 * Starts all services in the order of their dependencies. Each line of output has the service's name. Ctrl-C, the exit of any service or
 * the end of this process stops all of them. With a log file, their standard output is written there and not to the terminal.
 */
export async function startStack(parts: Record<string, Service | SetupStep>, logFile?: string): Promise<Stack> {
  const began = performance.now();
  const names = Object.keys(parts);
  const width = Math.max(...names.map((name) => name.length));
  const running: { name: string; child: ChildProcess; last: boolean }[] = [];
  let ending = false;

  const log = logFile ? createWriteStream(logFile) : null;
  const say = (name: string, line: string) => {
    const color = colors[names.indexOf(name) % colors.length];
    const label = process.stdout.isTTY ? `\x1b[${color}m${name.padEnd(width)}\x1b[0m` : name.padEnd(width);
    process.stdout.write(`${label}  ${readable(line)}\n`);
  };

  async function stop(code: number, why?: string): Promise<never> {
    if (ending) return new Promise(() => {});
    ending = true;
    if (why) console.error(why);
    for (const stores of [false, true]) {
      const wave = running.filter((one) => one.last === stores);
      await Promise.all(
        wave.map(
          ({ child }) =>
            child.exitCode !== null ||
            child.signalCode !== null ||
            new Promise((resolve) => child.once("exit", resolve) && child.stdin?.end()),
        ),
      );
    }
    process.exit(code);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  process.on("unhandledRejection", (error) => void stop(1, String(error)));

  for (const [name, part] of Object.entries(parts)) {
    for (const port of "ports" in part ? (part.ports ?? []) : []) {
      if (await isListening(port)) {
        await stop(
          1,
          `Port ${port}, which ${name} needs, is taken. Stop the process that listens there, or move everything with INLAY_PORTS=5000 npm run dev.`,
        );
      }
    }
  }

  const started: Record<string, Promise<void>> = {};
  const start = (name: string): Promise<void> => {
    started[name] ??= begin(name);
    return started[name];
  };
  async function begin(name: string): Promise<void> {
    const part = parts[name];
    if (!part) throw new Error(`${name} is not part of the stack`);
    await Promise.all((part.after ?? []).map(start));
    if (ending) return;
    if ("once" in part) return part.once();
    // A process group of its own: Ctrl-C reaches only this process, which stops the services in order.
    const child = spawn(
      process.execPath,
      [path.join(root, "scripts/kill-with-parent.mjs"), part.signal ?? "SIGTERM", ...part.run],
      {
        cwd: path.join(root, part.cwd ?? ""),
        env: { ...process.env, ...part.env },
        stdio: ["pipe", "pipe", "pipe"],
        detached: true,
      },
    );
    running.push({ name, child, last: part.last ?? false });
    let said = false;
    for (const stream of [child.stdout, child.stderr]) {
      readline.createInterface({ input: stream }).on("line", (line) => {
        if (!log || stream === child.stderr) say(name, line);
        log?.write(`${name.padEnd(width)}  ${readable(line)}\n`);
        if (part.ready instanceof RegExp && part.ready.test(line)) said = true;
      });
    }
    child.once("exit", (code) => {
      killGroup(child.pid);
      void stop(1, `${name} ended (${code}), so all services stop.`);
    });
    await until(`${name} is ready`, () => ending || (part.ready instanceof RegExp ? said : part.ready()));
  }

  await Promise.all(names.map(start)).catch((error: Error) => stop(1, error.message));
  // A service ended during the start: stop() is running and ends this process.
  if (ending) await new Promise(() => {});
  if (!log) console.log(`\nAll services are ready after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  return { stop };
}

/** Kills what a service left behind, such as the process behind a watcher that was killed. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // It left nothing behind.
  }
}

/** Formats a line of JSON log for people: the message and its fields. */
function readable(line: string): string {
  if (!line.startsWith("{")) return line;
  try {
    const { level, time, name: _, msg, error, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (typeof msg !== "string") return line;
    const rest = Object.entries(fields).map(([key, value]) => `${key}=${value}`);
    const fault = error ? ` ${JSON.stringify(error)}` : "";
    return `${String(time).slice(11, 23)} ${Number(level) >= 40 ? "! " : ""}${msg} ${rest.join(" ")}${fault}`;
  } catch {
    return line;
  }
}
