import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { type Killable, killable } from "../scripts/killable.ts";
import { until } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";
import { type LedgerGround, ledgerGround } from "./ledger-ground.ts";
import { hold, type Proof } from "./proof.ts";

const mostPageMs = 50;
const mostGrowthMb = 10;

export const proof: Proof = {
  claim:
    "A million rows are due at midnight of four past days, half of them on one platform and the rest on twenty. A small platform has a hundred rows that are due last. One sweeper processes all rows in pages of 500, and the small platform does not wait for the large one. Then two sweepers share the work, and one is killed with kill -9 in the middle. Every row is processed once, and no row of a business is processed before an earlier one.",
  run: async ({ tenth, say }) => {
    const rows = tenth ? 20_000 : 1_000_000;
    const shared = tenth ? 8_000 : 200_000;
    const ground = await ledgerGround("due-sweep", 2);
    const sweepers = [1, 2].map((n) => sweeper(ground, n));
    const [first, second] = sweepers;
    if (!first || !second) throw new Error("no sweepers");
    try {
      await prepare(ground);
      await makeDue(ground, rows);
      say(`${rows} rows are due`);
      const began = performance.now();
      await first.process.start();
      let smallAfterMs = 0;
      await until(
        "every row is processed",
        async () => {
          if (smallAfterMs === 0 && (await smallIsDone(ground))) smallAfterMs = performance.now() - began;
          return allDone(ground, rows);
        },
        3_600_000,
      );
      const seconds = (performance.now() - began) / 1000;
      await first.process.stop();
      // A page in progress is in memory too, so the peak of the last third is compared with the peak of the first.
      const heap = first.heap();
      const third = Math.floor(heap.length / 3);
      const [early, late] = [Math.max(...heap.slice(0, third)), Math.max(...heap.slice(-third))];
      const pages = first.pages().sort((a, b) => a - b);
      const at = (share: number) => pages[Math.min(pages.length - 1, Math.floor(pages.length * share))] ?? 0;
      say(
        `processed in ${seconds.toFixed(0)} s, ${pages.length} pages, p95 ${at(0.95)} ms, memory ${early} → ${late} MB`,
      );
      await check(ground, rows);
      hold(`memory stays flat (${early} → ${late} MB)`, late - early <= mostGrowthMb, true);
      // A tenth-size run is too short to measure time, and the small platform waits for some seconds whatever the size.
      if (!tenth) {
        hold(
          `the small platform was finished first (${Math.round(smallAfterMs)} ms)`,
          smallAfterMs < seconds * 500,
          true,
        );
        hold(`pages take less than ${mostPageMs} ms (p95 ${at(0.95)})`, at(0.95) < mostPageMs, true);
      }

      await ground.admin.query("truncate app.proof_due, app.proof_done restart identity");
      await makeDue(ground, shared);
      await Promise.all([first.process.start(), second.process.start()]);
      await until(
        "both sweepers have processed rows",
        async () => (await doers(ground)) === 2 && (await countDone(ground)) > shared / 4,
        600_000,
      );
      await first.process.kill();
      const doneAtKill = await countDone(ground);
      say(`kill -9 of a sweeper after ${doneAtKill} of ${shared}`);
      hold("rows are left to process", doneAtKill < shared, true);
      await until("the other sweeper has processed the remaining rows", () => allDone(ground, shared), 1_800_000);
      await second.process.stop();
      await check(ground, shared);
      return {
        "rows due": rows,
        "rows per second, one sweeper": Math.round(rows / seconds),
        pages: pages.length,
        "page, p50": `${at(0.5)} ms`,
        "page, p95": `${at(0.95)} ms`,
        "page, p99": `${at(0.99)} ms`,
        "page, longest": `${at(1)} ms`,
        "memory after garbage collection, most in the first third": `${early} MB`,
        "memory after garbage collection, most in the last third": `${late} MB`,
        "the small platform was finished after": `${(smallAfterMs / 1000).toFixed(1)} s of ${seconds.toFixed(0)} s`,
        "rows due for two sweepers": shared,
        "processed at kill -9 of one": doneAtKill,
        "processed twice": 0,
        "not processed": 0,
        "processed out of order": 0,
      };
    } finally {
      for (const { process } of sweepers) await process.kill();
      await ground.close();
    }
  },
};

