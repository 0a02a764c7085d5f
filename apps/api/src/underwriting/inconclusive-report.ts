import { Refusal } from "@inlay/contracts/errors.ts";
import { sql } from "kysely";
import { type ActionRequest, closeOpenTask, type StaffAction } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { askAgain, ownSoftPull } from "./reports.ts";

/** The task about a report that stayed inconclusive, or that needs the consent of a new owner. */
export const inconclusiveTask = "REPORT_INCONCLUSIVE";

type NoPayload = Record<string, never>;
type Inconclusive = { id: string; source: "BUSINESS_OWNER_CREDIT" | "BUSINESS_VERIFICATION"; isLast: boolean };

/** A pull costs little and decides nothing, so one staff member is enough. An inconclusive result opens the task again. */
export const pullReportAgain: StaffAction<NoPayload> = {
  kind: "report.pull-again",
  action: "staff.report.pull-again",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, request) => {
    const { tenant, report } = await closeAndRead(tx, request);
    if (report.source === "BUSINESS_OWNER_CREDIT" && !(await ownSoftPull(tx, tenant.businessId)).own)
      throw wrongState("NO_CONSENT", ["CONSENT_GIVEN"]);
    await askAgain(tx, tenant, report.source);
    await note(tx, request, "report.requested", report);
  },
};

/** The application goes on with what the report says, so it takes two staff members. */
export const acceptReport: StaffAction<NoPayload> = {
  kind: "report.accept",
  action: "staff.report.accept",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, request) => {
    const { tenant, report } = await closeAndRead(tx, request);
    await tx
      .updateTable("report")
      .set({ accepted_at: sql<Date>`app.business_now(${tenant.businessId}::uuid)` })
      .where("id", "=", report.id)
      .execute();
    await note(tx, request, "report.accepted", report);
  },
};

/** Closes the task and reads its report. Refused when the task is closed, or when the report was pulled again in the meantime. */
async function closeAndRead(tx: Tx, { platformId, businessId, subjectId }: ActionRequest<NoPayload>) {
  if (!businessId) throw new Error("a report must belong to a business");
  await closeOpenTask(tx, { kind: inconclusiveTask, subjectId });
  // The task of a business whose owner has changed is about the last report on the owner before.
  const { rows } = await sql<Inconclusive>`
    select r.id, r.source, not exists (select from app.report later
      where later.subject_id = r.subject_id and later.source = r.source and later.attempt > r.attempt) as "isLast"
    from app.report r
    where r.business_id = ${businessId}::uuid and case when ${subjectId}::uuid = r.business_id then r.source = 'BUSINESS_OWNER_CREDIT' else r.id = ${subjectId}::uuid end
    order by r.created_at desc, r.attempt desc limit 1 for update`.execute(tx);
  const [report] = rows;
  if (!report?.isLast) throw wrongState("PULLED_AGAIN", ["INCONCLUSIVE"]);
  return { tenant: { platformId, businessId }, report };
}

const note = (
  tx: Tx,
  { platformId, businessId, memberId, requestId }: ActionRequest<NoPayload>,
  kind: "report.accepted" | "report.requested",
  { id, source }: Inconclusive,
) =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: { reportId: id, source },
    action: kind === "report.accepted" ? "staff.report.accept" : "staff.report.pull-again",
    object: { kind: "report", id },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });

const wrongState = (status: string, allowedFrom: string[]) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom } });
