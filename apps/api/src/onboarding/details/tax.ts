import { Refusal } from "@inlay/contracts/errors.ts";
import type { TaxEntityType } from "@inlay/contracts/fields/tax.ts";
import type { Secret } from "@inlay/contracts/secret.ts";
import type { AppContext } from "../../context.ts";
import type { Tx } from "../../db/scope.ts";
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

/** A number that the entity type does not need is ignored. */
export async function prepareTax(app: AppContext, tenant: Tenant, answer: TaxAnswer): Promise<ReadyNumber> {
  const field = answer.entityType === "CORPORATE_TAX" ? "EIN" : "SSN";
  const value = field === "EIN" ? answer.tin : answer.ssn;
  return value ? prepareNumber(app, tenant, field, value) : null;
}

/** Gets the data key and the fingerprint for a number, before the transaction begins. */
export async function prepareNumber(
  { vault }: AppContext,
  tenant: Tenant,
  field: "EIN" | "SSN",
  value: Secret,
): Promise<ReadyNumber> {
  return { field, value, key: await vault.keyFor(tenant), fingerprint: await vault.fingerprint(value.reveal(), field) };
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
  if (number) await saveNumber(tx, app, await holderOf(tx, businessId, number), number);
  await tx.updateTable("business").set({ tax_entity_type: entityType }).where("id", "=", businessId).execute();
}

/** Saves a number under its holder: an EIN under the business, an SSN under the owner. */
export async function saveNumber(tx: Tx, { vault }: AppContext, holderId: string, number: ReadyNumber): Promise<void> {
  if (number) await vault.save(tx, number.key, { ownerId: holderId, ...number });
}

const lacking = (field: string, message: string) =>
  new Refusal("VALIDATION_FAILED", { fields: [{ in: "BODY", pointer: `/${field}`, code: "REQUIRED", message }] });

/** An SSN belongs to the primary owner. A path without an owner has nowhere to store it. */
async function holderOf(tx: Tx, businessId: string, { field }: NonNullable<ReadyNumber>): Promise<string> {
  if (field === "EIN") return businessId;
  const owner = await tx
    .selectFrom("business_owner")
    .select("id")
    .where("business_id", "=", businessId)
    .where("is_primary", "=", true)
    .executeTakeFirst();
  if (!owner) throw new Refusal("STEP_NOT_CURRENT");
  return owner.id;
}
