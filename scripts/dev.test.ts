import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { end } from "./killable.ts";
import { endWithThisProcess, isListening, until } from "./processes.ts";
import { portsFrom } from "./services.ts";

const root = path.resolve(import.meta.dirname, "..");

/** A development stack with its own ports and data. It ends with this process. */
function dev(base: number) {
  const local = path.join(root, ".local", `dev-test-${base}`);
  rmSync(local, { recursive: true, force: true });
  const child = spawn(process.execPath, [path.join(root, "scripts/dev.ts")], {
    cwd: root,
    env: { ...process.env, INLAY_PORTS: String(base), INLAY_LOCAL: local },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithThisProcess(child, "SIGKILL");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return {
    child,
    output: () => output,
    says: async (words: string) => {
      await until(`dev says "${words}"`, () => output.includes(words) || child.exitCode !== null);
      if (child.exitCode !== null) throw new Error(`dev ended with ${child.exitCode}:\n${output.slice(-4_000)}`);
    },
  };
}

const listeners = async (base: number) => {
  const ports = Object.values(portsFrom(base));
  const taken = await Promise.all(ports.map(isListening));
  return ports.filter((_, n) => taken[n]);
};

describe("npm run dev", () => {
  mkdirSync(path.join(root, ".local"), { recursive: true });

  it("starts every service, prints the addresses, seeds the demo accounts, and leaves no process after Ctrl-C", async () => {
    const base = 14_000;
    const { child, output, says } = dev(base);
    await says("Ctrl-C stops everything");
    expect(output()).toContain("sign in as owner@harborbakery.example");
    await says("demo accounts  all are ready");
    for (const place of [
      "Riverbend Cycles is at ONBOARDING.COLLECT_PLAID",
      "Marigold Catering is at REQUEST_ADDITIONAL_USER_INPUT",
      "Copper Kettle Roasters is at DISPLAY_OFFERS",
      "Lantern Street Books is at OFFER_ACCEPTED",
      "Quarry Road Brewing is at ISSUED_PRODUCT_CREATED",
      "Tall Pines Landscaping is at OFFERS_EXPIRED",
      "Blue Door Diner is at NO_OFFERS_EXTENDED",
    ])
      expect(output()).toContain(place);
    // No service listens on the console's port yet.
    const { console: _, ...used } = portsFrom(base);
    expect((await listeners(base)).length).toBe(Object.keys(used).length);
    await end(child, "SIGINT");
    expect(child.exitCode).toBe(0);
    expect(await listeners(base)).toEqual([]);
  });

  it("leaves no process after kill -9", async () => {
    const base = 15_000;
    const { child, says } = dev(base);
    await says("api ready");
    await end(child, "SIGKILL");
    await until("all ports are free", async () => (await listeners(base)).length === 0);
  });

  it("names a port that is taken, the service that needs it, and the remedy", async () => {
    const base = 16_000;
    const occupier = net.createServer().listen(portsFrom(base).sandbox, "127.0.0.1");
    const { child, output } = dev(base);
    await new Promise((resolve) => child.once("exit", resolve));
    occupier.close();
    expect(child.exitCode).toBe(1);
    expect(output()).toContain(
      "Port 16002, which sandbox needs, is taken. Stop the process that listens there, or move everything with INLAY_PORTS=5000 npm run dev.",
    );
  });
});

describe("preflight", () => {
  it("refuses a Node older than the pinned version and names the remedy", () => {
    const tree = mkdtempSync(path.join(tmpdir(), "preflight-"));
    mkdirSync(path.join(tree, "scripts"));
    cpSync(path.join(root, "scripts/preflight.mjs"), path.join(tree, "scripts/preflight.mjs"));
    const run = (pinned: string) => {
      writeFileSync(path.join(tree, ".nvmrc"), `${pinned}\n`);
      return spawnSync(process.execPath, [path.join(tree, "scripts/preflight.mjs")], { encoding: "utf8" });
    };
    expect(run(process.versions.node).status).toBe(0);
    const old = run("99.0.0");
    expect(old.status).toBe(1);
    expect(old.stderr).toContain(`Inlay runs on Node 99.0.0; this is Node ${process.versions.node}.`);
    expect(old.stderr).toContain("npm ci");
  });
});
