import { createHmac } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { decrypt, type EncryptionKey, encrypt } from "../encryption.ts";
import type { KeyVault, WrappedKey } from "../providers/key-vault/port.ts";
import type { Tx } from "./scope.ts";

export type SecretField = "SSN" | "EIN" | "ACCOUNT_NUMBER" | "ROUTING_NUMBER" | "BANK_ACCESS_TOKEN";

/** The owner of a data key: a person, a business, or the platform for data that belongs to no business. */
export type KeyHolder = { platformId: string; businessId: string | null; personId?: string | null };

/** A data key in the clear, for the duration of one command. */
export type DataKey = EncryptionKey & { holder: KeyHolder };

/** The data key of a holder was destroyed. What it encrypted cannot be read any more. */
export class KeyDestroyed extends Error {
  constructor(id: string) {
    super(`the data key ${id} was destroyed`);
  }
}

/** The holder of the key for fingerprints, which are compared across tenants. */
export const fingerprintHolder: KeyHolder = {
  platformId: "00000000-0000-0000-0000-000000000000",
  businessId: null,
};

/** What a wrapped data key is for. The key vault unwraps it only with the same text. */
export const aboutKey = ({ platformId, businessId, personId }: KeyHolder, id: string) =>
  `data-key/${platformId}/${businessId ?? "platform"}/${personId ?? "business"}/${id}`;

/**
 * Encrypts secrets at rest. The key store and the key vault are called before a transaction begins (`keyFor`), never inside one; encryption,
 * decryption and fingerprints are then local.
 */
export type Vault = Awaited<ReturnType<typeof openVault>>;

/**
 * `keyStore` is a pool for the database of the wrapped data keys. Throws if its keys and the key vault do not belong together: new data would
 * be encrypted with keys that nobody expects, and existing data could not be read.
 */
export async function openVault(keyStore: pg.Pool, keys: KeyVault) {
  await refuseWrongMasterKey(keyStore, keys);
  const fingerprints = await find(keyStore, fingerprintHolder);
  if (!fingerprints) throw new Error("The key store has no key for fingerprints. Run: npm run keys -- add");
  const fingerprintKey = await open(keys, fingerprints, fingerprintHolder);

  return {
    /** The data key of a holder, created on first use. Throws if it was destroyed. */
    async keyFor(holder: KeyHolder): Promise<DataKey> {
      const known = await find(keyStore, holder);
      if (known) return open(keys, known, holder);
      const fresh = await createKey(keyStore, keys, holder);
      if (fresh) return fresh;
      // Another process has created it in the meantime.
      const theirs = await find(keyStore, holder);
      if (!theirs) throw new Error("a data key that was just created is missing");
      return open(keys, theirs, holder);
    },

    /** A keyed fingerprint: equal values have equal fingerprints, and the value cannot be derived from it. */
    fingerprint: (value: string, about: string): Buffer =>
      createHmac("sha256", fingerprintKey.key).update(`${about}\0${value}`).digest(),

    /** Saves a secret for its owner and replaces an earlier one of the same field. A person's number needs the person's key. */
    async save(
      tx: Tx,
      key: DataKey,
      secret: { ownerId: string; field: SecretField; value: Secret; fingerprint: Buffer },
    ): Promise<void> {
      const { platformId, businessId, personId } = key.holder;
      if ((personId ?? null) !== (secret.field === "SSN" ? secret.ownerId : null))
        throw new Error(`the data key of another holder must not encrypt this ${secret.field}`);
      const id = uuidv7();
      const row = {
        id,
        platform_id: platformId,
        business_id: businessId,
        owner_id: secret.ownerId,
        field: secret.field,
        data_key_id: key.id,
        encrypted: encrypt(
          key,
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
        .executeTakeFirst();
      if (!row) return null;
      return new Secret(
        decrypt(
          key,
          row.encrypted,
          aboutSecret(row.id, row.platform_id, row.business_id, row.owner_id, field),
        ).toString(),
      );
    },

    close: (): Promise<void> => keyStore.end(),
  };
}

/** Creates the data key of a holder. Null if it exists. */
export async function createKey(keyStore: pg.Pool, keys: KeyVault, holder: KeyHolder): Promise<DataKey | null> {
  const id = uuidv7();
  const { key, wrapped } = await keys.generate(aboutKey(holder, id));
  const { platformId, businessId, personId } = holder;
  const { rowCount } = await keyStore.query({
    name: "create-data-key",
    text: `insert into keys.data_key (id, platform_id, business_id, person_id, master_key_id, wrapped)
      values ($1, $2, $3, $4, $5, $6) on conflict (platform_id, business_id, person_id) do nothing`,
    values: [id, platformId, businessId, personId ?? null, wrapped.masterKeyId, wrapped.bytes],
  });
  return rowCount === 1 ? { id, holder, key } : null;
}

type StoredKey = { id: string; masterKeyId: string; wrapped: Buffer | null };

async function find(keyStore: pg.Pool, { platformId, businessId, personId }: KeyHolder): Promise<StoredKey | null> {
  if (personId && !businessId) throw new Error("the data key of a person belongs to a business");
  // `=` with a null finds nothing and `is not distinct from` uses no index, so each kind of holder has its own text.
  const values = [platformId, businessId, personId].filter((id) => id != null);
  const { rows } = await keyStore.query<StoredKey>({
    name: `find-data-key-${values.length}`,
    text: `select id, master_key_id as "masterKeyId", wrapped from keys.data_key where platform_id = $1
      and business_id ${values.length > 1 ? "= $2" : "is null"} and person_id ${values.length > 2 ? "= $3" : "is null"}`,
    values,
  });
  return rows[0] ?? null;
}

async function open(keys: KeyVault, { id, masterKeyId, wrapped }: StoredKey, holder: KeyHolder): Promise<DataKey> {
  if (!wrapped) throw new KeyDestroyed(id);
  return { id, holder, key: await keys.unwrap({ masterKeyId, bytes: wrapped }, aboutKey(holder, id)) };
}

/** Throws if the current master key is not one of the key store's, or if one of those does not unwrap the keys that it wrapped. */
async function refuseWrongMasterKey(keyStore: pg.Pool, keys: KeyVault): Promise<void> {
  type Sample = StoredKey & { platformId: string | null; businessId: string | null; personId: string | null };
  const { rows } = await keyStore.query<Sample>(
    `select m.id as "masterKeyId", d.id, d.wrapped, d.platform_id as "platformId", d.business_id as "businessId", d.person_id as "personId"
      from keys.master_key m left join lateral (select * from keys.data_key where master_key_id = m.id order by id limit 1) d on true`,
  );
  if (!rows.some(({ masterKeyId }) => masterKeyId === keys.masterKeyId)) {
    throw new Error(
      `The master key ${keys.masterKeyId} is not one of the key store's. Configure the right one, or add it: npm run keys -- add`,
    );
  }
  for (const { id, platformId, businessId, personId, masterKeyId, wrapped } of rows) {
    if (!platformId || !wrapped) continue;
    const stored: WrappedKey = { masterKeyId, bytes: wrapped };
    await keys.unwrap(stored, aboutKey({ platformId, businessId, personId }, id)).catch((cause: unknown) => {
      throw new Error(`The master key ${masterKeyId} does not unwrap the data keys of the key store.`, { cause });
    });
  }
}

const aboutSecret = (id: string, platformId: string, businessId: string | null, ownerId: string, field: SecretField) =>
  `secret/${id}/${platformId}/${businessId ?? "platform"}/${ownerId}/${field}`;
