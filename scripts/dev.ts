// Everything up, migrated and seeded, with one command.
import path from "node:path";
import { portsFrom, services, welcome } from "./services.ts";
import { root, startStack } from "./stack.ts";

const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
await startStack(services(ports, path.join(root, ".local/dev"), false));
console.log(welcome(ports, false));
