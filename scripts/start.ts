// Runs the production builds on this machine.
import { existsSync } from "node:fs";
import path from "node:path";
import { portsFrom, services, welcome } from "./services.ts";
import { root, startStack } from "./stack.ts";

for (const built of ["apps/portal/dist/index.html", "packages/embed/dist/embed.js"]) {
  if (!existsSync(path.join(root, built))) {
    console.error(`${built} is missing. Build first: npm run build`);
    process.exit(1);
  }
}
const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
await startStack(services(ports, path.join(root, ".local/dev"), true));
console.log(welcome(ports, true));
