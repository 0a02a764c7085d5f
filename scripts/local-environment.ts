import { randomBytes } from "node:crypto";
import pg from "pg";
import { serverSecrets } from "../apps/api/src/config.ts";
import { addMasterKey } from "../apps/api/src/db/manage-keys.ts";
import { provisionKeyStore, urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { createKeyFile, localKeyVault } from "../apps/api/src/providers/key-vault/local/adapter.ts";
import type { KeyVault } from "../apps/api/src/providers/key-vault/port.ts";

/** New secrets for the servers of this machine. */
export const randomSecrets = (): Record<string, string> =>
  Object.fromEntries(serverSecrets.map((name) => [name, randomBytes(32).toString("hex")]));

type NewKeyStore = { database: string; password: string };

/** Creates a key store with the vault's master key, unless it exists. Returns its URL for a server. */
export async function setUpKeyStore(
  adminUrl: string,
  { database, password, keys }: NewKeyStore & { keys: KeyVault },
): Promise<string> {
  await provisionKeyStore(adminUrl, database, password);
  const owner = createPool(urlFor("keyOwner", adminUrl, database, password), { max: 1, name: "inlay-keys" });
  await addMasterKey(owner, keys);
  await owner.end();
  return urlFor("keys", adminUrl, database, password);
}

/** Creates a key store with a key file, unless they exist. Returns the environment of a server that uses them. */
export async function setUpLocalKeyStore(
  adminUrl: string,
  { keyFile, ...store }: NewKeyStore & { keyFile: string },
): Promise<{ KEY_STORE_URL: string; KEY_VAULT_FILE: string }> {
  createKeyFile(keyFile);
  const keys = localKeyVault(keyFile);
  return { KEY_STORE_URL: await setUpKeyStore(adminUrl, { ...store, keys }), KEY_VAULT_FILE: keyFile };
}

/**
 * Lets the servers of this machine wait for locks for a minute, because transactions of a busy machine wait for each other longer than in
 * production. Tests of the timeouts set their own.
 */
export async function waitLongerThanDeployed(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  for (const role of ["app", "reader", "engine", "keys"]) {
    // A statement that waits for a lock ends by the lock's timeout, as in production.
    await client.query(`alter role inlay_${role} set lock_timeout = '60s'`);
    for (const timeout of ["statement_timeout", "idle_in_transaction_session_timeout"]) {
      await client.query(`alter role inlay_${role} set ${timeout} = '120s'`);
    }
  }
  await client.end();
}
