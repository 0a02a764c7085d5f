import type { Parsed } from "@inlay/contracts/call.ts";
import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type {
  PartnerBankAccount,
  PartnerBankAccountCreate,
  PartnerBankAccountPatch,
} from "@inlay/contracts/partner/bank-account.ts";
import type { partnerCalls } from "@inlay/contracts/partner/calls.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { sql } from "kysely";
import {
  changeAccount,
  type EncryptableNumbers,
  encryptable,
  retireAccount,
  savePlatformProvidedAccount,
} from "../banking/public.ts";
import type { AppContext } from "../context.ts";
import { inScope, type Tx } from "../db/scope.ts";
import type { PlatformKey } from "../http/public.ts";
import { settingsOf } from "../platforms/public.ts";
import { resolveBusiness, resolveBusinesses } from "./businesses.ts";
import { type Cursors, inOrderOf, pageOf } from "./page.ts";

const wholePlatform = (platformId: string) => ({ platformId, businessId: "whole platform" }) as const;

type ReadyAccount = { businessId: string; numbers: EncryptableNumbers };

/** Resolves the business and fetches the encryption key for the numbers before the transaction begins. */
export async function readyForBankAccount(
  app: AppContext,
  platformId: string,
  body: PartnerBankAccountCreate,
): Promise<ReadyAccount> {
  const reference = body.businessId ?? `platform:${body.platformBusinessId}`;
  const businessId = await inScope(app.pool, wholePlatform(platformId), (tx) =>
    resolveBusiness(tx, platformId, reference),
  );
  return { businessId, numbers: await encryptable(app, { platformId, businessId }, body) };
}

export async function createBankAccount(
  tx: Tx,
  app: AppContext,
  { platformId, keyId }: PlatformKey,
  body: PartnerBankAccountCreate,
  { businessId, numbers }: ReadyAccount,
  requestId: string,
): Promise<PartnerBankAccount> {
  const { createdMethod } = body;
  if (!isEnabled(createdMethod, await settingsOf(tx, platformId))) throw new Refusal("FEATURE_NOT_ENABLED");
  const id = await savePlatformProvidedAccount(
    tx,
    app,
    {
      platformId,
      businessId,
      createdMethod,
      name: body.name,
      metadata: body.metadata ?? {},
      platformBankAccountId: body.platformBankAccountId ?? null,
      institutionName: body.institutionName ?? null,
      subtype: body.accountType === "SAVINGS" ? "savings" : "checking",
    },
    numbers,
    { actor: { kind: "PLATFORM_KEY", id: keyId }, requestId },
  );
  return readBankAccount(tx, app.config, id);
}

/** A platform may provide a payout account only by agreement, and a report account only for the product that needs no linked bank. */
const isEnabled = (method: PartnerBankAccountCreate["createdMethod"], settings: PlatformSettings): boolean =>
  method === "PLATFORM"
    ? settings.platformDisbursementAccountExpected
    : settings.platformEnabledProducts.includes("INTEGRATED_MCA");

/** Resolves our id or the partner's own. Another tenant's account and an unknown one get the same refusal. */
export async function resolveBankAccount(tx: Tx, platformId: string, reference: string): Promise<string> {
  const named = readReference("bankAccount", reference);
  const accounts = tx.selectFrom("bank_account").select("id").where("platform_id", "=", platformId);
  const found =
    named &&
    (await ("uuid" in named
      ? accounts.where("id", "=", named.uuid)
      : accounts.where("platform_bank_account_id", "=", named.platformId)
    ).executeTakeFirst());
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  return found.id;
}

