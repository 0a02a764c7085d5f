import type pg from "pg";
import type { KeyVault } from "../providers/key-vault/port.ts";
import { aboutKey, createKey, fingerprintHolder } from "./vault.ts";

// What only the owner of the key store may do. The servers' role can neither wrap a data key again nor destroy one.

/** Lists the current master key of the vault, after it has wrapped and unwrapped a key. The first one also creates the key for fingerprints. */
export async function addMasterKey(keyStore: pg.Pool, keys: KeyVault): Promise<void> {
  const { key, wrapped } = await keys.generate("check");
  if (!key.equals(await keys.unwrap(wrapped, "check"))) throw new Error("the key vault unwraps another key");
  await keyStore.query("insert into keys.master_key (id) values ($1) on conflict do nothing", [keys.masterKeyId]);
  await createKey(keyStore, keys, fingerprintHolder);
}

type Row = {
  id: string;
  platformId: string;
  businessId: string | null;
  personId: string | null;
  masterKeyId: string;
  wrapped: Buffer;
};

const pageSize = 200;
/** Calls of the key vault at a time: far below its rate limit, which requests share. */
const atOnce = 8;

/**
 * Wraps every data key by the vault's current master key, while the servers run. A run that was interrupted continues where it stopped.
 * Returns the number of keys.
 */
export async function rewrapDataKeys(keyStore: pg.Pool, keys: KeyVault): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await keyStore.query<Row>(
      `select id, platform_id as "platformId", business_id as "businessId", person_id as "personId", master_key_id as "masterKeyId", wrapped
        from keys.data_key where wrapped is not null and master_key_id <> $1 limit ${pageSize}`,
      [keys.masterKeyId],
    );
    if (rows.length === 0) return count;
    const waiting = rows.values();
    const rewrapWaiting = async () => {
      for (const row of waiting) if (await rewrap(keyStore, keys, row)) count++;
    };
    await Promise.all(Array.from({ length: atOnce }, rewrapWaiting));
  }
}

async function rewrap(keyStore: pg.Pool, keys: KeyVault, row: Row): Promise<boolean> {
  const { id, platformId, businessId, personId, masterKeyId, wrapped } = row;
  const about = aboutKey({ platformId, businessId, personId }, id);
  const fresh = await keys.rewrap({ masterKeyId, bytes: wrapped }, about);
  // A key that was destroyed in the meantime stays destroyed.
  const { rowCount } = await keyStore.query(
    "update keys.data_key set wrapped = $3, master_key_id = $4 where id = $1 and wrapped = $2",
    [id, wrapped, fresh.bytes, fresh.masterKeyId],
  );
  return rowCount === 1;
}

/** Removes a master key that wraps no data key any more. The servers must not use it any more: they could not store new keys. */
export async function retireMasterKey(keyStore: pg.Pool, masterKeyId: string): Promise<void> {
  const { rows } = await keyStore.query<{ count: number }>(
    "select count(*) as count from keys.data_key where master_key_id = $1",
    [masterKeyId],
  );
  if (rows[0]?.count) throw new Error(`The master key ${masterKeyId} still wraps ${rows[0].count} data keys.`);
  const { rowCount } = await keyStore.query("delete from keys.master_key where id = $1", [masterKeyId]);
  if (rowCount !== 1) throw new Error(`The key store has no master key ${masterKeyId}.`);
}

/** One person, or a business with all its people. The keys of platforms are not destroyed: they outlive each business. */
export type Destroyable = { platformId: string; businessId: string; personId: string | null };

/** Destroys data keys for good: what they encrypted can be decrypted neither here nor in a backup of the main database. */
export async function destroyDataKeys(
  keyStore: pg.Pool,
  { platformId, businessId, personId }: Destroyable,
  because: string,
): Promise<number> {
  const { rowCount } = await keyStore.query(
    `update keys.data_key set wrapped = null, master_key_id = null, destroyed_at = now(), destroyed_because = $4
      where platform_id = $1 and business_id = $2 and ($3::uuid is null or person_id = $3) and wrapped is not null`,
    [platformId, businessId, personId, because],
  );
  return rowCount ?? 0;
}
