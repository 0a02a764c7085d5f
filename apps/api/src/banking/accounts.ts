import type { BankAccount, bankAccountCreatedMethods } from "@inlay/contracts/bank.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import { accountHeldUntil, firstPayoutOn } from "@inlay/lending/banking/account-hold.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import type { AccountNumbers, LinkedAccount } from "../providers/bank-linking/port.ts";
import { noteAccountChange } from "./account-change.ts";
import { revokeAuthorization } from "./authorize.ts";
import { storedFingerprints, wereCorrected } from "./correct-account.ts";
import { type Item, type RequestedBy, system } from "./item.ts";

type CreatedMethod = (typeof bankAccountCreatedMethods)[number];

/** An account as the bank reports it, with its account and routing numbers where the bank provides them. */
export type ReadAccount = LinkedAccount & { numbers: (AccountNumbers & Fingerprints) | null };
type Fingerprints = { fingerprints: { accountNumber: Buffer; routingNumber: Buffer } };

export async function readAccounts(app: AppContext, access: Secret): Promise<ReadAccount[]> {
  const accounts = (await app.bankLinking.accounts(access)).filter(({ type }) => type === "DEPOSITORY");
  const numbers = await app.bankLinking.accountNumbers(access);
  return Promise.all(
    accounts.map(async (account) => {
      const found = numbers.find(({ accountId }) => accountId === account.id);
      return { ...account, numbers: found ? { ...found, ...(await fingerprintsOf(app, found)) } : null };
    }),
  );
}

/** Computed before a transaction begins, because it calls the key service. */
export async function fingerprintsOf(
  app: AppContext,
  numbers: { accountNumber: Secret; routingNumber: Secret },
): Promise<Fingerprints> {
  const { vault } = app;
  return {
    fingerprints: {
      accountNumber: vault.fingerprint(numbers.accountNumber.reveal(), "ACCOUNT_NUMBER"),
      routingNumber: vault.fingerprint(numbers.routingNumber.reveal(), "ROUTING_NUMBER"),
    },
  };
}

/** Synchronizes the accounts of a link: adds new ones, updates known ones and marks missing ones as removed. */
export async function saveAccounts(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  item: Item,
  institutionName: string | null,
  accounts: readonly ReadAccount[],
  by: RequestedBy,
): Promise<void> {
  for (const account of accounts) await saveLinked(tx, app, key, item, institutionName, account, by);
  let gone = tx
    .updateTable("bank_account")
    .set({
      removed_at: new Date(),
      roles: sql`'{}'`,
      served_until: sql<Date>`case when 'SERVICING' = any(roles) then app.business_now(${item.businessId}::uuid) end`,
    })
    .where("bank_item_id", "=", item.id)
    .where("removed_at", "is", null);
  if (accounts.length > 0)
    gone = gone.where(
      "vendor_account_id",
      "not in",
      accounts.map(({ id }) => id),
    );
  const { platformId, businessId } = item;
  for (const { id } of await gone.returning("id").execute())
    await recordRemoved(tx, { platformId, businessId, id }, system);
}

const recordRemoved = (
  tx: Tx,
  { platformId, businessId, id }: { platformId: string; businessId: string; id: string },
  { actor, requestId }: RequestedBy,
) =>
  record(tx, {
    platformId,
    businessId,
    kind: "bank_account.retired",
    body: { bankAccountId: id },
    action: "bank-account.remove",
    object: { kind: "bank account", id },
    actor,
    requestId,
  });

