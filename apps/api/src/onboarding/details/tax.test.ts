import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { prepareTax, saveTax } from "./tax.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const answer = { entityType: "PASS_THROUGH", ssn: new Secret("900700001") } as const;

async function aBusiness() {
  const { id: platformId } = await server.platform();
  const businessId = randomUUID();
  await server.database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [
    businessId,
    platformId,
  ]);
  return { platformId, businessId };
}

async function addOwner({ platformId, businessId }: { platformId: string; businessId: string }): Promise<string> {
  const id = randomUUID();
  await server.database.admin.query(
    `insert into app.business_owner (id, platform_id, business_id, is_primary, first_name, last_name, email)
      values ($1, $2, $3, true, 'Rosa', 'Marin', $4)`,
    [id, platformId, businessId, `${id}@example.com`],
  );
  return id;
}

const save = (tenant: Awaited<ReturnType<typeof aBusiness>>, ready: Awaited<ReturnType<typeof prepareTax>>) =>
  inScope(server.app.pool, tenant, (tx) => saveTax(tx, server.app, tenant, answer, ready));

describe("SSN of a business that is taxed through its owner", () => {
  it("is encrypted with the key of the primary owner", async () => {
    const tenant = await aBusiness();
    const personId = await addOwner(tenant);
    await save(tenant, await prepareTax(server.app, tenant, answer));
    const { rows } = await server.database.admin.query("select data_key_id from app.secret where owner_id = $1", [
      personId,
    ]);
    const key = await server.app.vault.keyFor({ ...tenant, personId });
    expect(rows).toEqual([{ data_key_id: key.id }]);
  });

  it("is refused as busy when another primary owner was saved after the key was fetched", async () => {
    const tenant = await aBusiness();
    const first = await addOwner(tenant);
    const ready = await prepareTax(server.app, tenant, answer);
    await server.database.admin.query("delete from app.business_owner where id = $1", [first]);
    await addOwner(tenant);
    await expect(save(tenant, ready)).rejects.toMatchObject({ code: "BUSY" });
  });

  it("is refused while the business has no primary owner", async () => {
    const tenant = await aBusiness();
    await expect(prepareTax(server.app, tenant, answer)).rejects.toMatchObject({ code: "STEP_NOT_CURRENT" });
  });
});
