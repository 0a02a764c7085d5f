import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { actInOrder, type ClockContext, DueFailed } from "./act-on.ts";
import type { DueJobs } from "./due-job.ts";
import { beginning, type DuePages, type DueRow, type Place } from "./due-pages.ts";
import { dueLagSeconds, duePageSeconds, dueTotal } from "./metrics.ts";
import { sleep } from "./sleep.ts";

const pageSize = 500;
const lanes = 4;
/** With this many workflows not yet submitted to the engine, the sweep starts nothing new. */
const maxWorkflowsWaiting = 1_000;
const holdMs = 30_000;

export type Sweep = ReturnType<typeof createSweep>;

/**
 * Finds due rows and acts on them. Each platform gets one page per round, so that a large backlog does not delay the others. On a platform
 * the oldest day is finished before the next one begins. The sweep has no durable state: after a crash, unhandled rows are still due.
 */
export function createSweep(app: ClockContext, kinds: DueJobs, pages: DuePages, stopping: AbortSignal) {
  const { metrics, log, pool } = app;
  const [total, pageSeconds, lagSeconds] = [
    metrics.of(dueTotal),
    metrics.of(duePageSeconds),
    metrics.of(dueLagSeconds),
  ];
  /** The position of the current pass over each platform. */
  const reached = new Map<string, Place>();
  /** Businesses whose command failed, and until when they are skipped. Their later rows must not overtake the failed one. */
  const held = new Map<string, { platformId: string; until: number }>();

  /** Acts on the due rows of one business. A failure is logged and affects no other business. */
  async function actFor(owner: string, rows: readonly DueRow[]): Promise<number> {
    const [first] = rows;
    if (!first || held.has(owner)) return 0;
    try {
      return await actInOrder(app, kinds, rows);
    } catch (error) {
      const { platformId, businessId } = first;
      held.set(owner, { platformId, until: performance.now() + holdMs });
      if (error instanceof DueFailed) total.inc({ due: error.due, outcome: "failed" });
      const about = error instanceof DueFailed ? { due: error.due, error: error.cause } : { error };
      log.warn("a due command failed and will be retried", { ...about, platformId, ...(businessId && { businessId }) });
      return 0;
    }
  }

  /** Retries businesses whose hold has ended. The pass restarts, because it would otherwise continue with their later rows. */
  function endHolds(): void {
    for (const [owner, { platformId, until }] of held) {
      if (until > performance.now()) continue;
      held.delete(owner);
      reached.delete(platformId);
    }
  }

  async function sweepPage(platformId: string, shardsHeld: number[]): Promise<number> {
    const stopWatch = pageSeconds.startTimer();
    const page = await pages.ofPlatform(platformId, shardsHeld, reached.get(platformId) ?? beginning, pageSize);
    stopWatch();
    const [oldest] = page;
    if (!oldest) {
      reached.delete(platformId);
      return 0;
    }
    lagSeconds.set((Date.now() - oldest.dueAt.getTime()) / 1000);
    const day = dateAt(oldest.dueAt);
    const sameDay = page.filter((row) => dateAt(row.dueAt) === day);
    reached.set(platformId, sameDay.at(-1) ?? oldest);
    const waiting = [...Map.groupBy(sameDay, (row) => row.businessId ?? row.id)];
    let acted = 0;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) acted += await actFor(...next);
      }),
    );
    return acted;
  }

  /** Requests and workflows that are already waiting have priority over new due work. */
  async function waitForRoom(): Promise<void> {
    while (!stopping.aborted) {
      const isCrowded =
        pool.waitingCount > 0 || (await pages.workflowsWaiting(maxWorkflowsWaiting)) >= maxWorkflowsWaiting;
      if (!isCrowded) return;
      await sleep(250, stopping);
    }
  }

  return {
    /** Handles one page of each platform with due rows. Returns the number of rows handled. */
    async round(shardsHeld: number[]): Promise<number> {
      endHolds();
      const platforms = await pages.platforms();
      for (const platformId of reached.keys()) if (!platforms.includes(platformId)) reached.delete(platformId);
      if (platforms.length === 0) lagSeconds.set(0);
      let acted = 0;
      for (const platformId of platforms) {
        await waitForRoom();
        if (stopping.aborted) break;
        acted += await sweepPage(platformId, shardsHeld);
      }
      return acted;
    },

    /** The same for businesses with their own clock, up to its time. */
    async roundOfOwnTimes(shardsHeld: number[]): Promise<number> {
      let acted = 0;
      for (const businessId of await pages.behindTheirTime(shardsHeld)) {
        if (stopping.aborted) break;
        acted += await actFor(businessId, await pages.ofBusiness(businessId, pageSize));
      }
      return acted;
    },
  };
}