async function saveLinked(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  { id: itemId, platformId, businessId }: Item,
  institutionName: string | null,
  account: ReadAccount,
  by: RequestedBy,
): Promise<void> {
  const last4 = account.mask ?? account.numbers?.accountNumber.last4() ?? "00";
  const known = {
    account_name: account.name,
    account_number_last4: last4,
    account_subtype: account.subtype ?? "checking",
    is_number_tokenized: account.numbers?.isTokenized ?? false,
    removed_at: null,
    served_until: null,
  };
  const now = await businessNow(tx, businessId);
  const before = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("bank_item_id", "=", itemId)
    .where("vendor_account_id", "=", account.id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  const row = await tx
    .insertInto("bank_account")
    .values({
      platform_id: platformId,
      business_id: businessId,
      bank_item_id: itemId,
      vendor_account_id: account.id,
      created_method: "PLAID",
      holder: account.holder ?? "BUSINESS",
      institution_name: institutionName,
      verification: "VERIFIED",
      added_on: dateAt(now),
      held_until_at: accountHeldUntil(now),
      sanctions_clear_on: clearOn(businessId),
      ...known,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["bank_item_id", "vendor_account_id"])
        .where("bank_item_id", "is not", null)
        // An account that its bank lists again is held like a new one.
        .doUpdateSet({ ...known, ...(!before && { held_until_at: accountHeldUntil(now) }) }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  if (!before) await noteAccountChange(tx, { platformId, businessId }, { id: row.id, what: ["LINKED"] }, by);
  if (account.numbers && !(await wereCorrected(tx, row.id, account.numbers)))
    await replaceNumbers(tx, app, key, { platformId, businessId, id: row.id }, account.numbers, system);
}

/**
 * Saves the numbers of an account that may have others already. Other numbers make it a different account in effect: its authorization to
 * debit ends, the processor must enroll it again, payouts are held so that its owners can object, and a typed account is verified again.
 */
async function replaceNumbers(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  { platformId, businessId, id }: { platformId: string; businessId: string; id: string },
  numbers: Numbers,
  { actor, requestId }: RequestedBy,
): Promise<void> {
  const before = await storedFingerprints(tx, id);
  const { accountNumber, routingNumber } = numbers.fingerprints;
  if (before.accountNumber?.equals(accountNumber) && before.routingNumber?.equals(routingNumber)) return;
  await saveNumbers(tx, app, key, id, numbers);
  if (!before.accountNumber) return;
  const changed = await tx
    .updateTable("bank_account")
    .set({
      processor_account_id: null,
      numbers_version: sql`numbers_version + 1`,
      held_until_at: accountHeldUntil(await businessNow(tx, businessId)),
      verification: sql`case created_method when 'MANUAL' then 'PENDING' else verification end`,
    })
    .where("id", "=", id)
    .returning(["account_number_last4 as last4", "held_until_at as heldUntil"])
    .executeTakeFirstOrThrow();
  await revokeAuthorization(tx, id);
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.changed",
    body: {
      bankAccountId: id,
      last4: changed.last4,
      changed: ["numbers"],
      heldUntilAt: changed.heldUntil?.toISOString() ?? null,
    },
    action: "bank-account.replace-numbers",
    object: { kind: "bank account", id },
    after: { changed: ["numbers"], last4: changed.last4 },
    actor,
    requestId,
  });
  const what = actor.kind === "SYSTEM" ? "NUMBERS_REPORTED" : "NUMBERS_CHANGED";
  await noteAccountChange(tx, { platformId, businessId }, { id, what: [what] }, { actor, requestId });
}

export type Numbers = { accountNumber: Secret; routingNumber: Secret } & Fingerprints;

export async function saveNumbers(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  ownerId: string,
  numbers: Numbers,
): Promise<void> {
  const { accountNumber, routingNumber, fingerprints } = numbers;
  await app.vault.save(tx, key, {
    ownerId,
    field: "ACCOUNT_NUMBER",
    value: accountNumber,
    fingerprint: fingerprints.accountNumber,
  });
  await app.vault.save(tx, key, {
    ownerId,
    field: "ROUTING_NUMBER",
    value: routingNumber,
    fingerprint: fingerprints.routingNumber,
  });
}

export type NewAccount = Numbers & {
  platformId: string;
  businessId: string;
  bankName: string;
  accountName: string;
  subtype: "checking" | "savings";
};

/**
 * Saves an account that its owner typed in. The same numbers are the same account. Other numbers replace the accounts typed in before: one
 * that never had a role is removed together with its authorization. One that had a role stays, because it gets the role back if an owner
 * stops the change that took it.
 */
export async function addAccount(
  tx: Tx,
  app: AppContext,
  key: DataKey,
  account: NewAccount,
  by: RequestedBy,
): Promise<string> {
  const { platformId, businessId, accountNumber, fingerprints } = account;
  const createdMethod = "MANUAL";
  const known = await tx
    .selectFrom("secret as s")
    .innerJoin("bank_account as a", "a.id", "s.owner_id")
    .select(["a.id", "a.removed_at", "a.stopped_at"])
    .where("a.business_id", "=", businessId)
    .where("a.created_method", "=", createdMethod)
    .where("s.field", "=", "ACCOUNT_NUMBER")
    .where("s.blind_index", "=", fingerprints.accountNumber)
    .executeTakeFirst();
  if (known?.stopped_at) throw new Refusal("ACCOUNT_STOPPED");
  const isNew = !known || known.removed_at !== null;
  const now = await businessNow(tx, businessId);
  const row = {
    account_name: account.accountName,
    account_number_last4: accountNumber.last4().padStart(2, "0"),
    account_subtype: account.subtype,
    institution_name: account.bankName,
    removed_at: null,
    ...(isNew && { held_until_at: accountHeldUntil(now) }),
  };
  const id = known?.id ?? uuidv7();
  if (known) await tx.updateTable("bank_account").set(row).where("id", "=", id).execute();
  else {
    await tx
      .insertInto("bank_account")
      .values({
        id,
        platform_id: platformId,
        business_id: businessId,
        created_method: createdMethod,
        holder: "BUSINESS",
        added_on: dateAt(now),
        sanctions_clear_on: clearOn(businessId),
        ...row,
      })
      .execute();
  }
  if (isNew) await noteAccountChange(tx, { platformId, businessId }, { id, what: ["TYPED"] }, by);
  await replaceNumbers(tx, app, key, { platformId, businessId, id }, account, by);
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.added",
    body: { bankAccountId: id, createdMethod },
    action: "bank-account.link",
    object: { kind: "bank account", id },
    ...by,
  });
  const corrected = await tx
    .updateTable("bank_account")
    .set({ removed_at: new Date() })
    .where("business_id", "=", businessId)
    .where("created_method", "=", createdMethod)
    .where("id", "<>", id)
    .where("removed_at", "is", null)
    .where("roles", "=", sql<string[]>`'{}'`)
    .where(
      sql<boolean>`not exists (select from app.account_change_item i where bank_account.id in (i.servicing_before, i.disbursement_before)
        and i.business_id = ${businessId})`,
    )
    .returning("id")
    .execute();
  for (const { id: wrong } of corrected) {
    await revokeAuthorization(tx, wrong);
    await recordRemoved(tx, { platformId, businessId, id: wrong }, by);
  }
  return id;
}