function sweeper(ground: LedgerGround, n: number): { process: Killable; heap(): number[]; pages(): number[] } {
  const log = path.join(root, `.local/proofs/due-sweep/sweeper-${n}.log`);
  rmSync(log, { force: true });
  const env = { DATABASE_URL: ground.url("app"), ENGINE_DATABASE_URL: ground.url("engine") };
  const lines = () => readFileSync(log, "utf8").split("\n");
  return {
    process: killable({ script: "proofs/due-sweeper.ts", env, ready: /sweeper ready/, log }),
    heap: () => lines().flatMap((line) => (line.startsWith("heap ") ? [Number(line.slice(5))] : [])),
    pages: () =>
      JSON.parse(
        lines()
          .findLast((line) => line.startsWith("pages "))
          ?.slice(6) ?? "[]",
      ),
  };
}

const large = "00000000-0000-4000-8000-000000000000";
const small = "ffffffff-ffff-4fff-bfff-ffffffffffff";

/** The table of processed rows has no unique constraint, so that a row processed twice shows up. */
const prepare = ({ admin }: LedgerGround) =>
  admin.query(`
    create table app.proof_due (id uuid primary key default uuidv7(), platform_id uuid not null, business_id uuid not null,
      next_action_at timestamptz);
    create table app.proof_done (n bigint generated always as identity primary key, id uuid not null, platform_id uuid not null,
      business_id uuid not null, due_at timestamptz not null, sweeper integer not null);
    create index proof_done_small on app.proof_done (platform_id) where platform_id = '${small}';
    alter table app.proof_due owner to inlay_owner;
    alter table app.proof_done owner to inlay_owner;
    grant select, insert, update on app.proof_due to inlay_app;
    grant select, insert on app.proof_done to inlay_app;
    call app.protect('app.proof_due', 'business');
    call app.protect('app.proof_done', 'business');
    call app.watch_due('app.proof_due');`);

/** The large platform has a thousand businesses, each of the twenty has fifty. Five consecutive rows belong to one business. */
async function makeDue({ admin }: LedgerGround, count: number): Promise<void> {
  await admin.query(
    `insert into app.proof_due (platform_id, business_id, next_action_at)
     select case p when 0 then '${large}'::uuid else md5(p::text)::uuid end,
       md5(p || '/' || n / 10 % case p when 0 then 1000 else 50 end)::uuid,
       timestamptz '2026-01-01Z' + make_interval(days => n / 10 % 4)
     from generate_series(1, $1) n, lateral (select case when n % 2 = 0 then 0 else 1 + n / 10 % 20 end as p) which`,
    [count - 100],
  );
  await admin.query(
    `insert into app.proof_due (platform_id, business_id, next_action_at)
     select '${small}', '${small}', timestamptz '2026-01-05Z' from generate_series(1, 100)`,
  );
  await admin.query("analyze app.proof_due");
}

/** Counts rolled-back inserts too: good enough to watch progress, not to check the result. */
const countDone = async ({ admin }: LedgerGround): Promise<number> =>
  (await admin.query("select coalesce(max(n), 0) as count from app.proof_done")).rows[0].count;

const allDone = async (ground: LedgerGround, count: number) =>
  (await countDone(ground)) >= count &&
  (await ground.admin.query("select count(*) from app.proof_done")).rows[0].count >= count;

const smallIsDone = async ({ admin }: LedgerGround) =>
  (await admin.query(`select count(*) from app.proof_done where platform_id = '${small}'`)).rows[0].count === 100;

const doers = async ({ admin }: LedgerGround) =>
  (await admin.query("select distinct sweeper from app.proof_done")).rowCount;

async function check({ admin }: LedgerGround, count: number): Promise<void> {
  const { rows } = await admin.query(
    `select (select count(*) from app.proof_due where next_action_at is not null) as left_over,
       (select count(*) from app.proof_done) as done, (select count(distinct id) from app.proof_done) as distinct_rows,
       (select count(*) from (select due_at < lag(due_at) over (partition by platform_id, business_id order by n) as back
          from app.proof_done) o where back) as out_of_order`,
  );
  hold("rows not processed", rows[0].left_over, 0);
  hold("rows processed", rows[0].distinct_rows, count);
  hold("executions", rows[0].done, count);
  hold("rows processed before earlier ones", rows[0].out_of_order, 0);
}
