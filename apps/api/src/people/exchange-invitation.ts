import { createHash } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { InvitationIntroduction } from "@inlay/contracts/onboarding/invitation-introduction.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { type Actor, record } from "../db/record.ts";
import { inNoScope, inScope, type Tx } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import type { SessionClaims } from "../session-token.ts";
import type { InvitationKind } from "./invitations.ts";
import { membershipsOf } from "./memberships.ts";
import { type OpenedSession, openSession } from "./sessions.ts";

type Invited = {
  id: string;
  kind: string;
  business_id: string;
  owner_id: string | null;
  user_id: string | null;
  email: string;
};
type Guest = { id: string; email: string | null };

/**
 * Exchanges an invitation token for a session. Of concurrent exchanges of the same token, exactly one succeeds. Every invalid token gets
 * the same answer, so that probing reveals nothing. If the caller is already signed in, the invitation must be addressed to their email.
 */
export async function exchangeInvitation(
  { pool, tokens }: AppContext,
  { token, kinds, present }: { token: string; kinds: readonly InvitationKind[]; present: SessionClaims | null },
  requestId: string,
): Promise<OpenedSession & { userIndex: number }> {
  const found = await findInvitation(pool, token);
  const platformId = found.platform_id;
  return inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const invited = await spend(tx, found.id, kinds, "used_at");
    if (present && (present.platformId !== platformId || present.email !== invited.email))
      throw new Refusal("INVITATION_INVALID");
    const guest = invited.owner_id ? await admitCoOwner(tx, platformId, invited) : await findGuest(tx, invited);
    if (!guest) throw new Refusal("INVITATION_INVALID");

    const session = await openSession(tx, tokens, {
      platformId,
      userId: guest.id,
      email: guest.email,
      tokenType: "BUSINESS_USER",
      mode: "DIRECT",
    });
    const memberships = await membershipsOf(tx, platformId, guest);
    const by = { actor: { kind: "USER", id: guest.id }, requestId } as const;
    await record(tx, {
      platformId,
      businessId: invited.business_id,
      kind: "invitation.accepted",
      action: "invitation.accept",
      ...by,
      body: { invitationId: invited.id, invitation: invited.kind as InvitationKind, userId: guest.id },
      object: { kind: "invitation", id: invited.id },
    });
    await record(tx, {
      platformId,
      businessId: invited.business_id,
      kind: "session.opened",
      action: "session.open",
      ...by,
      body: { userId: guest.id, mode: "DIRECT" },
      object: { kind: "user", id: guest.id },
    });
    return { ...session, userIndex: memberships.findIndex((membership) => membership.id === guest.id) };
  });
}

/** The business of an invitation that can still be used, and the person who sent it: the employee who asked, else the primary owner. */
export async function introduceInvitation({ pool }: AppContext, token: string): Promise<InvitationIntroduction> {
  const found = await findInvitation(pool, token);
  return inScope(pool, { platformId: found.platform_id, businessId: "whole platform" }, async (tx) => {
    const invitation = await tx
      .selectFrom("invitation as i")
      .innerJoin("business as b", "b.id", "i.business_id")
      .leftJoin("business_owner as p", (join) => join.onRef("p.business_id", "=", "b.id").on("p.is_primary", "=", true))
      .leftJoin("business_user as a", "a.id", "i.asked_by")
      .select(["b.name", "i.asked_by", "p.first_name", "p.last_name"])
      .select(["a.first_name as asker_first_name", "a.last_name as asker_last_name"])
      .where("i.id", "=", found.id)
      .where("i.used_at", "is", null)
      .where("i.revoked_at", "is", null)
      .where("i.bounced_at", "is", null)
      .where("i.declined_at", "is", null)
      .where("i.expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    if (!invitation) throw new Refusal("INVITATION_INVALID");
    const { name, asked_by, first_name, last_name, asker_first_name, asker_last_name } = invitation;
    const inviter = asked_by ? [asker_first_name, asker_last_name] : [first_name, last_name];
    return { businessName: name, invitedBy: inviter.filter(Boolean).join(" ") || null };
  });
}

/**
 * Records that an invited person is not a co-owner. No user is created for them, the invitation stops working, and the primary owner is
 * asked to review the list of owners.
 */
export async function declineInvitation({ pool }: AppContext, token: string, requestId: string): Promise<void> {
  const found = await findInvitation(pool, token);
  const platformId = found.platform_id;
  await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const { declined_at } = await tx
      .selectFrom("invitation")
      .select("declined_at")
      .where("id", "=", found.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // A repeated request succeeds without effect, because the first answer may have been lost.
    if (declined_at) return;
    const declined = await spend(tx, found.id, ["SECONDARY_OWNER"], "declined_at");
    const { id, business_id: businessId, owner_id: ownerId } = declined;
    await recordDeclined(tx, {
      platformId,
      businessId,
      ownerId,
      id,
      actor: { kind: "SYSTEM", id: null },
      requestId,
    });
  });
}

