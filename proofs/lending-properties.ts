import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { root } from "../scripts/stack.ts";
import { hold, type Proof } from "./proof.ts";

export const proof: Proof = {
  claim:
    "Every property of the lending package is tried 100,000 times. Properties that calculate a quote twice to check its explanations, properties that solve for an APR again, and random lives of products, are tried a fifth to a twentieth as often. The ledger is rebuilt from the first journal after random commands that were repeated, reversed and rolled back, and it equals the live balances. No property fails.",
  run: async ({ tenth, seed, say }) => {
    const lending = await tried(seed, tenth ? 500 : 100_000, "packages/lending/");
    say(`${lending.properties} properties of lending, ${lending.seconds} s`);
    const rebuilding = ["apps/api/src/ledger/guards.test.ts", "--testNamePattern", "journal zero"];
    const ledgers = await tried(seed, tenth ? 20 : 1_000, ...rebuilding);
    return {
      properties: lending.properties,
      cases: lending.cases.toLocaleString("en"),
      "failed properties": 0,
      seconds: lending.seconds,
      "ledgers rebuilt from the first journal": ledgers.cases,
      "seconds for the ledgers": ledgers.seconds,
    };
  },
};

type Tried = { properties: number; cases: number; seconds: number };

async function tried(seed: number, runs: number, ...tests: string[]): Promise<Tried> {
  const counts = path.join(root, ".local/proofs/lending-properties.txt");
  mkdirSync(path.dirname(counts), { recursive: true });
  writeFileSync(counts, "");
  const began = performance.now();
  const config = path.join(import.meta.dirname, "lending-properties.config.ts");
  const child = spawn(path.join(root, "node_modules/.bin/vitest"), ["run", "--config", config, ...tests], {
    cwd: root,
    env: { ...process.env, FC_RUNS: String(runs), FC_SEED: String(seed), FC_COUNTS: counts },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(output);
  const seconds = Math.round((performance.now() - began) / 1000);
  const cases = readFileSync(counts, "utf8").trim().split("\n").map(Number);
  hold("most cases of a property", Math.max(...cases), runs);
  return { properties: cases.length, cases: cases.reduce((sum, count) => sum + count, 0), seconds };
}
