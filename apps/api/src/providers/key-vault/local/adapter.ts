import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decrypt, encrypt } from "../../../encryption.ts";
import type { KeyVault } from "../port.ts";

/** Keys in a file that only its owner can read, created on first use. For development and tests; production uses a key service. */
export function localKeyVault(file: string): KeyVault {
  const { wrapping, fingerprinting } = keysIn(file);
  return {
    wrap: async (key, about) => encrypt(wrapping, key, about),
    unwrap: async (wrapped, about) => decrypt(wrapping, wrapped, about),
    fingerprint: async (value, about) => createHmac("sha256", fingerprinting).update(`${about}\0${value}`).digest(),
  };
}

function keysIn(file: string): { wrapping: Buffer; fingerprinting: Buffer } {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = { wrapping: randomBytes(32).toString("base64"), fingerprinting: randomBytes(32).toString("base64") };
  try {
    // "wx" fails where the file exists, so two processes that start together use the same keys.
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const keys = JSON.parse(readFileSync(file, "utf8")) as typeof fresh;
  return { wrapping: Buffer.from(keys.wrapping, "base64"), fingerprinting: Buffer.from(keys.fingerprinting, "base64") };
}
