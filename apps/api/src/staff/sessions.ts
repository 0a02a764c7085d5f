import { createHash, randomBytes } from "node:crypto";
import type { StaffRole } from "@inlay/lending/access/staff-roles.ts";
import { type Selectable, sql } from "kysely";
import { type Fact, record } from "../db/record.ts";
import type { DB } from "../db/schema.generated.ts";
import { staffScope, type Tx } from "../db/scope.ts";

/** Staff sessions are short because of their permissions. A passkey makes the next sign-in easy. */
const sessionMinutes = 60;

export type StaffMember = Selectable<DB["staff_member"]>;
export type StaffSession = { token: string; expiresAt: Date; member: StaffMember };

export async function openStaffSession(
  tx: Tx,
  member: StaffMember,
  method: "CODE" | "PASSKEY",
  requestId: string,
): Promise<StaffSession> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + sessionMinutes * 60_000);
  await tx
    .insertInto("staff_session")
    .values({ member_id: member.id, method, token_hash: hashOfToken(token), expires_at: expiresAt })
    .execute();
  await record(tx, { ...about(member.id, requestId), kind: "staff.signed_in", body: { memberId: member.id, method } });
  return { token, expiresAt, member };
}

/** Ends a session by its token. It succeeds for an ended or unknown session, too. */
export async function endStaffSession(tx: Tx, token: string, requestId: string): Promise<void> {
  const ended = await tx
    .updateTable("staff_session")
    .set({ revoked_at: sql`now()` })
    .where("token_hash", "=", hashOfToken(token))
    .where("revoked_at", "is", null)
    .returning("member_id")
    .executeTakeFirst();
  if (!ended) return;
  const { member_id: memberId } = ended;
  await record(tx, {
    ...about(memberId, requestId),
    kind: "staff.signed_out",
    body: { memberId },
    action: "session.close",
  });
}

/** Ends all open sessions of a member. */
export async function endSessionsOf(tx: Tx, memberId: string): Promise<void> {
  await tx
    .updateTable("staff_session")
    .set({ revoked_at: sql`now()` })
    .where("member_id", "=", memberId)
    .where("revoked_at", "is", null)
    .execute();
}

/** The common fields of an event about a member's own sign-in. */
export const about = (memberId: string, requestId: string | null): Omit<Fact, "kind" | "body"> => ({
  platformId: staffScope.platformId,
  businessId: null,
  action: "session.open",
  object: { kind: "staff_member", id: memberId },
  actor: { kind: "STAFF", id: memberId },
  requestId,
});

/** How an email addresses a member, whose name is stored in one piece. */
export const firstNameOf = ({ name }: Pick<StaffMember, "name">): string => name.split(" ")[0] ?? name;

export const toMemberResponse = (member: StaffMember) => ({
  id: member.id,
  name: member.name,
  email: member.email,
  roles: member.roles as StaffRole[],
  isActive: member.deactivated_at === null,
});

const hashOfToken = (token: string) => createHash("sha256").update(token).digest();
