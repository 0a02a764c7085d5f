import { Refusal } from "@inlay/contracts/errors.ts";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import { publicId } from "@inlay/contracts/ids.ts";
import type { platformProvidedMethods } from "@inlay/contracts/partner/bank-accounts/bank-account.ts";
import { type Metadata, type MetadataPatch, mergeMetadata } from "@inlay/contracts/partner/metadata.ts";
import { accountHeldUntil } from "@inlay/lending/banking/account-hold.ts";
import { dateAt } from "@inlay/lending/calendar/business-date.ts";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { withdrawInputs } from "../additional-inputs/public.ts";
import { closeTask, openTask } from "../approvals/public.ts";
import type { AppContext } from "../context.ts";
import { businessNow } from "../db/business-now.ts";
import { record } from "../db/record.ts";
import { refuseDuplicate } from "../db/refuse-duplicate.ts";
import type { Tx } from "../db/scope.ts";
import type { DataKey } from "../db/vault.ts";
import { refuseOtherVersion } from "../http/public.ts";
import { noteAccountChange } from "./account-change.ts";
import { fingerprintsOf, type Numbers, saveNumbers } from "./accounts.ts";
import { revokeAuthorization } from "./authorize.ts";
import type { RequestedBy } from "./item.ts";

export type PlatformProvidedMethod = (typeof platformProvidedMethods)[number];

/** Numbers with their data key and fingerprints, obtained before a transaction begins. */
export type EncryptableNumbers = Numbers & { key: DataKey };

export async function encryptable(
  app: AppContext,
  tenant: { platformId: string; businessId: string | null },
  numbers: Pick<Numbers, "accountNumber" | "routingNumber">,
): Promise<EncryptableNumbers> {
  const { accountNumber, routingNumber } = numbers;
  const key = await app.vault.keyFor(tenant);
  return { accountNumber, routingNumber, key, ...(await fingerprintsOf(app, numbers)) };
}

export const fingerprintOf = ({ fingerprints: { accountNumber, routingNumber } }: Numbers): Buffer =>
  Buffer.concat([routingNumber, accountNumber]);

export type PlatformProvidedAccount = {
  platformId: string;
  businessId: string;
  platformBankAccountId: string | null;
  createdMethod: PlatformProvidedMethod;
  name: string;
  institutionName: string | null;
  subtype: "checking" | "savings";
  metadata: Metadata;
};

/** Saves a platform-provided account. A unique index admits one payout account when several requests race. */
export async function savePlatformProvidedAccount(
  tx: Tx,
  app: AppContext,
  account: PlatformProvidedAccount,
  numbers: EncryptableNumbers,
  { actor, requestId }: RequestedBy,
): Promise<string> {
  const { platformId, businessId, createdMethod } = account;
  const id = uuidv7();
  const roles: "DISBURSEMENT"[] = createdMethod === "PLATFORM" ? ["DISBURSEMENT"] : [];
  const last4 = numbers.accountNumber.last4();
  const now = await businessNow(tx, businessId);
  const made = await tx
    .insertInto("bank_account")
    .values({
      id,
      platform_id: platformId,
      business_id: businessId,
      created_method: createdMethod,
      holder: "BUSINESS",
      platform_bank_account_id: account.platformBankAccountId,
      institution_name: account.institutionName,
      account_name: account.name,
      account_number_last4: last4,
      account_subtype: account.subtype,
      roles,
      added_on: dateAt(now),
      held_until_at: accountHeldUntil(now),
      provided_fingerprint: fingerprintOf(numbers),
      metadata: JSON.stringify(account.metadata),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) throw await whyNotProvided(tx, account, numbers);
  await saveNumbers(tx, app, numbers.key, id, numbers);
  if (roles.length > 0) await openVerificationTask(tx, { platformId, businessId, id });
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.added",
    body: { bankAccountId: id, createdMethod, last4, roles },
    action: "partner.bank-account.create",
    object: { kind: "bank account", id },
    after: { roles },
    actor,
    requestId,
  });
  // An account without a role is only read.
  if (roles.length > 0)
    await noteAccountChange(
      tx,
      { platformId, businessId },
      { id, what: ["PROVIDED", "CHOSEN_FOR_PAYOUTS"] },
      { actor, requestId },
    );
  return id;
}

type Provided = Pick<PlatformProvidedAccount, "platformId" | "platformBankAccountId"> & {
  businessId: string | null;
  createdMethod: string;
  party?: string;
};

