import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = 1;

/** An AES-256 key with its id, a UUID. */
export type EncryptionKey = { id: string; key: Buffer };

/**
 * AES-256-GCM. The key's id is stored with the ciphertext. `aad` is authenticated but not stored: decryption needs the same value.
 */
export function encrypt({ id, key }: EncryptionKey, clear: Buffer, aad: string): Buffer {
  const iv = randomBytes(12);
  const head = Buffer.concat([Buffer.of(version), Buffer.from(id.replaceAll("-", ""), "hex")]);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.concat([head, Buffer.from(aad)]));
  const encrypted = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), encrypted]);
}

export function decrypt({ id, key }: EncryptionKey, encrypted: Buffer, aad: string): Buffer {
  if (encrypted[0] !== version) throw new Error(`encryption version ${encrypted[0]} is not supported`);
  const usedId = keyIdOf(encrypted);
  if (usedId !== id) throw new Error(`the value is encrypted with the key ${usedId}, not with ${id}`);
  const head = encrypted.subarray(0, 17);
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(17, 29));
  decipher.setAAD(Buffer.concat([head, Buffer.from(aad)])).setAuthTag(encrypted.subarray(29, 45));
  return Buffer.concat([decipher.update(encrypted.subarray(45)), decipher.final()]);
}

/** The id of the key that a value is encrypted with. */
const keyIdOf = (encrypted: Buffer): string =>
  encrypted.toString("hex", 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
