import { type NoticeClockKind, noticeDeadline } from "@inlay/lending/applications/notice-clocks.ts";
import { sql } from "kysely";
import { closeTask, openTaskOnce } from "../../approvals/public.ts";
import type { DueJob } from "../../clock/public.ts";
import { businessNow } from "../../db/business-now.ts";
import type { Tx } from "../../db/scope.ts";
import { startWorkflow } from "../../workflows/public.ts";
import type { Tenant } from "../reports.ts";

type NewClock = { kind: NoticeClockKind; applicationId: string; startedAt: Date; decisionId?: string };

/** Starts the period for a notice in the transaction of its cause. It has no effect while the same period of the application runs. */
export async function startClock(
  tx: Tx,
  { platformId, businessId }: Tenant,
  { kind, applicationId, startedAt, decisionId }: NewClock,
): Promise<string | null> {
  const { dueAt, alarmAt } = noticeDeadline(kind, startedAt);
  const row = await tx
    .insertInto("notice_clock")
    .values({
      platform_id: platformId,
      business_id: businessId,
      application_id: applicationId,
      decision_id: decisionId ?? null,
      kind,
      started_at: startedAt,
      due_at: dueAt,
      next_action_at: alarmAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Starts the period for the notice about a decision, and the workflow that writes and sends it. */
export async function orderNotices(
  tx: Tx,
  { platformId, businessId }: Tenant,
  { kind, applicationId, decisionId }: { kind: "DENIAL" | "COUNTER_OFFER"; applicationId: string; decisionId: string },
): Promise<void> {
  const startedAt = await businessNow(tx, businessId);
  const tenant = { platformId, businessId };
  const id = await startClock(tx, tenant, { kind, applicationId, decisionId, startedAt });
  if (id) await startWorkflow(tx, "send-notices", { platformId, businessId, id });
}

/**
 * The offers of an application are shown. They answer it, unless the owner asked for more: then the combined notice does, which is sent with
 * them.
 */
export async function noticeOfOffers(tx: Tx, tenant: Tenant, applicationId: string): Promise<void> {
  const offer = await tx
    .selectFrom("offer")
    .select(["decision_id", "is_counter_offer"])
    .where("application_id", "=", applicationId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  if (offer.is_counter_offer)
    await orderNotices(tx, tenant, { kind: "COUNTER_OFFER", applicationId, decisionId: offer.decision_id });
  else await stopClocks(tx, tenant.businessId, { applicationId }, "SENT");
}

type Which = { applicationId: string; kind?: NoticeClockKind } | { clockId: string };

/** Stops the clocks that run: the applicant was told, or need not be told any more. Their alarms are closed. */
export async function stopClocks(tx: Tx, businessId: string, which: Which, because: "SENT" | "ENDED"): Promise<void> {
  const now = await businessNow(tx, businessId);
  let running = tx
    .updateTable("notice_clock")
    .set(because === "SENT" ? { sent_at: now, next_action_at: null } : { ended_at: now, next_action_at: null })
    .where("business_id", "=", businessId)
    .where("sent_at", "is", null)
    .where("ended_at", "is", null);
  if ("clockId" in which) running = running.where("id", "=", which.clockId);
  else {
    running = running.where("application_id", "=", which.applicationId);
    if (which.kind) running = running.where("kind", "=", which.kind);
  }
  for (const { id } of await running.returning("id").execute())
    await closeTask(tx, { kind: "NOTICE_DUE", subjectId: id });
}

/** Alarms staff about a notice that was not sent, before it is due. */
export const alarmAboutNotice: DueJob = {
  name: "notice.alarm",
  table: "notice_clock",
  act: async (tx, { platformId, businessId, id }) => {
    const clock = await tx
      .updateTable("notice_clock")
      .set({ next_action_at: null })
      .where("id", "=", id)
      .returning("due_at")
      .executeTakeFirstOrThrow();
    await openTaskOnce(tx, { kind: "NOTICE_DUE", subjectId: id, platformId, businessId, dueAt: clock.due_at });
  },
};

/** Once every notice of a clock was sent, or opened, it has stopped, and with it the 30 days of the application. */
export async function settleClock(tx: Tx, businessId: string, clockId: string): Promise<void> {
  const { rows } = await sql<{ isSent: boolean; isDelivered: boolean; applicationId: string }>`
    select bool_and(n.sent_at is not null or n.delivered_at is not null) as "isSent",
      bool_and(n.delivered_at is not null) as "isDelivered", c.application_id as "applicationId"
    from app.notice_clock c join app.adverse_action_notice n on n.clock_id = c.id
    where c.id = ${clockId}::uuid group by c.application_id`.execute(tx);
  const [found] = rows;
  if (!found?.isSent) return;
  await stopClocks(tx, businessId, { clockId }, "SENT");
  await stopClocks(tx, businessId, { applicationId: found.applicationId, kind: "COMPLETE_APPLICATION" }, "SENT");
  if (!found.isDelivered) return;
  const now = await businessNow(tx, businessId);
  await tx
    .updateTable("notice_clock")
    .set({ delivered_at: now })
    .where("id", "=", clockId)
    // An application that was withdrawn meanwhile has ended the clock.
    .where("sent_at", "is not", null)
    .where("delivered_at", "is", null)
    .execute();
}
