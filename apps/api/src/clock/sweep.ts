import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { actInOrder, type ClockContext, DueFailed } from "./act-on.ts";
import type { DueKinds } from "./due-kind.ts";
import { beginning, type DuePages, type DueRow, type Place } from "./due-pages.ts";
import { sleep } from "./sleep.ts";

const pageSize = 500;
const lanes = 4;
/** More stories than this that the engine was not offered yet, and nothing new is begun. */
const maxWorkflowsWaiting = 1_000;
const holdMs = 30_000;

export type Sweep = ReturnType<typeof createSweep>;

/**
 * Finds what is due and acts on it. Platforms take turns, a page each, so that one with a million things to do keeps no other waiting.
 * On a platform the oldest day comes first, whole: a day that was missed is caught up before the next one begins. Nothing is remembered
 * that a crash could lose; what was not done is still due.
 */
export function createSweep(app: ClockContext, kinds: DueKinds, pages: DuePages, stopping: AbortSignal) {
  const { metrics, log, pool } = app;
  /** How far the running pass over a platform has come. */
  const reached = new Map<string, Place>();
  /** Whose command failed, and until when they are left alone. What is due for them later must not overtake it. */
  const held = new Map<string, { platformId: string; until: number }>();

  /** Acts on what is due for one business. A failure is told, and is nobody else's. */
  async function actFor(owner: string, rows: readonly DueRow[]): Promise<number> {
    const [first] = rows;
    if (!first || held.has(owner)) return 0;
    try {
      return await actInOrder(app, kinds, rows);
    } catch (error) {
      const { platformId, businessId } = first;
      held.set(owner, { platformId, until: performance.now() + holdMs });
      if (error instanceof DueFailed) metrics.due.inc({ due: error.due, outcome: "failed" });
      const about = error instanceof DueFailed ? { due: error.due, error: error.cause } : { error };
      log.warn("something due will be tried again", { ...about, platformId, ...(businessId && { businessId }) });
      return 0;
    }
  }

  /** Who was held gets another try. The pass begins anew, or it would go on with what is due for them later. */
  function letGo(): void {
    for (const [owner, { platformId, until }] of held) {
      if (until > performance.now()) continue;
      held.delete(owner);
      reached.delete(platformId);
    }
  }

  async function beginAttempt(platformId: string, shardsHeld: number[]): Promise<number> {
    const stopWatch = metrics.duePages.startTimer();
    const page = await pages.ofPlatform(platformId, shardsHeld, reached.get(platformId) ?? beginning, pageSize);
    stopWatch();
    const [oldest] = page;
    if (!oldest) {
      reached.delete(platformId);
      return 0;
    }
    metrics.dueLag.set((Date.now() - oldest.dueAt.getTime()) / 1000);
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

  /** Stories and requests of this process go first, and so does what was begun already. */
  async function waitForRoom(): Promise<void> {
    while (!stopping.aborted) {
      const isCrowded =
        pool.waitingCount > 0 || (await pages.workflowsWaiting(maxWorkflowsWaiting)) >= maxWorkflowsWaiting;
      if (!isCrowded) return;
      await sleep(250, stopping);
    }
  }

  return {
    /** One turn for each platform on which anything is due. Returns how much was done. */
    async round(shardsHeld: number[]): Promise<number> {
      letGo();
      const platforms = await pages.platforms();
      for (const platformId of reached.keys()) if (!platforms.includes(platformId)) reached.delete(platformId);
      if (platforms.length === 0) metrics.dueLag.set(0);
      let acted = 0;
      for (const platformId of platforms) {
        await waitForRoom();
        if (stopping.aborted) break;
        acted += await beginAttempt(platformId, shardsHeld);
      }
      return acted;
    },

    /** The same for businesses with a time of their own, up to that time. */
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
