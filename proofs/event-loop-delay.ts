// Loaded into a process by --import: writes how long its main thread was blocked at most, in milliseconds.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const file = process.env["EVENT_LOOP_DELAY_FILE"];
if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => writeFileSync(`${file}.${process.pid}`, String(Math.round(delay.max / 1e6))), 250).unref();
}