/** Why an account could not be saved: it exists already, or the business has a payout account. */
export async function whyNotProvided(tx: Tx, account: Provided, numbers: EncryptableNumbers): Promise<Refusal> {
  const { platformId, businessId, platformBankAccountId, createdMethod, party = "BUSINESS" } = account;
  const accounts = tx.selectFrom("bank_account").select("id");
  const named = await accounts
    .where("platform_id", "=", platformId)
    .where("platform_bank_account_id", "=", platformBankAccountId)
    .executeTakeFirst();
  if (named) return exists(named.id);
  const paidTo = await accounts
    .where("business_id", "=", businessId)
    .where(sql<boolean>`'DISBURSEMENT' = any (roles)`)
    .executeTakeFirst();
  if (paidTo && createdMethod === "PLATFORM" && party === "BUSINESS") {
    const context = { objectId: publicId("bankAccount", paidTo.id) };
    return new Refusal("MULTIPLE_DISBURSEMENT_ACCOUNTS", { context });
  }
  const same = await accounts
    .where("business_id", "=", businessId)
    .where("created_method", "=", createdMethod)
    .where("provided_fingerprint", "=", fingerprintOf(numbers))
    .where("removed_at", "is", null)
    .executeTakeFirst();
  // The conflicting account may have been removed since the insert.
  return same ? exists(same.id) : new Refusal("BUSY");
}

const exists = (id: string) =>
  new Refusal("ALREADY_EXISTS", { context: { object: "bank account", objectId: publicId("bankAccount", id) } });

export type AccountChange = {
  name: string | undefined;
  metadata: MetadataPatch | undefined;
  numbers: EncryptableNumbers | null;
};

/**
 * Changes a platform-provided account. New numbers make it a different account in effect: its authorization to debit ends, the processor
 * must enroll it again, and payouts are held so that its owners can object.
 */
export async function changeAccount(
  tx: Tx,
  app: AppContext,
  id: string,
  { name, metadata, numbers }: AccountChange,
  ifMatch: number | null,
  { actor, requestId }: RequestedBy,
): Promise<void> {
  const account = await lockProvided(tx, id);
  const { platform_id: platformId, business_id: businessId } = account;
  const fingerprint = numbers && fingerprintOf(numbers);
  const hasNewNumbers = fingerprint !== null && !account.provided_fingerprint?.equals(fingerprint);
  if (hasNewNumbers && (await isPaymentInFlight(tx, id)))
    throw new Refusal("WRONG_STATE", { context: { status: "PAYMENT_IN_FLIGHT", allowedFrom: ["AT_REST"] } });
  refuseOtherVersion(ifMatch, account.version);
  const kept = account.metadata as Metadata;
  const merged = metadata && mergeMetadata(kept, metadata);
  const changed = [
    ...(name !== undefined && name !== account.account_name ? ["name"] : []),
    ...(merged && JSON.stringify(merged) !== JSON.stringify(kept) ? ["metadata"] : []),
    ...(hasNewNumbers ? ["numbers"] : []),
  ];
  if (changed.length === 0) return;
  const last4 = hasNewNumbers && numbers ? numbers.accountNumber.last4() : account.account_number_last4;
  const { held_until_at: heldUntil } = await refuseDuplicate(
    tx
      .updateTable("bank_account")
      .set({
        ...(name !== undefined && { account_name: name }),
        ...(merged && { metadata: JSON.stringify(merged) }),
        ...(hasNewNumbers && {
          account_number_last4: last4,
          provided_fingerprint: fingerprint,
          verification: "PENDING",
          processor_account_id: null,
          numbers_version: sql`numbers_version + 1`,
          held_until_at: accountHeldUntil(await businessNow(tx, businessId)),
        }),
      })
      .where("id", "=", id)
      .returning("held_until_at")
      .executeTakeFirstOrThrow(),
    { account_provided_once: () => new Refusal("MULTIPLE_DISBURSEMENT_ACCOUNTS") },
  );
  if (hasNewNumbers && numbers) {
    await saveNumbers(tx, app, numbers.key, id, numbers);
    if (account.roles.length > 0 || account.party !== "BUSINESS")
      await openVerificationTask(tx, { platformId, businessId, id });
    await revokeAuthorization(tx, id);
  }
  const heldUntilAt = hasNewNumbers ? (heldUntil?.toISOString() ?? null) : null;
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.changed",
    body: { bankAccountId: id, last4, changed, heldUntilAt },
    action: "partner.bank-account.change",
    object: { kind: "bank account", id },
    before: { version: account.version },
    after: { changed, last4 },
    actor,
    requestId,
  });
  if (hasNewNumbers && businessId)
    await noteAccountChange(tx, { platformId, businessId }, { id, what: ["NUMBERS_CHANGED"] }, { actor, requestId });
}

