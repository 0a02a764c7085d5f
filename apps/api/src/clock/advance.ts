import { sql } from "kysely";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { OutsideTime } from "../providers/outside-time/port.ts";
import { actInOrder, type ClockContext } from "./act-on.ts";
import type { DueKinds } from "./due-kind.ts";
import type { DuePages } from "./due-pages.ts";
import { sleep } from "./sleep.ts";

export type Advancing = { platformId: string; businessId: string };
export type AdvanceWith = {
  app: ClockContext;
  kinds: DueKinds;
  pages: DuePages;
  outside: OutsideTime;
  stopping: AbortSignal;
};

const pageSize = 100;

/**
 * Brings a business's clock to where it was asked to go, from stop to stop: the next thing that is due here, the next that will happen
 * outside, and the end of every day. At each stop the outside acts first, then everything due is done in order, and the clock goes on only
 * when nothing stirs any more; otherwise what a command causes would come after its time. All of its state is the clock's row, so whoever
 * finds it advancing may go on with it.
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
      // Somebody else may hold a row for a moment; then it is still due when we look again.
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

/** Tells the outside what time it is, and waits until neither side has anything left to do. Null when we are to stop. */
async function untilQuiet({ pages, outside, stopping }: AdvanceWith, businessId: string, now: Date) {
  for (let pauseMs = 5; !stopping.aborted; pauseMs = Math.min(250, pauseMs * 1.5)) {
    // Asked before and after: something of ours may have called outside, and be over, between two looks.
    const before = await pages.stirrings(businessId);
    const { nextAt, isQuiet } = await outside.moveTo(businessId, now);
    const after = await pages.stirrings(businessId);
    if (before.count === 0 && isQuiet && after.count === 0 && before.mark === after.mark) return { nextAt };
    await sleep(pauseMs, stopping);
  }
  return null;
}

/** To the next stop, if the clock still stands where we saw it. */
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
    body: { from: clock.advancing_from_at?.toISOString(), to: clock.now_at.toISOString() },

    object: { kind: "clock", id: businessId },
    actor: { kind: "SYSTEM", id: null },
    requestId: null,
  });
}
