// Runs PostgreSQL as a process of the stack: node scripts/run-postgres.ts FOLDER PORT
import { startPostgres } from "./postgres.ts";

const [dir = "", port = ""] = process.argv.slice(2);
let stop = async () => {};
// Registered before the start, so that a signal during the start leaves no server behind.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void stop().then(() => process.exit(0)));
const postgres = await startPostgres({ dir, port: Number(port), settings: { max_connections: 100 } });
stop = postgres.stop;
postgres.child.once("exit", () => process.exit(1));
console.log(`ready on 127.0.0.1:${port}`);
