import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { sql } from "kysely";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { Router } from "../http/public.ts";
import { inviteUser } from "./invitations.ts";
import { endStepUps } from "./step-up.ts";
import { readStepUpMethods } from "./step-up-methods.ts";

type InvitePayload = { kind: "CONNECT_DIRECT" | "OFFER"; locale: "en" | "es" };

/** One person is enough: the email goes to an address on file, and its link opens only what the user may see already. */
const inviteUserAction: StaffAction<InvitePayload> = {
  kind: "user.invite",
  action: "staff.user.invite",
  needs: () => ({ people: 1, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId, payload, memberId, requestId }) => {
    if (!businessId) throw new Error("inviting a user requires a business");
    const actor = { kind: "STAFF", id: memberId } as const;
    const by = { platformId, businessId, locale: payload.locale, actor, requestId };
    await inviteUser(tx, by, { kind: payload.kind, userId: subjectId });
  },
};

/**
 * Removes a user's passkeys and the verification of their phone. It takes two people, because afterwards a code by email is enough to lead
 * money elsewhere. The event's handler tells the user and every owner.
 */
const resetStepUp: StaffAction<Record<string, never>> = {
  kind: "user.reset-step-up",
  action: "staff.user.reset-step-up",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, { platformId, businessId, subjectId, memberId, requestId }) => {
    await removeStepUpMethods(tx, subjectId);
    await record(tx, {
      platformId,
      businessId,
      kind: "user.step_up_methods_removed",
      body: { userId: subjectId },
      action: "staff.user.reset-step-up",
      object: { kind: "user", id: subjectId },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

async function removeStepUpMethods(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("user_passkey")
    .set({ revoked_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .execute();
  await tx.deleteFrom("confirmed_contact").where("user_id", "=", userId).execute();
  await endStepUps(tx, userId, null);
}

export const peopleStaffActions = [inviteUserAction, resetStepUp] as unknown as StaffAction[];

export function peopleStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.inviteUser, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, inviteUserAction, { caller, subjectId: params.userId, payload, reason, requestId }),
  );
  authenticatedRoute(staffCalls.resetUserStepUp, async ({ tx, caller, params, body: { reason }, requestId }) => {
    await readStepUpMethods(tx, params.userId);
    return requestAction(tx, app, resetStepUp, { caller, subjectId: params.userId, payload: {}, reason, requestId });
  });
}
