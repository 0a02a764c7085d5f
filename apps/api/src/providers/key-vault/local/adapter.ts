import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decrypt, encrypt } from "../../../encryption.ts";
import { type KeyVault, KeyVaultRefused } from "../port.ts";

/** Master keys by id, in base64. `masterKeyId` wraps new data keys; the others only unwrap. */
export type KeyFile = { masterKeyId: string; masterKeys: Record<string, string> };

/** Keys in a file that only its owner can read. For development and tests; production uses a key service. */
export function localKeyVault(file: string): KeyVault {
  const { masterKeyId, masterKeys } = readKeyFile(file);
  const masterKey = (id: string) => {
    const key = masterKeys[id];
    if (key === undefined) throw new KeyVaultRefused(`the key file has no master key ${id}`);
    return { id, key: Buffer.from(key, "base64") };
  };
  const wrap = (key: Buffer, about: string) => ({
    masterKeyId,
    bytes: encrypt(masterKey(masterKeyId), key, about),
  });
  const unwrap: KeyVault["unwrap"] = async ({ masterKeyId: id, bytes }, about) => {
    const unwrapping = masterKey(id);
    try {
      return decrypt(unwrapping, bytes, about);
    } catch (cause) {
      throw new KeyVaultRefused(`the master key ${id} does not unwrap this data key`, { cause });
    }
  };
  return {
    masterKeyId,
    generate: async (about) => {
      const key = randomBytes(32);
      return { key, wrapped: wrap(key, about) };
    },
    unwrap,
    rewrap: async (wrapped, about) => wrap(await unwrap(wrapped, about), about),
  };
}

/** Creates a key file with one master key. An existing file is kept, because a new key could not unwrap anything. */
export function createKeyFile(file: string): void {
  const masterKeyId = randomUUID();
  const keys: KeyFile = { masterKeyId, masterKeys: { [masterKeyId]: randomBytes(32).toString("base64") } };
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    // "wx" fails where the file exists, so two processes that start together use the same keys.
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function readKeyFile(file: string): KeyFile {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as KeyFile;
  } catch (cause) {
    // A new key would hide the loss: nothing that was encrypted before could be read.
    throw new Error(`The key file ${file} cannot be read. Restore it.`, { cause });
  }
}
