import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { inScope } from "../../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { loadTax } from "../../onboarding/details/tax.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform({ prequalEnabled: false });
});
afterAll(() => server.close());

const base = "/api/platform/v1";
const send = (method: "GET" | "POST" | "PATCH", path: string, payload?: object, headers: Record<string, string> = {}) =>
  server.partner(platform, { method, url: `${base}${path}`, ...(payload && { payload }), headers });
const complete = (person: TestPerson, completedStep: string, data: object) =>
  person.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
const screen = async (person: TestPerson, step: string) =>
  (await person.as({ method: "GET", url: `/api/v1/step/${step}` })).body["existingData"];
const address = { addressLineOne: "12 Main St", city: "Austin", state: "TX", zipcode: "78701", country: "US" };
const newOwner = () => server.person(platform, { email: `${randomUUID()}@facts.test`, roles: ["PRIMARY_OWNER"] });

/** An owner at the step for business details. */
async function ownerAtBusinessDetails(): Promise<TestPerson> {
  const owner = await newOwner();
  await complete(owner, "START_FLOW", {});
  await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] });
  const email = `${randomUUID()}@facts.test`;
  const details = { ...rightAnswers.COLLECT_PERSONAL_DETAILS, primaryBusinessOwnerEmail: email };
  expect((await complete(owner, "COLLECT_PERSONAL_DETAILS", details)).status).toBe(200);
  return owner;
}

describe("patching a business", () => {
  it("updates the fields sent, keeps omitted ones and clears those set to null", async () => {
    const made = await send("POST", "/businesses", {
      platformBusinessId: randomUUID(),
      website: "https://a.test",
      phoneNumber: "4155552671",
      ein: "12-3456789",
      metadata: { plan: "pro", seats: 2 },
    });
    const path = `/businesses/${made.body["id"]}`;
    const changed = await send("PATCH", path, {
      name: "Acme Plumbing",
      address,
      website: null,
      isSoleProprietorship: true,
      themeName: "Plain",
      metadata: { plan: null, tier: "b" },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: "Acme Plumbing",
      website: null,
      phoneNumber: "+14155552671",
      einLast4: "6789",
      version: 2,
      isSoleProprietorship: true,
      themeName: "Plain",
      metadata: { seats: 2, tier: "b" },
      address: { ...address, addressLineTwo: null },
    });
    expect(changed.headers["etag"]).toBe('"2"');
    const same = await send("PATCH", path, {
      name: "Acme Plumbing",
      address,
      ein: "123456789",
      metadata: { tier: "b" },
    });
    expect(same.body["version"]).toBe(2);
    const other = await send("PATCH", path, { ein: "12-3456780" });
    expect(other.body).toMatchObject({ einLast4: "6780", version: 3 });
    expect((await send("PATCH", path, { ein: null })).body["einLast4"]).toBeNull();
    const { rows } = await server.database.admin.query(
      "select body from app.event where kind = 'business.updated' order by recorded_at",
    );
    expect(rows.map(({ body }) => body.changed.sort())).toEqual([
      ["address", "isSoleProprietorship", "metadata", "name", "themeName", "website"],
      ["ein"],
      ["ein"],
    ]);
  });

  it("may repeat a name, and is refused for an older version and for fields that cannot be patched", async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    await send("POST", "/businesses", { platformBusinessId: one, name: "First Of All" });
    await send("POST", "/businesses", { platformBusinessId: two });
    const path = `/businesses/platform:${two}`;
    expect((await send("PATCH", path, { name: "First Of All" }, { "if-match": '"1"' })).status).toBe(200);
    const late = await send("PATCH", path, { website: "c.test" }, { "if-match": '"1"' });
    expect(late).toMatchObject({ status: 412, body: { code: "VERSION_MISMATCH", context: { currentVersion: 2 } } });
    expect((await send("PATCH", path, { platformBusinessId: "x" })).status).toBe(400);
  });

  it("prefills the owner's steps and is refused for fields that the owner has confirmed", async () => {
    const owner = await ownerAtBusinessDetails();
    const path = `/businesses/${owner.businessId}`;
    const name = `Known ${randomUUID().slice(0, 8)}`;
    await send("PATCH", path, { name, address, phoneNumber: "4155552671", website: "known.test" });
    expect(await screen(owner, "COLLECT_BUSINESS_DETAILS")).toMatchObject({
      businessName: name,
      phoneNumber: "+14155552671",
      website: "https://known.test",
      address,
    });
    const answer = { ...rightAnswers.COLLECT_BUSINESS_DETAILS, businessName: `${name} Inc` };
    expect((await complete(owner, "COLLECT_BUSINESS_DETAILS", answer)).status).toBe(200);
    const refused = await send("PATCH", path, { name, metadata: { a: 1 } });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", context: { status: "CONFIRMED_BY_OWNER", fields: ["name"] } },
    });
    // A value equal to the owner's is accepted, and unconfirmed fields can still change.
    const agreed = await send("PATCH", path, { name: `${name} Inc`, metadata: { a: 1 }, ein: "12-3456789" });
    expect(agreed).toMatchObject({ status: 200, body: { metadata: { a: 1 }, einLast4: "6789" } });
  });

  it("prefills the tax form of a sole proprietor and the last digits of the EIN", async () => {
    const owner = await newOwner();
    await send("PATCH", `/businesses/${owner.businessId}`, { isSoleProprietorship: true, ein: "12-3456789" });
    const businessId = uuidOf("business", owner.businessId) ?? "";
    const known = await inScope(server.app.pool, { platformId: platform.id, businessId }, (tx) =>
      loadTax(tx, businessId),
    );
    expect(known).toMatchObject({ entityType: "PASS_THROUGH", tinLast4: "6789" });
  });

  it("waits for an owner's concurrent confirmation and is then refused", async () => {
    const owner = await ownerAtBusinessDetails();
    const business = uuidOf("business", owner.businessId);
    const confirming = await server.database.admin.connect();
    try {
      await confirming.query("begin");
      await confirming.query("select from app.onboarding where business_id = $1 for update", [business]);
      const changing = send("PATCH", `/businesses/${owner.businessId}`, { name: `Late ${randomUUID().slice(0, 8)}` });
      const isWaiting = until("the platform waits for the owner", async () => {
        const { rowCount } = await server.database.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rowCount !== 0;
      });
      expect(await Promise.race([isWaiting.then(() => "waits"), changing.then(({ status }) => status)])).toBe("waits");
      await confirming.query(
        `insert into app.onboarding_step (platform_id, business_id, step, answer_hash, completed_at)
          select platform_id, id, 'COLLECT_BUSINESS_DETAILS', '', now() from app.business where id = $1`,
        [business],
      );
      await confirming.query("commit");
      expect(await changing).toMatchObject({ status: 409, body: { code: "WRONG_STATE" } });
    } finally {
      confirming.release();
    }
  });
});

