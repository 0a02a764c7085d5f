import { createHash } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Locale } from "@inlay/contracts/locales.ts";
import { agreements, lenderName } from "@inlay/contracts/onboarding/agreements.ts";
import type { DebitAuthorization } from "@inlay/contracts/onboarding/debit-authorization.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import type { Person } from "../http/public.ts";
import { storedFingerprints } from "./correct-account.ts";
import { lockItem, moveItem, type RequestedBy } from "./item.ts";

/** The language, IP address and request in which a person gave an authorization. */
export type Circumstances = { language: Locale; address: string; requestId: string };

const authorizationText = (language: Locale) => ({
  version: agreements.ACH_AUTHORIZATION.version,
  text: agreements.ACH_AUTHORIZATION.text[language],
});

/** The ACH authorization in the person's language, and the lender who debits. */
export const debitAuthorization = (
  language: Locale,
  { referenceKanmonInCopy, platformProgramName }: PlatformSettings,
): DebitAuthorization => ({
  ...authorizationText(language),
  lender: lenderName(referenceKanmonInCopy, platformProgramName),
});

/** Marks linked banks as connected and, if the owner authorized it, their accounts as debitable. Idempotent. */
export async function markConnected(
  tx: Tx,
  caller: Person,
  itemIds: readonly string[],
  isAuthorized: boolean,
  circumstances: Circumstances,
): Promise<void> {
  const by = { actor: { kind: "USER", id: caller.userId } as const, requestId: circumstances.requestId };
  for (const id of [...new Set(itemIds)].sort()) {
    const item = await lockItem(tx, id);
    if (!item || item.businessId !== caller.businessId || !item.accountsReadAt)
      throw new Refusal("NOT_FOUND", { context: { object: "bank item" } });
    if (item.status !== "CONNECTED") await moveItem(tx, item, "MARKED_AS_CONNECTED", by);
    if (!isAuthorized) continue;
    const accounts = await tx
      .selectFrom("bank_account")
      .select("id")
      .where("bank_item_id", "=", id)
      .where("removed_at", "is", null)
      .orderBy("id")
      .execute();
    for (const account of accounts) await authorize(tx, caller, account.id, circumstances);
  }
}

/** The same for one account of the caller's own business. */
export async function authorizeOwn(
  tx: Tx,
  caller: Person,
  bankAccountId: string,
  circumstances: Circumstances,
): Promise<void> {
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("id", "=", bankAccountId)
    .where("business_id", "=", caller.businessId)
    .where("party", "=", "BUSINESS")
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  await authorize(tx, caller, bankAccountId, circumstances);
}

/**
 * Records the owner's authorization to debit an account, with the text it was given for. An account has one valid authorization at a time.
 */
export async function authorize(
  tx: Tx,
  { platformId, businessId, userId }: Person,
  bankAccountId: string,
  { language, address, requestId }: Circumstances,
): Promise<void> {
  const { version, text } = authorizationText(language);
  const shown = await snapshotOf(tx, bankAccountId);
  const given = await tx
    .insertInto("ach_authorization")
    .values({
      platform_id: platformId,
      business_id: businessId,
      bank_account_id: bankAccountId,
      user_id: userId,
      last4: shown.last4,
      account_number_index: shown.accountNumber,
      routing_number_index: shown.routingNumber,
      text_hash: createHash("sha256").update(text).digest(),
      text_version: version,
      language,
      given_from: address,
    })
    .onConflict((conflict) => conflict.columns(["bank_account_id"]).where("revoked_at", "is", null).doNothing())
    .executeTakeFirst();
  if (given.numInsertedOrUpdatedRows === 0n) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.authorized",
    body: { bankAccountId, version, language },
    action: "bank-account.authorize",
    object: { kind: "bank account", id: bankAccountId },
    after: { version, language },
    actor: { kind: "USER", id: userId },
    requestId,
  });
  await clearStoppedPayment(tx, { platformId, businessId, userId }, bankAccountId, requestId);
}

/** The account that is authorized, as evidence for years: its row may have other numbers later. */
async function snapshotOf(tx: Tx, bankAccountId: string) {
  const account = await tx
    .selectFrom("bank_account")
    .select("account_number_last4 as last4")
    .where("id", "=", bankAccountId)
    .executeTakeFirstOrThrow();
  return { last4: account.last4, ...(await storedFingerprints(tx, bankAccountId)) };
}

