import { Refusal } from "@inlay/contracts/errors.ts";
import type { CoOwnerInvitation } from "@inlay/contracts/onboarding/co-owner.ts";
import { invitationTokenPrefixes } from "@inlay/contracts/onboarding/invitation-token.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { type Actor, record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import { beginReminders, isReminded, spendInvitation } from "../notifications/public.ts";
import { coOwnerWaitedFor } from "./co-owner-waited-for.ts";

/** CONNECT_DIRECT opens the business's pages, OFFER opens an offer, SECONDARY_OWNER opens a co-owner's onboarding. */
export type InvitationKind = "CONNECT_DIRECT" | "OFFER" | "SECONDARY_OWNER";
export const invitationDays = 14;

type RequestedBy = {
  platformId: string;
  businessId: string;
  locale: "en" | "es";
  actor: Actor;
  requestId: string | null;
  /** The employee who asked for the owner. The email names them. */
  askedBy?: string;
};
export type Guest = { email: string } & ({ kind: "SECONDARY_OWNER"; ownerId: string } | UserGuest);
type UserGuest = { kind: "CONNECT_DIRECT" | "OFFER"; userId: string };

/**
 * Invites every co-owner who has neither accepted an invitation nor holds one that is still valid. It is idempotent, so it can run after
 * every change of the list. Co-owners who declined are invited only with `again`, when the primary owner confirms their ownership. Whoever
 * the application waits for is reminded from then on, also if an earlier application or another percentage had ended their reminders.
 */
export async function inviteCoOwners(tx: Tx, by: RequestedBy, { again = false } = {}): Promise<void> {
  const owners = await tx
    .selectFrom("business_owner")
    .select(["id", "email", "user_id"])
    .where("business_id", "=", by.businessId)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    // The row locks prevent concurrent duplicate invitations.
    .forUpdate()
    .execute();
  for (const { id, email } of owners.filter(({ user_id }) => user_id === null)) {
    const working = await tx
      .selectFrom("invitation")
      .select("id")
      .where("owner_id", "=", id)
      .where("email", "=", email)
      .where("revoked_at", "is", null)
      .where("bounced_at", "is", null)
      .where((where) => where.or([where("expires_at", ">", sql<Date>`now()`), where("declined_at", "is not", null)]))
      .$if(again, (query) => query.where("declined_at", "is", null))
      .executeTakeFirst();
    const guest = { kind: "SECONDARY_OWNER", ownerId: id, email } as const;
    if (!working && (await spendInvitation(tx, by, email))) await invite(tx, by, guest);
  }
  for (const { id } of owners) {
    const reminder = { kind: "CO_OWNER", subjectId: id } as const;
    if ((await coOwnerWaitedFor(tx, id))?.mustBeVerified && !(await isReminded(tx, reminder)))
      await beginReminders(tx, by, { ...reminder, atOnce: true });
  }
}

/** Sends one co-owner a new invitation, for example because the first email was lost or has expired. */
export async function inviteCoOwnerAgain(tx: Tx, by: RequestedBy, ownerId: string): Promise<CoOwnerInvitation> {
  const owner = await tx
    .selectFrom("business_owner")
    .select(["email", "user_id"])
    .where("id", "=", ownerId)
    .where("business_id", "=", by.businessId)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!owner) throw new Refusal("NOT_FOUND", { context: { object: "owner" } });
  if (!(await hasConsented(tx, by.businessId))) throw new Refusal("STEP_NOT_CURRENT");
  // A co-owner who has accepted an invitation signs in with a code.
  if (owner.user_id) throw new Refusal("CO_OWNER_HAS_BEGUN");
  await inviteUnlessTooOften(tx, by, { kind: "SECONDARY_OWNER", ownerId, email: owner.email });
  const made = (await coOwnerInvitations(tx, by.businessId)).find((one) => one.ownerId === ownerId);
  if (!made) throw new Error("an invitation vanished while it was being made");
  return made;
}

/** Invites an existing user of the business. */
export async function inviteUser(tx: Tx, by: RequestedBy, { kind, userId }: UserGuest): Promise<void> {
  const user = await tx
    .selectFrom("business_user")
    .select(["email", "deactivated_at"])
    .where("id", "=", userId)
    .where("business_id", "=", by.businessId)
    .executeTakeFirst();
  if (!user?.email || user.deactivated_at) throw new Refusal("NOT_FOUND", { context: { object: "user" } });
  await inviteUnlessTooOften(tx, by, { kind, userId, email: user.email });
}

async function inviteUnlessTooOften(tx: Tx, by: RequestedBy, guest: Guest): Promise<void> {
  if (!(await spendInvitation(tx, by, guest.email))) throw new Refusal("INVITED_TOO_OFTEN");
  await invite(tx, by, guest);
}

