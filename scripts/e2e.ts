// End-to-end tests in a real browser against the built stack, on its own database and ports.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { databaseUrl, portsFrom, services } from "./services.ts";
import { root, startStack } from "./stack.ts";

// All tests at all viewport sizes take long, so they run only with --all.
const isAll = process.argv.includes("--all");
const asked = process.argv.slice(2).filter((argument) => argument !== "--all");

const dir = path.join(root, ".local/e2e");
const report = path.join(root, ".local/e2e-report.json");
const log = path.join(dir, "services.log");
rmSync(dir, { recursive: true, force: true });
rmSync(report, { force: true });
mkdirSync(dir, { recursive: true });

const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
    child.once("exit", (code) => resolve(code ?? 1)).once("error", () => resolve(1));
  });

if ((await run("npm", ["run", "-s", "build"])) !== 0) process.exit(1);
const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4400));
const stack = await startStack(services(ports, dir, true), log);
const code = await run(path.join(root, "node_modules/.bin/playwright"), ["test", ...asked], {
  ...(isAll && { E2E_ALL: "yes" }),
  E2E_API_URL: `http://localhost:${ports.api}`,
  E2E_PORTAL_URL: `http://localhost:${ports.api}`,
  E2E_DEMO_URL: `http://127.0.0.1:${ports.demo}`,
  E2E_SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
  E2E_DATABASE_URL: databaseUrl(ports, "app"),
  E2E_READER_DATABASE_URL: databaseUrl(ports, "reader"),
});
const totals = totalsOf();
writeFileSync(path.join(root, ".local/e2e-totals.json"), JSON.stringify(totals));
for (const line of readFileSync(log, "utf8").split("\n")) if (line.includes("a request failed")) console.log(line);
for (const name of totals.flaky) console.log(`passed only the second time: ${name}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
await stack.stop(code === 0 && totals.failed === 0 ? 0 : 1);

type Suite = {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { projectName: string; status: string; results: Outcome[] }[] }[];
};
type Outcome = { error?: { message?: string } };

function totalsOf(): { passed: number; failed: number; failures: string[]; flaky: string[] } {
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, "utf8"));
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: (suites as Suite[]).flatMap((suite) => namesIn(suite, "unexpected")),
      flaky: (suites as Suite[]).flatMap((suite) => namesIn(suite, "flaky")),
    };
  } catch {
    return { passed: 0, failed: 1, failures: ["playwright wrote no report"], flaky: [] };
  }
}

/** The tests of a suite that ended so, each with the message of its last failure. */
function namesIn({ suites = [], specs = [] }: Suite, ended: "unexpected" | "flaky"): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === ended)
      .map(({ projectName, results }) => {
        const message = results.findLast(({ error }) => error)?.error?.message;
        return `${projectName} › ${file} › ${title}: ${message}`;
      }),
  );
  return [...own, ...suites.flatMap((suite) => namesIn(suite, ended))];
}
