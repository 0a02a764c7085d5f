import { Refusal } from "@inlay/contracts/errors.ts";
import { publicId, readReference } from "@inlay/contracts/ids.ts";
import type { PartnerBankAccount } from "@inlay/contracts/partner/bank-accounts/bank-account.ts";
import { sql } from "kysely";
import { resolveBusinesses } from "../businesses/read-businesses.ts";
import { inOrderOf, pageOf } from "../page.ts";
import type { PartnerRequest, PartnerScope } from "../request.ts";

/** Resolves our id or the partner's own. Another tenant's account and an unknown one get the same refusal. */
export async function resolveBankAccount({ tx, caller }: PartnerScope, reference: string): Promise<string> {
  const named = readReference("bankAccount", reference);
  const accounts = tx
    .selectFrom("bank_account")
    .select("id")
    .where("platform_id", "=", caller.platformId)
    .where("party", "<>", "PLATFORM");
  const found =
    named &&
    (await ("uuid" in named
      ? accounts.where("id", "=", named.uuid)
      : accounts.where("platform_bank_account_id", "=", named.platformId)
    ).executeTakeFirst());
  if (!found) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  return found.id;
}

export async function getBankAccount(request: PartnerRequest<"getBankAccount">): Promise<PartnerBankAccount> {
  return readBankAccount(request, await resolveBankAccount(request, request.params.bankAccountId));
}

export async function readBankAccount(scope: PartnerScope, id: string): Promise<PartnerBankAccount> {
  const [account] = await readBankAccounts(scope, [id]);
  if (!account) throw new Refusal("NOT_FOUND", { context: { object: "bank account" } });
  return account;
}

/** Partners see one blocked status, regardless of who blocked the link. */
const connection = sql<PartnerBankAccount["connection"]>`replace(i.status, 'KANMON_BLOCKED', 'BLOCKED')`;

export async function listBankAccounts(request: PartnerRequest<"listBankAccounts">) {
  const { tx, caller, query } = request;
  let found = tx
    .selectFrom("bank_account as a")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .select(["a.id", "a.created_at", "a.updated_at"])
    .where("a.platform_id", "=", caller.platformId)
    .where("a.party", "<>", "PLATFORM");
  if (query.party) found = found.where("a.party", "in", query.party);
  if (query.businessId) found = found.where("a.business_id", "in", await resolveBusinesses(request, query.businessId));
  if (query.role) found = found.where(sql<boolean>`a.roles && ${query.role}::text[]`);
  if (query.connection) found = found.where(connection, "in", query.connection);
  return pageOf(request, "bankAccount", found, (ids) => readBankAccounts(request, ids));
}

async function readBankAccounts({ tx, app }: PartnerScope, ids: string[]): Promise<PartnerBankAccount[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom("bank_account as a")
    .innerJoin("business as b", "b.id", "a.business_id")
    .leftJoin("bank_item as i", "i.id", "a.bank_item_id")
    .leftJoin("ach_authorization as h", (join) =>
      join.onRef("h.bank_account_id", "=", "a.id").on("h.revoked_at", "is", null),
    )
    .selectAll("a")
    .select(["b.id as ownerId", "b.platform_business_id", "h.id as authorization_id", connection.as("connection")])
    .where("a.id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return inOrderOf(ids, rows).map((row) => ({
    object: "bank_account" as const,
    id: publicId("bankAccount", row.id),
    livemode: app.config.isProduction,

    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    platformBankAccountId: row.platform_bank_account_id,
    businessId: publicId("business", row.ownerId),
    platformBusinessId: row.platform_business_id ?? row.ownerId,

    party: row.party as PartnerBankAccount["party"],
    holderName: row.holder_name,

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
