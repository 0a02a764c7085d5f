import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { type IdKind, uuidOf } from "@inlay/contracts/ids.ts";
import { type AliasableExpression, sql } from "kysely";
import type { Tx } from "../db/scope.ts";

const cursorDays = 7;

/** The start of the next page, valid only for the same query. */
type Place = { id: string; updatedAt: string };
type Cursor = Place & { question: string; madeAt: number };

/** The query parameters of every list. A list applies its own filters itself. */
type Question = {
  limit: number;
  order: "asc" | "desc";
  id?: string[] | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
  updatedAfter?: string | undefined;
  cursor?: string | undefined;
};

/** Cursors are signed. A forged or expired cursor, or one for another query, is refused. */
export function createCursors(secret: string) {
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest();
  const questionOf = ({ cursor: _, limit: __, ...question }: Question) =>
    sign(JSON.stringify(question)).toString("base64url").slice(0, 16);
  return {
    write(question: Question, place: Place): string {
      const text = JSON.stringify({ ...place, question: questionOf(question), madeAt: Date.now() } satisfies Cursor);
      return `${Buffer.from(text).toString("base64url")}.${sign(text).toString("base64url")}`;
    },
    read(question: Question): Place | null {
      if (!question.cursor) return null;
      const [body = "", signature = ""] = question.cursor.split(".");
      const text = Buffer.from(body, "base64url").toString();
      const given = Buffer.from(signature, "base64url");
      const right = sign(text);
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw invalid("the cursor is not one of ours");
      const cursor = JSON.parse(text) as Cursor;
      if (cursor.madeAt < Date.now() - cursorDays * 86_400_000) throw invalid("the cursor is too old");
      if (cursor.question !== questionOf(question))
        throw new Refusal("CURSOR_MISMATCH", { context: { what: "the filters differ from the cursor's" } });
      return cursor;
    },
  };
}

export type Cursors = ReturnType<typeof createCursors>;

const invalid = (what: string) => new Refusal("INVALID_CURSOR", { context: { what } });

/** The columns by which lists are ordered and paged. */
type Candidate = { id: string; created_at: Date; updated_at: Date };

/**
 * One page of a list, newest first by default. Changes since a given time are returned oldest first and only up to the oldest open
 * transaction, so that polling misses nothing.
 */
export async function pageOf<Item>(
  { tx, cursors, query }: { tx: Tx; cursors: Cursors; query: Question },
  kind: IdKind,
  candidates: AliasableExpression<Candidate>,
  read: (ids: string[]) => Promise<Item[]>,
) {
  const place = cursors.read(query);
  const through = await completeThrough(tx);
  const ascending = query.updatedAfter !== undefined || query.order === "asc";
  let rows = tx.selectFrom(candidates.as("c")).select(["c.id", "c.updated_at"]);
  if (query.id)
    rows = rows.where(
      "c.id",
      "in",
      query.id.map((id) => uuidOf(kind, id) ?? id),
    );
  if (query.createdAfter) rows = rows.where("c.created_at", ">=", new Date(query.createdAfter));
  if (query.createdBefore) rows = rows.where("c.created_at", "<", new Date(query.createdBefore));
  if (query.updatedAfter) {
    rows = rows
      .where("c.updated_at", ">=", new Date(query.updatedAfter))
      .where("c.updated_at", "<", through)
      .orderBy("c.updated_at");
    if (place)
      rows = rows.where(sql<boolean>`(c.updated_at, c.id) > (${place.updatedAt}::timestamptz, ${place.id}::uuid)`);
  } else if (place) {
    rows = rows.where("c.id", ascending ? ">" : "<", place.id);
  }
  const found = await rows
    .orderBy("c.id", ascending ? "asc" : "desc")
    .limit(query.limit + 1)
    .execute();
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = found.length > query.limit;
  return {
    object: "list" as const,
    data: await read(shown.map((row) => row.id)),
    hasMore,
    nextCursor:
      hasMore && last ? cursors.write(query, { id: last.id, updatedAt: last.updated_at.toISOString() }) : null,
    completeThrough: through.toISOString(),
  };
}

/** Puts rows into the order of the given ids. Missing rows are left out. */
export function inOrderOf<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Rows carry the start time of their transaction, so everything before the oldest open transaction is final. */
async function completeThrough(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(min(xact_start), now()) as at from pg_stat_activity
    where datname = current_database() and usename = current_user and xact_start is not null`.execute(tx);
  return rows[0]?.at ?? new Date(0);
}
