// Loaded into a process by --import: ends it when standard input closes, which happens when the parent process ends for any reason, kill -9
// included.
import { isMainThread } from "node:worker_threads";

// Threads load this module, too.
if (isMainThread) {
  process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume();
  process.stdin.unref();
}
