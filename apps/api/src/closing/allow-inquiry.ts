import { Refusal } from "@inlay/contracts/errors.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { closeOpenTask, requestAction, type StaffAction, subjectOfTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Router } from "../http/public.ts";

const taskKind = "IDENTITY_UNVERIFIED";

/** The vendor checks the person again in full, so one member of staff is enough. */
export const allowInquiry: StaffAction<Record<string, never>> = {
  kind: "identity-inquiry.allow-retry",
  action: "staff.identity-inquiry.allow-retry",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId, memberId, requestId }) => {
    const inquiry = await tx
      .selectFrom("identity_inquiry")
      .select(["owner_id", "status"])
      .where("id", "=", subjectId)
      .forUpdate()
      .executeTakeFirst();
    if (!inquiry || !businessId) throw new Refusal("NOT_FOUND", { context: { object: "identity inquiry" } });
    if (inquiry.status !== "FAILED")
      throw new Refusal("WRONG_STATE", { context: { status: inquiry.status, allowedFrom: ["FAILED"] } });
    await closeOpenTask(tx, { kind: taskKind, subjectId });
    await tx
      .updateTable("identity_inquiry")
      .set({ retry_allowed_at: await businessNow(tx, businessId) })
      .where("id", "=", subjectId)
      .execute();
    await record(tx, {
      platformId,
      businessId,
      kind: "identity_inquiry.retry_allowed",
      action: "staff.identity-inquiry.allow-retry",
      body: { inquiryId: subjectId, ownerId: inquiry.owner_id },
      object: { kind: "identity inquiry", id: subjectId },
      before: { isRetryAllowed: false },
      after: { isRetryAllowed: true },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

export function closingStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.allowIdentityInquiry, async ({ tx, caller, params, body: { reason }, requestId }) => {
    const subjectId = await subjectOfTask(tx, params.taskId, taskKind);
    return requestAction(tx, app, allowInquiry, { caller, subjectId, payload: {}, reason, requestId });
  });
}
