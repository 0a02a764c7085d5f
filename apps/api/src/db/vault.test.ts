import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret } from "@inlay/contracts/secret.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { setUpLocalKeyStore } from "../../../../scripts/local-environment.ts";
import { type KeyFile, localKeyVault } from "../providers/key-vault/local/adapter.ts";
import type { KeyVault } from "../providers/key-vault/port.ts";
import { addMasterKey, destroyDataKeys, retireMasterKey, rewrapDataKeys } from "./manage-keys.ts";
import { urlFor } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { inScope } from "./scope.ts";
import { type TestDatabase, testDatabase } from "./test-database.fixture.ts";
import { type KeyHolder, openVault, type Vault } from "./vault.ts";

const dir = mkdtempSync(path.join(tmpdir(), "vault-"));
const pools: pg.Pool[] = [];
let database: TestDatabase;
let shared: Awaited<ReturnType<typeof keyStore>>;
let vault: Vault;

/** A key store of its own with a key file. */
async function keyStore() {
  const name = `keys_${randomBytes(8).toString("hex")}`;
  const keyFile = path.join(dir, `${name}.json`);
  const { KEY_STORE_URL } = await setUpLocalKeyStore(inject("postgresUrl"), {
    database: name,
    password: "inlay",
    keyFile,
  });
  const pool = (url: string) => {
    const opened = createPool(url);
    pools.push(opened);
    return opened;
  };
  return {
    keyFile,
    pool: pool(KEY_STORE_URL),
    owner: pool(urlFor("keyOwner", inject("postgresUrl"), name, "inlay")),
    keys: localKeyVault(keyFile),
  };
}

/** The vault of a key file with one more master key, which is now the current one. */
function withNewMasterKey(keyFile: string): KeyVault {
  const { masterKeys } = JSON.parse(readFileSync(keyFile, "utf8")) as KeyFile;
  const masterKeyId = randomUUID();
  const added = { masterKeyId, masterKeys: { ...masterKeys, [masterKeyId]: randomBytes(32).toString("base64") } };
  const file = path.join(dir, `${masterKeyId}.json`);
  writeFileSync(file, JSON.stringify(added));
  return localKeyVault(file);
}

beforeAll(async () => {
  database = await testDatabase();
  shared = await keyStore();
  vault = await openVault(shared.pool, shared.keys);
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.close();
});

type Scope = { platformId: string; businessId: string };

async function aBusiness(): Promise<Scope> {
  const platformId = randomUUID();
  const businessId = randomUUID();
  await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  return { platformId, businessId };
}

async function saveEin(into: Vault, scope: Scope, ein: string) {
  const key = await into.keyFor(scope);
  const fingerprint = into.fingerprint(ein, "EIN");
  await inScope(database.pool(), scope, (tx) =>
    into.save(tx, key, { ownerId: scope.businessId, field: "EIN", value: new Secret(ein), fingerprint }),
  );
}

async function saveSsn(into: Vault, scope: Scope, personId: string, ssn: string) {
  const key = await into.keyFor({ ...scope, personId });
  const fingerprint = into.fingerprint(ssn, "SSN");
  await inScope(database.pool(), scope, (tx) =>
    into.save(tx, key, { ownerId: personId, field: "SSN", value: new Secret(ssn), fingerprint }),
  );
}

async function revealEin(from: Vault, scope: Scope, holder: KeyHolder = scope) {
  const key = await from.keyFor(holder);
  return inScope(database.pool(), scope, (tx) => from.reveal(tx, key, scope.businessId, "EIN"));
}