/** Fetches the encryption key for new numbers. Null if the patch contains none. */
export async function readyForNumbers(
  app: AppContext,
  platformId: string,
  reference: string,
  { accountNumber, routingNumber }: PartnerBankAccountPatch,
): Promise<EncryptableNumbers | null> {
  if (!accountNumber || !routingNumber) return null;
  const businessId = await inScope(app.pool, wholePlatform(platformId), async (tx) => {
    const id = await resolveBankAccount(tx, platformId, reference);
    const row = await tx
      .selectFrom("bank_account")
      .select("business_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.business_id;
  });
  return encryptable(app, { platformId, businessId }, { accountNumber, routingNumber });
}

export async function patchBankAccount(
  tx: Tx,
  app: AppContext,
  { platformId, keyId }: PlatformKey,
  reference: string,
  { name, metadata }: PartnerBankAccountPatch,
  numbers: EncryptableNumbers | null,
  ifMatch: number | null,
  requestId: string,
): Promise<PartnerBankAccount> {
  const id = await resolveBankAccount(tx, platformId, reference);
  if (numbers && ifMatch === null) throw new Refusal("IF_MATCH_REQUIRED");
  const by = { actor: { kind: "PLATFORM_KEY", id: keyId } as const, requestId };
  await changeAccount(tx, app, id, { name, metadata, numbers }, ifMatch, by);
  return readBankAccount(tx, app.config, id);
}

export async function retireBankAccount(
  tx: Tx,
  config: AppContext["config"],
  { platformId, keyId }: PlatformKey,
  reference: string,
  requestId: string,
): Promise<PartnerBankAccount> {
  const id = await resolveBankAccount(tx, platformId, reference);
  await retireAccount(tx, id, { actor: { kind: "PLATFORM_KEY", id: keyId }, requestId });
  return readBankAccount(tx, config, id);
}

export async function readBankAccount(tx: Tx, config: AppContext["config"], id: string): Promise<PartnerBankAccount> {
  const [account] = await readBankAccounts(tx, config, [id]);
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  return account;
}

/** Partners see one blocked status, regardless of who blocked the link. */
const connection = sql<PartnerBankAccount["connection"]>`replace(i.status, 'KANMON_BLOCKED', 'BLOCKED')`;

export async function listBankAccounts(
  tx: Tx,
  config: AppContext["config"],
  cursors: Cursors,
  platformId: string,
  query: Parsed<typeof partnerCalls.listBankAccounts, "query">,
) {
  let found = tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["a.id", "a.created_at", "a.updated_at"])
    .where("a.platform_id", "=", platformId);
  if (query.businessId)
    found = found.where("a.business_id", "in", await resolveBusinesses(tx, platformId, query.businessId));
  if (query.role) found = found.where(sql<boolean>`a.roles && ${query.role}::text[]`);
  if (query.connection) found = found.where(connection, "in", query.connection);
  return pageOf(tx, cursors, "bankAccount", query, found, (ids) => readBankAccounts(tx, config, ids));
}

async function readBankAccounts(tx: Tx, config: AppContext["config"], ids: string[]): Promise<PartnerBankAccount[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("bank_account as a")
    .innerJoin("business as b", "b.id", "a.business_id")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .selectAll("a")
    .select(["b.platform_business_id", "h.id as authorization_id", connection.as("connection")])
    .where("a.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "bank_account" as const,
    id: publicId("bankAccount", row.id),
    livemode: config.isProduction,

    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    platformBankAccountId: row.platform_bank_account_id,
    businessId: publicId("business", row.business_id),
    platformBusinessId: row.platform_business_id ?? row.business_id,

    name: row.account_name,
    institutionName: row.institution_name,
    accountType: row.account_subtype === "savings" ? ("SAVINGS" as const) : ("CHECKING" as const),

    last4: row.account_number_last4,
    maskTokenized: row.is_number_tokenized,
    roles: row.roles as PartnerBankAccount["roles"],
    createdMethod: row.created_method as PartnerBankAccount["createdMethod"],
    connection: row.connection,
    achAuthorized: row.authorization_id !== null,
    verification: row.verification as PartnerBankAccount["verification"],
    heldUntilAt: row.held_until_at?.toISOString() ?? null,
    status: row.removed_at ? ("RETIRED" as const) : ("ACTIVE" as const),
    metadata: row.metadata as PartnerBankAccount["metadata"],
  }));
}
