import { setTimeout as sleep } from "node:timers/promises";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AppContext } from "../context.ts";
import { inNoScope, statement } from "../db/scope.ts";
import { reconcile } from "./reconcile.ts";

const lockSpace = 4713;
const lookEveryMs = 5_000;
const everyMs = 3_600_000;
/** Bank lines arrive in bursts, so a requested read waits at least this long after the last one. */
const onRequestEveryMs = 60_000;

/** Reads our bank statements hourly, and soon after a request. Any number of processes may run; the holder of the lock reads. */
export function reconcileRegularly(app: AppContext): { stop(): Promise<void> } {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isDone = await look(app).then(
        () => true,
        (error) => {
          app.log.warn("could not read the bank statements, will retry", { error });
          return false;
        },
      );
      const sleepMs = isDone ? lookEveryMs : onRequestEveryMs;
      await sleep(sleepMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      stop.abort();
      return running;
    },
  };
}

type Cursor = { readAt: Date; askedAt: Date | null };

async function look(app: AppContext): Promise<void> {
  const holder = await app.pool.connect();
  try {
    const { rows } = await holder.query("select pg_try_advisory_lock($1, 0) as won", [lockSpace]);
    if (!rows[0].won) return;
    try {
      await readIfDue(app, new Date());
    } finally {
      await holder.query("select pg_advisory_unlock($1, 0)", [lockSpace]);
    }
  } finally {
    holder.release();
  }
}

/** Reads the statements if they are due. Returns whether it did. */
export async function readIfDue(app: AppContext, now: Date): Promise<boolean> {
  const [cursor] = await inNoScope(app.pool, (tx) =>
    statement<Cursor>(tx, `select min(read_at) as "readAt", max(asked_at) as "askedAt" from app.statement_cursor`, []),
  );
  if (!cursor) throw new Error("the statement cursor does not exist");
  const ageMs = now.getTime() - cursor.readAt.getTime();
  if (ageMs < (cursor.askedAt ? onRequestEveryMs : everyMs)) return false;
  const { lines, faults } = await reconcile(app, app.payments, dateAt(cursor.readAt));
  await inNoScope(app.pool, (tx) =>
    // A request made during the read is not satisfied by it.
    statement(
      tx,
      "update app.statement_cursor set read_at = $1, asked_at = case when asked_at > $1 then asked_at end",
      [now],
    ),
  );
  if (faults.length > 0) app.log.warn("bank statements do not match our records", { count: faults.length });
  else if (lines > 0) app.log.info("bank statements read", { count: lines });
  return true;
}
