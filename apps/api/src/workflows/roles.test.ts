import { randomUUID } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Killable, killable } from "../../../../scripts/killable.ts";
import { freePort, until } from "../../../../scripts/processes.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestEngine, testEngine } from "./engine.fixture.ts";
import { type WorkflowKind, workflowKinds } from "./public.ts";
import { rolesFrom, workerRoles, workflowsOf } from "./roles.ts";

describe("worker roles", () => {
  it("are all without an argument, and those named by --only", () => {
    expect(rolesFrom([])).toEqual(["main", "files"]);
    expect(rolesFrom(["--only=files"])).toEqual(["files"]);
    expect(rolesFrom(["--only=files,main"])).toEqual(["main", "files"]);
  });

  it.each([[["--only=payments"]], [["--only="]], [["--only=main,main"]], [["files"]], [["--only=main", "--x"]]])(
    "are refused as %j",
    (args) => {
      expect(() => rolesFrom(args)).toThrow("A worker takes --only with one or more of main, files");
    },
  );

  it("share the workflows without overlap, and the one that sends payments opens no file", () => {
    expect(workerRoles.flatMap(workflowsOf).sort()).toEqual([...workflowKinds].sort());
    expect(workflowsOf("files")).toEqual(["scan-document", "render-statement"]);
    expect(workflowsOf("main")).toContain("send-payment");
  });
});

describe("workers with one role each", () => {
  let server: TestServer;
  let engine: TestEngine;
  let files: Killable;
  let platformId: string;
  beforeAll(async () => {
    server = await testServer();
    engine = await testEngine(server.environment, ["--only=main"]);
    const port = await freePort();
    files = killable({
      script: "apps/api/src/main.ts",
      args: ["worker", "--only=files"],
      env: { ...engine.env, WORKER_PORT: String(port), WORKER_URL: `http://127.0.0.1:${port}` },
      ready: /worker ready/,
      log: path.join(engine.dir, "files-worker.log"),
    });
    platformId = (await server.platform()).id;
  });
  afterAll(async () => {
    await files.stop();
    await engine.close();
    await server.close();
  });

  /** Starts a workflow of a document that does not exist: it runs and ends without doing anything. */
  const start = async (kind: WorkflowKind): Promise<() => Promise<boolean>> => {
    const id = randomUUID();
    await server.database.admin.query("insert into app.workflow_run (kind, id, platform_id) values ($1, $2, $3)", [
      ...[kind, id, platformId],
    ]);
    return async () => {
      const { rows } = await server.database.admin.query("select state from app.workflow_run where id = $1", [id]);
      return rows[0].state === "DONE";
    };
  };

  it("do each their own workflows: neither waits for the other, and what the other must do waits for it", async () => {
    await engine.worker.start();
    // More than the relay submits at a time.
    await server.database.admin.query(
      `insert into app.workflow_run (kind, id, platform_id)
       select 'scan-document', gen_random_uuid(), $1 from generate_series(1, 250)`,
      [platformId],
    );
    const waitingScans = async () => {
      const query = "select from app.workflow_run where kind = 'scan-document' and submitted_at is null";
      return (await server.database.admin.query(query)).rowCount;
    };
    await until("the main worker has done its workflow", await start("delete-upload"));
    expect(await waitingScans()).toBe(250);
    await files.start();
    await until("the worker for files has taken the waiting scans", async () => (await waitingScans()) === 0);

    await engine.worker.kill();
    const deletion = await start("delete-upload");
    await until("the worker for files works alone", await start("scan-document"));
    expect(await deletion()).toBe(false);
    await engine.worker.start();
    await until("the main worker has done the waiting workflow", deletion);

    await engine.restartRestate(true);
    for (const kind of ["scan-document", "delete-upload"] as const)
      await until(`${kind} runs on a Restate that lost its data`, await start(kind));
  });

  it("can be replaced by one worker, which has all roles", async () => {
    await Promise.all([engine.worker.kill(), files.kill()]);
    const port = await freePort();
    const whole = killable({
      script: "apps/api/src/main.ts",
      args: ["worker"],
      env: { ...engine.env, WORKER_PORT: String(port), WORKER_URL: `http://127.0.0.1:${port}` },
      ready: /worker ready/,
    });
    await whole.start();
    for (const kind of ["scan-document", "delete-upload"] as const) await until(`${kind} runs`, await start(kind));
    await whole.stop();
  });

  it("say which roles exist when started with another", async () => {
    const wrong = killable({
      script: "apps/api/src/main.ts",
      args: ["worker", "--only=payments"],
      env: engine.env,
      ready: /worker ready/,
    });
    await expect(wrong.start()).rejects.toThrow("one or more of main, files");
  });
});
