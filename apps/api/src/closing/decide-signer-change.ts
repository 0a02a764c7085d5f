import { Refusal } from "@inlay/contracts/errors.ts";
import type { CoOwnerDetailsV2 } from "@inlay/contracts/onboarding/co-owner.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import {
  type CoSignerChange,
  type CoSignerChangeStatus,
  coSignerChangeLifecycle,
} from "@inlay/lending/offers/co-signer-change.ts";
import { closeTask, requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { releaseCoOwner } from "../people/public.ts";

type Outcome = { outcome: "CONFIRM" | "REFUSE" };

/** The application goes on with others than the credit was decided with, so that takes two people. A refusal leaves the owners as they are. */
export const decideSignerChange: StaffAction<Outcome> = {
  kind: "closing.decide-signer-change",
  action: "staff.closing.decide-signer-change",
  needs: ({ outcome }) => ({ people: outcome === "CONFIRM" ? 2 : 1, checker: null }),
  refuseUnknown: async (tx, { subjectId }) => {
    await lockPending(tx, subjectId);
  },
  perform: async (tx, { platformId, businessId, subjectId: ownerId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a co-owner belongs to a business");
    const change = await lockPending(tx, ownerId);
    const event = payload.outcome === "CONFIRM" ? "CONFIRMED" : "REFUSED";
    const status = coSignerChangeLifecycle.next(change.status as CoSignerChangeStatus, event);
    await tx
      .updateTable("co_signer_change")
      .set({ status, decided_by: memberId })
      .where("id", "=", change.id)
      .execute();
    await closeTask(tx, { kind: "CO_SIGNER_CHANGE", subjectId: ownerId });
    const naming = { platformId, businessId, userId: change.requested_by, requestId };
    if (status === "CONFIRMED")
      await releaseCoOwner(tx, naming, ownerId, change.replacement as CoOwnerDetailsV2 | null);
    await record(tx, {
      platformId,
      businessId,
      kind: "closing.co_signer_change_decided",
      action: "staff.closing.decide-signer-change",
      body: {
        applicationId: change.application_id,
        ownerId,
        changeId: change.id,
        change: change.change as CoSignerChange,
        outcome: event,
      },
      object: { kind: "loan application", id: change.application_id },
      before: { status: change.status },
      after: { status },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

/** Locks the change of a co-owner that waits for a decision. Of several decisions one finds it. */
async function lockPending(tx: Tx, ownerId: string) {
  const change = await tx
    .selectFrom("co_signer_change")
    .select(["id", "application_id", "change", "replacement", "status", "requested_by"])
    .where("owner_id", "=", ownerId)
    .where("status", "=", "PENDING")
    .forUpdate()
    .executeTakeFirst();
  if (!change) throw new Refusal("NOT_FOUND", { context: { object: "change of an owner" } });
  return change;
}

export function signerChangeStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.decideSignerChange, ({ tx, caller, params, body: { outcome, reason }, requestId }) =>
    requestAction(tx, app, decideSignerChange, {
      caller,
      subjectId: params.ownerId,
      payload: { outcome },
      reason,
      requestId,
    }),
  );
}
