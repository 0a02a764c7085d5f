import { Refusal } from "@inlay/contracts/errors.ts";
import type { Outcome } from "@inlay/contracts/staff/shapes.ts";
import type { ApprovalTier } from "@inlay/lending/access/approval-tiers.ts";
import { type Action, mayDo } from "@inlay/lending/access/permissions.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import { namesOf, type Staff } from "../http/public.ts";

/** The payload of a staff action, its tenant and subject, and the member who authorizes it. */
export type ActionRequest<Payload> = {
  platformId: string;
  businessId: string | null;
  subjectId: string;
  payload: Payload;
  /** The member who authorizes the action: the approver where it needs two people, otherwise the requester. */
  memberId: string;
  /** The approval request, which keeps who asked, why, and who approved. */
  staffRequestId: string;
  requestId: string;
};

/**
 * An action that staff perform for a tenant. Requesting, approving and recording work the same for all actions and are implemented here;
 * a slice registers the kind of its action and how to perform it.
 */
export type StaffAction<Payload extends object = object> = {
  /** The name in requests and events, for example `owner-conflict.resolve`. */
  kind: string;
  /** The permission to request the action and to approve it. */
  action: Action;
  /** The number of people that the payload needs: fixed, or by the tier of an amount. */
  needs(payload: Payload, tiers: readonly ApprovalTier[]): Pick<ApprovalTier, "people" | "checker">;
  /**
   * Refuses objects that the tenant does not have. An action that waits for approval needs this: `perform` refuses them only then, and
   * until then the request would keep the tenant whose object it names from requesting the same.
   */
  refuseUnknown?(tx: Tx, request: Pick<ActionRequest<Payload>, "businessId" | "subjectId" | "payload">): Promise<void>;
  /** Performs the action in the transaction of the final approval. It records its own events and refuses what is no longer possible. */
  perform(tx: Tx, request: ActionRequest<Payload>): Promise<void>;
};

type NewRequest<Payload> = { caller: Staff; subjectId: string; payload: Payload; reason: string; requestId: string };

/** Requests an action in the tenant of the call. It is performed at once if one person is enough; otherwise it waits for approval. */
export async function requestAction<Payload extends object>(
  tx: Tx,
  { config }: AppContext,
  staffAction: StaffAction<Payload>,
  { caller, subjectId, payload, reason, requestId }: NewRequest<Payload>,
): Promise<Outcome> {
  const { platformId, businessId, memberId } = caller;
  const { people } = staffAction.needs(payload, config.APPROVAL_TIERS);
  const state = people === 1 ? "APPROVED" : "PENDING";
  if (state === "PENDING") await staffAction.refuseUnknown?.(tx, { businessId, subjectId, payload });
  const row = await refuseDuplicate(
    tx
      .insertInto("staff_request")
      .values({
        platform_id: platformId,
        business_id: businessId,
        kind: staffAction.kind,
        subject_id: subjectId,
        payload: JSON.stringify(payload),
        people,
        maker_id: memberId,
        maker_reason: reason,
        state,
        decided_at: people === 1 ? new Date() : null,
      })
      .returning(["id", "payload_hash"])
      .executeTakeFirstOrThrow(),
    { one_pending_request: () => new Refusal("REQUEST_PENDING") },
  );
  await record(tx, {
    platformId,
    businessId,
    kind: "staff_request.made",
    action: staffAction.action,
    body: { staffRequestId: row.id, staffAction: staffAction.kind, subjectId, people },
    after: { payloadHash: row.payload_hash.toString("hex"), reason, state },
    object: { kind: "staff_request", id: row.id },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  if (people === 1) {
    const staffRequestId = row.id;
    await staffAction.perform(tx, {
      platformId,
      businessId,
      subjectId,
      payload,
      staffRequestId,
      memberId,
      requestId,
    });
  }
  return { requestId: row.id, state };
}

type Decision = {
  caller: Staff;
  staffRequestId: string;
  verdict: "APPROVED" | "REJECTED";
  payloadHash: string;
  reason: string;
  requestId: string;
};

/**
 * Approves or rejects a request. A trigger ensures that the first of concurrent decisions counts, and a check constraint that the
 * requester cannot decide. The decision names the payload by its hash, so it applies only to the payload that the approver saw.
 */
export async function decide(
  tx: Tx,
  { config }: AppContext,
  staffActions: readonly StaffAction[],
  { caller, staffRequestId, verdict, payloadHash, reason, requestId }: Decision,
): Promise<Outcome> {
  const { memberId } = caller;
  const request = await tx
    .selectFrom("staff_request")
    .selectAll()
    .where("id", "=", staffRequestId)
    .executeTakeFirstOrThrow();
  const staffAction = staffActions.find(({ kind }) => kind === request.kind);
  if (!staffAction) throw new Error(`unknown staff action ${request.kind}`);
  const payload = request.payload as object;
  const { checker } = staffAction.needs(payload, config.APPROVAL_TIERS);
  if (!mayDo(namesOf(caller), staffAction.action) || (checker && !caller.roles.includes(checker)))
    throw new Refusal("NOT_ALLOWED");
  if (request.payload_hash.toString("hex") !== payloadHash) throw new Refusal("VERSION_MISMATCH");
  const decided = await tx
    .updateTable("staff_request")
    .set({ state: verdict, checker_id: memberId, checker_reason: reason, decided_at: new Date() })
    .where("id", "=", staffRequestId)
    .executeTakeFirst()
    .catch((error: { constraint?: string }) => {
      throw error.constraint === "maker_is_not_checker" ? new Refusal("SECOND_PERSON_NEEDED") : error;
    });
  if (decided.numUpdatedRows === 0n)
    throw new Refusal("WRONG_STATE", { context: { status: "DECIDED", allowedFrom: ["PENDING"] } });
  const { platform_id: platformId, business_id: businessId, subject_id: subjectId } = request;
  await record(tx, {
    platformId,
    businessId,
    action: staffAction.action,
    kind: verdict === "APPROVED" ? "staff_request.approved" : "staff_request.rejected",
    body: { staffRequestId, staffAction: staffAction.kind, subjectId, makerId: request.maker_id },
    before: { state: "PENDING" },
    after: { state: verdict, payloadHash, reason },
    object: { kind: "staff_request", id: staffRequestId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });
  if (verdict === "APPROVED")
    await staffAction.perform(tx, {
      platformId,
      businessId,
      subjectId,
      payload,
      staffRequestId,
      memberId,
      requestId,
    });
  return { requestId: staffRequestId, state: verdict };
}

/** What a slice gives to approvals. */
export type ActionPart = { staffActions?: readonly StaffAction[] };
