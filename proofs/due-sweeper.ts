// One sweeper in its own process, over a table that only the proof has. Prints its memory while it runs and its page times when it stops.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type pg from "pg";
import type { DueJobs } from "../apps/api/src/clock/due-job.ts";
import { startClock } from "../apps/api/src/clock/start-clock.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { statement } from "../apps/api/src/db/scope.ts";
import { createLog } from "../apps/api/src/log.ts";
import { createMetrics } from "../apps/api/src/metrics.ts";

const { DATABASE_URL = "", ENGINE_DATABASE_URL = "" } = process.env;

const kinds: DueJobs = [
  {
    name: "proof.do",
    table: "proof_due",
    act: async (tx, { id, platformId, businessId, dueAt }) => {
      await statement(tx, "update app.proof_due set next_action_at = null where id = $1", [id]);
      await statement(
        tx,
        "insert into app.proof_done (id, platform_id, business_id, due_at, sweeper) values ($1, $2, $3, $4, $5)",
        [id, platformId, businessId, dueAt, process.pid],
      );
    },
  },
];

const pool = createPool(DATABASE_URL, { max: 6 });
const enginePool = createPool(ENGINE_DATABASE_URL, { max: 4 });
const pageMs: number[] = [];
const query = enginePool.query.bind(enginePool) as (asked: pg.QueryConfig) => Promise<pg.QueryResult>;
Object.assign(enginePool, {
  query: async (asked: pg.QueryConfig) => {
    const began = performance.now();
    const answer = await query(asked);
    if (asked.text.includes("t.platform_id = $1")) pageMs.push(performance.now() - began);
    return answer;
  },
});
const clock = startClock(
  { pool, metrics: createMetrics(), log: createLog("sweeper", "warn") },
  enginePool,
  kinds,
  null,
);
console.log("sweeper ready");
// What is left after a collection does not depend on when a busy machine collects garbage.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const memoryReport = setInterval(() => {
  collectGarbage();
  console.log(`heap ${Math.round(process.memoryUsage().heapUsed / 1024 / 1024)}`);
}, 1_000);
process.once("SIGTERM", async () => {
  clearInterval(memoryReport);
  await clock.stop();
  console.log(`pages ${JSON.stringify(pageMs.map((ms) => Math.round(ms * 100) / 100))}`);
  await Promise.all([pool.end(), enginePool.end()]);
});
