// Manages the keys of the key store: npm run keys -- COMMAND
// Uses the key store of `npm run dev`, or the one in KEY_STORE_OWNER_URL with the role inlay_keys_owner, and the key vault of the environment.

import path from "node:path";
import { serverVariables } from "../apps/api/src/config.ts";
import { addMasterKey, destroyDataKeys, retireMasterKey, rewrapDataKeys } from "../apps/api/src/db/manage-keys.ts";
import { keyStoreDir, migrate } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { readVariables } from "../apps/api/src/environment.ts";
import { kms } from "../apps/api/src/providers/key-vault/kms/config.ts";
import { localVault } from "../apps/api/src/providers/key-vault/local/config.ts";
import { keyVaultFrom } from "../apps/api/src/providers.ts";
import { portsFrom } from "./services.ts";
import { root } from "./stack.ts";

const usage = `npm run keys -- add                  lists the vault's current master key, so that servers may use it
npm run keys -- rewrap               wraps every data key by the vault's current master key
npm run keys -- retire MASTER_KEY    removes a master key that wraps nothing and that no server uses any more
npm run keys -- destroy PLATFORM_ID BUSINESS_ID PERSON_ID "REASON"
                                     destroys the data key of a person for good
npm run keys -- destroy PLATFORM_ID BUSINESS_ID everybody "REASON"
                                     destroys the data keys of a business and all its people for good`;

const ports = portsFrom(Number(process.env["INLAY_PORTS"] ?? 4000));
const url =
  process.env["KEY_STORE_OWNER_URL"] ?? `postgres://inlay_keys_owner:inlay@127.0.0.1:${ports.postgres}/inlay_keys`;

function currentKeyVault() {
  const variables = {
    KEY_VAULT_VENDOR: serverVariables.KEY_VAULT_VENDOR,
    ...localVault.variables,
    ...kms.variables,
  };
  const read = readVariables(variables, {
    KEY_VAULT_FILE: path.join(root, ".local/dev/keys.json"),
    ...process.env,
  });
  if (!read.success) throw new Error(read.error.issues.map((issue) => `${issue.path}: ${issue.message}`).join("\n"));
  return keyVaultFrom(read.data);
}

const [command, ...args] = process.argv.slice(2);
const pool = createPool(url, { max: 8, name: "inlay-keys" });
try {
  if (command === "add" && args.length === 0) {
    const keys = currentKeyVault();
    await migrate(url, keyStoreDir);
    await addMasterKey(pool, keys);
    console.log(`Servers may use the master key ${keys.masterKeyId}.`);
  } else if (command === "rewrap" && args.length === 0) {
    const keys = currentKeyVault();
    const count = await rewrapDataKeys(pool, keys);
    console.log(`${count} data keys were wrapped by the master key ${keys.masterKeyId}.`);
  } else if (command === "retire" && args[0] && args.length === 1) {
    await retireMasterKey(pool, args[0]);
    console.log(`The master key ${args[0]} is retired.`);
  } else if (command === "destroy" && args.length === 4) {
    const [platformId = "", businessId = "", personId = "", reason = ""] = args;
    const holder = { platformId, businessId, personId: personId === "everybody" ? null : personId };
    const count = await destroyDataKeys(pool, holder, reason);
    if (count === 0) throw new Error("There is no such data key, or it was destroyed before.");
    console.log(`${count} data keys are destroyed. Backups of the key store still have them until they are deleted.`);
  } else {
    throw new Error(usage);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await pool.end();
}
