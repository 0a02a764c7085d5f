import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const version = 1;

/** AES-256-GCM. `about` is not kept in the seal but belongs to it: it opens only with the same words. */
export function seal(key: Buffer, clear: Buffer, about: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, sealed: Buffer, about: string): Buffer {
  if (sealed[0] !== version) throw new Error(`a seal of version ${sealed[0]} cannot be opened`);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13)).setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}
