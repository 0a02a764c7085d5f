import type { TestServer } from "../http/server.fixture.ts";
import { allShards } from "./clock.fixture.ts";
import type { DueJob } from "./due-job.ts";
import { duePages } from "./due-pages.ts";
import { createSweep } from "./sweep.ts";

export type BusinessTime = {
  /** Sets the clock of a business. */
  set(business: Business, at: Date): Promise<void>;
  /** Sets the clock of a business, and runs what is due until nothing is. */
  passTo(business: Business, at: Date): Promise<void>;
};
type Business = { id: string; platform: { id: string } };

/** Moves the clocks of businesses, and runs these due jobs as the worker does. */
export function businessTime({ app, database }: TestServer, jobs: readonly DueJob[]): BusinessTime {
  const sweep = createSweep(app, jobs, duePages(database.pool("engine"), jobs), new AbortController().signal);
  const set: BusinessTime["set"] = async ({ id, platform }, at) => {
    await database.admin.query(
      `insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)
       on conflict (business_id) do update set now_at = $3`,
      [id, platform.id, at],
    );
  };
  const passTo: BusinessTime["passTo"] = async (business, at) => {
    await set(business, at);
    for (let idle = 0; idle < 2; ) idle = (await sweep.roundOfOwnTimes(allShards)) > 0 ? 0 : idle + 1;
  };
  return { set, passTo };
}
