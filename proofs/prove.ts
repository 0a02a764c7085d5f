// The long proofs. `npm run prove -- NAME` runs one at its full size and writes its figures into docs/proofs.md;
// `npm run prove -- --tenth` runs all of them at about a tenth, two at a time, as CI does.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { endWithThisProcess } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";
import type { Figures, Measured, Proof } from "./proof.ts";

const proofs: Record<string, () => Promise<{ proof: Proof }>> = {
  "email-crash": () => import("./email-crash.ts"),
  "sign-in-guesses": () => import("./sign-in-guesses.ts"),
  "object-access": () => import("./object-access.ts"),
  "hot-read": () => import("./hot-read.ts"),
  "servicing-home": () => import("./servicing-home.ts"),
  canaries: () => import("./canaries.ts"),
  "key-rotation": () => import("./key-rotation.ts"),
  "ledger-writers": () => import("./ledger-writers.ts"),
  "ledger-post-rate": () => import("./ledger-post-rate.ts"),
  "due-sweep": () => import("./due-sweep.ts"),
  "payments-faults": () => import("./payments-faults.ts"),
  "payments-crash": () => import("./payments-crash.ts"),
  "processor-webhooks": () => import("./processor-webhooks.ts"),
  "product-lives": () => import("./product-lives.ts"),
  "product-lives-http": () => import("./product-lives-http.ts"),
  "forged-webhooks": () => import("./forged-webhooks.ts"),
  reconciliation: () => import("./reconciliation.ts"),
  "onboarding-walk": () => import("./onboarding-walk.ts"),
  "reports-crash": () => import("./reports-crash.ts"),
  "sanctions-names": () => import("./sanctions-names.ts"),
  decisions: () => import("./decisions.ts"),
  declines: () => import("./declines.ts"),
  "decision-races": () => import("./decision-races.ts"),
  "offer-choices": () => import("./offer-choices.ts"),
  "closing-races": () => import("./closing-races.ts"),
  "closings-crash": () => import("./closings-crash.ts"),
  "limit-races": () => import("./limit-races.ts"),
  "servicing-races": () => import("./servicing-races.ts"),
  "simulated-years": () => import("./simulated-years.ts"),
  "servicing-crash": () => import("./servicing-crash.ts"),
  "offer-quotes": () => import("./offer-quotes.ts"),
  "decisions-crash": () => import("./decisions-crash.ts"),
  notices: () => import("./notices.ts"),
  "consent-to-offers": () => import("./consent-to-offers.ts"),
  "cash-flow-fit": () => import("./cash-flow-fit.ts"),
  disclosures: () => import("./disclosures.ts"),
  "disclosure-gate": () => import("./disclosure-gate.ts"),
  "signer-races": () => import("./signer-races.ts"),
  "lending-properties": () => import("./lending-properties.ts"),
  "quote-in-browser": () => import("./quote-in-browser.ts"),
  "invoice-corpus": () => import("./invoice-corpus.ts"),
  "hostile-uploads": () => import("./hostile-uploads.ts"),
  // Last, because it lowers the priority of this process.
  lighthouse: () => import("./lighthouse.ts"),
};

const args = process.argv.slice(2);
const tenth = args.includes("--tenth");
const seedArgument = args.find((argument) => argument.startsWith("--seed="));
const seed = Number(seedArgument?.slice("--seed=".length) ?? 20261115);
/** What a proof was told about its size, so that the command in docs/proofs.md is the one that was run. */
const sizes = args.filter(
  (argument) => argument.startsWith("--") && argument !== "--tenth" && argument !== seedArgument,
);
const named = args.filter((argument) => !argument.startsWith("--"));
const unknown = named.filter((name) => !(name in proofs));
if (unknown.length > 0 || (named.length === 0 && !tenth)) {
  console.error(`Name a proof: ${Object.keys(proofs).join(", ")}.`);
  process.exit(1);
}

/** These measure times, so no other proof runs beside them. */
const alone = ["hot-read", "servicing-home", "ledger-post-rate", "forged-webhooks", "hostile-uploads", "lighthouse"];