/** Opens a staff task to verify, before the first payout, that the account belongs to the business or to the other party. */
export async function openVerificationTask(
  tx: Tx,
  { platformId, businessId, id }: { platformId: string; businessId: string | null; id: string },
) {
  const dueAt = accountHeldUntil(await businessNow(tx, businessId));
  await openTask(tx, { kind: "BANK_ACCOUNT_UNVERIFIED", subjectId: id, platformId, businessId, dueAt });
}

/**
 * Saves the outcome of the verification of an account that the platform provided or an owner typed in. Staff may decide again about an
 * account whose verification failed.
 */
export async function noteVerification(
  tx: Tx,
  id: string,
  verification: "VERIFIED" | "FAILED",
  { actor, requestId }: RequestedBy,
): Promise<void> {
  const { platform_id: platformId, business_id: businessId, party, ...account } = await lockPresent(tx, id);
  const before = account.verification;
  const allowedFrom = actor.kind === "STAFF" ? ["PENDING", "FAILED"] : ["PENDING"];
  if (!allowedFrom.includes(before)) throw new Refusal("WRONG_STATE", { context: { status: before, allowedFrom } });
  if (account.entered_by !== null && account.entered_by === actor.id) throw new Refusal("SECOND_PERSON_NEEDED");
  await tx.updateTable("bank_account").set({ verification }).where("id", "=", id).execute();
  await closeTask(tx, { kind: "BANK_ACCOUNT_UNVERIFIED", subjectId: id });
  if (verification === "VERIFIED" && businessId && party === "BUSINESS")
    await withdrawInputs(tx, { platformId, businessId }, "UPDATE_PRIMARY_BANK_ACCOUNT");
  const event: Event =
    verification === "VERIFIED"
      ? { kind: "bank_account.verified", body: { bankAccountId: id } }
      : { kind: "bank_account.changed", body: { bankAccountId: id, changed: ["verification"], verification } };
  await record(tx, {
    platformId,
    businessId,
    action: actor.kind === "STAFF" ? "staff.bank-account.verify" : "bank-account.verify",
    object: { kind: "bank account", id },
    ...event,
    before: { verification: before },
    after: { verification },
    actor,
    requestId,
  });
}

/** Retires an account without roles, which no payment uses. */
export async function retireAccount(tx: Tx, id: string, { actor, requestId }: RequestedBy): Promise<void> {
  const { platform_id: platformId, business_id: businessId, roles } = await lockProvided(tx, id);
  if (roles.length > 0)
    throw new Refusal("WRONG_STATE", { context: { status: roles.join(", "), allowedFrom: ["WITHOUT_ROLES"] } });
  await tx.updateTable("bank_account").set({ removed_at: new Date() }).where("id", "=", id).execute();
  await record(tx, {
    platformId,
    businessId,
    kind: "bank_account.retired",
    body: { bankAccountId: id },
    action: "partner.bank-account.retire",
    object: { kind: "bank account", id },
    actor,
    requestId,
  });
}

/** Returns an account that is not removed, locked until the transaction ends. */
async function lockPresent(tx: Tx, id: string) {
  const account = await tx.selectFrom("bank_account").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  if (account.removed_at) throw new Refusal("WRONG_STATE", { context: { status: "RETIRED", allowedFrom: ["ACTIVE"] } });
  return account;
}

/** Returns the account, locked until the transaction ends. The platform cannot change an account that an owner linked or typed in. */
async function lockProvided(tx: Tx, id: string) {
  const account = await lockPresent(tx, id);
  const { created_method: status } = account;
  if (!account.provided_fingerprint)
    throw new Refusal("WRONG_STATE", { context: { status, allowedFrom: ["PLATFORM", "PLATFORM_PLAID_ASSET_REPORT"] } });
  return account;
}

/** Whether a claimed payment has not ended. A claim locks the account's row too, so none is missed. */
async function isPaymentInFlight(tx: Tx, bankAccountId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("payment_order")
    .select("id")
    .where("bank_account_id", "=", bankAccountId)
    .where((where) =>
      where.or([
        where("status", "in", ["SUBMITTED", "PAYMENT_PROCESSOR_OUTAGE", "UNEXPECTED_ERROR"]),
        where.and([where("status", "=", "SCHEDULED"), where("claimed_at", "is not", null)]),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** True if money can be paid out to an account of the business. */
export async function hasDisbursementAccount(tx: Tx, businessId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("bank_account")
    .select("id")
    .where("business_id", "=", businessId)
    .where("removed_at", "is", null)
    .where(sql<boolean>`'DISBURSEMENT' = any (roles)`)
    .executeTakeFirst();
  return account !== undefined;
}
