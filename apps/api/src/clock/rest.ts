import { setTimeout as sleep } from "node:timers/promises";

/** Waits a while, or until everything is to stop. */
export const rest = (ms: number, stopping: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stopping }).catch(() => {});
