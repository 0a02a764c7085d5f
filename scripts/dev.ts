// Starts, migrates and seeds the whole development stack.
import path from "node:path";
import { portsFrom, services, welcome } from "./services.ts";
import { root, startStack } from "./stack.ts";

const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
// The folder of this stack's data.
const dir = process.env["INLAY_LOCAL"] ?? path.join(root, ".local/dev");
await startStack(services(ports, dir, false));
console.log(welcome(ports, false));
