import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { spendInvitation } from "../notifications/public.ts";
import { invitationOf } from "./exchange-invitation.ts";
import { type Guest, invite } from "./invitations.ts";

/**
 * Sends a new link in place of a used or expired one, if the invited person still belongs to the business under the same address. A
 * co-owner who has begun gets a link to where they stopped. Each link is renewed once, so that a leaked old link causes at most one email.
 */
export async function renewInvitation({ pool }: AppContext, token: string, requestId: string): Promise<void> {
  const found = await invitationOf(pool, token);
  if (!found) return;
  const platformId = found.platform_id;
  await inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const old = await tx
      .updateTable("invitation")
      .set({ renewed_at: sql`now()` })
      .where("id", "=", found.id)
      .where("renewed_at", "is", null)
      .where("declined_at", "is", null)
      // A reminder brings a new link and revokes the one before.
      .where((where) =>
        where.or([
          where("used_at", "is not", null),
          where("revoked_at", "is not", null),
          where("expires_at", "<=", sql<Date>`now()`),
        ]),
      )
      .returning(["business_id", "kind", "owner_id", "user_id", "email", "locale"])
      .executeTakeFirst();
    const guest = old && (old.owner_id ? await coOwnerGuest(tx, old) : await userGuest(tx, old));
    if (!guest) return;
    const tenant = { platformId, businessId: old.business_id };
    if (!(await spendInvitation(tx, tenant, old.email))) return;
    const locale = old.locale === "es" ? "es" : "en";
    await invite(tx, { ...tenant, locale, actor: { kind: "SYSTEM", id: null }, requestId }, guest);
  });
}

type Old = { business_id: string; kind: string; owner_id: string | null; user_id: string | null; email: string };

async function coOwnerGuest(tx: Tx, { owner_id, email }: Old): Promise<Guest | null> {
  const owner = await tx
    .selectFrom("business_owner")
    .select(["id", "user_id"])
    .where("id", "=", owner_id ?? "")
    .where("email", "=", email)
    .where("is_primary", "=", false)
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!owner) return null;
  return owner.user_id
    ? { kind: "CONNECT_DIRECT", userId: owner.user_id, email }
    : { kind: "SECONDARY_OWNER", ownerId: owner.id, email };
}

async function userGuest(tx: Tx, { kind, user_id, email }: Old): Promise<Guest | null> {
  const user = await tx
    .selectFrom("business_user")
    .select("id")
    .where("id", "=", user_id ?? "")
    .where("email", "=", email)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return user ? { kind: kind === "OFFER" ? "OFFER" : "CONNECT_DIRECT", userId: user.id, email } : null;
}
