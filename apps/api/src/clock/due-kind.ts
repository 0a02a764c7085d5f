import type { Tx } from "../db/scope.ts";

/** Something whose time has come. `dueAt` is when it was due, however long ago that is. */
export type DueItem = { platformId: string; businessId: string | null; id: string; dueAt: Date };

/** What the passing of time causes in the rows of one table. The table is declared in its migration with `app.watch_due`. */
export type DueKind = {
  /** What is done, as logs and figures name it: `prequalification.expire`. */
  name: string;
  table: string;
  /**
   * The command. It runs in a transaction of the item's own business, with the row locked and found to be due by the business's time,
   * which is `now`. It must move the row's next_action_at on, to later than `dueAt` or to never. What it wants of the outside it leaves to
   * a story.
   */
  act(tx: Tx, item: DueItem, now: Date): Promise<void>;
};

/** In the order in which they come when several are due at the same moment. */
export type DueKinds = readonly [DueKind, ...DueKind[]];
