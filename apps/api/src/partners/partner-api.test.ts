import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

const base = "/api/platform/v1";
const post = (path: string, payload: object, headers = {}) =>
  server.partner(platform, { method: "POST", url: `${base}${path}`, payload, headers });
const get = (path: string) => server.partner(platform, { method: "GET", url: `${base}${path}` });

describe("partner API", () => {
  it("creates a business and reads it by either id", async () => {
    const made = await post("/businesses", {
      platformBusinessId: "acme/42",
      name: "Acme Plumbing",
      address: { addressLineOne: "12 Main St", city: "Austin", state: "TX", zipcode: "78701", country: "US" },
      metadata: { plan: "pro" },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      object: "business",
      platformBusinessId: "acme/42",
      livemode: false,
      status: { section: "onboarding", state: "NOT_STARTED", actionRequired: true, label: "Application in progress" },
      metadata: { plan: "pro" },
    });
    expect(made.body["id"]).toMatch(/^biz_[0-9a-hjkmnp-tv-z]{26}$/);
    const byOurs = await get(`/businesses/${made.body["id"]}`);
    const byTheirs = await get("/businesses/platform:acme%2F42");
    const withoutClock = ({ clock: _, ...rest }: Record<string, unknown>) => rest;
    expect(withoutClock(byOurs.body)).toEqual(withoutClock(made.body));
    expect(withoutClock(byTheirs.body)).toEqual(withoutClock(made.body));
  });

  it("returns only the last four digits of an EIN", async () => {
    const made = await post("/businesses", { platformBusinessId: randomUUID(), ein: "12-3456789" });
    expect(made.body["einLast4"]).toBe("6789");
    expect(made.text).not.toContain("123456789");
  });

  it("creates a user with a role and a one-time connect token for them", async () => {
    const business = await post("/businesses", { platformBusinessId: randomUUID(), name: "Once Only" });
    const user = await post("/users", {
      platformUserId: "u-7",
      businessId: business.body["id"],
      email: "Ana@Acme.test",
      firstName: "Ana",
      lastName: "Ruiz",
      roles: ["PRIMARY_OWNER"],
    });
    expect(user.body).toMatchObject({
      object: "user",
      email: "ana@acme.test",
      roles: ["PRIMARY_OWNER"],
      status: "INVITED",
    });
    const token = await post("/users/platform:u-7/connect-tokens", {});
    expect(token.body).toMatchObject({ object: "connect_token", status: "UNUSED", platformUserId: "u-7" });
    const exchange = () =>
      server.fastify.inject({
        method: "POST",
        url: "/api/v1/connect-tokens/exchange",
        payload: { connectToken: token.body["connectToken"] },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, exchange));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(19);
    const read = await get(`/connect-tokens/${token.body["id"]}`);
    expect(read.body).toMatchObject({ status: "USED", connectToken: null });
    expect((await get("/users/platform:u-7")).body).toMatchObject({ status: "ACTIVE" });
  });

  it("names the object that already has the id, the email or the role", async () => {
    const made = await post("/businesses", { platformBusinessId: "taken", name: "Taken Name" });
    const again = await post("/businesses", { platformBusinessId: "taken" });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: "ALREADY_EXISTS", context: { objectId: made.body["id"] } });
    const owner = { platformBusinessId: "taken", email: "o@taken.test", roles: ["PRIMARY_OWNER"] };
    expect((await post("/users", { platformUserId: "t1", ...owner })).status).toBe(201);
    expect((await post("/users", { platformUserId: "t2", ...owner })).body["code"]).toBe("PRIMARY_OWNER_TAKEN");
    expect((await post("/users", { platformUserId: "t3", ...owner, roles: [] })).body["code"]).toBe(
      "USER_EMAIL_ALREADY_EXISTS",
    );
  });

  it("takes any printable business name, and the same name again", async () => {
    const name = "Smith & Sons, LLC (“寿司” – 24/7)";
    for (let n = 0; n < 2; n++)
      expect(await post("/businesses", { platformBusinessId: randomUUID(), name })).toMatchObject({
        status: 201,
        body: { name },
      });
    const unprintable = await post("/businesses", { platformBusinessId: randomUUID(), name: "Smith\u0000Sons" });
    expect(unprintable).toMatchObject({ status: 400, body: { errors: [{ pointer: "/name", code: "INVALID" }] } });
  });

  it("pages through every row once in either direction and polls changes without a gap", async () => {
    const other = await server.platform();
    const listOf = (query: string) => server.partner(other, { method: "GET", url: `${base}/businesses?${query}` });
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      const made = await server.partner(other, {
        method: "POST",
        url: `${base}/businesses`,
        payload: { platformBusinessId: `p${n}` },
      });
      ids.push(String(made.body["id"]));
    }
    for (const order of ["asc", "desc"]) {
      const seen: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await listOf(`limit=3&order=${order}${cursor && `&cursor=${cursor}`}`);
        seen.push(...(page.body["data"] as unknown as { id: string }[]).map((business) => business.id));
        if (!page.body["hasMore"]) break;
        cursor = String(page.body["nextCursor"]);
      }
      expect(seen).toEqual(order === "asc" ? ids : [...ids].reverse());
    }
    const first = await listOf("limit=3");
    const mismatch = await listOf(`limit=3&order=asc&cursor=${first.body["nextCursor"]}`);
    expect(mismatch.body["code"]).toBe("CURSOR_MISMATCH");
    expect((await listOf(`cursor=${String(first.body["nextCursor"]).slice(0, -2)}`)).body["code"]).toBe(
      "INVALID_CURSOR",
    );
    const changes = await listOf("updatedAfter=2020-01-01T00:00:00.000Z&limit=100");
    expect((changes.body["data"] as unknown[]).length).toBe(7);
    const later = await listOf(`updatedAfter=${changes.body["completeThrough"]}`);
    expect(later.body["data"]).toEqual([]);
  });
});

