import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { inScope } from "../../db/scope.ts";
import type { SecretField } from "../../db/vault.ts";
import type { TestServer } from "../../http/server.fixture.ts";

const digits = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 9) + 1).join("");

/** A business with an EIN, an owner with an SSN and an account. The numbers are random, so that a search finds only these. */
export async function businessWithNumbers(server: TestServer) {
  const { app, database } = server;
  const { id: platformId } = await server.platform();
  const [businessId, ownerId, bankAccountId] = [randomUUID(), randomUUID(), randomUUID()];
  const numbers = { SSN: digits(9), EIN: digits(9), ACCOUNT_NUMBER: digits(12), ROUTING_NUMBER: "021000021" };
  const { admin } = database;
  await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  await admin.query(
    `insert into app.business_owner (id, platform_id, business_id, is_primary, first_name, last_name, email)
     values ($1, $2, $3, true, 'Rosa', 'Marín', 'rosa@harbor.test')`,
    [ownerId, platformId, businessId],
  );
  await admin.query(
    `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on)
     values ($1, $2, $3, 'Checking', $4, 'checking', 'BUSINESS', 'MANUAL', '2026-01-02')`,
    [bankAccountId, platformId, businessId, numbers.ACCOUNT_NUMBER.slice(-4)],
  );
  const holders: [SecretField & keyof typeof numbers, string][] = [
    ["SSN", ownerId],
    ["EIN", businessId],
    ["ACCOUNT_NUMBER", bankAccountId],
    ["ROUTING_NUMBER", bankAccountId],
  ];
  for (const [field, holderId] of holders) {
    const key = await app.vault.keyFor({ platformId, businessId, personId: field === "SSN" ? holderId : null });
    const value = new Secret(numbers[field]);
    const fingerprint = app.vault.fingerprint(numbers[field], field);
    await inScope(app.pool, { platformId, businessId }, (tx) =>
      app.vault.save(tx, key, { ownerId: holderId, field, value, fingerprint }),
    );
  }
  return { platformId, businessId, ownerId, bankAccountId, numbers };
}
