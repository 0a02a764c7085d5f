import { setMaxListeners } from "node:events";
import type pg from "pg";
import type { OutsideTime } from "../providers/outside-time/port.ts";
import type { ClockContext } from "./act-on.ts";
import { type Advancing, advance } from "./advance.ts";
import type { DueKinds } from "./due-kind.ts";
import { duePages, shards } from "./due-pages.ts";
import { sleep } from "./sleep.ts";
import { createSweep } from "./sweep.ts";

const lockSpace = 4712;
/** Held together by everyone who is here; the shards are the numbers before it. */
const presence = shards;
const lookForShardsMs = 2_000;
const sweepEveryMs = 1_000;
const lookForAdvancesMs = 200;
const advancesAtOnce = 8;

export type Clock = { stop(): Promise<void> };

/**
 * Lets time have its effects. Any number may run: each business belongs to a shard, and the holder of the shard's lock looks after it, so
 * that things of a business happen in order. Should the lock be lost unnoticed, two look after the same business for a moment; each command
 * still happens once, because it locks its row and finds it due. `outside` is there in the sandbox only, where businesses may have
 * a time of their own.
 */
export function startClock(
  app: ClockContext,
  enginePool: pg.Pool,
  kinds: DueKinds,
  outside: OutsideTime | null,
): Clock {
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
      // Thrown away rather than handed back: its locks end with it.
      client.release(true);
    }
  }

  async function resumeAdvances(held: number[], told: OutsideTime): Promise<number> {
    for (const tenant of await pages.advancing(held)) {
      if (underWay.size >= advancesAtOnce) break;
      if (underWay.has(tenant.businessId)) continue;
      const run = goOn(tenant, told).finally(() => underWay.delete(tenant.businessId));
      underWay.set(tenant.businessId, run);
    }
    return 0;
  }

  async function goOn(tenant: Advancing, told: OutsideTime): Promise<void> {
    try {
      await advance({ app, kinds, pages, outside: told, stopping }, tenant);
    } catch (error) {
      log.warn("a clock could not go on and will try again", { ...tenant, error });
      await sleep(1_000, stopping);
    }
  }

  const running = (async () => {
    while (!stopping.aborted) {
      await session().catch((error) => log.warn("the clock begins anew", { error }));
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

/** As many shards as everybody gets who is here. Whoever has too many lets go of them, and they are taken up at somebody's next look. */
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
