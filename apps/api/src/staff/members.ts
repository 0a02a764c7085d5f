import { randomBytes } from "node:crypto";
import type { Answer } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import type { staffCalls } from "@inlay/contracts/staff/calls.ts";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import { sql } from "kysely";
import type { ActionRequest, StaffAction } from "../approvals/public.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import { staffScope, type Tx } from "../db/scope.ts";
import type { RequestContext } from "../http/public.ts";
import { endSessionsOf, toMemberResponse } from "./sessions.ts";
import { hashOfInvitation } from "./sign-in.ts";

const invitationHours = 72;

export async function listMembers(tx: Tx) {
  const rows = await tx.selectFrom("staff_member").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(toMemberResponse);
}

export async function readMember(tx: Tx, id: string) {
  const row = await tx.selectFrom("staff_member").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("NOT_FOUND", { context: { object: "member" } });
  return toMemberResponse(row);
}

/** Admits a staff member. This needs two people; otherwise one person could create their own second approver. */
export const admitMember: StaffAction<{ email: string; name: string; roles: StaffRole[] }> = {
  kind: "member.admit",
  action: "staff.member.admit",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, request) => {
    const { email, name, roles } = request.payload;
    await refuseDuplicate(
      tx
        .insertInto("staff_member")
        .values({ id: request.subjectId, email: email.toLowerCase(), name, roles })
        .execute(),
      { staff_email_taken: () => new Refusal("USER_EMAIL_ALREADY_EXISTS") },
    );
    await note(tx, request, "staff.member.admit", {
      kind: "staff.member_admitted",
      body: { memberId: request.subjectId, roles },
      after: { roles },
    });
  },
};

/** Changes a member's roles. Deactivation needs one person, because it must not wait for a second. */
export const changeMember: StaffAction<{ roles: StaffRole[]; isActive: boolean }> = {
  kind: "member.change",
  action: "staff.member.change",
  needs: ({ isActive }) => ({ people: isActive ? 2 : 1, checker: null }),
  perform: async (tx, request) => {
    const { roles, isActive } = request.payload;
    const before = await readMember(tx, request.subjectId);
    await tx
      .updateTable("staff_member")
      // Deactivation keeps the roles, because new roles need two people.
      .set(isActive ? { roles, deactivated_at: null } : { deactivated_at: sql`now()` })
      .where("id", "=", request.subjectId)
      .execute();
    // The member must sign in again for the new roles to take effect.
    await endSessionsOf(tx, request.subjectId);
    const after = { roles: isActive ? roles : before.roles, isActive };
    await note(tx, request, "staff.member.change", {
      kind: "staff.member_changed",
      body: { memberId: request.subjectId, roles: after.roles, isActive },
      before,
      after,
    });
  },
};

/**
 * Revokes a member's sign-in methods and sessions. This needs two people: with the member's mailbox and a new invitation, one person
 * could otherwise become that member, and approve their own requests. The event's handler tells the member.
 */
export const resetMember: StaffAction<Record<string, never>> = {
  kind: "member.reset",
  action: "staff.member.reset",
  needs: () => ({ people: 2, checker: null }),
  perform: async (tx, { subjectId, memberId, requestId }) => {
    await revokeFactors(tx, subjectId);
    await record(tx, {
      platformId: staffScope.platformId,
      businessId: null,
      kind: "staff.factors_revoked",
      body: { memberId: subjectId },
      action: "staff.member.reset",
      object: { kind: "staff_member", id: subjectId },
      actor: { kind: "STAFF", id: memberId },
      requestId,
    });
  },
};

/**
 * Creates an invitation with which a member sets up a TOTP device, together with a code sent to their email. It is returned once. A member
 * who has a sign-in method is refused: it takes two people to revoke it.
 */
export async function inviteMember({
  tx,
  caller,
  params: { memberId },
  body: { reason },
  requestId,
}: RequestContext<typeof staffCalls.inviteMember>): Promise<Answer<typeof staffCalls.inviteMember>> {
  const invitation = randomBytes(24).toString("base64url");
  const expiresAt = await storeInvitation(tx, memberId, invitation);
  if (!expiresAt) {
    const { isActive } = await readMember(tx, memberId);
    const status = isActive ? "ENROLLED" : "DEACTIVATED";
    throw new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["RESET"] } });
  }
  await record(tx, {
    platformId: staffScope.platformId,
    businessId: null,
    kind: "staff.member_invited",
    body: { memberId },
    action: "staff.member.invite",
    object: { kind: "staff_member", id: memberId },
    after: { reason },
    actor: { kind: "STAFF", id: caller.memberId },
    requestId,
  });
  return { invitation, expiresAt: expiresAt.toISOString() };
}

/** Stores the hash of an invitation. Null unless there is an active member without sign-in methods. */
export async function storeInvitation(tx: Tx, memberId: string, invitation: string): Promise<Date | null> {
  const row = await tx
    .updateTable("staff_member")
    .set({
      invitation_hash: hashOfInvitation(invitation),
      invitation_expires_at: sql`now() + make_interval(hours => ${invitationHours})`,
    })
    .where("id", "=", memberId)
    .where("deactivated_at", "is", null)
    .where("encrypted_totp", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("staff_passkey").select("id").where("member_id", "=", memberId).where("revoked_at", "is", null),
        ),
      ),
    )
    .returning("invitation_expires_at")
    .executeTakeFirst();
  return row?.invitation_expires_at ?? null;
}

/** Ends every way for a member to sign in, an open invitation included, and the member's sessions. */
export async function revokeFactors(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable("staff_member")
    .set({ encrypted_totp: null, invitation_hash: null, invitation_expires_at: null })
    .where("id", "=", memberId)
    .execute();
  await tx
    .updateTable("staff_passkey")
    .set({ revoked_at: sql`now()` })
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .execute();
  await endSessionsOf(tx, memberId);
}

const note = (
  tx: Tx,
  { subjectId, memberId, requestId }: ActionRequest<object>,
  action: string,
  change: Event<"staff.member_admitted" | "staff.member_changed"> & { before?: object; after: object },
) =>
  record(tx, {
    platformId: staffScope.platformId,
    businessId: null,
    ...change,
    action,
    object: { kind: "staff_member", id: subjectId },
    actor: { kind: "STAFF", id: memberId },
    requestId,
  });

export const memberActions = [admitMember, changeMember, resetMember] as unknown as StaffAction[];
