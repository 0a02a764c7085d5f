// The long proofs. `npm run prove -- NAME` runs one at its full size and writes its figures into docs/proofs.md;
// `npm run prove -- --tenth` runs all of them at about a tenth, as CI does.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../scripts/stack.ts";
import type { Figures, Measured, Proof } from "./proof.ts";

const proofs: Record<string, () => Promise<{ proof: Proof }>> = {
  "email-crash": () => import("./email-crash.ts"),
  "sign-in-guesses": () => import("./sign-in-guesses.ts"),
  "object-access": () => import("./object-access.ts"),
  "hot-read": () => import("./hot-read.ts"),
  canaries: () => import("./canaries.ts"),
  "key-rotation": () => import("./key-rotation.ts"),
  "ledger-writers": () => import("./ledger-writers.ts"),
  "ledger-post-rate": () => import("./ledger-post-rate.ts"),
  "due-sweep": () => import("./due-sweep.ts"),
  "payments-faults": () => import("./payments-faults.ts"),
  "payments-crash": () => import("./payments-crash.ts"),
  "processor-webhooks": () => import("./processor-webhooks.ts"),
  "product-lives": () => import("./product-lives.ts"),
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
const named = args.filter((argument) => !argument.startsWith("--"));
const unknown = named.filter((name) => !(name in proofs));
if (unknown.length > 0 || (named.length === 0 && !tenth)) {
  console.error(`Name a proof: ${Object.keys(proofs).join(", ")}.`);
  process.exit(1);
}

const totals = { passed: 0, failed: 0, failures: [] as string[] };
for (const name of named.length > 0 ? named : Object.keys(proofs)) {
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
  }
}
mkdirSync(path.join(root, ".local"), { recursive: true });
writeFileSync(path.join(root, ".local/prove-totals.json"), JSON.stringify(totals));
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);

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
    `\`npm run prove -- ${name} --seed=${seed}\`, ${date}, ${seconds} s.`,
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