/** Asks a co-owner to sign, by a link that leads to their part. Whoever is written to too often gets no email that day. */
export async function inviteToSign(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  ownerId: string,
): Promise<void> {
  const owner = await tx
    .selectFrom("business_owner as o")
    .leftJoin("business_user as u", "u.id", "o.user_id")
    .select(["o.email", "o.user_id", "u.locale"])
    .where("o.id", "=", ownerId)
    .where("o.business_id", "=", businessId)
    .where("o.removed_at", "is", null)
    .executeTakeFirst();
  if (!owner || !(await spendInvitation(tx, { platformId, businessId }, owner.email))) return;
  const { email, user_id: userId } = owner;
  const guest: Guest = userId ? { kind: "CONNECT_DIRECT", userId, email } : { kind: "SECONDARY_OWNER", ownerId, email };
  const locale = owner.locale === "es" ? "es" : "en";
  const by = { platformId, businessId, locale, actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
  await invite(tx, by, guest, { asksToSign: true });
}

const subjectOf = (guest: Guest) =>
  guest.kind === "SECONDARY_OWNER" ? (["owner_id", guest.ownerId] as const) : (["user_id", guest.userId] as const);

/** Revokes the recipient's earlier invitations of this kind. The email with the new token is created after the commit. */
export async function invite(
  tx: Tx,
  by: RequestedBy,
  guest: Guest,
  { isReminder = false, asksToSign = false }: { isReminder?: boolean; asksToSign?: boolean } = {},
): Promise<void> {
  const { platformId, businessId, locale, actor, requestId, askedBy } = by;
  const [column, subjectId] = subjectOf(guest);
  await tx
    .updateTable("invitation")
    .set({ revoked_at: sql`now()` })
    .where("kind", "=", guest.kind)
    .where(subjectOf(guest)[0], "=", subjectOf(guest)[1])
    .where("used_at", "is", null)
    .where("revoked_at", "is", null)
    .where("bounced_at", "is", null)
    .where("declined_at", "is", null)
    .execute();
  const id = uuidv7();
  await tx
    .insertInto("invitation")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      kind: guest.kind,
      [column]: subjectId,
      email: guest.email,
      locale,
      asked_by: askedBy ?? null,
      is_reminder: isReminder,
      asks_to_sign: asksToSign,
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays})`,
    })
    .execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "invitation.made",
    body: { invitationId: id, invitation: guest.kind, subjectId },
    action: "invitation.make",
    object: { kind: "invitation", id },
    actor,
    requestId,
  });
  if (guest.kind === "SECONDARY_OWNER" && !isReminder && !asksToSign)
    await beginReminders(tx, { platformId, businessId }, { kind: "CO_OWNER", subjectId: guest.ownerId });
}

/** Invitations are sent after the primary owner's consent. Before that, the list of owners is a draft. */
export async function hasConsented(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("onboarding_step")
    .select("step")
    .where("business_id", "=", businessId)
    .where("step", "=", "COLLECT_CONSENT")
    .executeTakeFirst();
  return row !== undefined;
}

/** The invitation status of each co-owner, as the primary owner sees it. It discloses nothing else about the co-owner. */
export async function coOwnerInvitations(tx: Tx, businessId: string): Promise<CoOwnerInvitation[]> {
  const rows = await tx
    .selectFrom("invitation as i")
    .innerJoin("business_owner as o", "o.id", "i.owner_id")
    .select(["i.owner_id", "i.created_at", "i.expires_at", "i.bounced_at", "i.declined_at", "o.user_id"])
    .distinctOn("i.owner_id")
    .where("i.business_id", "=", businessId)
    .where("o.removed_at", "is", null)
    // An invitation to an earlier email address does not count for the current one.
    .where((where) => where.or([where("o.user_id", "is not", null), where("i.email", "=", where.ref("o.email"))]))
    .orderBy("i.owner_id")
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .execute();
  return rows.map((row) => ({
    ownerId: row.owner_id ?? "",
    status: statusOf(row),
    invitedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
}

type InvitationRow = { user_id: string | null; bounced_at: Date | null; declined_at: Date | null; expires_at: Date };
function statusOf({ user_id, bounced_at, declined_at, expires_at }: InvitationRow): CoOwnerInvitation["status"] {
  if (user_id) return "ACCEPTED";
  if (declined_at) return "DECLINED";
  if (bounced_at) return "BOUNCED";
  return expires_at <= new Date() ? "EXPIRED" : "SENT";
}

export const tokenPrefixOf = (kind: InvitationKind): string =>
  kind === "SECONDARY_OWNER" ? invitationTokenPrefixes.SECONDARY_OWNER : invitationTokenPrefixes.BUSINESS;