describe("partner API refusal", () => {
  it("is a problem document with a code, a sentence, a next action and the request id", async () => {
    const refused = await get("/businesses/biz_01k00000000000000000000000");
    expect(refused.status).toBe(404);
    expect(refused.headers["content-type"]).toContain("application/problem+json");
    expect(refused.body).toMatchObject({
      code: "NOT_FOUND",
      errorCode: "BusinessNotFoundException",
      detail: "No such business.",
      nextAction: { kind: "FIX_REQUEST" },
    });
    expect(refused.body["requestId"]).toBe(refused.headers["request-id"]);
  });

  it("names every invalid field and every unknown member and parameter", async () => {
    const refused = await post("/businesses", {
      platformBusinessId: "",
      phoneNumber: "123",
      ein: "00-1234567",
      nmae: "typo",
    });
    expect(refused.status).toBe(400);
    const pointers = (refused.body["errors"] as unknown as { pointer: string }[]).map((error) => error.pointer);
    expect(pointers.sort()).toEqual(["/ein", "/nmae", "/phoneNumber", "/platformBusinessId"]);
    expect(refused.text).not.toContain("1234567");
    expect((await get("/businesses?limitt=3")).body["code"]).toBe("UNKNOWN_PARAMETER");
    expect((await get("/businesses/acme-42")).body["code"]).toBe("INVALID_ID");
  });

  it("is the same for an unknown, a malformed and a revoked key", async () => {
    const revoked = await server.platform();
    await server.database.admin.query("update app.api_key set revoked_at = now() where platform_id = $1", [revoked.id]);
    const wrong = `${platform.key.slice(0, -1)}${platform.key.endsWith("x") ? "y" : "x"}`;
    const answers = await Promise.all(
      [`Bearer ${revoked.key}`, `Bearer ${wrong}`, "Bearer x", "Basic abc", undefined].map((authorization) =>
        server.fastify.inject({
          method: "GET",
          url: `${base}/businesses`,
          headers: authorization ? { authorization } : {},
        }),
      ),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      const { requestId: _, ...body } = answer.json();
      const { requestId: __, ...expected } = answers[0]?.json() ?? {};
      expect(body).toEqual(expected);
    }
  });

  it("rejects a secret key from a browser and a publishable key", async () => {
    const fromPage = await server.partner(platform, {
      method: "GET",
      url: `${base}/businesses`,
      headers: { origin: "https://acme.test" },
    });
    expect(fromPage.body["code"]).toBe("BROWSER_NOT_ALLOWED");
    const publishable = await server.partner(
      { ...platform, key: platform.publishableKey },
      { method: "GET", url: `${base}/businesses` },
    );
    expect(publishable.body["code"]).toBe("PUBLISHABLE_KEY_NOT_ALLOWED");
  });

  it("names the scope that a restricted key lacks", async () => {
    await server.database.admin.query(
      "update app.api_key set scopes = '{businesses:write}' where platform_id = $1 and kind = 'SECRET'",
      [platform.id],
    );
    try {
      expect((await get("/businesses")).status).toBe(200);
      expect((await get("/users")).body).toMatchObject({ code: "SCOPE_MISSING", context: { scope: "users:read" } });
    } finally {
      await server.database.admin.query(
        "update app.api_key set scopes = '{businesses:write,users:write,sessions:write}' where platform_id = $1 and kind = 'SECRET'",
        [platform.id],
      );
    }
  });
});

