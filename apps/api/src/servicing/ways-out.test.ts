import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { later } from "@inlay/contracts/calls/later.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { dueJobs } from "../slices.ts";
import { type Lifecycle, silentIn, type Walked, type WayOut, waitingForNothing, walked } from "./ways-out.fixture.ts";

const lending = path.resolve(import.meta.dirname, "../../../../packages/lending/src");
const server = path.resolve(import.meta.dirname, "..");
const sources = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder })
    .filter((file) => !/\.(test|suite|fixture)\.ts$/.test(file))
    .map((file) => ({ file: path.join(folder, file), text: readFileSync(path.join(folder, file), "utf8") }));

/** The lifecycles of what a funded product is, has and is paid by. */
const isLifecycle = (value: unknown): value is Lifecycle =>
  typeof value === "object" && value !== null && "states" in value && "isOver" in value;
const modules = sources(lending, "{products,mechanics,payments,servicing,banking}/**/*.ts")
  .filter(({ text }) => text.includes("= lifecycle("))
  .map(({ file }) => import(file) as Promise<object>);
const all = (await Promise.all(modules)).flatMap((module) => Object.values(module).filter(isLifecycle));

/** The lifecycles by which nobody waits, with the reason. */
const without: Readonly<Record<string, string>> = {
  "bank item": "It stands as long as its business. Debits use the stored numbers of its accounts.",
  "servicing workflow": "Its only step is a page that can be seen at any time.",
  "embedded session": "It ends by its time, which is compared when it is opened.",
  "session invoice": "It ends with its session.",
};
/** The lifecycles whose rows nobody can create yet, with the calls that will. */
const notCreated: Readonly<Record<string, readonly string[]>> = {};

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Whether a row in a state, with nothing but these columns, waits in silence. */
async function isSilent(one: Walked, state: string, columns: object): Promise<boolean> {
  const row = JSON.stringify({ [one.column]: state, ...columns });
  const silent = silentIn(one, state, `jsonb_populate_record(null::app.${one.table}, $1)`);
  return ((await database.admin.query(silent, [row])).rowCount ?? 0) > 0;
}

const states = walked.flatMap((one) =>
  one.lifecycle.states
    .filter((state) => !one.lifecycle.isOver(state))
    .map((state) => ({ name: one.lifecycle.name, state, one, ways: one.states[state] ?? [] })),
);
const ways = states.flatMap(({ ways: out, ...rest }) => out.map((way) => ({ ...rest, way, what: nameOf(way) })));

function nameOf(way: WayOut): string {
  if ("dueJob" in way) return way.dueJob;
  return "task" in way ? way.task : way.payment;
}

describe("lifecycles of funded products", () => {
  it("are all walked, or named with the reason why nobody waits by them", () => {
    const named = [
      ...walked.map(({ lifecycle }) => lifecycle.name),
      ...Object.keys(without),
      ...Object.keys(notCreated),
    ];
    expect(all.map(({ name }) => name).toSorted()).toEqual(named.toSorted());
  });

  it("that nobody can begin yet have calls without a route", () => {
    for (const calls of Object.values(notCreated)) expect(later).toEqual(expect.arrayContaining([...calls]));
  });

  it.each(walked)(
    "$lifecycle.name: every state but its ends has ways out, and an end has none",
    ({ lifecycle, ...one }) => {
      const open = lifecycle.states.filter((state) => !lifecycle.isOver(state));
      const led = Object.entries(one.states).filter(([, out]) => out.length > 0);
      expect(led.map(([state]) => state).toSorted()).toEqual(open.toSorted());
    },
  );

  it("are walked by queries that the database understands", async () => {
    expect(await waitingForNothing(database.admin)).toEqual([]);
  });

  it.each(states)("$name: a row in $state without a way out is found", async ({ one, state }) => {
    expect(await isSilent(one, state, { id: randomUUID() })).toBe(true);
  });
});

describe("a way out", () => {
  it.each(ways.filter(({ way }) => "dueJob" in way))(
    "$name in $state: $what is run by the clock",
    async ({ way, one, state }) => {
      const job = dueJobs.find(({ name }) => "dueJob" in way && name === way.dueJob);
      expect(job).toBeDefined();
      const { rowCount } = await database.admin.query(
        `select from information_schema.columns where table_schema = 'app' and table_name = $1 and column_name = 'next_action_at'`,
        [job?.table],
      );
      expect(rowCount).toBe(1);
      if (job?.table === one.table)
        expect(await isSilent(one, state, { id: randomUUID(), next_action_at: "2026-01-14T15:00:00Z" })).toBe(false);
      else expect(way.holds).toContain(`app.${job?.table} `);
    },
  );

  it.each(ways.filter(({ way }) => "task" in way))(
    "$name in $state: the task $what is opened with a date",
    async ({ way, one, state }) => {
      if (!("task" in way)) return;
      const opened = sources(server, "**/*.ts").filter(({ text }) => text.includes(`"${way.task}"`));
      expect(opened).not.toEqual([]);
      const [platformId, id] = [randomUUID(), randomUUID()];
      await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
      await database.admin.query(
        "insert into app.task (platform_id, kind, subject_id, due_at) values ($1, $2, $3, '2026-01-14T15:00:00Z')",
        [platformId, way.task, id],
      );
      expect(await isSilent(one, state, { id, issued_product_id: id })).toBe(false);
    },
  );
});
