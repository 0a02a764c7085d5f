import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = 1;

/** AES-256-GCM. `aad` is authenticated but not stored: decryption needs the same value. */
export function encrypt(key: Buffer, clear: Buffer, aad: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(aad));
  const encrypted = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), encrypted]);
}

export function decrypt(key: Buffer, encrypted: Buffer, aad: string): Buffer {
  if (encrypted[0] !== version) throw new Error(`encryption version ${encrypted[0]} is not supported`);
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(1, 13)).setAAD(Buffer.from(aad));
  decipher.setAuthTag(encrypted.subarray(13, 29));
  return Buffer.concat([decipher.update(encrypted.subarray(29)), decipher.final()]);
}
