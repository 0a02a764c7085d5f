import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = 1;

/** AES-256-GCM. `about` is not kept in the seal but belongs to it: it opens only with the same words. */
export function encrypt(key: Buffer, clear: Buffer, about: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), encrypted]);
}

export function decrypt(key: Buffer, encrypted: Buffer, about: string): Buffer {
  if (encrypted[0] !== version) throw new Error(`a seal of version ${encrypted[0]} cannot be opened`);
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(1, 13)).setAAD(Buffer.from(about));
  decipher.setAuthTag(encrypted.subarray(13, 29));
  return Buffer.concat([decipher.update(encrypted.subarray(29)), decipher.final()]);
}