describe("Idempotency-Key", () => {
  it("sent 20 times concurrently creates one business, and all answers are identical", async () => {
    const key = randomUUID();
    const payload = { platformBusinessId: randomUUID(), name: `Twenty at once ${key.slice(0, 8)}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post("/businesses", payload, { "idempotency-key": key })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers["idempotent-replayed"] === "true")).toHaveLength(19);
    const { rows } = await server.database.admin.query(
      "select count(*)::int as count from app.business where platform_business_id = $1",
      [payload.platformBusinessId],
    );
    expect(rows[0].count).toBe(1);
  });

  it("is refused with another body and replayed with the same members in another order", async () => {
    const key = randomUUID();
    const platformBusinessId = randomUUID();
    const first = await post(
      "/businesses",
      { platformBusinessId, website: "https://a.test" },
      { "idempotency-key": key },
    );
    const other = await post(
      "/businesses",
      { platformBusinessId, website: "https://b.test" },
      { "idempotency-key": key },
    );
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
      context: { firstRequestId: first.headers["request-id"] },
    });
    const same = await post(
      "/businesses",
      { website: "https://a.test", platformBusinessId },
      { "idempotency-key": key },
    );
    expect(same.text).toBe(first.text);
  });

  it("distinguishes two EINs although neither is stored in the clear", async () => {
    const key = randomUUID();
    const platformBusinessId = randomUUID();
    await post("/businesses", { platformBusinessId, ein: "123456789" }, { "idempotency-key": key });
    const other = await post("/businesses", { platformBusinessId, ein: "123456780" }, { "idempotency-key": key });
    expect(other.status).toBe(422);
  });

  it("of a request in progress answers 409 after a short wait", async () => {
    const impatient = await testServer({}, {}, "1s");
    const holder = await impatient.database.admin.connect();
    try {
      const partner = await impatient.platform();
      const key = randomUUID();
      await holder.query("begin");
      await holder.query(
        "insert into app.idempotency_key (platform_id, key, fingerprint, request_id) values ($1, $2, '', 'req')",
        [partner.id, key],
      );
      const waiting = await impatient.partner(partner, {
        method: "POST",
        url: `${base}/businesses`,
        payload: { platformBusinessId: randomUUID() },
        headers: { "idempotency-key": key },
      });
      expect(waiting.status).toBe(409);
      expect(waiting.body["code"]).toBe("IDEMPOTENCY_IN_PROGRESS");
      expect(waiting.headers["retry-after"]).toBe("1");
    } finally {
      await holder.query("rollback");
      holder.release();
      await impatient.close();
    }
  });

  it("is not used up by a refusal", async () => {
    const key = randomUUID();
    expect(
      (await post("/users", { platformUserId: "later", platformBusinessId: "not-yet" }, { "idempotency-key": key }))
        .status,
    ).toBe(404);
    await post("/businesses", { platformBusinessId: "not-yet" });
    expect(
      (await post("/users", { platformUserId: "later", platformBusinessId: "not-yet" }, { "idempotency-key": key }))
        .status,
    ).toBe(201);
  });

  it("is required for every POST", async () => {
    const refused = await post("/businesses", { platformBusinessId: "x" }, { "idempotency-key": "" });
    expect(refused.body["code"]).toBe("IDEMPOTENCY_KEY_REQUIRED");
  });

  it("replays a connect token for ten minutes from encrypted storage, and then no more", async () => {
    await post("/businesses", { platformBusinessId: "sealed" });
    await post("/users", { platformUserId: "sealed", platformBusinessId: "sealed" });
    const key = randomUUID();
    const make = () => post("/users/platform:sealed/connect-tokens", {}, { "idempotency-key": key });
    const first = await make();
    expect((await make()).text).toBe(first.text);
    const { rows } = await server.database.admin.query(
      "select answer, encrypted_answer from app.idempotency_key where key = $1",
      [key],
    );
    expect(rows[0].answer).toBeNull();
    expect(rows[0].encrypted_answer.toString("latin1")).not.toContain(String(first.body["connectToken"]));
    await server.database.admin.query(
      "update app.idempotency_key set created_at = now() - interval '11 minutes' where key = $1",
      [key],
    );
    expect((await make()).body["code"]).toBe("SECRET_NOT_REPLAYABLE");
  });
});