/** A stopped payment blocks an account only until its owner authorizes debits anew. */
async function clearStoppedPayment(
  tx: Tx,
  { platformId, businessId, userId }: Pick<Person, "platformId" | "businessId" | "userId">,
  bankAccountId: string,
  requestId: string,
): Promise<void> {
  const cleared = await tx
    .updateTable("bank_account")
    .set({ blocked_at: null, is_blocked_until_authorized: false })
    .where("id", "=", bankAccountId)
    .where("is_blocked_until_authorized", "=", true)
    .executeTakeFirst();
  if (cleared.numUpdatedRows === 0n) return;
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.unblocked",
    body: { bankAccountId },
    action: "bank-account.authorize",
    object: { kind: "bank account", id: bankAccountId },
    before: { isBlocked: true },
    after: { isBlocked: false },
    actor: { kind: "USER", id: userId },
    requestId,
  });
}

/** Revokes an account's authorization: it was withdrawn, or it was given for numbers that the account no longer has. */
export async function revokeAuthorization(tx: Tx, bankAccountId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("ach_authorization")
    .set({ revoked_at: new Date() })
    .where("bank_account_id", "=", bankAccountId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Withdraws the authorization of debits from an account, as its business may at any time. Debits that nobody has claimed are not sent without
 * one. Returns whether there was an authorization.
 */
export async function withdrawAuthorization(
  tx: Tx,
  { platformId, businessId }: { platformId: string; businessId: string },
  bankAccountId: string,
  { actor, requestId }: RequestedBy,
): Promise<boolean> {
  // The lock of the account is the one under which debits are claimed and authorizations given.
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("id", "=", bankAccountId)
    .where("business_id", "=", businessId)
    .where("party", "=", "BUSINESS")
    .where("removed_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  if ((await revokeAuthorization(tx, bankAccountId)) === 0) return false;
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.authorization_revoked",
    body: { bankAccountId },
    action: "bank-account.revoke-authorization",
    object: { kind: "bank account", id: bankAccountId },
    before: { isAuthorized: true },
    after: { isAuthorized: false },
    actor,
    requestId,
  });
  return true;
}

type ShownAccount = {
  id: string;
  itemId: string | null;
  bankName: string | null;
  accountName: string;
  accountNumber: string;
  routingNumber: string;
};

/** Returns the full numbers that an authorization must show, to the owner only. Each reveal is recorded. */
export async function revealNumbers(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  { platformId, businessId, userId }: Person,
  itemIds: readonly string[] | undefined,
  requestId: string,
): Promise<ShownAccount[]> {
  const rows = await tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["a.id", "a.bank_item_id", "a.institution_name", "a.account_name"])
    .where("a.business_id", "=", businessId)
    .where("a.removed_at", "is", null)
    .where((where) =>
      where.or([
        where("a.created_method", "=", "MANUAL"),
        where.and([
          where("i.status", "in", ["CREATED", "CONNECTED", "DISCONNECTED"]),
          ...(itemIds ? [where("i.id", "in", [...itemIds, noItem])] : []),
        ]),
      ]),
    )
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();
  const shown: ShownAccount[] = [];
  for (const { id, bank_item_id: itemId, institution_name: bankName, account_name: accountName } of rows) {
    const accountNumber = await app.vault.reveal(tx, key, id, "ACCOUNT_NUMBER");
    const routingNumber = await app.vault.reveal(tx, key, id, "ROUTING_NUMBER");
    if (!accountNumber || !routingNumber) continue;
    shown.push({
      id,
      itemId,
      bankName,
      accountName,
      accountNumber: accountNumber.reveal(),
      routingNumber: routingNumber.reveal(),
    });
    await record(tx, {
      platformId,
      businessId,
      kind: "bank_account.number_revealed",
      body: { bankAccountId: id },
      action: "bank-account.reveal-number",
      object: { kind: "bank account", id },
      actor: { kind: "USER", id: userId },
      requestId,
    });
  }
  return shown;
}

/** SQL accepts no empty `in` list, so the list always contains an id that no item has. */
const noItem = "00000000-0000-0000-0000-000000000000";
