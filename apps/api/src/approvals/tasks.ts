import type { Answer, Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { Task } from "@inlay/contracts/staff/shapes.ts";
import { type TaskKind, taskKindsToResolve } from "@inlay/contracts/staff/task-kinds.ts";
import { mayDo } from "@inlay/lending/access/permissions.ts";
import { sql } from "kysely";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { namesOf, type RequestContext, type Staff } from "../http/public.ts";

export type NewTask = {
  kind: TaskKind;
  /** The id of the object that the task is about. At most one task of a kind is open for a subject. */
  subjectId: string;
  platformId: string;
  businessId: string | null;
  dueAt: Date;
};

/** Opens a staff task in the transaction of its cause. It has no effect while the same task is open. */
export async function openTask(tx: Tx, { kind, subjectId, platformId, businessId, dueAt }: NewTask): Promise<void> {
  await tx
    .insertInto("task")
    .values({
      kind,
      subject_id: subjectId,
      platform_id: platformId,
      business_id: businessId,
      due_at: dueAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Opens a task unless it was opened before, also if it has been closed since. */
export async function openTaskOnce(tx: Tx, task: NewTask): Promise<void> {
  const before = await tx
    .selectFrom("task")
    .select("id")
    .where("kind", "=", task.kind)
    .where("subject_id", "=", task.subjectId)
    .executeTakeFirst();
  if (!before) await openTask(tx, task);
}

/** When the last task of a kind about a subject was due, open or closed. */
export async function lastDueAt(tx: Tx, { kind, subjectId }: TaskSubject): Promise<Date | null> {
  const { at } = await tx
    .selectFrom("task")
    .select((task) => task.fn.max("due_at").as("at"))
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .executeTakeFirstOrThrow();
  return at;
}

type TaskSubject = Pick<NewTask, "kind" | "subjectId">;

/** Closes the open tasks of some kinds, narrowed by the caller. */
const closeOpen = (tx: Tx, kinds: readonly TaskKind[]) =>
  tx
    .updateTable("task")
    .set({ closed_at: sql`now()` })
    .where("kind", "=", sql<string>`any(${kinds}::text[])`)
    .where("closed_at", "is", null);
const close = (tx: Tx, { kind, subjectId }: TaskSubject) =>
  closeOpen(tx, [kind]).where("subject_id", "=", subjectId).executeTakeFirst();

/** Closes a task. It has no effect if the task is not open. */
export async function closeTask(tx: Tx, task: TaskSubject): Promise<void> {
  await close(tx, task);
}

/** Closes the tasks of some kinds about a subject. */
export async function closeTasks(tx: Tx, kinds: readonly TaskKind[], subjectId: string): Promise<void> {
  await closeOpen(tx, kinds).where("subject_id", "=", subjectId).execute();
}

/** Closes every open task of a kind that is about a business. */
export async function closeTasksOf(tx: Tx, businessId: string, kind: TaskKind): Promise<void> {
  await closeOpen(tx, [kind]).where("business_id", "=", businessId).execute();
}

/** Closes the task that an action is about. Refused if it is not open any more, so that of several actions one is performed. */
export async function closeOpenTask(tx: Tx, task: TaskSubject): Promise<void> {
  if ((await close(tx, task)).numUpdatedRows === 0n) throw closed(task.kind);
}

const closed = (kind: TaskKind) => new Refusal("WRONG_STATE", { context: { status: "CLOSED", allowedFrom: [kind] } });

/** The subjects, among the given ones, that have an open task of a kind. */
export async function subjectsWithTask(tx: Tx, kind: TaskKind, subjectIds: readonly string[]): Promise<Set<string>> {
  if (subjectIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom("task")
    .select("subject_id as subjectId")
    .where("kind", "=", kind)
    .where("subject_id", "in", subjectIds)
    .where("closed_at", "is", null)
    .execute();
  return new Set(rows.map(({ subjectId }) => subjectId));
}

/** The subject of an open task. Refused if the task is of another kind or closed. */
export async function subjectOfTask(tx: Tx, id: string, kind: TaskKind): Promise<string> {
  const row = await tx
    .selectFrom("task")
    .select("subject_id")
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  if (!row) throw closed(kind);
  return row.subject_id;
}

type Row = {
  id: string;
  platform_id: string;
  business_id: string | null;
  kind: string;
  subject_id: string;
  due_at: Date;
  assignee_id: string | null;
  created_at: Date;
};

/** The open tasks of all tenants, the most urgent first. */
export async function listTasks(
  tx: Tx,
  { memberId }: Staff,
  { kind, assignee, after, limit }: Parsed<typeof staffCalls.listTasks, "query">,
): Promise<Answer<typeof staffCalls.listTasks>> {
  const { rows } = await sql<Row>`
    select * from app.list_tasks(${kind ?? null}, ${assignee === "me" ? memberId : null}::uuid, ${assignee === "nobody"},
      ${after ?? null}::uuid, ${limit + 1})`.execute(tx);
  const now = new Date();
  return { tasks: rows.slice(0, limit).map((row) => toTaskResponse(row, now)), hasMore: rows.length > limit };
}

/** The last tasks about a business, newest first, with those that are closed. */
export async function tasksOf(
  tx: Tx,
  businessId: string,
  limit: number,
): Promise<(Task & { closedAt: string | null })[]> {
  const rows = await tx
    .selectFrom("task")
    .selectAll()
    .where("business_id", "=", businessId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  const now = new Date();
  return rows.map((row) => ({ ...toTaskResponse(row, now), closedAt: row.closed_at?.toISOString() ?? null }));
}

/** Assigns an unassigned task to the caller. Of concurrent claims one succeeds; a claim by the assignee succeeds, too. */
export async function claimTask(request: RequestContext<typeof staffCalls.claimTask>): Promise<Task> {
  const { tx, caller } = request;
  const id = request.params.taskId;
  const row = await tx
    .updateTable("task")
    .set({ assignee_id: caller.memberId })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where((where) => where.or([where("assignee_id", "is", null), where("assignee_id", "=", caller.memberId)]))
    .returningAll()
    .executeTakeFirst();
  if (!row) throw await notPossible(tx, id, "OPEN");
  await note(request, row, "task.claimed", "staff.task.claim");
  return toTaskResponse(row, new Date());
}

/** Unassigns a task: the caller's own, or with the permission any member's. */
export async function releaseTask(request: RequestContext<typeof staffCalls.releaseTask>): Promise<Task> {
  const { tx, caller } = request;
  const id = request.params.taskId;
  let mine = tx
    .updateTable("task")
    .set({ assignee_id: null })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .where("assignee_id", "is not", null);
  if (!mayDo(namesOf(caller), "staff.task.release-of-others")) mine = mine.where("assignee_id", "=", caller.memberId);
  const row = await mine.returningAll().executeTakeFirst();
  if (!row) throw await notPossible(tx, id, "CLAIMED by you");
  await note(request, row, "task.released", "staff.task.release");
  return toTaskResponse(row, new Date());
}

/** Closes a task of the caller that nothing else closes. The others are closed by the action that they ask for. */
export async function resolveTask(request: RequestContext<typeof staffCalls.resolveTask>): Promise<{ resolved: true }> {
  const { tx, caller } = request;
  const id = request.params.taskId;
  const row = await tx
    .updateTable("task")
    .set({ closed_at: sql`now()` })
    .where("id", "=", id)
    .where("kind", "in", taskKindsToResolve)
    .where("closed_at", "is", null)
    .where("assignee_id", "=", caller.memberId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw await notPossible(tx, id, `CLAIMED by you, one of ${taskKindsToResolve.join(", ")}`);
  await note(request, row, "task.resolved", "staff.task.resolve", request.body.reason);
  return { resolved: true };
}

type TaskRequest = Pick<RequestContext<typeof staffCalls.claimTask>, "tx" | "caller" | "requestId">;

async function notPossible(tx: Tx, id: string, needed: string): Promise<Refusal> {
  const row = await tx.selectFrom("task").select(["closed_at", "assignee_id"]).where("id", "=", id).executeTakeFirst();
  const status = row?.closed_at ? "CLOSED" : row?.assignee_id ? "CLAIMED" : "OPEN";
  return new Refusal("WRONG_STATE", { context: { status, allowedFrom: [needed] } });
}

const note = (
  { tx, caller, requestId }: TaskRequest,
  row: Row,
  kind: "task.claimed" | "task.released" | "task.resolved",
  action: string,
  reason: string | null = null,
) =>
  record(tx, {
    platformId: row.platform_id,
    businessId: row.business_id,
    kind,
    action,
    body: { taskId: row.id, task: row.kind as TaskKind },
    after: { assigneeId: row.assignee_id, reason },
    object: { kind: "task", id: row.id },
    actor: { kind: "STAFF", id: caller.memberId },
    requestId,
  });

const toTaskResponse = (row: Row, now: Date): Task => ({
  id: row.id,
  kind: row.kind as TaskKind,
  platformId: row.platform_id,
  businessId: row.business_id,
  subjectId: row.subject_id,
  assigneeId: row.assignee_id,
  openedAt: row.created_at.toISOString(),
  ageSeconds: Math.max(0, Math.floor((now.getTime() - row.created_at.getTime()) / 1000)),
  dueAt: row.due_at.toISOString(),
  isOverdue: row.due_at < now,
});
