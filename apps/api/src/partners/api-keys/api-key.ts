import { createHash, randomInt } from "node:crypto";
import type { Tx } from "../../db/scope.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const kinds = { SECRET: "sk", RESTRICTED: "rk", PUBLISHABLE: "pk" } as const;
export type KeyKind = keyof typeof kinds;

/** A new key: its kind and environment, 43 random characters (256 bits), and a checksum that reveals a typo without a request. */
export function newApiKey(kind: KeyKind, environment: "test" | "live"): string {
  const random = Array.from({ length: 43 }, () => alphabet[randomInt(alphabet.length)]).join("");
  const start = `${kinds[kind]}_${environment}_${random}`;
  return start + checksum(start);
}

export function looksLikeApiKey(key: string): boolean {
  return /^[srp]k_(test|live)_[0-9A-Za-z]{49}$/.test(key) && key.slice(-6) === checksum(key.slice(0, -6));
}

function checksum(text: string): string {
  let number = createHash("sha256").update(text).digest().readUIntBE(0, 6);
  let sum = "";
  for (let n = 0; n < 6; n++) {
    sum += alphabet[number % 62];
    number = Math.floor(number / 62);
  }
  return sum;
}

/** Stores the hash of a key and its visible start. The key itself is not stored. */
export async function storeApiKey(
  tx: Tx,
  platformId: string,
  key: { kind: KeyKind; name: string; scopes: string[]; clear: string },
): Promise<void> {
  await tx
    .insertInto("api_key")
    .values({
      platform_id: platformId,
      kind: key.kind,
      name: key.name,
      start: key.clear.slice(0, 12),
      key_hash: createHash("sha256").update(key.clear).digest(),
      scopes: key.scopes,
    })
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .execute();
}