describe("vault secret", () => {
  it("is read back by its owner, and the last write wins", async () => {
    const scope = await aBusiness();
    await saveEin(vault, scope, "123456789");
    await saveEin(vault, scope, "987654321");
    expect((await revealEin(vault, scope))?.reveal()).toBe("987654321");
  });

  it("is stored in the clear only as its last four digits", async () => {
    const scope = await aBusiness();
    await saveEin(vault, scope, "842719365");
    const { rows } = await database.admin.query(
      "select s.*, s::text as everything from app.secret s where owner_id = $1",
      [scope.businessId],
    );
    expect(rows[0].last4).toBe("9365");
    expect(rows[0].everything).not.toContain("842719365");
    expect(rows[0].encrypted.toString("latin1")).not.toContain("842719365");
  });

  it("cannot be decrypted in another row, business or field", async () => {
    const [mine, theirs] = [await aBusiness(), await aBusiness()];
    await saveEin(vault, mine, "123456789");
    await saveEin(vault, theirs, "111111118");
    await database.admin.query(
      `update app.secret set encrypted = (select encrypted from app.secret where owner_id = $1),
         data_key_id = (select data_key_id from app.secret where owner_id = $1) where owner_id = $2`,
      [mine.businessId, theirs.businessId],
    );
    await expect(revealEin(vault, theirs, mine)).rejects.toThrow("unable to authenticate");
    await database.admin.query("update app.secret set field = 'SSN' where owner_id = $1", [mine.businessId]);
    const key = await vault.keyFor(mine);
    await expect(inScope(database.pool(), mine, (tx) => vault.reveal(tx, key, mine.businessId, "SSN"))).rejects.toThrow(
      "unable to authenticate",
    );
  });

  it("names the data key that it is encrypted with, and no other is tried", async () => {
    const scope = await aBusiness();
    await saveEin(vault, scope, "123456789");
    const { id } = await vault.keyFor(scope);
    const other = await vault.keyFor({ ...scope, businessId: null });
    await expect(revealEin(vault, scope, { ...scope, businessId: null })).rejects.toThrow(
      `the value is encrypted with the key ${id}, not with ${other.id}`,
    );
  });

  it("is found by its fingerprint", async () => {
    const scope = await aBusiness();
    await saveEin(vault, scope, "123456789");
    const fingerprint = vault.fingerprint("123456789", "EIN");
    const found = await inScope(database.pool(), scope, (tx) =>
      tx
        .selectFrom("secret")
        .select("owner_id")
        .where("field", "=", "EIN")
        .where("blind_index", "=", fingerprint)
        .execute(),
    );
    expect(found).toEqual([{ owner_id: scope.businessId }]);
  });

  it("of a person is encrypted with the person's key only", async () => {
    const scope = await aBusiness();
    const personId = randomUUID();
    const keys = [await vault.keyFor(scope), await vault.keyFor({ ...scope, personId: randomUUID() })];
    const ssn = { ownerId: personId, field: "SSN", value: new Secret("900700001"), fingerprint: Buffer.of(1) } as const;
    for (const key of keys) {
      await expect(inScope(database.pool(), scope, (tx) => vault.save(tx, key, ssn))).rejects.toThrow(
        "the data key of another holder must not encrypt this SSN",
      );
    }
    await saveSsn(vault, scope, personId, "900700001");
    const own = await vault.keyFor({ ...scope, personId });
    const read = await inScope(database.pool(), scope, (tx) => vault.reveal(tx, own, personId, "SSN"));
    expect(read?.reveal()).toBe("900700001");
  });
});

describe("data key", () => {
  it("is one per platform, business and person, also for concurrent first uses", async () => {
    const scope = await aBusiness();
    const holders = [scope, { ...scope, businessId: null }, { ...scope, personId: randomUUID() }];
    const ids = await Promise.all(
      holders.map(async (holder) => {
        const keys = await Promise.all(Array.from({ length: 10 }, () => vault.keyFor(holder)));
        return [...new Set(keys.map(({ id }) => id))];
      }),
    );
    expect(ids.map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(new Set(ids.flat()).size).toBe(3);
  });

  it("is not in the main database", async () => {
    const { rows } = await database.admin.query(
      "select table_name from information_schema.columns where column_name like '%wrapped%' or table_name = 'data_key'",
    );
    expect(rows).toEqual([]);
  });

  it("cannot be used by another holder, though its row is copied", async () => {
    const [mine, theirs] = [await aBusiness(), await aBusiness()];
    await Promise.all([vault.keyFor(mine), vault.keyFor(theirs)]);
    await shared.owner.query(
      `update keys.data_key set wrapped = (select wrapped from keys.data_key where business_id = $1) where business_id = $2`,
      [mine.businessId, theirs.businessId],
    );
    await expect(vault.keyFor(theirs)).rejects.toThrow("does not unwrap this data key");
    await destroyDataKeys(shared.owner, { ...theirs, personId: null }, "test");
  });

  it("can be neither changed nor destroyed by the role of the servers, which the main database's roles are not", async () => {
    const scope = await aBusiness();
    await vault.keyFor(scope);
    await expect(destroyDataKeys(shared.pool, { ...scope, personId: null }, "test")).rejects.toThrow(
      "permission denied",
    );
    await expect(shared.pool.query("delete from keys.data_key")).rejects.toThrow("permission denied");
    const { pathname } = new URL(String(shared.pool.options.connectionString));
    const app = new pg.Client(urlFor("app", inject("postgresUrl"), pathname.slice(1), "inlay"));
    await expect(app.connect()).rejects.toThrow("permission denied for database");
  });
});

describe("destroyed data key", () => {
  it("opens its values neither in the main database nor in a copy of it from before, and no new key takes its place", async () => {
    const scope = await aBusiness();
    const [personId, otherId] = [randomUUID(), randomUUID()];
    await saveEin(vault, scope, "123456789");
    await saveSsn(vault, scope, personId, "900700001");
    await saveSsn(vault, scope, otherId, "900700002");

    const copy = `${database.name}_copy`;
    const admin = new pg.Client(inject("postgresUrl"));
    await admin.connect();
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [database.name]);
    await admin.query(`create database ${copy} template ${database.name}`);
    await admin.end();
    const copied = createPool(urlFor("app", inject("postgresUrl"), copy, "inlay"));
    pools.push(copied);
    const fromCopy = async (person: string) => {
      const key = await vault.keyFor({ ...scope, personId: person });
      return (await inScope(copied, scope, (tx) => vault.reveal(tx, key, person, "SSN")))?.reveal();
    };
    expect(await fromCopy(personId)).toBe("900700001");

    expect(await destroyDataKeys(shared.owner, { ...scope, personId }, "asked by the person")).toBe(1);
    await expect(fromCopy(personId)).rejects.toThrow("was destroyed");
    await expect(vault.keyFor({ ...scope, personId })).rejects.toThrow("was destroyed");
    expect(await fromCopy(otherId)).toBe("900700002");
    expect((await revealEin(vault, scope))?.reveal()).toBe("123456789");

    // A business is destroyed with its people.
    expect(await destroyDataKeys(shared.owner, { ...scope, personId: null }, "asked by the business")).toBe(2);
    await expect(fromCopy(otherId)).rejects.toThrow("was destroyed");
    await expect(revealEin(vault, scope)).rejects.toThrow("was destroyed");
  });

  it("stays destroyed when it is being wrapped again at that moment", async () => {
    const { owner, pool, keys, keyFile } = await keyStore();
    const scope = await aBusiness();
    const own = await openVault(pool, keys);
    await own.keyFor(scope);
    const rotated = withNewMasterKey(keyFile);
    await addMasterKey(owner, rotated);
    await rewrapDataKeys(owner, {
      ...rotated,
      rewrap: async (wrapped, about) => {
        const fresh = await rotated.rewrap(wrapped, about);
        await destroyDataKeys(owner, { ...scope, personId: null }, "test");
        return fresh;
      },
    });
    await expect(own.keyFor(scope)).rejects.toThrow("was destroyed");
  });
});

