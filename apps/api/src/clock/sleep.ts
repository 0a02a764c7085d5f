import { setTimeout as delay } from "node:timers/promises";

/** Waits for the given time, or until the stop signal. */
export const sleep = (ms: number, stopping: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stopping }).catch(() => {});