/** Declines ownership after the invitation was accepted. This is possible until the co-owner completes their first step. */
export async function declineOwnership(tx: Tx, caller: Person, requestId: string): Promise<void> {
  const { platformId, businessId, userId } = caller;
  const owner = await tx
    .selectFrom("business_owner")
    .select(["id", "current_step"])
    .where("business_id", "=", businessId)
    .where("user_id", "=", userId)
    .where("is_primary", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (!owner) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  if (owner.current_step !== "START_FLOW") throw new Refusal("STEP_NOT_CURRENT");
  const { id } = await tx
    .updateTable("invitation")
    .set({ declined_at: sql`now()` })
    .where("owner_id", "=", owner.id)
    .where("used_at", "is not", null)
    .where("declined_at", "is", null)
    .returning("id")
    .executeTakeFirstOrThrow();
  // A trigger removes the role, and deactivates the user if they have no other role in the business.
  await tx.updateTable("business_owner").set({ user_id: null }).where("id", "=", owner.id).execute();
  const actor = { kind: "USER", id: userId } as const;
  await recordDeclined(tx, { platformId, businessId, ownerId: owner.id, id, actor, requestId });
}

type Declined = {
  platformId: string;
  businessId: string;
  ownerId: string | null;
  id: string;
  actor: Actor;
  requestId: string;
};
const recordDeclined = (tx: Tx, { platformId, businessId, ownerId, id, actor, requestId }: Declined) =>
  record(tx, {
    platformId,
    businessId,
    kind: "co_owner.declined",
    body: { ownerId, invitationId: id },
    action: "invitation.decline",
    object: { kind: "invitation", id },
    actor,
    requestId,
  });

/** Marks the invitation as used or declined. Of concurrent attempts, exactly one succeeds. */
async function spend(
  tx: Tx,
  id: string,
  kinds: readonly InvitationKind[],
  how: "used_at" | "declined_at",
): Promise<Invited> {
  const spent = await tx
    .updateTable("invitation")
    .set({ [how]: sql`now()` })
    .where("id", "=", id)
    .where("kind", "in", [...kinds])
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("bounced_at", "is", null)
    .where("declined_at", "is", null)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning(["id", "kind", "business_id", "owner_id", "user_id", "email"])
    .executeTakeFirst();
  if (!spent) throw new Refusal("INVITATION_INVALID");
  return spent;
}

async function findInvitation(pool: AppContext["pool"], token: string): Promise<FoundInvitation> {
  const found = await invitationOf(pool, token);
  if (!found) throw new Refusal("INVITATION_INVALID");
  return found;
}

type FoundInvitation = { id: string; platform_id: string };

/** The invitation with this token, whatever its state. */
export function invitationOf(pool: AppContext["pool"], token: string): Promise<FoundInvitation | undefined> {
  const hash = createHash("sha256").update(token).digest();
  return inNoScope(pool, async (tx) => {
    const { rows } = await sql<FoundInvitation>`select * from app.find_invitation(${hash})`.execute(tx);
    return rows[0];
  });
}

/** The existing user whom the invitation names, if their email address is still the one that was invited. */
async function findGuest(tx: Tx, { user_id, email }: Invited): Promise<Guest | undefined> {
  return tx
    .updateTable("business_user")
    .set({ last_seen_at: sql`now()` })
    .where("id", "=", user_id ?? "")
    .where("email", "=", email)
    .where("deactivated_at", "is", null)
    .returning(["id", "email"])
    .executeTakeFirst();
}

/** Gives the invited person the co-owner role. An invitation to the address on the list of owners is the only way to get this role. */
async function admitCoOwner(tx: Tx, platformId: string, invited: Invited): Promise<Guest | undefined> {
  const { business_id, owner_id, email } = invited;
  const owner = await tx
    .selectFrom("business_owner")
    .select(["id", "first_name", "last_name", "phone_number"])
    .where("id", "=", owner_id ?? "")
    .where("email", "=", email)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .where("user_id", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!owner) return undefined;
  const known = await tx
    .selectFrom("business_user")
    .select(["id", "deactivated_at"])
    .select(
      sql<boolean>`exists (select from app.user_role r where r.user_id = business_user.id and r.role in ('PRIMARY_OWNER', 'SECONDARY_OWNER'))`.as(
        "is_owner",
      ),
    )
    .where("business_id", "=", business_id)
    .where("email", "=", email)
    .executeTakeFirst();
  // A user can be only one owner of a business.
  if (known?.is_owner) return undefined;
  const id = known?.id ?? uuidv7();
  if (known) {
    // A co-owner who was removed and named again keeps the same user.
    const back = { last_seen_at: sql<Date>`now()`, deactivated_at: null };
    await tx.updateTable("business_user").set(back).where("id", "=", id).execute();
  } else {
    await tx
      .insertInto("business_user")
      .values({
        id,
        platform_id: platformId,
        business_id,
        email,
        last_seen_at: sql<Date>`now()`,
        first_name: owner.first_name,
        last_name: owner.last_name,
        phone_number: owner.phone_number,
      })
      .execute();
    await record(tx, {
      platformId,
      businessId: business_id,
      kind: "user.created",
      body: { userId: id },
      action: "invitation.accept",
      object: { kind: "user", id },
      actor: { kind: "USER", id },
      requestId: null,
    });
  }
  const role = { platform_id: platformId, business_id, user_id: id, role: "SECONDARY_OWNER" };
  await tx.insertInto("user_role").values(role).execute();
  await tx.updateTable("business_owner").set({ user_id: id }).where("id", "=", owner.id).execute();
  return { id, email };
}
