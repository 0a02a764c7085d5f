import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { roles, urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { openVault } from "../apps/api/src/db/vault.ts";
import { createKeyFile, localKeyVault } from "../apps/api/src/providers/key-vault/local/adapter.ts";
import { root } from "./stack.ts";

it("npm run keys: prepares an empty key store, destroys a data key with a reason, and explains its commands", async () => {
  const name = `keys_${randomBytes(8).toString("hex")}`;
  const admin = createPool(inject("postgresUrl"), { max: 1 });
  await admin.query(`create database ${name} owner ${roles.keyOwner}`);
  await admin.end();
  const keyFile = path.join(mkdtempSync(path.join(tmpdir(), "keys-")), "keys.json");
  createKeyFile(keyFile);
  const run = async (...args: string[]) => {
    const env = {
      ...process.env,
      KEY_STORE_OWNER_URL: urlFor("keyOwner", inject("postgresUrl"), name, "inlay"),
      KEY_VAULT_FILE: keyFile,
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/keys.ts", ...args], { cwd: root, env });
    return stdout;
  };
  expect(await run("add")).toContain(localKeyVault(keyFile).masterKeyId);

  const vault = await openVault(
    createPool(urlFor("keys", inject("postgresUrl"), name, "inlay")),
    localKeyVault(keyFile),
  );
  const holder = { platformId: randomUUID(), businessId: randomUUID() };
  await vault.keyFor(holder);
  expect(await run("rewrap")).toContain("0 data keys");
  const destroy = (...rest: string[]) => run("destroy", holder.platformId, holder.businessId, ...rest);
  await expect(destroy("everybody")).rejects.toThrow("npm run keys -- destroy");
  await expect(destroy(randomUUID(), "asked by another person")).rejects.toThrow("no such data key");
  await vault.keyFor(holder);
  expect(await destroy("everybody", "asked by the owner")).toContain("1 data keys");
  await expect(vault.keyFor(holder)).rejects.toThrow("was destroyed");
  await vault.close();
});
