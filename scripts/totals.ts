// Adds up the counts of the check, the end-to-end tests and the proofs. A part without a count has failed.
import { readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./stack.ts";

/** Enough lines of an error to identify it at the end of a log. */
const linesOfAnError = 12;

const inShort = (error: string) => stripVTControlCharacters(error).split("\n").slice(0, linesOfAnError).join("\n");

const totals = { passed: 0, failed: 0 };
for (const part of ["check", "e2e", "prove"]) {
  try {
    const counted = JSON.parse(readFileSync(path.join(root, `.local/${part}-totals.json`), "utf8"));
    console.log(`${part}: ${counted.passed} passed, ${counted.failed} failed.`);
    totals.passed += counted.passed;
    totals.failed += counted.failed;
    for (const failure of (counted.failures ?? []) as string[]) console.log(inShort(failure));
    for (const flaky of (counted.flaky ?? []) as string[])
      console.log(`Passed only the second time: ${inShort(flaky)}`);
  } catch {
    console.log(`${part} wrote no totals.`);
    totals.failed++;
  }
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);
