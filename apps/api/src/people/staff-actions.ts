import { staffCalls } from "@inlay/contracts/staff/calls.ts";
import { requestAction, type StaffAction } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import type { Router } from "../http/public.ts";
import { inviteUser } from "./invitations.ts";

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

export const peopleStaffActions = [inviteUserAction] as unknown as StaffAction[];

export function peopleStaffRoutes({ authenticatedRoute }: Router, app: AppContext): void {
  authenticatedRoute(staffCalls.inviteUser, ({ tx, caller, params, body: { reason, ...payload }, requestId }) =>
    requestAction(tx, app, inviteUserAction, { caller, subjectId: params.userId, payload, reason, requestId }),
  );
}