const totals = { passed: 0, failed: 0, failures: [] as string[] };
const [only, ...more] = named.length > 0 ? named : Object.keys(proofs);
if (only && more.length === 0) await runHere(only);
else await runBesideEachOther([only, ...more].filter((name) => name !== undefined));
mkdirSync(path.join(root, ".local"), { recursive: true });
// A run of several proofs has one process for each, and only the first process has the totals of all.
if (!process.send) writeFileSync(path.join(root, ".local/prove-totals.json"), JSON.stringify(totals));
if (!process.send) console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);

async function runHere(name: string): Promise<void> {
  const began = performance.now();
  console.log(`\n── ${name}, ${tenth ? "a tenth of its size" : "full size"}, seed ${seed}`);
  try {
    const { proof } = (await proofs[name]?.()) ?? {};
    if (!proof) throw new Error(`${name} has no proof`);
    const measured = await proof.run({ tenth, seed, say: (line) => console.log(`   ${line}`) });
    const { figures, tables } = "tables" in measured ? (measured as Measured) : { figures: measured, tables: [] };
    const seconds = Math.round((performance.now() - began) / 1000);
    for (const [figure, value] of Object.entries(figures)) console.log(`   ${figure}: ${value}`);
    for (const row of tables.flatMap(({ rows }) => rows)) console.log(`   ${row.join(" | ")}`);
    console.log(`   ok, ${seconds} s`);
    if (!tenth) save(name, proof.claim, { figures: figures as Figures, tables }, seconds);
    totals.passed++;
  } catch (error) {
    totals.failed++;
    totals.failures.push(`${name}: ${error}`);
    console.error(error);
    // The process that started this one counts the failure.
    process.send?.(`${error}`);
  }
}

/** Runs each proof in a process of its own. At a tenth of the size most of a proof is starting and waiting, so two run at a time. */
async function runBesideEachOther(names: readonly string[]): Promise<void> {
  const shared = tenth ? names.filter((name) => !alone.includes(name)) : [];
  const waiting = [...shared];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await runApart(name);
  };
  await Promise.all([lane(), lane()]);
  for (const name of names) if (!shared.includes(name)) await runApart(name);
}

/** Runs a proof in another process, and prints what it printed when it has ended. */
async function runApart(name: string): Promise<void> {
  const child = spawn(process.execPath, [import.meta.filename, name, ...args.filter((one) => one.startsWith("--"))], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  endWithThisProcess(child, "SIGTERM");
  const printed: Buffer[] = [];
  let failure = "the process of the proof was ended";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  child.on("message", (message) => {
    failure = String(message);
  });
  const code = await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  process.stdout.write(Buffer.concat(printed));
  if (code === 0) totals.passed++;
  else {
    totals.failed++;
    totals.failures.push(`${name}: ${failure}`);
  }
}

function lineOf(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Replaces the figures of the last full-size run in docs/proofs.md. */
function save(name: string, claim: string, { figures, tables }: Measured, seconds: number): void {
  const file = path.join(root, "docs/proofs.md");
  const lines = [["figure", "value"], ["---", "---"], ...Object.entries(figures)].map(lineOf);
  const lists = tables.flatMap(({ columns, rows }) => [
    "",
    ...[columns, columns.map(() => "---"), ...rows].map(lineOf),
  ]);
  const date = new Date().toISOString().slice(0, 10);
  const section = [
    `## ${name}`,
    "",
    claim,
    "",
    ...lines,
    ...lists,
    "",
    `\`npm run prove -- ${[name, `--seed=${seed}`, ...sizes].join(" ")}\`, ${date}, ${seconds} s.`,
    "",
  ].join("\n");
  const text = readFileSync(file, "utf8");
  const old = new RegExp(`## ${name}\\n[\\s\\S]*?(?=\\n## |$)`);
  writeFileSync(
    file,
    old.test(text) ? text.replace(old, () => `${section.trimEnd()}\n`) : `${text.trimEnd()}\n\n${section}`,
  );
  spawnSync(path.join(root, "node_modules/.bin/biome"), ["format", "--write", file]);
}
