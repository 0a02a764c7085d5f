import { closingDeadlines, reasonsOf } from "@inlay/lending/applications/closing-checks.ts";
import { addBankingDays } from "@inlay/lending/calendar/banking-day.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { clock, easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { v7 as uuidv7 } from "uuid";
import { closeTask, openTask, openTaskOnce } from "../approvals/public.ts";
import { releaseCapital } from "../capital/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { endAskingForLetters } from "../disclosures/public.ts";
import { denyApplication, type LockedApplication, lockApplication } from "../underwriting/public.ts";
import { type EventHandler, startWorkflow, type WorkflowIds } from "../workflows/public.ts";
import { checkLoan, notPassed } from "./check-loan.ts";
import { askVendors } from "./compute-checks.ts";
import { readLoan, type Tenant } from "./loan-to-close.ts";

const bySystem = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;

/** Opens the checklist of an application that everybody has signed: staff have a task, and the checks are computed. */
export const openChecklist: EventHandler<"offer.accepted"> =
  async (_app, { id, platformId, businessId, body: { applicationId } }) =>
  async (tx) => {
    if (!businessId) throw new Error("an application belongs to a business");
    const application = await lockApplication(tx, applicationId);
    if (application?.status !== "CLOSE_LOAN") return;
    const begunAt = await businessNow(tx, businessId);
    const { checkBy, alarmAt, closeBy } = closingDeadlines(begunAt);
    await tx
      .insertInto("closing_checklist")
      .values({
        platform_id: platformId,
        business_id: businessId,
        application_id: applicationId,
        begun_at: begunAt,
        close_by: closeBy,
        next_action_at: alarmAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await openTask(tx, { kind: "CLOSING_CHECKS", subjectId: applicationId, platformId, businessId, dueAt: checkBy });
    await startWorkflow(tx, "check-closing", { platformId, businessId, id });
  };

/** Nobody works any more on the checklist of an application that was withdrawn. */
export const endWithdrawnChecklist: EventHandler<"application.withdrawn"> =
  async (_app, { businessId, body: { applicationId } }) =>
  async (tx) => {
    if (businessId) await endChecklist(tx, applicationId, await businessNow(tx, businessId));
  };

/** Ends the checklist of an application and closes its tasks. It has no effect where there is none. */
export async function endChecklist(tx: Tx, applicationId: string, now: Date): Promise<void> {
  await tx
    .updateTable("closing_checklist")
    .set({ ended_at: now, next_action_at: null })
    .where("application_id", "=", applicationId)
    .where("ended_at", "is", null)
    .execute();
  for (const kind of ["CLOSING_CHECKS", "CLOSING_URGENT"] as const)
    await closeTask(tx, { kind, subjectId: applicationId });
  await endAskingForLetters(tx, applicationId);
}

/** The owner is asked for more, so the closing waits as long as it did at its beginning. */
export async function extendChecklist(tx: Tx, applicationId: string, now: Date): Promise<void> {
  const { alarmAt, closeBy } = closingDeadlines(now);
  await tx
    .updateTable("closing_checklist")
    .set({ close_by: closeBy, next_action_at: alarmAt })
    .where("application_id", "=", applicationId)
    .where("ended_at", "is", null)
    .execute();
  await closeTask(tx, { kind: "CLOSING_URGENT", subjectId: applicationId });
}

/** Ends a locked application because its closing failed. */
export async function declineClosing(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  reasons: readonly DenialReason[],
): Promise<void> {
  await denyApplication(tx, tenant, application, reasons);
  await releaseCapital(tx, application.id);
  await endChecklist(tx, application.id, await businessNow(tx, tenant.businessId));
}

const endOfWork = clock(17, 0);

/**
 * Staff are alarmed before a closing is over. On its last day, and on every banking day after it, a workflow makes the checks again, and ends
 * the application if one has not passed.
 */
export const watchChecklist: DueJob = {
  name: "closing.deadline",
  table: "closing_checklist",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("a checklist belongs to a business");
    const row = await tx
      .selectFrom("closing_checklist")
      .select(["application_id", "close_by"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const task = { subjectId: row.application_id, platformId, businessId, dueAt: row.close_by };
    await openTaskOnce(tx, { kind: "CLOSING_URGENT", ...task });
    const isOver = row.close_by <= now;
    if (isOver) await startWorkflow(tx, "check-closing", { platformId, businessId, id: uuidv7() });
    const tomorrow = easternInstant(addBankingDays(dateAt(now), 1), endOfWork);
    await tx
      .updateTable("closing_checklist")
      .set({ next_action_at: isOver ? tomorrow : row.close_by })
      .where("id", "=", id)
      .execute();
  },
};

/**
 * Makes the checks of every open checklist of a business. One whose last day is over ends its application if a check has not passed; if all
 * have passed, only we are late, and the loan can still be funded.
 */
export async function checkOpenChecklists(app: AppContext, { platformId, businessId }: WorkflowIds): Promise<void> {
  if (!businessId) return;
  const tenant = { platformId, businessId };
  const open = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("closing_checklist")
      .select(["application_id as applicationId"])
      .where("business_id", "=", businessId)
      .where("ended_at", "is", null)
      .orderBy("id")
      .execute(),
  );
  if (open.length === 0) return;
  const answers = await askVendors(app, tenant);
  for (const { applicationId } of open)
    await inScope(app.pool, tenant, async (tx) => {
      const application = await lockApplication(tx, applicationId);
      const loan = await readLoan(tx, tenant, applicationId);
      if (application?.status !== "CLOSE_LOAN" || !loan) return;
      const failed = notPassed(await checkLoan(tx, loan, answers, bySystem));
      if (failed.length > 0 && (await isOver(tx, tenant, applicationId)))
        await declineClosing(tx, tenant, application, reasonsOf(failed));
    });
}

async function isOver(tx: Tx, { businessId }: Tenant, applicationId: string): Promise<boolean> {
  const now = await businessNow(tx, businessId);
  const row = await tx
    .selectFrom("closing_checklist")
    .select("close_by")
    .where("application_id", "=", applicationId)
    .executeTakeFirst();
  return row !== undefined && row.close_by <= now;
}
