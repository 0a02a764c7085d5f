import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { end } from "./killable.ts";
import { until } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "..");
const seen: number[] = [];
afterEach(() => {
  for (const pid of seen.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A process that starts another one and waits for it, and a stack of one service that runs them. */
function write() {
  const dir = mkdtempSync(path.join(tmpdir(), "kill-with-parent-"));
  const files = {
    "service.mjs": `import { writeFileSync } from "node:fs";
      // Like a worker whose running steps take longer than the stack waits.
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1_000);
      writeFileSync(${JSON.stringify(path.join(dir, "service"))}, String(process.pid));
      console.log("service ready");`,
    "watcher.mjs": `import { spawn } from "node:child_process";
      import { writeFileSync } from "node:fs";
      writeFileSync(${JSON.stringify(path.join(dir, "watcher"))}, process.ppid + " " + process.pid);
      process.on("SIGTERM", () => {});
      spawn(process.execPath, [${JSON.stringify(path.join(dir, "service.mjs"))}], { stdio: "inherit" });`,
    "stack.ts": `import { startStack } from ${JSON.stringify(path.join(root, "scripts/stack.ts"))};
      const run = [process.execPath, ${JSON.stringify(path.join(dir, "watcher.mjs"))}];
      await startStack({ service: { run, ready: /service ready/ } });`,
    "killable.ts": `import { killable } from ${JSON.stringify(path.join(root, "scripts/killable.ts"))};
      const script = ${JSON.stringify(path.relative(root, path.join(dir, "service.mjs")))};
      await killable({ script, env: {}, ready: /service ready/ }).start();
      setInterval(() => {}, 1_000);`,
    "postgres.ts": `import { writeFileSync } from "node:fs";
      import { freePort } from ${JSON.stringify(path.join(root, "scripts/processes.ts"))};
      import { startPostgres } from ${JSON.stringify(path.join(root, "scripts/postgres.ts"))};
      const dir = ${JSON.stringify(path.join(dir, "data"))};
      const { child } = await startPostgres({ dir, port: await freePort(), settings: { fsync: "off" } });
      writeFileSync(${JSON.stringify(path.join(dir, "service"))}, String(child.pid));`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
  // PostgreSQL runs as another user.
  chmodSync(dir, 0o755);
  return {
    dir,
    stack: path.join(dir, "stack.ts"),
    killable: path.join(dir, "killable.ts"),
    postgres: path.join(dir, "postgres.ts"),
  };
}

async function started(script: string, dir: string): Promise<{ parent: ChildProcess; service: number }> {
  const parent = spawn(process.execPath, [script], { cwd: root, stdio: "ignore" });
  seen.push(parent.pid ?? 0);
  let service = 0;
  await until("the service runs", () => {
    service = Number(readFileSync(path.join(dir, "service"), "utf8"));
    return service > 0;
  });
  seen.push(service);
  return { parent, service };
}

describe("service of a stack", () => {
  it("ends with its watcher although it ignores SIGTERM, when the stack is killed with kill -9", async () => {
    const { dir, stack } = write();
    const { parent, service } = await started(stack, dir);
    await end(parent, "SIGKILL");
    await until("the service has ended", () => !isAlive(service));
  });

  it.each([
    ["the watcher", 1],
    ["the process that watches its parent", 0],
  ])("ends when %s is killed with kill -9, and the stack ends with an error", async (_, which) => {
    const { dir, stack } = write();
    const { parent, service } = await started(stack, dir);
    const pids = readFileSync(path.join(dir, "watcher"), "utf8").split(" ").map(Number);
    seen.push(...pids);
    process.kill(pids[which] ?? 0, "SIGKILL");
    await until("the stack has ended", () => parent.exitCode !== null);
    expect(parent.exitCode).toBe(1);
    await until("the service has ended", () => !isAlive(service));
  });
});

describe("process of a test", () => {
  it.each(["killable", "postgres"] as const)("ends when the process that started it is killed: %s", async (name) => {
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      const { dir, [name]: script } = write();
      const { parent, service } = await started(script, dir);
      await end(parent, signal);
      await until("the service has ended", () => !isAlive(service));
    }
  });
});
