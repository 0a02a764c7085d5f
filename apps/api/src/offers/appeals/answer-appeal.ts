import type { Appeal } from "@inlay/contracts/decline.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { sql } from "kysely";
import { closeTask, requestAction, type StaffAction } from "../../approvals/public.ts";
import type { AppContext } from "../../context.ts";
import { record } from "../../db/record.ts";
import type { Router } from "../../http/public.ts";
import { appealsOf } from "./appeals.ts";

type Answer = { outcome: NonNullable<Appeal["outcome"]>; message: string };

/**
 * An answer changes no decision: at most the owner may apply again sooner. One staff member is enough, who has not ruled on the application
 * before, because an appeal asks for another person's judgment.
 */
export const answerAppeal: StaffAction<Answer> = {
  kind: "appeal.answer",
  action: "staff.appeal.answer",
  needs: () => ({ people: 1, checker: null }),
  perform: async (
    tx,
    { platformId, businessId, subjectId: id, payload: { outcome, message }, memberId, requestId },
  ) => {
    if (!businessId) throw new Error("an appeal must belong to a business");
    const appeal = await tx
      .selectFrom("appeal")
      .select(["application_id", "outcome"])
      .where("id", "=", id)
      .where("business_id", "=", businessId)
      .forUpdate()
      .executeTakeFirst();
    if (!appeal) throw new Refusal("NOT_FOUND", { context: { object: "appeal" } });
    if (appeal.outcome)
      throw new Refusal("WRONG_STATE", { context: { status: appeal.outcome, allowedFrom: ["OPEN"] } });
    const ownRuling = await tx
      .selectFrom("ruling")
      .select("id")
      .where("application_id", "=", appeal.application_id)
      .where("ruled_by", "=", memberId)
      .limit(1)
      .executeTakeFirst();
    if (ownRuling) throw new Refusal("APPEAL_AGAINST_OWN_RULING");
    await tx
      .updateTable("appeal")
      .set({ outcome, message, answered_at: sql<Date>`app.business_now(business_id)`, next_action_at: null })
      .where("id", "=", id)
      .execute();
    for (const kind of ["APPEAL_REQUESTED", "APPEAL_URGENT"] as const) await closeTask(tx, { kind, subjectId: id });
    await record(tx, {
      platformId,
      businessId,
      kind: "appeal.answered",
      body: { appealId: id, applicationId: appeal.application_id, outcome },
      action: "staff.appeal.answer",
      object: { kind: "appeal", id },
      after: { outcome },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

export function appealStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.listAppeals, async ({ tx, params: { businessId } }) => ({
    businessId,
    appeals: await appealsOf(tx, businessId),
  }));
  authenticatedRoute(
    staffCalls.answerAppeal,
    ({ tx, caller, params: { appealId }, body: { outcome, message, reason }, requestId }) =>
      requestAction(tx, app, answerAppeal, {
        caller,
        subjectId: appealId,
        payload: { outcome, message },
        reason,
        requestId,
      }),
  );
}
