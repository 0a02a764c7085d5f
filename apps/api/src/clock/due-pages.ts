import type pg from "pg";
import { statementName } from "../db/pool.ts";
import type { DueItem, DueJobs } from "./due-job.ts";

/**
 * A position in the order of due rows: the moment, then the kind's rank, then the id. The moment is text, because a Date would round it.
 */
export type Place = { exactly: string; rank: number; id: string };

/** A due row as the page reports it. Its own transaction verifies that it is still due. */
export type DueRow = DueItem & Place;

const nil = "00000000-0000-0000-0000-000000000000";
const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The position before every row. */
export const beginning: Place = { exactly: "-infinity", rank: -1, id: nil };

/** A business belongs to one of these shards, and only the shard's holder handles its due rows. */
export const shards = 8;
const shardOf = (owner: string) => `(hashtext(${owner}::text) & ${shards - 1})`;

export type DuePages = ReturnType<typeof duePages>;

/**
 * Looks up due rows across all tenants with the engine's role, which sees only ids and moments. Every lookup is a short statement on an
 * index; nothing is held open between two pages.
 */
export function duePages(pool: pg.Pool, kinds: DueJobs) {
  const columns = (rank: number) =>
    `${rank} as rank, t.platform_id as "platformId", t.business_id as "businessId", t.id, t.next_action_at as "dueAt",
     t.next_action_at::text as exactly`;
  const ofEach = (text: (table: string, rank: number) => string, between: string) =>
    kinds.map(({ table }, rank) => text(`app.${table}`, rank)).join(between);
  const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<R[]> => {
    const name = statementName(text);
    return (await pool.query<R>(name ? { name, text, values } : { text, values })).rows;
  };

  // Skips from platform to platform along the index instead of reading all due rows of each.
  const platforms = ofEach(
    (table, rank) => `(with recursive hop as (
        (select platform_id from ${table} where next_action_at is not null order by platform_id limit 1)
        union all
        select (select t.platform_id from ${table} t where t.platform_id > hop.platform_id and t.next_action_at is not null
          order by t.platform_id limit 1) from hop where hop.platform_id is not null)
      select platform_id as "platformId", ${rank} as rank from hop where platform_id is not null and exists (
        select from ${table} t where t.platform_id = hop.platform_id and t.next_action_at <= now()))`,
    " union all ",
  );
  const ofPlatform = `select * from (${ofEach(
    (table, rank) => `(select ${columns(rank)} from ${table} t
      where t.platform_id = $1 and t.next_action_at <= now()
        and (t.next_action_at, t.id) > ($${4 + 2 * rank}::timestamptz, $${5 + 2 * rank}::uuid)
        and ${shardOf("coalesce(t.business_id, t.id)")} = any($2)
        and not exists (select from app.business_clock c where c.business_id = t.business_id)
      order by t.next_action_at, t.id limit $3)`,
    " union all ",
  )}) due order by "dueAt", rank, id limit $3`;

  const ownNow = "(select c.now_at from app.business_clock c where c.business_id = $1)";
  const ofBusiness = `select * from (${ofEach(
    (
      table,
      rank,
    ) => `(select ${columns(rank)} from ${table} t where t.business_id = $1 and t.next_action_at <= ${ownNow}
      order by t.next_action_at, t.id limit $2)`,
    " union all ",
  )}) due order by "dueAt", rank, id limit $2`;
  const nextOfBusiness = `select min(at)::text as next from (${ofEach(
    (table) => `(select t.next_action_at as at from ${table} t where t.business_id = $1 and t.next_action_at is not null
      order by t.next_action_at limit 1)`,
    " union all ",
  )}) due`;
  const behind = `select c.business_id as "businessId" from app.business_clock c
    where c.advancing_to_at is null and ${shardOf("c.business_id")} = any($1) and (${ofEach(
      (table) => `exists (select from ${table} t where t.business_id = c.business_id and t.next_action_at <= c.now_at)`,
      " or ",
    )})`;

  return {
    /** The platforms with rows that are due by real time. */
    platforms: async (): Promise<string[]> => [
      ...new Set((await ask<{ platformId: string }>(platforms, [])).map((row) => row.platformId)),
    ],

    /** The due rows of a platform by real time, oldest first, without businesses that have their own clock. */
    ofPlatform: (platformId: string, held: number[], after: Place, limit: number) =>
      ask<DueRow>(ofPlatform, [
        ...[platformId, held, limit],
        ...kinds.flatMap((_, rank) => [after.exactly, rank === after.rank ? after.id : rank < after.rank ? last : nil]),
      ]),

    /** The due rows of a business with its own clock, oldest first. */
    ofBusiness: (businessId: string, limit: number) => ask<DueRow>(ofBusiness, [businessId, limit]),

    /** When the next row of a business becomes due, to the microsecond; null if none does. */
    nextOfBusiness: async (businessId: string): Promise<string | null> =>
      (await ask<{ next: string | null }>(nextOfBusiness, [businessId]))[0]?.next ?? null,

    /** Businesses with rows that are due by their own clock. A business in an advance is left to the advance. */
    behindTheirTime: async (held: number[]): Promise<string[]> =>
      (await ask<{ businessId: string }>(behind, [held])).map((row) => row.businessId),

    /** Businesses whose clock is advancing, the longest-waiting first. */
    advancing: (held: number[]) =>
      ask<{ platformId: string; businessId: string }>(
        `select platform_id as "platformId", business_id as "businessId" from app.business_clock
         where advancing_to_at is not null and ${shardOf("business_id")} = any($1) order by updated_at`,
        [held],
      ),

    /**
     * Counts a business's open workflows and unhandled events. The mark changes whenever a workflow starts or an event happens, even if it
     * has already ended.
     */
    openWork: async (businessId: string): Promise<{ count: number; mark: string }> => {
      const [row] = await ask<{ count: number; mark: string }>(
        `select (select count(*) from app.workflow_run where business_id = $1 and state = 'OPEN')
            + (select count(*) from app.event where stream = $1 and handled_at is null) as count,
          (select count(*) from app.workflow_run where business_id = $1) || '/'
            || (select coalesce(max(sequence), 0) from app.event where stream = $1) as mark`,
        [businessId],
      );
      if (!row) throw new Error("the count query returned no row");
      return row;
    },

    /** The number of workflows not yet submitted to the engine, counted up to `most`. */
    workflowsWaiting: async (most: number): Promise<number> =>
      (
        await ask<{ count: number }>(
          "select count(*) from (select from app.workflow_run where state = 'OPEN' and submitted_at is null limit $1) s",
          [most],
        )
      )[0]?.count ?? 0,
  };
}
