import { randomUUID } from "node:crypto";
import type { AppContext } from "../context.ts";
import { statement } from "../db/scope.ts";
import type { TestDatabase } from "../db/test-database.fixture.ts";
import type { OutsideMoment, OutsideTime } from "../providers/outside-time/port.ts";
import type { DueJob, DueJobs } from "./due-job.ts";
import { type DuePages, duePages, shards } from "./due-pages.ts";
import { createSweep, type Sweep } from "./sweep.ts";

export const allShards = Array.from({ length: shards }, (_, shard) => shard);

export type Done = { label: string; kind: string; dueAt: Date; now: Date };
export type DueGround = {
  kinds: DueJobs;
  pages: DuePages;
  sweep: Sweep;
  business(platformId?: string): Promise<{ platformId: string; businessId: string }>;
  /** Makes a row due. `everyDays` makes it due again; `mode` makes its command fail, leave the row due, or start a workflow. */
  makeDue(
    of: { platformId: string; businessId: string },
    label: string,
    dueAt: string,
    more?: { kind?: 0 | 1; everyDays?: number; mode?: "fails" | "stays" | "starts workflow" },
  ): Promise<string>;
  /** The commands that ran, in order. */
  done(platformId?: string): Promise<Done[]>;
  /** Runs rounds until nothing more can be done. */
  sweepAll(): Promise<void>;
};

/** Two due kinds in tables of their own. Their commands log every run, without a guard against running twice. */
export async function dueGround(database: TestDatabase, app: AppContext): Promise<DueGround> {
  await database.admin.query(`
    create table app.done (n bigint generated always as identity, id uuid, platform_id uuid, label text, kind text,
      due_at timestamptz, now_at timestamptz);
    alter table app.done owner to inlay_owner;
    grant select, insert on app.done to inlay_app;`);
  for (const table of ["first_due", "second_due"]) {
    await database.admin.query(`
      create table app.${table} (id uuid primary key default uuidv7(), platform_id uuid not null, business_id uuid,
        label text not null, mode text, every_days integer, next_action_at timestamptz);
      alter table app.${table} owner to inlay_owner;
      grant select, insert, update on app.${table} to inlay_app;
      call app.protect('app.${table}', 'business');
      call app.watch_due('app.${table}');`);
  }
  const kind = (table: string) => ({
    name: `test.${table}`,
    table,
    act: async (...[tx, { platformId, businessId, id, dueAt }, now]: Parameters<DueJob["act"]>) => {
      const [row] = await statement<{ mode: string | null; label: string }>(
        tx,
        `update app.${table} set next_action_at = case
           when mode = 'stays' then next_action_at else next_action_at + make_interval(days => every_days) end
         where id = $1 returning mode, label`,
        [id],
      );
      if (!row) throw new Error("the row is not visible");
      await statement(
        tx,
        "insert into app.done (id, platform_id, label, kind, due_at, now_at) values ($1, $2, $3, $4, $5, $6)",
        [id, platformId, row.label, table, dueAt, now],
      );
      if (row.mode === "fails") throw new Error("it fails");
      if (row.mode === "starts workflow") {
        await statement(
          tx,
          "insert into app.workflow_run (kind, id, platform_id, business_id) values ('deliver-email', $1, $2, $3)",
          [randomUUID(), platformId, businessId],
        );
      }
    },
  });
  const kinds: DueJobs = [kind("first_due"), kind("second_due")];
  const pages = duePages(database.pool("engine"), kinds);
  const sweep = createSweep(app, kinds, pages, new AbortController().signal);
  return {
    kinds,
    pages,
    sweep,
    business: async (platformId = randomUUID()) => {
      await database.admin.query(
        "insert into app.platform (id, name) values ($1, 'Test') on conflict (id) do nothing",
        [platformId],
      );
      const { rows } = await database.admin.query<{ id: string }>(
        "insert into app.business (platform_id) values ($1) returning id",
        [platformId],
      );
      return { platformId, businessId: rows[0]?.id ?? "" };
    },
    makeDue: async ({ platformId, businessId }, label, dueAt, { kind: of = 0, everyDays, mode } = {}) => {
      const { rows } = await database.admin.query<{ id: string }>(
        `insert into app.${kinds[of]?.table} (platform_id, business_id, label, mode, every_days, next_action_at)
         values ($1, $2, $3, $4, $5, $6) returning id`,
        [platformId, businessId, label, mode ?? null, everyDays ?? null, dueAt],
      );
      return rows[0]?.id ?? "";
    },
    done: async (platformId) =>
      (
        await database.admin.query<Done>(
          `select label, kind, due_at as "dueAt", now_at as now from app.done
           where $1::uuid is null or platform_id = $1 order by n`,
          [platformId ?? null],
        )
      ).rows,
    sweepAll: async () => {
      // A round that did nothing may have been the last, empty page of a pass. After two such rounds there is nothing left.
      for (let idle = 0; idle < 2; )
        idle = (await sweep.round(allShards)) + (await sweep.roundOfOwnTimes(allShards)) > 0 ? 0 : idle + 1;
    },
  };
}

/** Vendors that do nothing by themselves. When told the time, it also marks every event as handled, in the engine's place. */
export function stillOutside(
  database: TestDatabase,
  /** The only business that `answer` applies to and whose times are recorded. */
  ofBusiness = "none",
  answer: (now: Date) => Partial<OutsideMoment> | Promise<Partial<OutsideMoment>> = () => ({}),
): OutsideTime & { times: Date[] } {
  const times: Date[] = [];
  return {
    times,
    moveTo: async (businessId, now) => {
      await database.admin.query("update app.event set handled_at = now() where handled_at is null");
      const silent = { nextAt: null, isQuiet: true };
      if (businessId !== ofBusiness) return silent;
      if (times.at(-1)?.getTime() !== now.getTime()) times.push(now);
      return { ...silent, ...(await answer(now)) };
    },
  };
}
