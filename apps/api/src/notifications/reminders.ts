import { isDecidedOnLastDay, type ReminderKind, reminderAfter } from "@inlay/lending/onboarding/reminder-days.ts";
import { sql } from "kysely";
import type { DueJob } from "../clock/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";

type Subject = { kind: ReminderKind; subjectId: string };
type Tenant = { platformId: string; businessId: string };

const aDayMs = 86_400_000;

/**
 * Begins to remind a person whom the business waits for. `atOnce` sends the first email now; otherwise the question itself was the first.
 * Asking again restarts the days.
 */
export async function beginReminders(
  tx: Tx,
  { platformId, businessId }: Tenant,
  { kind, subjectId, atOnce = false }: Subject & { atOnce?: boolean },
): Promise<void> {
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  const next = atOnce ? now : sql<Date>`${now} + make_interval(days => ${reminderAfter(kind, 0) ?? 0})`;
  await tx
    .insertInto("reminder")
    .values({
      platform_id: platformId,
      business_id: businessId,
      kind,
      subject_id: subjectId,
      asked_at: now,
      next_action_at: next,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "subject_id"])
        .where("ended_at", "is", null)
        .doUpdateSet({ asked_at: now, next_action_at: next, unanswered_at: null }),
    )
    .execute();
}

/**
 * Begins the only reminder of a person, or postpones it while it is not sent. A person who had it gets it again only for a new application,
 * and never after refusing it.
 */
export async function beginOnlyReminder(
  tx: Tx,
  tenant: Tenant,
  { kind, subjectId }: Subject,
  { isNewApplication }: { isNewApplication: boolean },
): Promise<void> {
  const earlier = await tx
    .selectFrom("reminder")
    .select("id")
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("ended_at", "is not", null)
    .$if(isNewApplication, (query) => query.where("refused_at", "is not", null))
    .limit(1)
    .executeTakeFirst();
  if (!earlier || (await isReminded(tx, { kind, subjectId }))) await beginReminders(tx, tenant, { kind, subjectId });
}

/** Whether a person is being reminded, or has not answered until the last day. */
export async function isReminded(tx: Tx, { kind, subjectId }: Subject): Promise<boolean> {
  const row = await tx
    .selectFrom("reminder")
    .select("id")
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the reminders of a person who is not waited for any more. */
export async function endReminders(tx: Tx, { kind, subjectId }: Subject): Promise<void> {
  await tx
    .updateTable("reminder")
    .set({ ended_at: sql<Date>`app.business_now(business_id)`, next_action_at: null })
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("ended_at", "is", null)
    .execute();
}

/** Those of a business who have not answered until the last day. */
export async function unanswered(
  tx: Tx,
  { businessId }: Pick<Tenant, "businessId">,
  kind: ReminderKind,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("reminder")
    .select("subject_id")
    .where("business_id", "=", businessId)
    .where("kind", "=", kind)
    .where("unanswered_at", "is not", null)
    .where("ended_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}

/** Whether a person had not answered the last time until the last day, also if nobody waits for them since. */
export async function wasUnanswered(tx: Tx, { kind, subjectId }: Subject): Promise<boolean> {
  const last = await tx
    .selectFrom("reminder")
    .select("unanswered_at")
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && last.unanswered_at !== null;
}

/** Records that a reminder is due, or that the last day passed without an answer. The slice that asked does the rest. */
export const remind: DueJob = {
  name: "reminder.send",
  table: "reminder",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a reminder must belong to a business");
    const row = await tx
      .selectFrom("reminder")
      .select(["kind", "subject_id", "asked_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const kind = row.kind as ReminderKind;
    const day = Math.floor((now.getTime() - row.asked_at.getTime()) / aDayMs);
    const next = reminderAfter(kind, day);
    const isDecided = next === null && isDecidedOnLastDay(kind);
    await tx
      .updateTable("reminder")
      .set({
        next_action_at: next === null ? null : new Date(row.asked_at.getTime() + next * aDayMs),
        unanswered_at: isDecided ? now : null,
        ended_at: next === null && !isDecided ? now : null,
      })
      .where("id", "=", id)
      .execute();
    await record(tx, {
      platformId,
      businessId,
      kind: isDecided ? "reminder.unanswered" : "reminder.requested",
      body: { reminderId: id, reminder: kind, subjectId: row.subject_id },
      action: "reminder.send",
      object: { kind: "reminder", id },
      actor: { kind: "SYSTEM", id: null },
      requestId: null,
    });
  },
};
