import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/**
 * Ends a child when this process ends for any reason, kill -9 included. A shell beside the child reads a pipe that nobody writes to; the
 * system closes the pipe when this process ends. In a session of its own it outlives a Ctrl-C.
 */
export function endWithThisProcess(child: ChildProcess, signal: NodeJS.Signals): void {
  const guard = spawn(
    "/bin/sh",
    ["-c", 'read -r _; kill -s "$0" "$1"', signal.slice("SIG".length), String(child.pid)],
    {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
    },
  );
  guard.unref();
  (guard.stdin as net.Socket).unref();
  // Another process may get the id of an ended child.
  child.once("exit", () => guard.kill("SIGKILL"));
}

/** The ports that processes of this project chose in the last minutes, one file each. */
const chosenPorts = path.join(os.tmpdir(), "inlay-chosen-ports");
const choiceHoldsMs = 120_000;

/** Whether this process is the first to choose the port within two minutes: the file's creation decides between processes. */
async function isFirstToChoose(port: number): Promise<boolean> {
  const file = path.join(chosenPorts, String(port));
  await mkdir(chosenPorts, { recursive: true });
  const chosenAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (Date.now() - chosenAt < choiceHoldsMs) return false;
  await rm(file, { force: true });
  return writeFile(file, "", { flag: "wx" }).then(
    () => true,
    () => false,
  );
}

/**
 * A free port that stays free while its process is killed and restarted: it is below the ephemeral range that the system assigns to
 * outgoing connections (from 32768 on Linux). Another process's connection could take an ephemeral port in the meantime, and a client
 * that retries an ephemeral port can even be assigned that port and connect to itself. It is above 10080, the highest port that `fetch`
 * refuses to call, and no other test is given the same port before the first one listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    const server = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    if (await isFirstToChoose(port)) return port;
  }
}

export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Polls until the condition holds. Throws an error that names the condition after the timeout. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, timeoutMs = 240_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(250, pauseMs * 1.5)) {
    try {
      if (await holds()) return;
    } catch {
      // An error counts as "not yet".
    }
    if (performance.now() > deadline) throw new Error(`timed out after ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
