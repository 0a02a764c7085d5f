import { randomInt } from "node:crypto";
import net from "node:net";

const leaving = new Set<() => void>();
process.once("exit", () => {
  for (const leave of leaving) leave();
});

/** Runs when this process ends, however it ends short of SIGKILL. Returns how to take it back. */
export function onExit(leave: () => void): () => void {
  leaving.add(leave);
  return () => leaving.delete(leave);
}

/**
 * A port that nobody listens on just now, and that stays ours while the process behind it is killed and started again:
 * it lies below those that the system gives to outgoing connections (from 32768 on Linux). One of those would be taken
 * by whoever calls somebody meanwhile; even a caller of the port itself can be given it, and then talks to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
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

/** Asks again until the answer is yes. Throws, naming what it waited for, when the time is over. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(250, pauseMs * 1.5)) {
    try {
      if (await holds()) return;
    } catch {
      // not yet
    }
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
