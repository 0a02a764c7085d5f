import { Refusal } from "@inlay/contracts/errors.ts";
import type { CoOwnerDetailsV2 } from "@inlay/contracts/onboarding/co-owner.ts";
import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import {
  type CoSignerChange,
  type CoSignerChangeStatus,
  coSignerChangeLifecycle,
} from "@inlay/lending/offers/co-signer-change.ts";
import type { DenialReason } from "@inlay/lending/underwriting/denial-reasons.ts";
import { closeTask, requestAction, type StaffAction } from "../approvals/public.ts";
import { releaseCapital } from "../capital/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { endAskingForLetters } from "../disclosures/public.ts";
import type { Router } from "../http/public.ts";
import { releaseCoOwner } from "../people/public.ts";
import { denyApplication, type LockedApplication, lockApplication } from "../underwriting/public.ts";
import type { Tenant } from "./inquiry.ts";

type Outcome = { outcome: "CONFIRM" } | { outcome: "REFUSE" } | { outcome: "DECLINE"; reasons: DenialReason[] };

/**
 * The application goes on with others than the credit was decided with, or ends, so that takes two people. A refusal leaves the owners as
 * they are.
 */
export const decideSignerChange: StaffAction<Outcome> = {
  kind: "closing.decide-signer-change",
  action: "staff.closing.decide-signer-change",
  needs: ({ outcome }) => ({ people: outcome === "REFUSE" ? 1 : 2, checker: null }),
  refuseUnknown: async (tx, { subjectId }) => {
    await lockPending(tx, subjectId);
  },
  perform: async (tx, { platformId, businessId, subjectId: ownerId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("a co-owner belongs to a business");
    const { change, application } = await lockPending(tx, ownerId);
    const event = payload.outcome === "CONFIRM" ? "CONFIRMED" : "REFUSED";
    const status = coSignerChangeLifecycle.next(change.status as CoSignerChangeStatus, event);
    await tx
      .updateTable("co_signer_change")
      .set({ status, decided_by: memberId })
      .where("id", "=", change.id)
      .execute();
    await closeTask(tx, { kind: "CO_SIGNER_CHANGE", subjectId: ownerId });
    const naming = { platformId, businessId, userId: change.requested_by, requestId };
    if (payload.outcome === "CONFIRM")
      await releaseCoOwner(tx, naming, ownerId, change.replacement as CoOwnerDetailsV2 | null);
    if (payload.outcome === "DECLINE") await decline(tx, { platformId, businessId }, application, payload.reasons);
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

/** Ends a locked application whose offers can still be accepted, and releases the capital. */
async function decline(
  tx: Tx,
  tenant: Tenant,
  application: LockedApplication,
  reasons: readonly DenialReason[],
): Promise<void> {
  const allowedFrom = "WAITING_FOR_ACCEPTANCE";
  if (application.status !== allowedFrom)
    throw new Refusal("WRONG_STATE", { context: { status: application.status, allowedFrom: [allowedFrom] } });
  await denyApplication(tx, tenant, application, reasons);
  await releaseCapital(tx, application.id);
  await endAskingForLetters(tx, application.id);
}

/** Locks the change of a co-owner that waits for a decision, and its application before it. Of several decisions one finds it. */
async function lockPending(tx: Tx, ownerId: string) {
  const pending = tx
    .selectFrom("co_signer_change")
    .select(["id", "application_id", "change", "replacement", "status", "requested_by"])
    .where("owner_id", "=", ownerId)
    .where("status", "=", "PENDING");
  const found = await pending.executeTakeFirst();
  const application = found && (await lockApplication(tx, found.application_id));
  const change = await pending.forUpdate().executeTakeFirst();
  if (!change || !application) throw new Refusal("NOT_FOUND", { context: { object: "change of an owner" } });
  return { change, application };
}

export function signerChangeStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.decideSignerChange, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, decideSignerChange, { caller, subjectId: params.ownerId, payload, reason, requestId }),
  );
}
