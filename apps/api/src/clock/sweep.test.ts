import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { actInOrder } from "./act-on.ts";
import { allShards, type DueGround, dueGround } from "./clock.fixture.ts";
import { beginning, type DueRow } from "./due-pages.ts";
import { startClock } from "./start-clock.ts";
import { createSweep } from "./sweep.ts";

let server: TestServer;
let ground: DueGround;
beforeAll(async () => {
  server = await testServer();
  ground = await dueGround(server.database, server.app);
});
afterAll(() => server.close());

const labels = async (platformId: string) => (await ground.done(platformId)).map((done) => done.label);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe("due rows", () => {
  it("are handled once, by real time, and rows not yet due are left alone", async () => {
    const of = await ground.business();
    await ground.makeDue(of, "due", "2026-01-05T12:00:00Z");
    await ground.makeDue(of, "later", inAnHour());
    await ground.sweepAll();
    await ground.sweepAll();
    const done = await ground.done(of.platformId);
    expect(done.map(({ label, dueAt }) => [label, dueAt.toISOString()])).toEqual([["due", "2026-01-05T12:00:00.000Z"]]);
    expect(Math.abs(Date.now() - (done[0]?.now.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it("are handled once when many sweeps find them at the same moment", async () => {
    const of = await ground.business();
    for (let n = 0; n < 20; n++) await ground.makeDue(of, `${n}`, "2026-01-05T12:00:00Z");
    const rows = await ground.pages.ofPlatform(of.platformId, allShards, beginning, 100);
    expect(rows).toHaveLength(20);
    const acted = await Promise.all(Array.from({ length: 6 }, () => actInOrder(server.app, ground.kinds, rows)));
    await ground.sweepAll();
    expect(acted.some((count) => count > 0)).toBe(true);
    expect((await labels(of.platformId)).toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`).toSorted());
  });

  it("are caught up in order after missed days, across all kinds and with repetitions", async () => {
    const of = await ground.business();
    await ground.makeDue(of, "second, day 2", "2026-03-02T00:00:00Z", { kind: 1 });
    await ground.makeDue(of, "first, day 2", "2026-03-02T00:00:00Z");
    await ground.makeDue(of, "second, day 1", "2026-03-01T23:00:00Z", { kind: 1 });
    await ground.makeDue(of, "first, day 4", "2026-03-04T00:00:00Z");
    const daily = await ground.makeDue(of, "daily", "2026-03-01T00:00:00Z", { everyDays: 1 });
    for (let n = 0; n < 5; n++) await ground.sweep.round(allShards);
    await server.database.admin.query("update app.first_due set every_days = null where id = $1", [daily]);
    await ground.sweepAll();
    expect((await labels(of.platformId)).slice(0, 8)).toEqual([
      ...["daily", "second, day 1"],
      ...["first, day 2", "daily", "second, day 2"],
      "daily",
      ...["first, day 4", "daily"],
    ]);
  });

  it("are found to the last one when hundreds fall on one microsecond", async () => {
    const of = await ground.business();
    await server.database.admin.query(
      `insert into app.first_due (platform_id, business_id, label, next_action_at)
       select $1, $2, n::text, '2026-04-01T00:00:00.123457Z' from generate_series(1, 700) n`,
      [of.platformId, of.businessId],
    );
    await ground.makeDue(of, "last", "2026-04-01T00:00:00.123457Z", { kind: 1 });
    await ground.sweepAll();
    const done = await labels(of.platformId);
    expect(done).toHaveLength(701);
    expect(new Set(done).size).toBe(701);
    expect(done.at(-1)).toBe("last");
  });

  it("are paged without a gap or a repeat, also while none of them is handled", async () => {
    const of = await ground.business();
    for (const moment of ["2026-04-01T00:00:00.123457Z", "2026-04-01T00:00:00.123458Z"])
      for (const kind of [1, 0] as const)
        for (let n = 0; n < 4; n++) await ground.makeDue(of, "paged", moment, { kind, mode: "fails" });
    const seen: DueRow[] = [];
    for (let pages = 0; pages < 6; pages++) {
      const page = await ground.pages.ofPlatform(of.platformId, allShards, seen.at(-1) ?? beginning, 3);
      seen.push(...page);
    }
    expect(seen.map(({ rank }) => rank).join("")).toBe("0000111100001111");
    expect(new Set(seen.map(({ id }) => id)).size).toBe(16);
  });

  it("of one platform do not wait for all rows of another", async () => {
    const busy = await ground.business("00000000-0000-4000-8000-000000000001");
    const small = await ground.business();
    await server.database.admin.query(
      `insert into app.first_due (platform_id, business_id, label, next_action_at)
       select $1, $2, n::text, '2026-01-01T00:00:00Z' from generate_series(1, 700) n`,
      [busy.platformId, busy.businessId],
    );
    await ground.makeDue(small, "mine", "2026-05-01T00:00:00Z");
    await ground.sweep.round(allShards);
    expect(await labels(small.platformId)).toEqual(["mine"]);
    expect((await labels(busy.platformId)).length).toBeLessThan(700);
    await ground.sweepAll();
    expect(await labels(busy.platformId)).toHaveLength(700);
  });

  it("stay unchanged when a command fails, and only later rows of the same business are held back", async () => {
    const of = await ground.business();
    const neighbour = await ground.business(of.platformId);
    await ground.makeDue(of, "before", "2026-02-01T00:00:00Z");
    await ground.makeDue(of, "broken", "2026-02-02T00:00:00Z", { mode: "fails" });
    await ground.makeDue(of, "after", "2026-02-03T00:00:00Z");
    await ground.makeDue(of, "same moment", "2026-02-02T00:00:00Z", { kind: 1 });
    await ground.makeDue(neighbour, "neighbour", "2026-02-03T00:00:00Z");
    await ground.sweepAll();
    expect(await labels(of.platformId)).toEqual(["before", "neighbour"]);
    expect(server.logged.join()).toContain('"due":"test.first_due"');
  });

  it("are retried after a while, and still before later rows", async () => {
    const of = await ground.business();
    const id = await ground.makeDue(of, "broken", "2026-02-02T00:00:00Z", { mode: "fails" });
    await ground.makeDue(of, "after", "2026-02-03T00:00:00Z");
    await ground.sweep.round(allShards);
    expect(await labels(of.platformId)).toEqual([]);
    await server.database.admin.query("update app.first_due set mode = null where id = $1", [id]);
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 31_000);
    await ground.sweep.round(allShards);
    await ground.sweep.round(allShards);
    later.mockRestore();
    expect(await labels(of.platformId)).toEqual(["broken", "after"]);
  });

  it("are looked up by a role that sees ids and moments, and never contents", async () => {
    const engine = server.database.pool("engine", { max: 1 });
    await engine.query("select id, platform_id, business_id, next_action_at from app.prequalification");
    await expect(engine.query("select terms from app.prequalification")).rejects.toThrow("permission denied");
    await expect(engine.query("update app.prequalification set expired_at = now()")).rejects.toThrow(
      "permission denied",
    );
  });

  it("fail when their command does not move next_action_at on", async () => {
    const of = await ground.business();
    await ground.makeDue(of, "stays", "2026-02-01T00:00:00Z", { mode: "stays" });
    await ground.sweepAll();
    expect(await labels(of.platformId)).toEqual([]);
  });

  it("follow a business's own clock where it has one, ahead of real time or behind it", async () => {
    const ahead = await ground.business();
    const behind = await ground.business();
    for (const [{ platformId, businessId }, now] of [
      [ahead, "2031-01-01T00:00:00Z"],
      [behind, "2024-01-01T00:00:00Z"],
    ] as const) {
      await server.database.admin.query(
        "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)",
        [businessId, platformId, now],
      );
    }
    await ground.makeDue(ahead, "in its past", "2030-06-01T00:00:00Z");
    await ground.makeDue(ahead, "in its future", "2031-06-01T00:00:00Z");
    await ground.makeDue(behind, "in its past", "2023-06-01T00:00:00Z");
    await ground.makeDue(behind, "in its future", "2025-06-01T00:00:00Z");
    await ground.sweepAll();
    const done = await ground.done(ahead.platformId);
    expect(done.map(({ label, now }) => [label, now.toISOString()])).toEqual([
      ["in its past", "2031-01-01T00:00:00.000Z"],
    ]);
    expect(await labels(behind.platformId)).toEqual(["in its past"]);
    expect(await ground.pages.ofPlatform(behind.platformId, allShards, beginning, 10)).toEqual([]);
  });

  it("wait while the engine has a backlog of workflows", async () => {
    const of = await ground.business();
    await server.database.admin.query(
      `insert into app.workflow_run (kind, id, platform_id, business_id) select 'deliver-email', uuidv7(), $1, $2 from generate_series(1, 1000)`,
      [of.platformId, of.businessId],
    );
    await ground.makeDue(of, "patient", "2026-02-01T00:00:00Z");
    let looks = 0;
    const workflowsWaiting = (most: number) => {
      looks++;
      return ground.pages.workflowsWaiting(most);
    };
    const never = new AbortController().signal;
    const round = createSweep(server.app, ground.kinds, { ...ground.pages, workflowsWaiting }, never).round(allShards);
    await until("it has looked again", () => looks >= 3);
    expect(await labels(of.platformId)).toEqual([]);
    await server.database.admin.query("update app.workflow_run set submitted_at = now() where business_id = $1", [
      of.businessId,
    ]);
    await round;
    await ground.sweepAll();
    expect(await labels(of.platformId)).toEqual(["patient"]);
  });

  it("are shared among clock processes, and taken over from one that stops", async () => {
    const platform = await ground.business();
    const businesses = await Promise.all(Array.from({ length: 40 }, () => ground.business(platform.platformId)));
    const pool = server.database.pool("engine", { max: 8 });
    const clocks = [1, 2].map(() => startClock(server.app, pool, ground.kinds, null));
    const shares = async () =>
      (
        await server.database.admin.query<{ shards: number }>(
          `select count(*) as shards from pg_locks where locktype = 'advisory' and classid = 4712 and objid < 8 and database =
             (select oid from pg_database where datname = current_database()) group by pid order by 1`,
        )
      ).rows.map((row) => Number(row.shards));
    await until("each has its half", async () => (await shares()).join() === "4,4");
    for (const of of businesses) await ground.makeDue(of, of.businessId, "2026-02-01T00:00:00Z");
    await until("all is done", async () => (await labels(platform.platformId)).length === 40);
    await clocks[0]?.stop();
    await until("the other has all", async () => (await shares()).join() === "8");
    for (const of of businesses) await ground.makeDue(of, of.businessId, "2026-02-01T00:00:00Z");
    await until("all is done again", async () => (await labels(platform.platformId)).length === 80);
    await clocks[1]?.stop();
  });
});
