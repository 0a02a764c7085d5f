// Starts, migrates and seeds the whole development stack.
import path from "node:path";
import { seedDemoAccounts } from "./demo-accounts.ts";
import { demoAddresses, portsFrom, services, welcome } from "./services.ts";
import { root, startStack } from "./stack.ts";

const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
// The folder of this stack's data.
const dir = process.env["INLAY_LOCAL"] ?? path.join(root, ".local/dev");
await startStack(services(ports, dir, false));
console.log(welcome(ports, false));

const say = (line: string) => console.log(`demo accounts  ${line}`);
const began = performance.now();
await seedDemoAccounts(demoAddresses(ports, dir), say).then(
  () => say(`all are ready after ${((performance.now() - began) / 1000).toFixed(1)} s`),
  (error: Error) => say(`! not ready, the next start continues: ${error.message}`),
);
