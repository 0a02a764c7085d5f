// Every check that needs no browser, in one command: the same on a laptop and in CI. Arguments select checks by words of their names.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./stack.ts";

const local = path.join(root, ".local");
const report = path.join(local, "vitest-report.json");
const bin = (name: string) => path.join(root, "node_modules/.bin", name);
const node = process.execPath;

/** The name of each check, and its command. */
const checks: [string, string[]][] = [
  ["lockfile lists every platform", [node, "scripts/complete-lock.mjs", "--check"]],
  ["types", [bin("tsc"), "--noEmit"]],
  ["style", [bin("biome"), "ci", "--error-on-warnings"]],
  ["dependency rules", [bin("depcruise"), "--config", ".dependency-cruiser.cjs", "apps", "packages"]],
  ["dead code", [bin("knip"), "--no-config-hints"]],
  ["links in the documentation", [node, "scripts/check-links.ts"]],
  ["translations", [node, "scripts/check-words.ts"]],
  ["table types and database diagram", [node, "scripts/db-generate.ts", "--check"]],
  ["documented environment", [node, "scripts/environment.ts", "--check"]],
  ["event documentation", [node, "scripts/event-docs.ts", "--check"]],
  ["build of the portal and the embed script", ["npm", "run", "-s", "build"]],
  ["bundle sizes", [node, "scripts/check-sizes.ts"]],
  ["tests", [bin("vitest"), "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]],
];

mkdirSync(local, { recursive: true });
rmSync(report, { force: true });
const only = process.argv.slice(2);
let passed = 0;
const failed: string[] = [];
for (const [name, [command = "", ...args]] of checks) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const began = performance.now();
  console.log(`\n── ${name}`);
  const code = await new Promise((resolve) => {
    spawn(command, args, { cwd: root, stdio: "inherit" })
      .once("exit", resolve)
      .once("error", () => resolve(1));
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(code === 0 ? `   ok, ${seconds} s` : `   FAILED, ${seconds} s`);
  if (name === "tests") continue;
  if (code === 0) passed++;
  else failed.push(name);
}

const tests = testTotals();
const totals = {
  passed: passed + tests.passed,
  failed: failed.length + tests.failed,
  failures: [...failed, ...tests.failures],
};
writeFileSync(path.join(local, "check-totals.json"), JSON.stringify(totals));
if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 ? 1 : 0);

type TestFile = {
  name: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

function testTotals(): { passed: number; failed: number; failures: string[] } {
  if (only.length > 0 && !only.some((word) => "tests".includes(word))) return { passed: 0, failed: 0, failures: [] };
  try {
    const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const failures = (testResults as TestFile[]).flatMap(({ name, message, assertionResults }) => [
      ...(message ? [`${path.relative(root, name)}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => `${path.relative(root, name)} › ${fullName}: ${failureMessages[0]}`),
    ]);
    // A test file that cannot be loaded has no tests to count, but is a failure.
    return { passed: numPassedTests, failed: success ? 0 : Math.max(1, numFailedTests), failures };
  } catch {
    return { passed: 0, failed: 1, failures: ["vitest wrote no report"] };
  }
}
