import { setTimeout as delay } from "node:timers/promises";

/** Waits a while, or until everything is to stop. */
export const sleep = (ms: number, stopping: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stopping }).catch(() => {});
