import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { AppContext } from "../../context.ts";
import { type DataKey, KeyDestroyed } from "../../db/vault.ts";
import { decrypt, encrypt } from "../../encryption.ts";
import type { Tenant } from "../reports.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The key of the business and the keys of the owners, in the order of encryption. */
export type HolderKeys = { business: DataKey; owners: readonly DataKey[] };

/** The keys of everybody whom a decision is about. Null if one of them was destroyed. */
export async function keysOf(
  { vault }: AppContext,
  { platformId, businessId }: Tenant,
  ownerIds: readonly string[],
): Promise<HolderKeys | null> {
  try {
    const business = await vault.keyFor({ platformId, businessId });
    const owners = await Promise.all(ownerIds.map((personId) => vault.keyFor({ platformId, businessId, personId })));
    return { business, owners };
  } catch (error) {
    if (error instanceof KeyDestroyed) return null;
    throw error;
  }
}

/** Compresses the bytes and encrypts them with each key, one after the other. Without any one of the keys they cannot be read. */
export async function encryptNested({ business, owners }: HolderKeys, clear: Buffer, about: string): Promise<Buffer> {
  const compressed = await compress(clear);
  return [business, ...owners].reduce<Buffer>((bytes, key) => encrypt(key, bytes, about), compressed);
}

export async function decryptNested({ business, owners }: HolderKeys, bytes: Buffer, about: string): Promise<Buffer> {
  const compressed = [...owners.toReversed(), business].reduce<Buffer>(
    (outer, key) => decrypt(key, outer, about),
    bytes,
  );
  return decompress(compressed);
}
