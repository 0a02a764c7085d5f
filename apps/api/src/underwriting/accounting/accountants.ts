import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import type { InvitationIntroduction } from "@inlay/contracts/onboarding/invitation-introduction.ts";
import { accountantAnswersInDays } from "@inlay/lending/onboarding/missing-inputs.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { DueJob } from "../../clock/public.ts";
import type { AppContext } from "../../context.ts";
import { type Actor, record } from "../../db/record.ts";
import { inNoScope, inScope, type Tx } from "../../db/scope.ts";
import { beginReminders, prepareEmail, queueEmail, spendInvitation } from "../../notifications/public.ts";
import { portalPage, settingsOf } from "../../platforms/public.ts";
import type { Tenant } from "../reports.ts";

/** How long a link can be opened, and how long the accountant session lasts. */
const linkDays = 14;
const sessionHours = 8;

export type Accountant = { firstName: string; lastName: string; email: string };
type Invitation = Tenant & { invitedBy: string; language: Locale; accountant: Accountant };
type Prepared = Invitation & { id: string; tokenHash: Buffer; message: Awaited<ReturnType<typeof prepareEmail>> };

const hashOf = (token: string) => createHash("sha256").update(token).digest();
const newToken = () => randomBytes(32).toString("base64url");

/** Creates the link and its email, before the transaction begins. Neither is valid until it is saved. */
export async function prepareInvitation(app: AppContext, invitation: Invitation): Promise<Prepared> {
  const { platformId, businessId, language, accountant } = invitation;
  const [id, token] = [uuidv7(), newToken()];
  const { business, settings } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    business: await tx.selectFrom("business").select("name").where("id", "=", businessId).executeTakeFirst(),
    settings: await settingsOf(tx, platformId),
  }));
  const url = portalPage(app, { id: platformId, settings }, language);
  url.searchParams.set("accountant", token);
  url.searchParams.set("locale", language);
  const message = await prepareEmail(app, {
    platformId,
    businessId,
    key: `accountant/${id}`,
    template: "accountant-invitation",
    locale: language,
    recipient: accountant.email,
    params: { firstName: accountant.firstName, businessName: business?.name ?? null, url: url.href, days: linkDays },
  });
  return { ...invitation, id, tokenHash: hashOf(token), message };
}

