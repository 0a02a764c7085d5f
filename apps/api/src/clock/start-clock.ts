import { setMaxListeners } from "node:events";
import type pg from "pg";
import type { OutsideTime } from "../providers/outside-time/port.ts";
import type { ClockContext } from "./act-on.ts";
import { type Advancing, advance } from "./advance.ts";
import type { DueJobs } from "./due-job.ts";
import { duePages, shards } from "./due-pages.ts";
import { sleep } from "./sleep.ts";
import { createSweep } from "./sweep.ts";

const lockSpace = 4712;
/** A shared lock that every clock process holds, so that the processes can be counted. The shards are the numbers below it. */
const presence = shards;
const lookForShardsMs = 2_000;
const sweepEveryMs = 1_000;
const lookForAdvancesMs = 200;
const advancesAtOnce = 8;

export type Clock = { stop(): Promise<void> };

/**
 * Handles everything that becomes due. Any number of processes may run: each business belongs to a shard, and the holder of the shard's
 * lock handles its rows in order. If a lock is lost unnoticed, two processes handle the same business for a moment; each command still runs
 * once, because it locks its row and finds it due. `outside` exists in the sandbox only, where businesses may have their own clock.
 */
export function startClock(app: ClockContext, enginePool: pg.Pool, kinds: DueJobs, outside: OutsideTime | null): Clock {
  const { log } = app;
  const stop = new AbortController();
  const stopping = stop.signal;
  setMaxListeners(0, stopping);
  const pages = duePages(enginePool, kinds);
  const sweep = createSweep(app, kinds, pages, stopping);
  const underWay = new Map<string, Promise<void>>();

  async function session(): Promise<void> {
    const client = await enginePool.connect();
    let isLost = false;
    client.on("error", () => {
      isLost = true;
    });
    let held: number[] = [];
    const goesOn = () => !stopping.aborted && !isLost;
    const again = async (everyMs: number, work: () => Promise<number>) => {
      try {
        while (goesOn()) if ((await work()) === 0 && goesOn()) await sleep(everyMs, stopping);
      } catch (error) {
        isLost = true;
        throw error;
      }
    };
    const shareShards = async () => {
      held = await fairShare(client, held);
      return 0;
    };
    try {
      await client.query("select pg_advisory_lock_shared($1, $2)", [lockSpace, presence]);
      await shareShards();
      const ended = await Promise.allSettled([
        again(lookForShardsMs, shareShards),
        again(sweepEveryMs, () => sweep.round(held)),
        ...(outside
          ? [
              again(sweepEveryMs, () => sweep.roundOfOwnTimes(held)),
              again(lookForAdvancesMs, () => resumeAdvances(held, outside)),
            ]
          : []),
      ]);
      for (const end of ended) if (end.status === "rejected") throw end.reason;
    } finally {
      // The connection is destroyed rather than returned to the pool, because its advisory locks end with it.
      client.release(true);
    }
  }

  async function resumeAdvances(held: number[], outsideTime: OutsideTime): Promise<number> {
    for (const tenant of await pages.advancing(held)) {
      if (underWay.size >= advancesAtOnce) break;
      if (underWay.has(tenant.businessId)) continue;
      const run = goOn(tenant, outsideTime).finally(() => underWay.delete(tenant.businessId));
      underWay.set(tenant.businessId, run);
    }
    return 0;
  }

  async function goOn(tenant: Advancing, outsideTime: OutsideTime): Promise<void> {
    try {
      await advance({ app, kinds, pages, outside: outsideTime, stopping }, tenant);
    } catch (error) {
      log.warn("a clock advance failed and will be retried", { ...tenant, error });
      await sleep(1_000, stopping);
    }
  }

  const running = (async () => {
    while (!stopping.aborted) {
      await session().catch((error) => log.warn("the clock session failed and restarts", { error }));
      await sleep(500, stopping);
    }
    await Promise.all(underWay.values());
  })();
  return {
    stop: () => {
      stop.abort();
      return running;
    },
  };
}

/**
 * Takes an equal share of the shards among the running processes. Surplus shards are released, and other processes take them at their next
 * check.
 */
async function fairShare(client: pg.PoolClient, held: readonly number[]): Promise<number[]> {
  const { rows: present } = await client.query<{ count: number }>(
    `select count(*) from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [lockSpace, presence],
  );
  const share = Math.ceil(shards / Math.max(1, present[0]?.count ?? 1));
  const kept = held.slice(0, share);
  for (const shard of held.slice(share)) await client.query("select pg_advisory_unlock($1, $2)", [lockSpace, shard]);
  for (let shard = 0; shard < shards && kept.length < share; shard++) {
    if (held.includes(shard)) continue;
    const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as won", [lockSpace, shard]);
    if (rows[0].won) kept.push(shard);
  }
  return kept;
}
