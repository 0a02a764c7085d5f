import { createHash } from "node:crypto";
import type { AppContext } from "../context.ts";
import { sleep } from "./sleep.ts";

/** Work that belongs to no row and no tenant and is done again and again by the wall clock. */
export type RegularJob = {
  /** The name in logs and in the table of runs: `ledger.make-months`. */
  name: string;
  everyMs: number;
  run(app: AppContext, now: Date): Promise<void>;
};

const lockSpace = 4713;
const lookEveryMs = 5_000;
const retryAfterMs = 60_000;

/**
 * Runs each job when its time has passed since its last run, also across restarts. Any number of processes may run: the holder of the job's
 * lock runs it. A failed run is logged and repeated after a minute.
 */
export function startRegularJobs(
  app: AppContext,
  jobs: readonly RegularJob[],
  waits = { lookEveryMs, retryAfterMs },
): { stop(): Promise<void> } {
  const stop = new AbortController();
  const loops = jobs.map(async (job) => {
    while (!stop.signal.aborted) {
      const isDone = await runIfDue(app, job, new Date()).then(
        () => true,
        (error) => {
          app.log.warn("a regular job failed and will be retried", { job: job.name, error });
          return false;
        },
      );
      await sleep(isDone ? Math.min(waits.lookEveryMs, job.everyMs) : waits.retryAfterMs, stop.signal);
    }
  });
  return {
    stop: async () => {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs a job if it is due and no other process runs it. Returns whether it did. */
export async function runIfDue(app: AppContext, { name, everyMs, run }: RegularJob, now: Date): Promise<boolean> {
  const lock = createHash("sha256").update(name).digest().readInt32BE();
  const holder = await app.pool.connect();
  try {
    const { rows } = await holder.query("select pg_try_advisory_lock($1, $2) as won", [lockSpace, lock]);
    if (!rows[0].won) return false;
    try {
      const last = await holder.query<{ ran_at: Date }>("select ran_at from app.regular_job where name = $1", [name]);
      const ranAt = last.rows[0]?.ran_at;
      if (ranAt && now.getTime() - ranAt.getTime() < everyMs) return false;
      await run(app, now);
      await holder.query(
        "insert into app.regular_job (name, ran_at) values ($1, $2) on conflict (name) do update set ran_at = excluded.ran_at",
        [name, now],
      );
      return true;
    } finally {
      await holder.query("select pg_advisory_unlock($1, $2)", [lockSpace, lock]);
    }
  } finally {
    holder.release();
  }
}
