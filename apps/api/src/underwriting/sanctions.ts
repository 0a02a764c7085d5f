import { Refusal } from "@inlay/contracts/errors.ts";
import type { Screening } from "@inlay/contracts/staff/shapes.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { clock, easternInstant, easternTime } from "@inlay/lending/calendar/eastern-time.ts";
import { sql } from "kysely";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import type { ListedMatch, NameToScreen } from "../providers/sanctions/port.ts";

/** Who is screened: the business itself, one of its people, the holder of another party's account that it pays, or the platform. */
export type ScreeningSubject = {
  platformId: string;
  businessId: string | null;
  kind: "BUSINESS" | "PERSON" | "PAYEE" | "PLATFORM";
  /** The business, the owner, or the account of a payee or a platform. */
  id: string;
  name: NameToScreen;
};

type RequestedBy = { actor: Actor; requestId: string | null };
type Verdict = "CLEARED" | "CONFIRMED";
type Own = { platform_id: string; business_id: string | null };

const task = "SANCTIONS_REVIEW";
const reviewedInBankingDays = 1;
const endOfDay = clock(17, 0);

/**
 * Screens a name against the sanctions list. Returns a function that saves the screening in the caller's transaction, opens a task for a
 * possible match, and says whether money may go out as far as this name is concerned. The result stays internal: neither the portal nor a
 * partner's event shows it.
 */
export async function screenName(
  app: AppContext,
  subject: ScreeningSubject,
  { actor, requestId }: RequestedBy,
): Promise<(tx: Tx) => Promise<{ isClear: boolean }>> {
  const screened = await app.sanctions.screen(subject.name);
  const { platformId, businessId, kind, id } = subject;
  const own: Own = { platform_id: platformId, business_id: businessId };
  return async (tx) => {
    const matches = screened.result === "CLEAR" ? [] : screened.matches;
    const { id: screeningId } = await tx
      .insertInto("sanctions_screening")
      .values({
        ...own,
        subject_kind: kind,
        subject_id: id,
        name: subject.name.name,
        result: screened.result,
        score: screened.result === "CLEAR" ? null : screened.score,
        matches: JSON.stringify(matches),
        list_sha256: Buffer.from(screened.list.sha256, "hex"),
        list_published_at: screened.list.publishedAt,
        screened_at: sql<Date>`app.business_now(${businessId}::uuid)`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await record(tx, {
      platformId,
      businessId,
      kind: "sanctions_screening.made",
      action: "sanctions.screen",
      body: { screeningId, subjectKind: kind, subjectId: id, result: screened.result },
      after: { result: screened.result, list: screened.list.sha256, entries: entryIdsOf(matches) },
      object: { kind: "sanctions screening", id: screeningId },
      actor,
      requestId,
    });
    if (screened.result === "CLEAR") return { isClear: true };
    const known = await decisionThatCovers(tx, own, { subjectId: id, name: subject.name.name, matches });
    if (known) {
      await decide(tx, own, { screeningId, verdict: known.verdict, replaces: null, carriedFrom: known.id });
      return { isClear: known.verdict === "CLEARED" };
    }
    const dueOn = addBankingDays(easternTime(new Date()).date, reviewedInBankingDays);
    const dueAt = easternInstant(dueOn, endOfDay);
    await openTask(tx, { kind: task, subjectId: id, platformId, businessId, dueAt });
    return { isClear: false };
  };
}

/** Whether the holder of another party's account was screened and is not and may not be listed. */
export async function isHolderClear(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ clear: boolean }>`select app.subject_clear(${accountId}::uuid) as clear`.execute(tx);
  return rows[0]?.clear ?? false;
}

/** Whether nobody of a business is or may be listed. Money goes out only then. */
export async function isNobodyListed(tx: Tx, businessId: string): Promise<boolean> {
  const { rows } = await sql<{ clear: boolean }>`select app.sanctions_clear(${businessId}::uuid) as clear`.execute(tx);
  return rows[0]?.clear ?? false;
}

/**
 * Records the date since which the account holders of a business are clear. The holders of its own accounts are the business and its owners,
 * so all of these must be clear; another party holds its own. An account added later is checked when it is added.
 */
export async function clearAccountHolders(tx: Tx, businessId: string | null): Promise<void> {
  await sql`
    update app.bank_account a set sanctions_clear_on = app.business_now(a.business_id)::date
    where a.business_id is not distinct from ${businessId}::uuid and a.sanctions_clear_on is null
      and case a.party when 'BUSINESS' then app.holders_clear(a.business_id) else app.subject_clear(a.id) end`.execute(
    tx,
  );
}

type StaffDecision = { screeningId: string; verdict: Verdict; memberId: string; requestId: string };

/**
 * Saves a staff decision on a possible match. It also applies to every screening of the same subject and name with no further entries, so
 * that the same match is not reviewed again the next day.
 */
export async function decideScreening(
  tx: Tx,
  { screeningId, verdict, memberId, requestId }: StaffDecision,
): Promise<void> {
  const screening = await readMatch(tx, screeningId);
  const { platform_id, business_id, subject_id: subjectId, name } = screening;
  const own = { platform_id, business_id };
  const before = await lastDecision(tx, screeningId);
  if (before?.verdict === verdict) throw wrongState(verdict);
  const decision = { screeningId, verdict, replaces: before?.id ?? null, decidedBy: memberId };
  const id = await decide(tx, own, decision);

  const others = await matchesOf(tx, business_id, subjectId);
  for (const other of others) {
    const isOther = other.id !== screeningId && other.verdict !== verdict;
    if (isOther && other.name === name && covers(screening, other))
      await decide(tx, own, { screeningId: other.id, verdict, replaces: other.decisionId, carriedFrom: id });
  }
  const left = await matchesOf(tx, business_id, subjectId);
  if (left.every((one) => one.verdict !== null)) await closeTask(tx, { kind: task, subjectId });
  if (verdict === "CLEARED") await clearAccountHolders(tx, business_id);
  await record(tx, {
    platformId: platform_id,
    businessId: business_id,
    kind: "sanctions_screening.decided",
    action: verdict === "CLEARED" ? "staff.sanctions.clear" : "staff.sanctions.confirm",
    body: { screeningId, subjectId, verdict },
    before: { verdict: before?.verdict ?? null },
    after: { verdict },
    object: { kind: "sanctions screening", id: screeningId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
}

/** A screening with a possible match, on which staff can decide. */
export async function readMatch(tx: Tx, screeningId: string) {
  const found = await tx.selectFrom("sanctions_screening").selectAll().where("id", "=", screeningId).executeTakeFirst();
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "sanctions screening" } });
  if (found.result === "CLEAR") throw wrongState("CLEAR");
  return { ...found, matches: found.matches as ListedMatch[] };
}

const mostShown = 200;

/** All screenings of a business, its people and its payees, or of the platform itself, newest first. */
export async function listScreenings(tx: Tx, businessId: string | null): Promise<Screening[]> {
  const rows = await tx
    .selectFrom("sanctions_screening as screening")
    .leftJoin("sanctions_decision as decision", (join) =>
      join
        .onRef("decision.screening_id", "=", "screening.id")
        .on(sql<boolean>`not exists (select from app.sanctions_decision later where later.replaces = decision.id)`),
    )
    .selectAll("screening")
    .select(["decision.verdict", "decision.decided_at", "decision.decided_by"])
    .where("screening.business_id", "is not distinct from", businessId)
    .orderBy("screening.recorded_at", "desc")
    .orderBy("screening.id", "desc")
    .limit(mostShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    subjectKind: row.subject_kind as Screening["subjectKind"],
    subjectId: row.subject_id,
    name: row.name,
    result: row.result as Screening["result"],
    matches: row.matches as ListedMatch[],
    score: row.score === null ? null : Number(row.score),
    listSha256: row.list_sha256.toString("hex"),
    listPublishedAt: row.list_published_at.toISOString(),
    screenedAt: row.screened_at.toISOString(),
    verdict: row.verdict as Verdict | null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
  }));
}

