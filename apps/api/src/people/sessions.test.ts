import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { sessionCookie } from "../http/public.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { extendSession, openSession } from "./sessions.ts";

const origin = "https://portal.inlay.test";
let server: TestServer;
let platform: TestPlatform;
let person: TestPerson;
beforeAll(async () => {
  server = await testServer({ PORTAL_URL: origin });
  platform = await server.platform();
  person = await server.person(platform, { email: "ana@sessions.test", roles: ["PRIMARY_OWNER"] });
});
afterAll(() => server.close());

/** A person with a direct sign-in session. */
async function signedIn() {
  const { pool, tokens } = server.app;
  const holder = {
    platformId: platform.id,
    userId: uuidOf("user", person.userId) ?? "",
    email: "ana@sessions.test",
  } as const;
  const opened = await inScope(pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
    openSession(tx, tokens, { ...holder, tokenType: "BUSINESS_USER", mode: "DIRECT" }),
  );
  const id = (await tokens.read(opened.token))?.sessionId ?? "";
  const headers = { cookie: `${sessionCookie}=${opened.token}`, origin };
  const ask = async (method: "GET" | "POST", url: string) => {
    const answer = await server.fastify.inject({ method, url, headers });
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
  };
  return {
    id,
    read: () => ask("GET", "/api/v1/session"),
    extend: () => ask("POST", "/api/v1/session/extend"),
    enter: async () => (await ask("GET", "/api/v1/business")).status,
    signOut: () => ask("POST", "/api/businesses/auth/v2/logout"),
    /** Sets how long ago the session was opened and when it ends. */
    age: (opened: string, endsIn: string) =>
      server.database.admin.query(
        "update app.session set created_at = now() - $2::interval, expires_at = now() + $3::interval where id = $1",
        [id, opened, endsIn],
      ),
  };
}

const hours = (count: number) => count * 3600;

describe("a session of a direct sign-in", () => {
  it("reports its remaining time and can be extended by its initial duration", async () => {
    const session = await signedIn();
    const { body } = await session.read();
    expect(body["canExtend"]).toBe(true);
    expect(Number(body["secondsLeft"])).toBeGreaterThan(hours(8) - 60);

    await session.age("7 hours 59 minutes", "1 minute");
    expect(Number((await session.read()).body["secondsLeft"])).toBeLessThanOrEqual(60);
    const extended = await session.extend();
    expect(extended.status).toBe(200);
    expect(Number(extended.body["secondsLeft"])).toBeGreaterThan(hours(8) - 60);
    expect(await session.enter()).toBe(200);
  });

  it("lasts at most a day and reports when it cannot be extended any more", async () => {
    const session = await signedIn();
    await session.age("20 hours", "1 minute");
    const { body } = await session.extend();
    expect(body["canExtend"]).toBe(false);
    expect(Number(body["secondsLeft"])).toBeLessThanOrEqual(hours(4));
    expect(Number(body["secondsLeft"])).toBeGreaterThan(hours(4) - 60);
    expect((await session.extend()).body["canExtend"]).toBe(false);
  });

  it("that has ended cannot be extended", async () => {
    const session = await signedIn();
    await session.age("8 hours", "-1 second");
    expect((await session.extend()).status).toBe(401);
    expect(await session.enter()).toBe(401);
  });

  it("that was signed out cannot be extended", async () => {
    const session = await signedIn();
    await session.signOut();
    expect((await session.extend()).status).toBe(401);
    expect(await session.enter()).toBe(401);
  });

  it.each([
    ["ended", "expires_at = now() - interval '1 second'"],
    ["was signed out", "revoked_at = now()"],
  ])("that %s during an extension request stays ended", async (_, change) => {
    const { id } = await signedIn();
    const { rows: before } = await server.database.admin.query(
      `update app.session set ${change} where id = $1 returning expires_at`,
      [id],
    );
    const scope = { platformId: platform.id, businessId: "whole platform" } as const;
    await inScope(server.app.pool, scope, (tx) => extendSession(tx, id));
    const { rows: after } = await server.database.admin.query("select expires_at from app.session where id = $1", [id]);
    expect(after).toEqual(before);
  });

  it("is not extended by a page of another origin", async () => {
    const { pool, tokens } = server.app;
    const holder = { platformId: platform.id, userId: uuidOf("user", person.userId) ?? "", email: null } as const;
    const { token } = await inScope(pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      openSession(tx, tokens, { ...holder, tokenType: "BUSINESS_USER", mode: "DIRECT" }),
    );
    const answer = await server.fastify.inject({
      method: "POST",
      url: "/api/v1/session/extend",
      headers: { cookie: `${sessionCookie}=${token}`, origin: "https://elsewhere.test" },
    });
    expect(answer.json()).toMatchObject({ code: "ORIGIN_NOT_ALLOWED" });
  });

  it("ends when its row expires, although its token is still valid", async () => {
    const session = await signedIn();
    expect(await session.enter()).toBe(200);
    await session.age("9 hours", "-1 second");
    expect(await session.enter()).toBe(401);
  });
});

describe("a session inside a partner's page", () => {
  it("cannot be extended: the partner's page renews it", async () => {
    const before = await person.as({ method: "GET", url: "/api/v1/session" });
    expect(before.body).toMatchObject({ canExtend: false });
    expect(Number(before.body["secondsLeft"])).toBeLessThanOrEqual(15 * 60);
    const after = await person.as({ method: "POST", url: "/api/v1/session/extend" });
    expect(Number(after.body["secondsLeft"])).toBeLessThanOrEqual(Number(before.body["secondsLeft"]));
  });
});