describe("master key", () => {
  it("is replaced: data keys are wrapped again, all values stay readable, and the old one can be retired", async () => {
    const { owner, pool, keys, keyFile } = await keyStore();
    const scope = await aBusiness();
    const before = await openVault(pool, keys);
    await saveEin(before, scope, "123456789");
    const rotated = withNewMasterKey(keyFile);
    await addMasterKey(owner, rotated);
    // Servers with the old and with the new setting run at the same time.
    const after = await openVault(pool, rotated);
    const later = await aBusiness();
    await saveEin(after, later, "111111118");
    await expect(retireMasterKey(owner, keys.masterKeyId)).rejects.toThrow("still wraps 2 data keys");
    expect(await rewrapDataKeys(owner, rotated)).toBe(2);
    await retireMasterKey(owner, keys.masterKeyId);
    expect((await revealEin(after, scope))?.reveal()).toBe("123456789");
    expect((await revealEin(after, later))?.reveal()).toBe("111111118");
    expect(after.fingerprint("123456789", "EIN")).toEqual(before.fingerprint("123456789", "EIN"));
    await expect(before.keyFor(await aBusiness())).rejects.toThrow("violates foreign key constraint");
  });

  it("that the key store does not list is refused at the start", async () => {
    const { pool, keyFile } = await keyStore();
    const rotated = withNewMasterKey(keyFile);
    await expect(openVault(pool, rotated)).rejects.toThrow(
      `The master key ${rotated.masterKeyId} is not one of the key store's.`,
    );
  });

  it("with the right id and another key is refused at the start", async () => {
    const { pool, keys } = await keyStore();
    const file = path.join(dir, `${randomUUID()}.json`);
    const { masterKeyId } = keys;
    writeFileSync(
      file,
      JSON.stringify({ masterKeyId, masterKeys: { [masterKeyId]: randomBytes(32).toString("base64") } }),
    );
    await expect(openVault(pool, localKeyVault(file))).rejects.toThrow(
      `The master key ${masterKeyId} does not unwrap the data keys of the key store.`,
    );
  });

  it("that is missing for earlier data keys is refused at the start, though the current one is right", async () => {
    const { owner, pool, keyFile } = await keyStore();
    const rotated = withNewMasterKey(keyFile);
    await addMasterKey(owner, rotated);
    const { masterKeyId } = rotated;
    const file = path.join(dir, `${randomUUID()}.json`);
    const { masterKeys } = JSON.parse(readFileSync(path.join(dir, `${masterKeyId}.json`), "utf8")) as KeyFile;
    writeFileSync(file, JSON.stringify({ masterKeyId, masterKeys: { [masterKeyId]: masterKeys[masterKeyId] } }));
    await expect(openVault(pool, localKeyVault(file))).rejects.toThrow("does not unwrap the data keys");
  });
});