/** Saves the invitation and queues its email, unless the business has invited too often. An earlier link and its session are withdrawn. */
export async function inviteAccountant(tx: Tx, prepared: Prepared, by: Actor, requestId: string | null): Promise<void> {
  const { id, platformId, businessId, invitedBy, language, accountant, tokenHash, message } = prepared;
  if (!(await spendInvitation(tx, prepared, accountant.email))) throw new Refusal("INVITED_TOO_OFTEN");
  await withdrawAccountant(tx, { platformId, businessId }, by, requestId);
  const now = sql<Date>`app.business_now(${businessId}::uuid)`;
  await tx
    .insertInto("accountant_invitation")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      invited_by: invitedBy,
      language,
      first_name: accountant.firstName,
      last_name: accountant.lastName,
      email: accountant.email,
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${linkDays})`,
      invited_at: now,
      next_action_at: sql<Date>`${now} + make_interval(days => ${accountantAnswersInDays})`,
    })
    .execute();
  await queueEmail(tx, message);
  await beginReminders(tx, { platformId, businessId }, { kind: "ACCOUNTANT", subjectId: id });
  await recordEvent(tx, { platformId, businessId, id }, "accountant.invited", by, requestId);
}

/** Withdraws the open invitation, because the business needs no accountant or invites another one. */
export async function withdrawAccountant(tx: Tx, tenant: Tenant, by: Actor, requestId: string | null): Promise<void> {
  const withdrawn = await tx
    .updateTable("accountant_invitation")
    .set({ withdrawn_at: new Date(), next_action_at: null })
    .where("business_id", "=", tenant.businessId)
    .where("withdrawn_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (withdrawn) await recordEvent(tx, { ...tenant, id: withdrawn.id }, "accountant.withdrawn", by, requestId);
}

/** The accountant whom the business has invited. */
export async function accountantOf(tx: Tx, businessId: string): Promise<Accountant | null> {
  const row = await tx
    .selectFrom("accountant_invitation")
    .select(["first_name", "last_name", "email"])
    .where("business_id", "=", businessId)
    .where("withdrawn_at", "is", null)
    .executeTakeFirst();
  return row ? { firstName: row.first_name, lastName: row.last_name, email: row.email } : null;
}

/** Whether an accountant was to bring the accounting data of a corporation, was withdrawn, and nothing else has brought it. */
export async function isAccountingSourceLost(tx: Tx, businessId: string): Promise<boolean> {
  const { rows } = await sql<{ isLost: boolean }>`
    select b.tax_entity_type = 'CORPORATE_TAX'
      and exists (select from app.accountant_invitation v where v.business_id = b.id)
      and not exists (select from app.accountant_invitation v where v.business_id = b.id and v.withdrawn_at is null)
      and not exists (select from app.accounting_connection c where c.business_id = b.id and c.state = 'ACTIVE')
      and not exists (select from app.business_document d where d.business_id = b.id and d.document_type = 'TAX_RETURN'
        and (d.is_counted or d.uploaded_by_accountant is not null) and d.status in ('SCANNING', 'READY')) as "isLost"
    from app.business b where b.id = ${businessId}::uuid`.execute(tx);
  return rows[0]?.isLost ?? false;
}

/**
 * Exchanges a link for an accountant session. Of several simultaneous exchanges one succeeds. A used, an expired, a withdrawn and an
 * unknown link get the same refusal.
 */
export async function openAccountantSession(
  app: AppContext,
  token: string,
  requestId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const tenant = await findLink(app, token);
  if (!tenant) throw new Refusal("ACCOUNTANT_LINK_INVALID");
  const accountantSession = newToken();
  return inScope(app.pool, tenant, async (tx) => {
    const used = await tx
      .updateTable("accountant_invitation")
      .set({
        used_at: new Date(),
        session_hash: hashOf(accountantSession),
        session_expires_at: sql<Date>`now() + make_interval(hours => ${sessionHours})`,
      })
      .where("id", "=", tenant.id)
      .where("used_at", "is", null)
      .where("withdrawn_at", "is", null)
      .where("expires_at", ">", sql<Date>`now()`)
      .returning("session_expires_at")
      .executeTakeFirst();
    if (!used?.session_expires_at) throw new Refusal("ACCOUNTANT_LINK_INVALID");
    await recordEvent(tx, tenant, "accountant.signed_in", { kind: "ACCOUNTANT", id: tenant.id }, requestId);
    return { token: accountantSession, expiresAt: used.session_expires_at };
  });
}

/** The business of a link that can still be used, and the owner who sent it. */
export async function introduceLink(app: AppContext, token: string): Promise<InvitationIntroduction> {
  const tenant = await findLink(app, token);
  if (!tenant) throw new Refusal("ACCOUNTANT_LINK_INVALID");
  return inScope(app.pool, tenant, async (tx) => {
    const link = await tx
      .selectFrom("accountant_invitation as v")
      .innerJoin("business as b", "b.id", "v.business_id")
      .leftJoin("business_owner as o", (join) => join.onRef("o.business_id", "=", "b.id").on("o.is_primary", "=", true))
      .select(["b.name", "o.first_name", "o.last_name"])
      .where("v.id", "=", tenant.id)
      .where("v.used_at", "is", null)
      .where("v.withdrawn_at", "is", null)
      .where("v.expires_at", ">", sql<Date>`now()`)
      .executeTakeFirst();
    if (!link) throw new Refusal("ACCOUNTANT_LINK_INVALID");
    return {
      businessName: link.name,
      invitedBy: [link.first_name, link.last_name].filter(Boolean).join(" ") || null,
    };
  });
}

/**
 * Sends a new link in place of a used or expired one, to the address that the business gave. Each link is renewed once, so that a leaked
 * old link causes at most one email.
 */
export async function renewLink(app: AppContext, token: string, requestId: string): Promise<void> {
  const tenant = await findLink(app, token);
  if (!tenant) return;
  const { platformId, businessId } = tenant;
  const old = await inScope(app.pool, tenant, (tx) =>
    tx
      .selectFrom("accountant_invitation")
      .select(["invited_by", "first_name", "last_name", "email", "language"])
      .where("id", "=", tenant.id)
      .where("withdrawn_at", "is", null)
      .where((where) => where.or([where("used_at", "is not", null), where("expires_at", "<=", sql<Date>`now()`)]))
      .executeTakeFirst(),
  );
  if (!old) return;
  const prepared = await prepareInvitation(app, {
    platformId,
    businessId,
    invitedBy: old.invited_by,
    language: old.language as Locale,
    accountant: { firstName: old.first_name, lastName: old.last_name, email: old.email },
  });
  await inScope(app.pool, tenant, async (tx) => {
    const renewed = await tx
      .updateTable("accountant_invitation")
      .set({ renewed_at: new Date() })
      .where("id", "=", tenant.id)
      .where("withdrawn_at", "is", null)
      .where("renewed_at", "is", null)
      .executeTakeFirst();
    if (renewed.numUpdatedRows === 0n) return;
    await inviteAccountant(tx, prepared, { kind: "ACCOUNTANT", id: tenant.id }, requestId);
  });
}

/** Records that the accountant's response period is over. The missing-input rules check whether anything was uploaded meanwhile. */
export const waitForAccountant: DueJob = {
  name: "accountant.wait",
  table: "accountant_invitation",
  act: async (tx, { platformId, businessId, id }) => {
    if (!businessId) throw new Error("an accountant invitation must belong to a business");
    await tx.updateTable("accountant_invitation").set({ next_action_at: null }).where("id", "=", id).execute();
    await recordEvent(tx, { platformId, businessId, id }, "accountant.waited_for", { kind: "SYSTEM", id: null }, null);
  },
};

type Found = Tenant & { id: string };

const findLink = (app: AppContext, token: string): Promise<Found | undefined> =>
  inNoScope(app.pool, async (tx) => {
    const { rows } = await sql<Found>`
      select id, platform_id as "platformId", business_id as "businessId" from app.find_accountant_link(${hashOf(token)})`.execute(
      tx,
    );
    return rows[0];
  });

const actions = {
  "accountant.invited": "accountant.invite",
  "accountant.withdrawn": "accountant.withdraw",
  "accountant.signed_in": "accountant.sign-in",
  "accountant.waited_for": "accountant.wait",
};
const recordEvent = (
  tx: Tx,
  { platformId, businessId, id }: Found,
  kind: keyof typeof actions,
  actor: Actor,
  requestId: string | null,
) =>
  record(tx, {
    platformId,
    businessId,
    kind,
    body: { invitationId: id },
    action: actions[kind],
    object: { kind: "accountant invitation", id },
    actor,
    requestId,
  });
