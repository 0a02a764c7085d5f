import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export type FileProcessLimits = {
  /** Processor time, which does not depend on how busy the machine is. */
  cpuSeconds: number;
  /** Time from start to answer. */
  seconds: number;
  /** JavaScript objects. */
  heapMegabytes: number;
  /** The whole process, buffers included. Measured where /proc exists. */
  megabytes: number;
};

/** What a process that gave no answer ran into. It depends on the file alone, so another attempt would end the same way. */
export type FileProcessFailure = "TOO_SLOW" | "TOO_MUCH_MEMORY" | "FAILED";

const memoryCheckMs = 20;
const answerBytes = 1024 * 1024;
const isReady = "ready\n";

/**
 * Runs a script on the contents of a file in a process of its own, without our environment variables, and returns its answer. The process is
 * killed when it exceeds a limit. A thread would not do: it cannot be ended inside a native function such as JSON.parse, and some failed
 * allocations in it abort the whole process. It has a lower priority than ours. The limit of processor time also ends a process whose parent is gone.
 */
export function runFileProcess<Answer>(
  { script, args, contents }: { script: URL; args: string[]; contents: Uint8Array },
  { cpuSeconds, seconds, heapMegabytes, megabytes }: FileProcessLimits,
): Promise<{ answer: Answer } | { failure: FileProcessFailure }> {
  return new Promise((resolve, reject) => {
    const command = [process.execPath, `--max-old-space-size=${heapMegabytes}`, fileURLToPath(script), ...args];
    const child = spawn("/bin/sh", ["-c", 'ulimit -t "$0" && exec nice -n 10 "$@"', String(cpuSeconds), ...command], {
      env: {},
      stdio: ["pipe", "pipe", "ignore"],
    });
    let killedFor: FileProcessFailure | null = null;
    const kill = (why: FileProcessFailure) => {
      killedFor ??= why;
      child.kill("SIGKILL");
    };
    const timeout = setTimeout(() => kill("TOO_SLOW"), seconds * 1000);
    const memory = setInterval(() => {
      if (megabytesOf(child.pid) > megabytes) kill("TOO_MUCH_MEMORY");
    }, memoryCheckMs);
    const stopWatching = () => {
      clearTimeout(timeout);
      clearInterval(memory);
    };

    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      if (output.length > answerBytes) kill("FAILED");
    });
    // The process may end before it has read the file.
    child.stdin.on("error", () => {});
    child.once("error", (error) => {
      stopWatching();
      reject(error);
    });
    child.once("close", (code, signal) => {
      stopWatching();
      if (killedFor !== null) return resolve({ failure: killedFor });
      // The kernel ends a process at its limit of processor time.
      if (signal === "SIGKILL" || signal === "SIGXCPU") return resolve({ failure: "TOO_SLOW" });
      // A script that could not be loaded says nothing about the file.
      if (!output.startsWith(isReady))
        return reject(new Error(`the process for a file did not start: it ended with ${code ?? signal}`));
      const answer = code === 0 ? output.slice(isReady.length) : "";
      resolve(answer === "" ? { failure: "FAILED" } : { answer: JSON.parse(answer) as Answer });
    });
    child.stdin.end(contents);
  });
}

/** The script's side: reads the file, and writes the answer. */
export async function answerFile(inspect: (contents: Buffer, args: string[]) => Promise<unknown>): Promise<void> {
  process.stdout.write(isReady);
  const answer = await inspect(await buffer(process.stdin), process.argv.slice(2));
  process.stdout.write(JSON.stringify(answer));
}

function megabytesOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
