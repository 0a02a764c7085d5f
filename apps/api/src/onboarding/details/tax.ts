import { Refusal } from "@inlay/contracts/errors.ts";
import type { TaxEntityType } from "@inlay/contracts/fields/tax.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import type { AppContext } from "../../context.ts";
import { inScope, type Tx } from "../../db/scope.ts";
import type { DataKey } from "../../db/vault.ts";

type Tenant = { platformId: string; businessId: string };
type TaxAnswer = { entityType: TaxEntityType; tin?: Secret | undefined; ssn?: Secret | undefined };

/** The tax entity type of the business, if known, and which numbers are on file. */
export async function loadTax(tx: Tx, businessId: string) {
  const row = await tx
    .selectFrom("business as b")
    .leftJoin("business_owner as o", (join) => join.onRef("o.business_id", "=", "b.id").on("o.is_primary", "=", true))
    .leftJoin("secret as e", (join) => join.onRef("e.owner_id", "=", "b.id").on("e.field", "=", "EIN"))
    .leftJoin("secret as s", (join) => join.onRef("s.owner_id", "=", "o.id").on("s.field", "=", "SSN"))
    .select(["b.tax_entity_type", "b.is_sole_proprietorship", "e.last4 as tin_last4", "s.id as ssn_id"])
    .where("b.id", "=", businessId)
    .executeTakeFirstOrThrow();
  return {
    // A sole proprietor is taxed as a person. The platform may have said that the business is one.
    entityType: (row.tax_entity_type ?? (row.is_sole_proprietorship ? "PASS_THROUGH" : null)) as TaxEntityType | null,
    tinLast4: row.tin_last4,
    hasPrimaryOwnerSsn: row.ssn_id !== null,
  };
}

/** The answer's tax number with the key and the fingerprint that are needed to store it encrypted. */
export type ReadyNumber = { key: DataKey; field: "EIN" | "SSN"; value: Secret; fingerprint: Buffer } | null;

/** A number that the entity type does not need is ignored. An SSN belongs to the primary owner; without one there is nowhere to store it. */
export async function prepareTax(app: AppContext, tenant: Tenant, answer: TaxAnswer): Promise<ReadyNumber> {
  if (answer.entityType === "CORPORATE_TAX") return answer.tin ? prepareEin(app, tenant, answer.tin) : null;
  if (!answer.ssn) return null;
  const ownerId = await inScope(app.pool, tenant, (tx) => primaryOwnerOf(tx, tenant.businessId));
  if (!ownerId) throw new Refusal("STEP_NOT_CURRENT");
  return prepareSsn(app, tenant, ownerId, answer.ssn);
}

/** Gets the data key of the business and the fingerprint, before the transaction begins. */
export async function prepareEin({ vault }: AppContext, { platformId, businessId }: Tenant, value: Secret) {
  const key = await vault.keyFor({ platformId, businessId });
  return { field: "EIN", value, key, fingerprint: vault.fingerprint(value.reveal(), "EIN") } satisfies ReadyNumber;
}

/** Gets the data key of the person and the fingerprint, before the transaction begins. */
export async function prepareSsn(
  { vault }: AppContext,
  { platformId, businessId }: Tenant,
  ownerId: string,
  value: Secret,
) {
  const key = await vault.keyFor({ platformId, businessId, personId: ownerId });
  return { field: "SSN", value, key, fingerprint: vault.fingerprint(value.reveal(), "SSN") } satisfies ReadyNumber;
}

/** Saves how the business is taxed. An answer without a number requires one on file. */
export async function saveTax(
  tx: Tx,
  app: AppContext,
  { businessId }: Tenant,
  { entityType }: TaxAnswer,
  number: ReadyNumber,
): Promise<void> {
  const onFile = await loadTax(tx, businessId);
  if (!number && entityType === "CORPORATE_TAX" && onFile.tinLast4 === null) throw lacking("tin", "EIN is required");
  if (!number && entityType === "PASS_THROUGH" && !onFile.hasPrimaryOwnerSsn) throw lacking("ssn", "SSN is required");
  const ownerId = number?.field === "SSN" ? await primaryOwnerOf(tx, businessId) : null;
  await saveNumber(tx, app, ownerId ?? businessId, number);
  await tx.updateTable("business").set({ tax_entity_type: entityType }).where("id", "=", businessId).execute();
}

/** Saves a number under its holder: an EIN under the business, an SSN under the owner. */
export async function saveNumber(tx: Tx, { vault }: AppContext, holderId: string, number: ReadyNumber): Promise<void> {
  if (!number) return;
  // A concurrent request has replaced or added the owner whose key was fetched.
  if (number.field === "SSN" && number.key.holder.personId !== holderId) throw new Refusal("BUSY");
  await vault.save(tx, number.key, { ownerId: holderId, ...number });
}

const lacking = (field: string, message: string) =>
  new Refusal("VALIDATION_FAILED", { fields: [{ in: "BODY", pointer: `/${field}`, code: "REQUIRED", message }] });

/** The id of the primary owner; null on a path that has none. */
export async function primaryOwnerOf(tx: Tx, businessId: string): Promise<string | null> {
  const owner = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  return owner?.id ?? null;
}