const entryIdsOf = (matches: readonly ListedMatch[]) => matches.map(({ entryId }) => entryId).sort();
const covers = (a: { matches: readonly ListedMatch[] }, b: { matches: readonly ListedMatch[] }): boolean => {
  const known = new Set(entryIdsOf(a.matches));
  return b.matches.every(({ entryId }) => known.has(entryId));
};

const wrongState = (status: string) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["POSSIBLE_MATCH"] } });

/** The possible matches of a subject with their last decisions, newest first. */
async function matchesOf(tx: Tx, businessId: string | null, subjectId: string) {
  const rows = await tx
    .selectFrom("sanctions_screening")
    .select(["id", "name", "matches"])
    .where("business_id", "is not distinct from", businessId)
    .where("subject_id", "=", subjectId)
    .where("result", "=", "POSSIBLE_MATCH")
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const found = [];
  for (const { id, name, matches } of rows) {
    const last = await lastDecision(tx, id);
    const verdict = last?.verdict ?? null;
    found.push({ id, name, matches: matches as ListedMatch[], verdict, decisionId: last?.id ?? null });
  }
  return found;
}

async function decisionThatCovers(
  tx: Tx,
  { business_id }: Own,
  { subjectId, ...found }: { subjectId: string; name: string; matches: readonly ListedMatch[] },
): Promise<{ id: string; verdict: Verdict } | null> {
  const decided = (await matchesOf(tx, business_id, subjectId)).find(
    (one) => one.verdict !== null && one.name === found.name && covers(one, found),
  );
  return decided?.decisionId && decided.verdict ? { id: decided.decisionId, verdict: decided.verdict } : null;
}

async function lastDecision(tx: Tx, screeningId: string): Promise<{ id: string; verdict: Verdict } | null> {
  const last = await tx
    .selectFrom("sanctions_decision as decision")
    .select(["id", "verdict"])
    .where("screening_id", "=", screeningId)
    .where(sql<boolean>`not exists (select from app.sanctions_decision later where later.replaces = decision.id)`)
    .executeTakeFirst();
  return last ? { id: last.id, verdict: last.verdict as Verdict } : null;
}

type NewDecision = { screeningId: string; verdict: Verdict; replaces: string | null } & (
  | { decidedBy: string }
  | { carriedFrom: string }
);

async function decide(tx: Tx, own: Own, { screeningId, verdict, replaces, ...tenant }: NewDecision): Promise<string> {
  const { id } = await refuseDuplicate(
    tx
      .insertInto("sanctions_decision")
      .values({
        ...own,
        screening_id: screeningId,
        verdict,
        replaces,
        decided_by: "decidedBy" in tenant ? tenant.decidedBy : null,
        carried_from: "carriedFrom" in tenant ? tenant.carriedFrom : null,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
    { decision_taken: () => wrongState("DECIDED") },
  );
  return id;
}
