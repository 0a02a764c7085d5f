// Runs before each test file of the proof: sets the seed of every property and counts the cases.
import { appendFileSync } from "node:fs";
import fc from "fast-check";

const { FC_SEED: seed, FC_COUNTS: counts } = process.env;
if (!seed || !counts) throw new Error("FC_SEED and FC_COUNTS are set by proofs/lending-properties.ts");

fc.configureGlobal({
  seed: Number(seed),
  reporter(details) {
    appendFileSync(counts, `${details.numRuns}\n`);
    if (details.failed) throw new Error(fc.defaultReportMessage(details));
  },
});