/** Today if the holders are already cleared against the sanctions list; otherwise null until the regular screening clears them. */
const clearOn = (businessId: string) =>
  sql<
    string | null
  >`case when app.holders_clear(${businessId}::uuid) then app.business_now(${businessId}::uuid)::date end`;

/** The accounts of a business, the oldest first. */
export async function listAccounts(
  tx: Tx,
  businessId: string,
  createdMethods: readonly CreatedMethod[] | undefined,
): Promise<BankAccount[]> {
  let query = tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .select(["a.id", "a.institution_name", "a.account_name", "a.account_number_last4", "a.is_number_tokenized"])
    .select(["a.bank_item_id", "a.created_method", "a.roles", "a.account_subtype", "a.created_at"])
    .select("h.id as authorization_id")
    .select("a.held_until_at")
    .where("a.business_id", "=", businessId)
    .where("a.party", "=", "BUSINESS")
    .where("a.removed_at", "is", null)
    // Blocked and stopped accounts are hidden from the business's users.
    .where("a.stopped_at", "is", null)
    .where((where) =>
      where.or([where("i.id", "is", null), where("i.status", "not in", ["BLOCKED", "KANMON_BLOCKED"])]),
    );
  if (createdMethods) query = query.where("a.created_method", "in", [...createdMethods]);
  const rows = await query.orderBy("a.created_at").orderBy("a.id").execute();
  const now = await businessNow(tx, businessId);
  return rows.map((row) => ({
    id: row.id,
    institutionName: row.institution_name,
    accountName: row.account_name,
    accountNumberLast4: row.account_number_last4,
    isAccountNumberTokenized: row.is_number_tokenized,
    tokenId: row.bank_item_id,
    plaidAccountId: row.bank_item_id ? row.id : null,
    achAuthorized: row.authorization_id !== null,
    isChecking: row.account_subtype === "checking",
    bankAccountCreatedMethod: row.created_method as CreatedMethod,
    roles: row.roles as BankAccount["roles"],
    firstPayoutOn: row.held_until_at && row.held_until_at > now ? firstPayoutOn(row.held_until_at) : null,
    createdAt: row.created_at.toISOString(),
  }));
}

/** Saves the processor's id of an enrolled account, unless its numbers have been corrected since they were read for the enrollment. */
export const saveProcessorAccount = (
  tx: Tx,
  { id, numbersVersion }: { id: string; numbersVersion: number },
  processorAccountId: string,
) =>
  tx
    .updateTable("bank_account")
    .set({ processor_account_id: processorAccountId })
    .where("id", "=", id)
    .where("numbers_version", "=", numbersVersion)
    .execute();
