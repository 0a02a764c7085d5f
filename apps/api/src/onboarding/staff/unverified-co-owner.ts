import { Refusal } from "@inlay/contracts/errors.ts";
import { completeCoOwner, raiseInput } from "../../additional-inputs/public.ts";
import { type ActionRequest, closeOpenTask, type StaffAction } from "../../approvals/public.ts";
import { record } from "../../db/record.ts";
import type { Tx } from "../../db/scope.ts";

/** The task about a co-owner whose reports do not confirm them. */
export const unverifiedTask = "CO_OWNER_UNVERIFIED";

type NoPayload = Record<string, never>;

/** Asking is harmless, so one staff member is enough. The new input is announced to the co-owner by email, like every other. */
export const askCoOwnerAgain: StaffAction<NoPayload> = {
  kind: "co-owner.ask-again",
  action: "staff.co-owner.ask-again",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, subjectId: ownerId, memberId, requestId, ...request }) => {
    const businessId = businessOf(request);
    await closeOpenTask(tx, { kind: unverifiedTask, subjectId: ownerId });
    const owner = await tx
      .selectFrom("business_owner as o")
      .select(["o.stopped_at", "o.user_id"])
      .where("o.id", "=", ownerId)
      .forUpdate()
      .executeTakeFirst();
    if (!owner?.user_id || owner.stopped_at)
      throw wrongState(owner?.stopped_at ? "STOPPED" : "NOT_BEGUN", ["UNVERIFIED"]);
    const by = { kind: "STAFF", id: memberId } as const;
    const isLocked = (await lastOutcome(tx, ownerId)) === "LOCKED";
    await raiseInput(tx, {
      platformId,
      businessId,
      subStep: isLocked
        ? "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED"
        : "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION",
      ownerId,
      by,
      requestId,
    });
  },
};

/** The application goes on without a usable report about an owner, so it takes two staff members. */
export const waiveCoOwnerVerification: StaffAction<NoPayload> = {
  kind: "co-owner.waive-verification",
  action: "staff.co-owner.waive-verification",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, { platformId, subjectId: ownerId, memberId, requestId, ...request }) => {
    const businessId = businessOf(request);
    await closeOpenTask(tx, { kind: unverifiedTask, subjectId: ownerId });
    await record(tx, {
      platformId,
      businessId,
      kind: "co_owner.verification_waived",
      body: { ownerId },
      action: "staff.co-owner.waive-verification",
      object: { kind: "owner", id: ownerId },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
    const isComplete = await completeCoOwner(tx, { platformId, businessId, ownerId, isReportWaived: true });
    if (!isComplete) throw wrongState("STOPPED_OR_ASKED", ["UNVERIFIED"]);
  },
};

async function lastOutcome(tx: Tx, ownerId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("report")
    .select("outcome")
    .where("subject_id", "=", ownerId)
    .where("source", "=", "SECONDARY_OWNER_CREDIT")
    .orderBy("attempt", "desc")
    .executeTakeFirst();
  return row?.outcome ?? null;
}

function businessOf({ businessId }: Pick<ActionRequest<object>, "businessId">): string {
  if (!businessId) throw new Error("a co-owner must belong to a business");
  return businessId;
}

const wrongState = (status: string, allowedFrom: string[]) =>
  new Refusal("WRONG_STATE", { context: { status, allowedFrom } });
