import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { saveStyleConfiguration } from "../platforms/style-configurations.ts";
import { larkspurStyles } from "../seed/seed.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const anOwner = (platform: TestPlatform) => server.person(platform, { roles: ["PRIMARY_OWNER"] });

async function addTheme({ id }: TestPlatform, name: string): Promise<string> {
  await inScope(server.app.pool, { platformId: id, businessId: "whole platform" }, (tx) =>
    saveStyleConfiguration(tx, id, {
      name,
      isDefault: false,
      styles: larkspurStyles,
      signInPage: { title: "Welcome", body: "", backgroundImageUrl: null, logoUrl: null },
    }),
  );
  const { rows } = await server.database.admin.query(
    "select id from app.style_configuration where platform_id = $1 and name = $2",
    [id, name],
  );
  return rows[0]?.id;
}
const choose = (owner: TestPerson, customInitializationId: string | null) =>
  owner.as({ method: "PATCH", url: "/api/v1/businesses", payload: { customInitializationId } });
const chosen = async (owner: TestPerson) =>
  (await owner.as({ url: "/api/v1/business" })).body["customInitializationName"];

describe("the theme of a business", () => {
  it("is the chosen one in the answer and in later reads, until null chooses the default again", async () => {
    const platform = await server.platform();
    const id = await addTheme(platform, "Evening");
    const owner = await anOwner(platform);
    expect(await chosen(owner)).toBeNull();
    expect(await choose(owner, id)).toMatchObject({ status: 200, body: { customInitializationName: "Evening" } });
    expect(await chosen(owner)).toBe("Evening");
    expect(await choose(owner, null)).toMatchObject({ status: 200, body: { customInitializationName: null } });
    expect(await chosen(owner)).toBeNull();
  });

  it("stays when one that the platform does not have is chosen", async () => {
    const platform = await server.platform();
    const owner = await anOwner(platform);
    await choose(owner, await addTheme(platform, "Evening"));
    const foreign = await addTheme(await server.platform(), "Foreign");
    for (const id of [foreign, randomUUID()]) expect((await choose(owner, id)).status).toBe(404);
    expect(await chosen(owner)).toBe("Evening");
  });
});

describe("a test business", () => {
  it("is said to be one in the workflow, any other business is not", async () => {
    const owner = await anOwner(await server.platform());
    const isTest = async () => (await owner.as({ url: "/api/v1/workflow" })).body["testBusiness"];
    expect(await isTest()).toBe(true);
    await server.database.admin.query("update app.business set is_test = false where id = $1", [
      uuidOf("business", owner.businessId),
    ]);
    expect(await isTest()).toBe(false);
  });
});
