import { sql } from "kysely";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { OutsideTime } from "../providers/outside-time/port.ts";
import { actInOrder, type ClockContext } from "./act-on.ts";
import type { DueJobs } from "./due-job.ts";
import type { DuePages } from "./due-pages.ts";
import { sleep } from "./sleep.ts";

export type Advancing = { platformId: string; businessId: string };
export type AdvanceWith = {
  app: ClockContext;
  kinds: DueJobs;
  pages: DuePages;
  outside: OutsideTime;
  stopping: AbortSignal;
};

const pageSize = 100;

/**
 * Brings a business's clock to its target in stops: the next row that is due here, the next event at a vendor, and the end of every day. At
 * each stop the vendors act first, then every due row is handled in order. The clock moves on only when no workflow is open and no event is
 * unhandled; otherwise the effects of a command would come after its time. All state is in the clock's row, so any process can resume an
 * advance.
 */
export async function advance(using: AdvanceWith, tenant: Advancing): Promise<void> {
  const { pages, app, kinds, stopping } = using;
  const { businessId } = tenant;
  while (!stopping.aborted) {
    const clock = await inScope(app.pool, tenant, (tx) => readAdvance(tx, businessId));
    if (!clock) return;
    const quiet = await untilQuiet(using, businessId, clock.now);
    if (!quiet) return;
    const due = await pages.ofBusiness(businessId, pageSize);
    if (due.length > 0) {
      // Another process may hold a row for a moment. It is still due at the next check.
      if ((await actInOrder(app, kinds, due)) === 0) await sleep(50, stopping);
    } else if (clock.isThere) await inScope(app.pool, tenant, (tx) => arrive(tx, tenant));
    else {
      const nextDueAt = await pages.nextOfBusiness(businessId);
      await inScope(app.pool, tenant, (tx) => moveOn(tx, businessId, clock.exactly, nextDueAt, quiet.nextAt));
    }
  }
}

const readAdvance = (tx: Tx, businessId: string) =>
  tx
    .selectFrom("business_clock")
    .select([
      "now_at as now",
      sql<string>`now_at::text`.as("exactly"),
      sql<boolean>`now_at >= advancing_to_at`.as("isThere"),
    ])
    .where("business_id", "=", businessId)
    .where("advancing_to_at", "is not", null)
    .executeTakeFirst();

/** Tells the vendors the time, and waits until neither side has open work. Null when the clock is stopping. */
async function untilQuiet({ pages, outside, stopping }: AdvanceWith, businessId: string, now: Date) {
  for (let pauseMs = 5; !stopping.aborted; pauseMs = Math.min(250, pauseMs * 1.5)) {
    // Counted before and after, because one of our workflows may have called a vendor and ended between two checks.
    const before = await pages.openWork(businessId);
    const { nextAt, isQuiet } = await outside.moveTo(businessId, now);
    const after = await pages.openWork(businessId);
    if (before.count === 0 && isQuiet && after.count === 0 && before.mark === after.mark) return { nextAt };
    await sleep(pauseMs, stopping);
  }
  return null;
}

/** Moves to the next stop, if the clock is still where it was read. */
async function moveOn(tx: Tx, businessId: string, from: string, nextDueAt: string | null, nextOutsideAt: Date | null) {
  await tx
    .updateTable("business_clock")
    .set({
      now_at: sql<Date>`greatest(now_at, least(advancing_to_at, ${nextDueAt}::timestamptz, ${nextOutsideAt}::timestamptz,
        date_trunc('day', now_at + interval '1 ms', 'UTC') + interval '1 day' - interval '1 ms'))`,
    })
    .where("business_id", "=", businessId)
    .where("now_at", "=", sql<Date>`${from}::timestamptz`)
    .where("advancing_to_at", "is not", null)
    .execute();
}

async function arrive(tx: Tx, { platformId, businessId }: Advancing): Promise<void> {
  const clock = await tx
    .selectFrom("business_clock")
    .select(["advancing_from_at", "now_at"])
    .where("business_id", "=", businessId)
    .whereRef("now_at", "=", "advancing_to_at")
    .forUpdate()
    .executeTakeFirst();
  if (!clock) return;
  await tx
    .updateTable("business_clock")
    .set({ advancing_from_at: null, advancing_to_at: null })
    .where("business_id", "=", businessId)
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "clock.advanced",
    action: "clock.advance",
    body: { from: clock.advancing_from_at?.toISOString() ?? null, to: clock.now_at.toISOString() },
    object: { kind: "clock", id: businessId },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
