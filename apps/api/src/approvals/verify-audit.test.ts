import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { record } from "../db/record.ts";
import { inScope, staffScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { verifyAudit } from "./verify-audit.ts";

let sandbox: TestSandbox;
let server: TestServer;
beforeAll(async () => {
  sandbox = await testSandbox();
});
beforeEach(async () => {
  await server?.close();
  server = await testServer(sandbox.environment);
  await server.app.files.remove("clean/audit/latest.json");
  // An attacker with superuser rights can disable the trigger.
  await server.database.admin.query("alter table app.audit disable trigger append_only");
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const run = (days: number) => verifyAudit.run(server.app, inDays(days));
const admin = (text: string, ...values: unknown[]) => server.database.admin.query(text, values);
const openTasks = async () =>
  (await admin("select kind, subject_id, platform_id from app.task where closed_at is null order by kind")).rows;
const brokenTask = (subject_id: string) => [
  { kind: "AUDIT_CHAIN_BROKEN", subject_id, platform_id: staffScope.platformId },
];

/** A business with this many audit rows. */
async function trailOf(length: number): Promise<string> {
  const [platformId, businessId] = [randomUUID(), randomUUID()];
  await admin("insert into app.platform (id, name) values ($1, 'Test')", platformId);
  await admin("insert into app.business (id, platform_id) values ($1, $2)", businessId, platformId);
  await inScope(server.app.pool, { platformId, businessId }, async (tx) => {
    for (let n = 0; n < length; n++)
      await record(tx, {
        platformId,
        businessId,
        kind: "onboarding.survey_answered",
        body: { reason: null, version: n },
        action: "test.do",
        object: { kind: "test", id: businessId },
        actor: { kind: "SYSTEM", id: null },
        requestId: null,
      });
  });
  return businessId;
}

describe("nightly verification of the audit trail", () => {
  it("opens no task while every chain is intact and grows", async () => {
    const stream = await trailOf(3);
    await run(0);
    await trailOf(2);
    await run(1);
    expect(await openTasks()).toEqual([]);
    const anchor = await server.app.files.get("clean/audit/latest.json", 10_000);
    expect(anchor?.toString()).toContain("clean/audit/");
    expect(anchor?.toString()).not.toContain(stream);
  });

  it("opens a task for a changed row and closes it when the row is restored", async () => {
    const stream = await trailOf(3);
    const change = (action: string) =>
      admin("update app.audit set action = $2 where stream = $1 and sequence = 2", stream, action);
    await change("forged");
    await run(0);
    expect(await openTasks()).toEqual(brokenTask(stream));
    await run(1);
    expect(await openTasks()).toHaveLength(1);
    await change("test.do");
    await run(2);
    expect(await openTasks()).toEqual([]);
  });

  it("finds a chain that was shortened together with its head, by the anchor of the night before, in every later night", async () => {
    const stream = await trailOf(3);
    await run(0);
    await admin("delete from app.audit where stream = $1 and sequence = 3", stream);
    await admin(
      "update app.stream set audit_sequence = 2, audit_hash = (select hash from app.audit where stream = $1 and sequence = 2) where id = $1",
      stream,
    );
    for (const days of [1, 2]) {
      await run(days);
      expect(await openTasks()).toEqual(brokenTask(stream));
    }
  });

  it("finds a chain that was removed as a whole", async () => {
    const stream = await trailOf(2);
    await run(0);
    for (const table of ["event", "audit"]) await admin(`delete from app.${table} where stream = $1`, stream);
    await admin("delete from app.stream where id = $1", stream);
    await run(1);
    expect(await openTasks()).toEqual(brokenTask(stream));
  });

  it("reads whole audit rows, and of a stream only its last hash", async () => {
    const { rows } = await admin(
      `select table_name || '.' || column_name as name from information_schema.column_privileges
       where grantee = 'inlay_auditor' and table_name in ('stream', 'event') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(["stream.audit_hash", "stream.audit_sequence", "stream.id"]);
  });

  it("opens a task when the anchor is gone, forged or was not replaced for two days", async () => {
    await trailOf(2);
    const lost = [
      { kind: "AUDIT_ANCHOR_INVALID", subject_id: staffScope.platformId, platform_id: staffScope.platformId },
    ];
    const { files } = server.app;
    await run(0);
    expect(await openTasks()).toEqual([]);
    const ours = await files.get("clean/audit/latest.json", 10_000);
    const forged = { ...JSON.parse(String(ours)), content: JSON.stringify({ at: inDays(3).toISOString(), files: [] }) };
    await files.put("clean/audit/latest.json", Buffer.from(JSON.stringify(forged)), "application/json");
    await run(1);
    expect(await openTasks()).toEqual(lost);
    await run(2);
    expect(await openTasks()).toEqual([]);
    await run(5);
    expect(await openTasks()).toEqual(lost);
    await run(6);
    await files.remove("clean/audit/latest.json");
    await run(7);
    expect(await openTasks()).toEqual(lost);
  });
});