describe("patching a user", () => {
  it("prefills the person's step and is refused for fields that the person has confirmed", async () => {
    const owner = await newOwner();
    const path = `/users/${owner.userId}`;
    const patched = await send("PATCH", path, {
      firstName: "Ana",
      lastName: "Ruiz",
      phoneNumber: "4155552671",
      address,
    });
    expect(patched.body).toMatchObject({ firstName: "Ana", phoneNumber: "+14155552671" });
    await complete(owner, "START_FLOW", {});
    await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["TERM_LOAN"] });
    expect(await screen(owner, "COLLECT_PERSONAL_DETAILS")).toMatchObject({
      primaryBusinessOwnerFirstName: "Ana",
      primaryBusinessOwnerLastName: "Ruiz",
      phoneNumber: "+14155552671",
    });
    const email = `${randomUUID()}@facts.test`;
    const details = { ...rightAnswers.COLLECT_PERSONAL_DETAILS, primaryBusinessOwnerEmail: email };
    expect((await complete(owner, "COLLECT_PERSONAL_DETAILS", details)).status).toBe(200);
    const refused = await send("PATCH", path, { firstName: "Anna" });
    expect(refused).toMatchObject({ status: 409, body: { code: "WRONG_STATE", context: { fields: ["firstName"] } } });
    expect((await send("PATCH", path, { metadata: { a: 1 } })).body["metadata"]).toEqual({ a: 1 });
  });

  it("changes the email address only until the first sign-in and only to one that is not taken", async () => {
    const platformBusinessId = randomUUID();
    await send("POST", "/businesses", { platformBusinessId });
    const user = (platformUserId: string) =>
      send("POST", "/users", { platformUserId, platformBusinessId, email: `${platformUserId}@mail.test` });
    const [one, two] = [randomUUID(), randomUUID()];
    await user(one);
    await user(two);
    const taken = await send("PATCH", `/users/platform:${two}`, { email: `${one.toUpperCase()}@mail.test` });
    expect(taken.body["code"]).toBe("USER_EMAIL_ALREADY_EXISTS");
    expect((await send("PATCH", `/users/platform:${two}`, { email: "new@mail.test" })).body["email"]).toBe(
      "new@mail.test",
    );
    const seen = await newOwner();
    const locked = await send("PATCH", `/users/${seen.userId}`, { email: "other@mail.test" });
    expect(locked).toMatchObject({ status: 409, body: { code: "WRONG_STATE", context: { fields: ["email"] } } });
  });
});
