import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Secret } from "@inlay/contracts/secret.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localKeyVault } from "../providers/key-vault/local/adapter.ts";
import { inScope } from "./scope.ts";
import { type TestDatabase, testDatabase } from "./test-database.fixture.ts";
import { createVault, type KeyHolder } from "./vault.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const keyFile = () => path.join(mkdtempSync(path.join(tmpdir(), "vault-")), "keys.json");

async function aBusiness() {
  const platformId = randomUUID();
  const businessId = randomUUID();
  await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  return { platformId, businessId };
}

async function saveEin(
  vault: ReturnType<typeof createVault>,
  scope: { platformId: string; businessId: string },
  ein: string,
) {
  const key = await vault.keyFor(scope);
  const fingerprint = await vault.fingerprint(ein, "EIN");
  await inScope(database.pool(), scope, (tx) =>
    vault.save(tx, key, { ownerId: scope.businessId, field: "EIN", value: new Secret(ein), fingerprint }),
  );
}

const revealEin = async (
  vault: ReturnType<typeof createVault>,
  scope: { platformId: string; businessId: string },
  holder: KeyHolder = scope,
) => {
  const key = await vault.keyFor(holder);
  return inScope(database.pool(), scope, (tx) => vault.reveal(tx, key, scope.businessId, "EIN"));
};

describe("vault secret", () => {
  it("is read back by its owner, and the last write wins", async () => {
    const vault = createVault(database.pool(), localKeyVault(keyFile()));
    const scope = await aBusiness();
    await saveEin(vault, scope, "123456789");
    await saveEin(vault, scope, "987654321");
    expect((await revealEin(vault, scope))?.reveal()).toBe("987654321");
  });

  it("is stored in the clear only as its last four digits", async () => {
    const vault = createVault(database.pool(), localKeyVault(keyFile()));
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
    const vault = createVault(database.pool(), localKeyVault(keyFile()));
    const [mine, theirs] = [await aBusiness(), await aBusiness()];
    await saveEin(vault, mine, "123456789");
    await saveEin(vault, theirs, "111111118");
    await database.admin.query(
      `update app.secret set encrypted = (select encrypted from app.secret where owner_id = $1),
         data_key_id = (select data_key_id from app.secret where owner_id = $1) where owner_id = $2`,
      [mine.businessId, theirs.businessId],
    );
    await expect(revealEin(vault, theirs, mine)).rejects.toThrow();
    await database.admin.query("update app.secret set field = 'SSN' where owner_id = $1", [mine.businessId]);
    const key = await vault.keyFor(mine);
    await expect(
      inScope(database.pool(), mine, (tx) => vault.reveal(tx, key, mine.businessId, "SSN")),
    ).rejects.toThrow();
  });

  it("cannot be decrypted with the keys of another vault", async () => {
    const scope = await aBusiness();
    await saveEin(createVault(database.pool(), localKeyVault(keyFile())), scope, "123456789");
    await expect(revealEin(createVault(database.pool(), localKeyVault(keyFile())), scope)).rejects.toThrow();
  });

  it("is found by its fingerprint", async () => {
    const vault = createVault(database.pool(), localKeyVault(keyFile()));
    const scope = await aBusiness();
    await saveEin(vault, scope, "123456789");
    const fingerprint = await vault.fingerprint("123456789", "EIN");
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

  it("uses one key per business, also for concurrent first uses", async () => {
    const vault = createVault(database.pool(), localKeyVault(keyFile()));
    const scope = await aBusiness();
    const keys = await Promise.all(Array.from({ length: 10 }, () => vault.keyFor(scope)));
    expect(new Set(keys.map((key) => key.id)).size).toBe(1);
    const platformKeys = await Promise.all(
      Array.from({ length: 10 }, () => vault.keyFor({ ...scope, businessId: null })),
    );
    expect(new Set(platformKeys.map((key) => key.id)).size).toBe(1);
  });
});
