import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { type Owner, ownersOf, prepareEmail, queueEmail } from "../notifications/public.ts";
import { portalPage, settingsOf } from "../platforms/public.ts";
import type { RecordedEvent } from "../workflows/public.ts";
import { readChange } from "./account-change.ts";

type Write = (tx: Tx) => Promise<void>;
const nothing: Write = async () => {};

/** A link works until the hold ends, and at least this long. */
const linkDays = 7;
const dayMs = 86_400_000;

/**
 * Emails every owner a change of accounts, with a link by which the owner can stop it: one email and one token per owner and change. Only the
 * hash of a token is stored; the token is in the encrypted email.
 */
export async function accountChangeEmails(
  app: AppContext,
  { platformId, businessId, body: { accountChangeId } }: RecordedEvent<"account_change.made">,
): Promise<Write> {
  if (!businessId) return nothing;
  const { change, owners, settings, heldForMs } = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    change: await readChange(tx, accountChangeId),
    owners: await ownersOf(tx, businessId),
    settings: await settingsOf(tx, platformId),
    heldForMs: await longestHoldMs(tx, businessId, accountChangeId),
  }));
  // The hold is counted by the clock of the business, a token by the wall clock.
  const expiresAt = new Date(Date.now() + Math.max(heldForMs, linkDays * dayMs));
  const links = await Promise.all(
    owners.map(async (owner) => {
      const token = randomBytes(32).toString("base64url");
      const page = portalPage(app, { id: platformId, settings }, owner.locale);
      page.searchParams.set("accountChange", "yes");
      // A browser never sends what follows the hash sign to a server.
      page.hash = token;
      const email = await prepareEmail(app, {
        platformId,
        businessId,
        key: `account-change/${accountChangeId}/${owner.id}`,
        template: "account-change" as const,
        locale: owner.locale,
        recipient: owner.email,
        params: {
          firstName: owner.firstName,
          businessName: change.businessName,
          madeBy: change.madeBy,
          accounts: change.accounts,
          url: page.href,
          worksUntil: expiresAt.toISOString().slice(0, 10),
        },
      });
      return { owner, tokenHash: createHash("sha256").update(token).digest(), email };
    }),
  );
  return async (tx) => {
    for (const { owner, tokenHash, email } of links) {
      await tx
        .insertInto("account_change_link")
        .values({
          platform_id: platformId,
          business_id: businessId,
          account_change_id: accountChangeId,
          recipient: owner.email,
          token_hash: tokenHash,
          expires_at: expiresAt,
        })
        .execute();
      await queueEmail(tx, email);
    }
  };
}

/** How long the accounts of a change are still held. */
async function longestHoldMs(tx: Tx, businessId: string, changeId: string): Promise<number> {
  const { until } = await tx
    .selectFrom("account_change_item as i")
    .innerJoin("bank_account as a", "a.id", "i.bank_account_id")
    .select((query) => query.fn.max("a.held_until_at").as("until"))
    .where("i.account_change_id", "=", changeId)
    .executeTakeFirstOrThrow();
  return until ? until.getTime() - (await businessNow(tx, businessId)).getTime() : 0;
}

/** Emails every owner that an owner has stopped a change, and which account is used again. */
export async function stoppedChangeEmails(
  app: AppContext,
  { platformId, businessId, body: { accountChangeId } }: RecordedEvent<"account_change.stopped">,
): Promise<Write> {
  if (!businessId) return nothing;
  const { change, owners, stoppedBy, usedAgain } = await inScope(app.pool, { platformId, businessId }, async (tx) => {
    const owners = await ownersOf(tx, businessId);
    return {
      change: await readChange(tx, accountChangeId),
      owners,
      stoppedBy: await stopperOf(tx, owners, accountChangeId),
      usedAgain: await lastDigitsOfRoles(tx, businessId),
    };
  });
  const emails = await Promise.all(
    owners.map((owner) =>
      prepareEmail(app, {
        platformId,
        businessId,
        key: `account-change-stopped/${accountChangeId}/${owner.id}`,
        template: "account-change-stopped" as const,
        locale: owner.locale,
        recipient: owner.email,
        params: {
          firstName: owner.firstName,
          businessName: change.businessName,
          stoppedBy: stoppedBy.name ?? stoppedBy.email,
          accounts: change.accounts.map(({ last4 }) => last4),
          wasPaid: change.wasPaid,
          wasSignedOut: change.madeBy.kind === "PERSON",
          usedAgain,
        },
      }),
    ),
  );
  return async (tx) => {
    for (const email of emails) await queueEmail(tx, email);
  };
}

/** The last digits of the accounts that payouts go to and repayments come from. */
async function lastDigitsOfRoles(tx: Tx, businessId: string) {
  const rows = await tx
    .selectFrom("bank_account")
    .select(["account_number_last4 as last4", "roles"])
    .where("business_id", "=", businessId)
    .where(sql<boolean>`roles <> '{}'`)
    .execute();
  const of = (role: string) => rows.find(({ roles }) => roles.includes(role))?.last4 ?? null;
  return { payouts: of("DISBURSEMENT"), repayments: of("SERVICING") };
}

/** The owner whose link stopped a change. */
export async function stopperOf(tx: Tx, owners: readonly Owner[], changeId: string) {
  const { recipient } = await tx
    .selectFrom("account_change as c")
    .innerJoin("account_change_link as l", "l.id", "c.stopped_by")
    .select("l.recipient")
    .where("c.id", "=", changeId)
    .executeTakeFirstOrThrow();
  return { name: owners.find(({ email }) => email === recipient)?.name ?? null, email: recipient };
}
