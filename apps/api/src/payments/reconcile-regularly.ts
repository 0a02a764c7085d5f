import { setTimeout as sleep } from "node:timers/promises";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { AppContext } from "../context.ts";
import { inNoScope, statement } from "../db/scope.ts";
import { reconcile } from "./reconcile.ts";

const lockSpace = 4713;
const lookEveryMs = 5_000;
const everyMs = 3_600_000;
/** Lines come in swarms. Who asks waits at least so long after the last reading. */
const onRequestEveryMs = 60_000;

/** Reads our statements once an hour, and soon after somebody asks. Any number may run: whoever holds the lock reads. */
export function reconcileRegularly(app: AppContext): { stop(): Promise<void> } {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isDone = await look(app).then(
        () => true,
        (error) => {
          app.log.warn("our statements could not be read, and will be read later", { error });
          return false;
        },
      );
      const restMs = isDone ? lookEveryMs : onRequestEveryMs;
      await sleep(restMs, undefined, { signal: stop.signal }).catch(() => {});
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

/** Reads the statements if it is time. Says whether it did. */
export async function readIfDue(app: AppContext, now: Date): Promise<boolean> {
  const [cursor] = await inNoScope(app.pool, (tx) =>
    statement<Cursor>(tx, `select min(read_at) as "readAt", max(asked_at) as "askedAt" from app.statement_cursor`, []),
  );
  if (!cursor) throw new Error("nobody knows how far our statements were read");
  const ageMs = now.getTime() - cursor.readAt.getTime();
  if (ageMs < (cursor.askedAt ? onRequestEveryMs : everyMs)) return false;
  const { lines, faults } = await reconcile(app, app.payments, dateAt(cursor.readAt));
  await inNoScope(app.pool, (tx) =>
    // Who asked meanwhile is not answered by what was read before.
    statement(
      tx,
      "update app.statement_cursor set read_at = $1, asked_at = case when asked_at > $1 then asked_at end",
      [now],
    ),
  );
  if (faults.length > 0) app.log.warn("our statements do not fit what we know", { count: faults.length });
  else if (lines > 0) app.log.info("our statements were read", { count: lines });
  return true;
}
