import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import type { AppContext } from "../context.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { makeMonthsAhead } from "../ledger/public.ts";
import { createLog } from "../log.ts";
import { type RegularJob, runIfDue, startRegularJobs } from "./regular-jobs.ts";

let database: TestDatabase;
let app: AppContext;
beforeAll(async () => {
  database = await testDatabase();
  app = { pool: database.pool("app", { max: 8 }), log: createLog("test", "silent") } as AppContext;
});
afterAll(() => database.close());

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 16, 12, minutes));
const counting = (name: string, work = async () => {}): { job: RegularJob; runs: Date[] } => {
  const runs: Date[] = [];
  const run = async (_: AppContext, now: Date) => {
    runs.push(now);
    await work();
  };
  return { job: { name, everyMs: 60_000, run }, runs };
};

describe("regular job", () => {
  it("runs once per period, also for a process that starts in between", async () => {
    const { job, runs } = counting("once");
    expect(await runIfDue(app, job, at(0))).toBe(true);
    expect(await runIfDue(app, { ...job }, at(0.9))).toBe(false);
    expect(await runIfDue(app, job, at(1))).toBe(true);
    expect(runs).toEqual([at(0), at(1)]);
  });

  it("is run by one of several processes that find it due together", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { job, runs } = counting("shared", () => held);
    const first = runIfDue(app, job, at(0));
    await until("the first has begun", async () => runs.length === 1);
    expect(await Promise.all([runIfDue(app, job, at(0)), runIfDue(app, job, at(0))])).toEqual([false, false]);
    release();
    expect(await first).toBe(true);
    expect(await runIfDue(app, job, at(0))).toBe(false);
    expect(runs).toHaveLength(1);
  });

  it("is repeated after a failure, because only a completed run counts", async () => {
    let failures = 2;
    const { job, runs } = counting("failing", async () => {
      if (failures-- > 0) throw new Error("unavailable");
    });
    const running = startRegularJobs(app, [job], { lookEveryMs: 5, retryAfterMs: 5 });
    await until("it succeeds", async () => runs.length === 3);
    await running.stop();
    expect(runs).toHaveLength(3);
  });

  it("creates the months of the ledger up to a year ahead, as the application's role", async () => {
    const next = "ledger_months.journal_line_' || to_char(now() + interval '12 months', 'YYYY_MM')";
    const exists = async () =>
      (await database.admin.query(`select to_regclass('${next}) is not null as there`)).rows[0].there;
    await database.admin.query(`do $$ begin execute 'drop table ${next}; end $$`);
    expect(await exists()).toBe(false);
    await makeMonthsAhead(app.pool);
    expect(await exists()).toBe(true);
    await makeMonthsAhead(app.pool);
  });
});
