// Runs a command and ends it when standard input closes, which happens when the parent process ends for any reason, kill -9 included.
// Plain JavaScript and small, because one of these runs beside every service.
import { spawn } from "node:child_process";

const [signal, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
let ending = false;

function end() {
  if (ending) return;
  ending = true;
  child.kill(signal);
  setTimeout(() => child.kill("SIGKILL"), 8_000).unref();
}

process.stdin.resume().on("end", end).on("error", end);
for (const ignored of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(ignored, () => {});
child.on("exit", (code, killedBy) => process.exit(ending ? 0 : (code ?? (killedBy ? 1 : 0))));
child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
