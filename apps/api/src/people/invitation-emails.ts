import { createHash, randomBytes } from "node:crypto";
import type { EventBody, EventKind } from "@inlay/contracts/events/catalog.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "../notifications/public.ts";
import { portalPage, settingsOf } from "../platforms/public.ts";
import { hasConsented, type InvitationKind, invitationDays, inviteCoOwners, tokenPrefixOf } from "./invitations.ts";

type Tenant = { platformId: string; businessId: string | null };
type Recorded<Kind extends EventKind> = Tenant & { body: EventBody<Kind> };
type Write = (tx: Tx) => Promise<void>;

const nothing: Write = async () => {};
const system = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;

/** Creates the token of an invitation and the email with it. Only the hash is stored in the clear; the token is in the encrypted email. */
export async function invitationEmail(
  app: AppContext,
  { platformId, businessId, body }: Recorded<"invitation.made">,
): Promise<Write> {
  const found = await inScope(app.pool, { platformId, businessId: "whole platform" }, async (tx) => {
    const invitation = await tx
      .selectFrom("invitation as i")
      .innerJoin("business as b", "b.id", "i.business_id")
      .leftJoin("business_owner as p", (join) => join.onRef("p.business_id", "=", "b.id").on("p.is_primary", "=", true))
      .leftJoin("business_user as a", "a.id", "i.asked_by")
      .leftJoin("business_owner as o", "o.id", "i.owner_id")
      .leftJoin("business_user as u", "u.id", "i.user_id")
      .select([
        "i.id",
        "i.kind",
        "i.email",
        "i.locale",
        "i.asked_by",
        "i.is_reminder",
        "i.asks_to_sign",
        "b.name",
        "p.first_name",
        "p.last_name",
      ])
      .select(["a.first_name as asker_first_name", "a.last_name as asker_last_name"])
      .select(["o.first_name as owner_first_name", "u.first_name as user_first_name"])
      .where("i.id", "=", body.invitationId)
      .where("i.token_hash", "is", null)
      .where("i.revoked_at", "is", null)
      .executeTakeFirst();
    return invitation && { ...invitation, settings: await settingsOf(tx, platformId) };
  });
  if (!found) return nothing;
  const kind = found.kind as InvitationKind;
  const token = `${tokenPrefixOf(kind)}${randomBytes(32).toString("base64url")}`;
  const page = portalPage(app, { id: platformId, settings: found.settings }, found.locale);
  page.searchParams.set("invite", token);
  const inviter = found.asked_by
    ? [found.asker_first_name, found.asker_last_name]
    : [found.first_name, found.last_name];
  const params = {
    firstName: found.owner_first_name ?? found.user_first_name,
    businessName: found.name,
    invitedBy: inviter.filter(Boolean).join(" ") || null,
    address: page.href,
    days: invitationDays,
  };
  const message = await prepareEmail(app, {
    platformId,
    businessId,
    key: `invitation/${found.id}`,
    locale: found.locale as "en" | "es",
    template: templateOf(found, kind),
    recipient: found.email,
    params,
  });
  return async (tx) => {
    const made = await tx
      .updateTable("invitation")
      .set({ token_hash: createHash("sha256").update(token).digest() })
      .where("id", "=", found.id)
      .where("token_hash", "is", null)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (made.numUpdatedRows === 1n) await queueEmail(tx, message);
  };
}

function templateOf(
  { is_reminder, asks_to_sign, asked_by }: { is_reminder: boolean; asks_to_sign: boolean; asked_by: string | null },
  kind: InvitationKind,
) {
  if (asks_to_sign) return "signature-request";
  if (is_reminder) return "co-owner-reminder";
  return asked_by ? "owner-request" : templates[kind];
}

const templates = {
  CONNECT_DIRECT: "business-invitation",
  OFFER: "offer-invitation",
  SECONDARY_OWNER: "co-owner-invitation",
} as const;

/** Marks an invitation as bounced when the mail server refuses its email. Its event opens a staff task and asks for another address. */
export async function noteBouncedInvitation(
  _: AppContext,
  { platformId, businessId, body }: Recorded<"email.refused">,
): Promise<Write> {
  const [about, id] = body.key.split("/");
  if (about !== "invitation" || !id) return nothing;
  return async (tx) => {
    const bounced = await tx
      .updateTable("invitation")
      .set({ bounced_at: new Date() })
      .where("id", "=", id)
      .where("used_at", "is", null)
      .where("revoked_at", "is", null)
      .where("bounced_at", "is", null)
      .returning(["kind", "owner_id", "user_id"])
      .executeTakeFirst();
    if (!bounced) return;
    const subjectId = bounced.owner_id ?? bounced.user_id;
    if (!subjectId) throw new Error("an invitation must have an invited person");
    await record(tx, {
      platformId,
      businessId,
      kind: "invitation.bounced",
      action: "invitation.bounce",
      ...system,
      body: { invitationId: id, invitation: bounced.kind as InvitationKind, subjectId },
      object: { kind: "invitation", id },
    });
  };
}

/** Invites co-owners who are added or corrected after the primary owner's consent. */
export async function inviteChangedCoOwners(_: AppContext, { platformId, businessId }: Tenant): Promise<Write> {
  if (!businessId) return nothing;
  return async (tx) => {
    if (!(await hasConsented(tx, businessId))) return;
    const inviter = await tx
      .selectFrom("user_role as r")
      .innerJoin("business_user as u", "u.id", "r.user_id")
      .select("u.locale")
      .where("r.business_id", "=", businessId)
      .where("r.role", "=", "PRIMARY_OWNER")
      .executeTakeFirst();
    const locale = inviter?.locale === "es" ? "es" : "en";
    await inviteCoOwners(tx, { platformId, businessId, locale, ...system });
  };
}
