import type { Tx } from "../db/scope.ts";
import type { RegularJob } from "./regular-jobs.ts";

/** A due row. `dueAt` is when it became due, however long ago. */
export type DueItem = { platformId: string; businessId: string | null; id: string; dueAt: Date };

/** The command that time triggers for the rows of one table. The table's migration declares it with `app.watch_due`. */
export type DueJob = {
  /** The name in logs and metrics: `prequalification.expire`. */
  name: string;
  table: string;
  /**
   * The command. It runs in a transaction of the row's business, with the row locked and due by the business's time, which is `now`. It
   * must set next_action_at to later than `dueAt` or to null. Calls to vendors are left to a workflow.
   */
  act(tx: Tx, item: DueItem, now: Date): Promise<void>;
};

/** In the order in which they run when several are due at the same moment. */
export type DueJobs = readonly DueJob[];

/** What a slice gives to the clock. */
export type DuePart = { dueJobs?: DueJobs; regularJobs?: readonly RegularJob[] };
