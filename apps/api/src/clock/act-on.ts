import type { AppContext } from "../context.ts";
import { rememberBusinessNow } from "../db/business-now.ts";
import { inScope, statement, type Tx } from "../db/scope.ts";
import type { DueJob, DueJobs } from "./due-job.ts";
import type { DueRow } from "./due-pages.ts";
import { dueTotal } from "./metrics.ts";

/** The part of the app context that the clock uses. */
export type ClockContext = Pick<AppContext, "pool" | "log" | "metrics">;

/** A due command failed. Its transaction is rolled back, so its row is still due. */
export class DueFailed extends Error {
  readonly due: string;
  constructor(due: string, cause: unknown) {
    super(`${due} failed`, { cause });
    this.due = due;
  }
}

const itemsATransaction = 25;

/**
 * Acts on the due rows of one business in order, a few per transaction. Stops at the first failure, so that later rows do not overtake it.
 * Returns the number of rows acted on; rows that another process holds or has handled are skipped.
 */
export async function actInOrder(app: ClockContext, kinds: DueJobs, rows: readonly DueRow[]): Promise<number> {
  let acted = 0;
  for (let at = 0; at < rows.length; at += itemsATransaction) {
    const few = rows.slice(at, at + itemsATransaction);
    try {
      acted += await actOn(app, kinds, few);
    } catch (error) {
      if (few.length === 1) throw error;
      // One failure rolls back the whole batch. One at a time, the rows before it succeed.
      for (const row of few) acted += await actOn(app, kinds, [row]);
    }
  }
  return acted;
}

async function actOn(app: ClockContext, kinds: DueJobs, rows: readonly DueRow[]): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const scope = { platformId: first.platformId, businessId: first.businessId ?? ("whole platform" as const) };
  const done: Acted[] = [];
  await inScope(app.pool, scope, async (tx) => {
    for (const { rank, platformId, businessId, id } of rows) {
      const kind = kinds[rank];
      if (!kind) throw new Error(`no due kind has rank ${rank}`);
      const [held] = await statement<{ now: Date; dueAt: Date; exactly: string }>(
        tx,
        `select app.business_now($2) as now, next_action_at as "dueAt", next_action_at::text as exactly from app.${kind.table}
         where id = $1 and next_action_at <= app.business_now($2) for update skip locked`,
        [id, businessId],
      );
      if (!held) continue;
      rememberBusinessNow(tx, businessId, held.now);
      try {
        await kind.act(tx, { platformId, businessId, id, dueAt: held.dueAt }, held.now);
      } catch (error) {
        throw new DueFailed(kind.name, error);
      }
      done.push({ kind, id, exactly: held.exactly });
    }
    await failIfStillDue(tx, done);
  });
  for (const { kind } of done) app.metrics.of(dueTotal).inc({ due: kind.name, outcome: "done" });
  return done.length;
}

type Acted = { kind: DueJob; id: string; exactly: string };

/** Fails when a command left its row due, because the row would stay due forever. */
async function failIfStillDue(tx: Tx, done: readonly Acted[]): Promise<void> {
  for (const [kind, acted] of Map.groupBy(done, (one) => one.kind)) {
    const stayed = await statement(
      tx,
      `select from unnest($1::uuid[], $2::timestamptz[]) as acted (id, due_at) join app.${kind.table} t on t.id = acted.id
       where t.next_action_at <= acted.due_at`,
      [acted.map((one) => one.id), acted.map((one) => one.exactly)],
    );
    if (stayed.length > 0) throw new DueFailed(kind.name, new Error("the command did not move next_action_at on"));
  }
}
