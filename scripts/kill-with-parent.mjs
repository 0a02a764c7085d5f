// Runs a command and ends it when standard input closes, which happens when the parent process ends for any reason, kill -9 included.
// The parent starts it with `detached`, so it leads a process group; whatever the command leaves behind there is killed at the end. Without
// that, the process behind `node --watch` would outlive a watcher that is killed because the process takes long to shut down.
// Plain JavaScript and small, because one of these runs beside every service.
import { spawn } from "node:child_process";

const [signal, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
let ending = false;

function end() {
  if (ending) return;
  ending = true;
  child.kill(signal);
  setTimeout(killGroup, 8_000).unref();
}

/** Ends this process, too. */
function killGroup() {
  process.kill(-process.pid, "SIGKILL");
}

process.stdin.resume().on("end", end).on("error", end);
for (const ignored of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(ignored, () => {});
child.on("exit", (code, killedBy) => {
  if (ending) killGroup();
  process.exit(code ?? (killedBy ? 1 : 0));
});
child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
