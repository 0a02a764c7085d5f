import { randomBytes } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { decrypt, encrypt } from "../encryption.ts";
import type { KeyVault } from "../providers/key-vault/port.ts";
import { inScope, type Tx } from "./scope.ts";

export type SecretField = "SSN" | "EIN" | "ACCOUNT_NUMBER" | "ROUTING_NUMBER" | "BANK_ACCESS_TOKEN";

/** The owner of a key: a business, or the platform for data that belongs to no business. */
export type KeyHolder = { platformId: string; businessId: string | null };

/** A data key in the clear, for the duration of one command. `wrapped` is set while the key is not yet stored. */
export type DataKey = { id: string; holder: KeyHolder; key: Buffer; wrapped: Buffer | null };

/**
 * Encrypts secrets at rest. The key service is called before a transaction begins (`keyFor`, `newKey`), never inside one; encryption and
 * decryption are then local.
 */
export type Vault = ReturnType<typeof createVault>;

export function createVault(pool: pg.Pool, keys: KeyVault) {
  const aboutKey = ({ platformId, businessId }: KeyHolder, id: string) =>
    `data-key/${platformId}/${businessId ?? "platform"}/${id}`;

  /** A key for a holder that is about to be created; `store` saves it in the creating transaction. */
  async function newKey(holder: KeyHolder): Promise<DataKey> {
    const id = uuidv7();
    const key = randomBytes(32);
    return { id, holder, key, wrapped: await keys.wrap(key, aboutKey(holder, id)) };
  }

  async function store(tx: Tx, { id, holder, wrapped }: DataKey): Promise<void> {
    if (!wrapped) return;
    await tx
      .insertInto("data_key")
      .values({ id, platform_id: holder.platformId, business_id: holder.businessId, wrapped })
      .execute();
  }

  /** The active key of a holder, created on first use. */
  async function keyFor(holder: KeyHolder): Promise<DataKey> {
    const find = () =>
      inScope(pool, { platformId: holder.platformId, businessId: "whole platform" }, (tx) =>
        tx
          .selectFrom("data_key")
          .select(["id", "wrapped"])
          .where("platform_id", "=", holder.platformId)
          .where("business_id", "is not distinct from", holder.businessId)
          .where("destroyed_at", "is", null)
          .executeTakeFirst(),
      );
    let row = await find();
    if (!row) {
      const fresh = await newKey(holder);
      await inScope(pool, { platformId: holder.platformId, businessId: "whole platform" }, (tx) =>
        tx
          .insertInto("data_key")
          .values({
            id: fresh.id,
            platform_id: holder.platformId,
            business_id: holder.businessId,
            wrapped: fresh.wrapped,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      row = await find();
    }
    if (!row?.wrapped) throw new Error("a data key that was just created is missing");
    return { id: row.id, holder, key: await keys.unwrap(row.wrapped, aboutKey(holder, row.id)), wrapped: null };
  }

  return {
    newKey,
    store,
    keyFor,
    fingerprint: keys.fingerprint,

    /** Saves a secret for its owner and replaces an earlier one of the same field. Compute `fingerprint` before the transaction. */
    async save(
      tx: Tx,
      key: DataKey,
      secret: { ownerId: string; field: SecretField; value: Secret; fingerprint: Buffer },
    ): Promise<void> {
      const { platformId, businessId } = key.holder;
      if (!businessId) throw new Error("a secret belongs to a business");
      const id = uuidv7();
      const row = {
        id,
        platform_id: platformId,
        business_id: businessId,
        owner_id: secret.ownerId,
        field: secret.field,
        data_key_id: key.id,
        encrypted: encrypt(
          key.key,
          Buffer.from(secret.value.reveal()),
          aboutSecret(id, platformId, businessId, secret.ownerId, secret.field),
        ),
        last4: secret.value.last4(),
        blind_index: secret.fingerprint,
      };
      await this.remove(tx, secret.ownerId, secret.field);
      await tx.insertInto("secret").values(row).execute();
    },

    /** Deletes a secret of its owner. */
    async remove(tx: Tx, ownerId: string, field: SecretField): Promise<void> {
      await tx.deleteFrom("secret").where("owner_id", "=", ownerId).where("field", "=", field).execute();
    },

    /** Decrypts a secret for a single use. Null if there is none. */
    async reveal(tx: Tx, key: DataKey, ownerId: string, field: SecretField): Promise<Secret | null> {
      const row = await tx
        .selectFrom("secret")
        .select(["id", "platform_id", "business_id", "owner_id", "encrypted"])
        .where("owner_id", "=", ownerId)
        .where("field", "=", field)
        .where("data_key_id", "=", key.id)
        .executeTakeFirst();
      if (!row) return null;
      return new Secret(
        decrypt(
          key.key,
          row.encrypted,
          aboutSecret(row.id, row.platform_id, row.business_id, row.owner_id, field),
        ).toString(),
      );
    },
  };
}

const aboutSecret = (id: string, platformId: string, businessId: string, ownerId: string, field: SecretField) =>
  `secret/${id}/${platformId}/${businessId}/${ownerId}/${field}`;
