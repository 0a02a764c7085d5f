import { createHash, randomBytes } from "node:crypto";
import { rightRoles, withWrong, wrongRoles } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { smtpEmail } from "../providers/email/smtp/adapter.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { enter, invitedCoOwners } from "./invitations.fixture.ts";
import { prepareSignInCode } from "./sign-in.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  const changes = { PORTAL_URL: "https://portal.inlay.test", DIRECT_DOMAIN_OVERRIDES: "listed.test,also-listed.test" };
  [server, sandbox] = await Promise.all([testServer(changes), testSandbox()]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

/** Runs every open workflow of the platform in order, as the engine would. */
async function runWorkflows(platform: TestPlatform): Promise<void> {
  const emailSender = smtpEmail(sandbox.smtpUrl);
  for (let open = true; open; ) {
    const { rows } = await server.database.admin.query(
      "select kind, id from app.workflow_run where platform_id = $1 and state = 'OPEN' and kind in ('send-sign-in-code', 'deliver-email')",
      [platform.id],
    );
    open = rows.length > 0;
    for (const { kind, id } of rows) {
      const ids = { platformId: platform.id, businessId: null, id };
      if (kind === "send-sign-in-code") await prepareSignInCode(server.app, ids);
      else await deliverEmail(server.app, emailSender, ids);
      await server.database.admin.query("update app.workflow_run set state = 'DONE' where kind = $1 and id = $2", [
        kind,
        id,
      ]);
    }
  }
  emailSender.close();
}

/** The sign-in code from the email that the person received. */
async function codeFor(platform: TestPlatform, email: string): Promise<string> {
  await runWorkflows(platform);
  const [newest] = await sandbox.emailsTo(email);
  return /\b(\d{6})\b/.exec(newest?.text ?? "")?.[1] ?? "none";
}

const verifier = () => randomBytes(32).toString("base64url");
const challengeOf = (text: string) => createHash("sha256").update(text).digest("base64url");

const ask = (
  platform: TestPlatform,
  email: string,
  pkceCodeVerifier: string,
  originUrl = `https://${platform.domain}/`,
) =>
  server.fastify.inject({
    method: "POST",
    url: "/api/businesses/auth/v1/login-otp",
    payload: {
      platformDomainName: platform.domain,
      originUrl,
      email,
      pkceCodeChallenge: challengeOf(pkceCodeVerifier),
    },
  });
const verify = (email: string, code: string, pkceCodeVerifier: string) =>
  server.fastify.inject({
    method: "POST",
    url: "/api/businesses/auth/v1/login-otp/verify",
    payload: { email, code, pkceCodeVerifier },
  });

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function platformWithOwner(email: string, settings = {}) {
  const platform = await server.platform(settings);
  await server.person(platform, { email, roles: ["PRIMARY_OWNER"] });
  return platform;
}

describe("page of a platform without a sign-in domain", () => {
  /** The platform's id stands for its domain, and our own page is the only one. */
  async function embedOnly() {
    const platform = await server.platform({ signInDomains: [], openEnrollmentEnabled: true });
    return { ...platform, domain: platform.id };
  }
  const portal = "https://portal.inlay.test/";

  it("is found by the platform's id and says that it is for co-owners", async () => {
    const platform = await embedOnly();
    const query = new URLSearchParams({ page: portal, platformId: platform.id });
    const answer = await server.fastify.inject({ method: "GET", url: `/api/public/v1/platforms?${query}` });
    expect(answer.json()).toMatchObject({
      platformId: platform.id,
      signInDomain: platform.id,
      isForCoOwnersOnly: true,
    });
  });

  it("signs in a co-owner", async () => {
    const { applicant, emails, tokens } = await invitedCoOwners(server, 1, { signInDomains: [] });
    const platform = { ...applicant.platform, domain: applicant.platform.id };
    const email = emails[0]?.to ?? "";
    await enter(server, tokens[0] ?? "");
    const secret = verifier();
    expect((await ask(platform, email, secret, portal)).statusCode).toBe(202);
    expect((await verify(email, await codeFor(platform, email), secret)).statusCode).toBe(200);
  });

  it.each([["PRIMARY_OWNER"], ["OPERATOR"], [null]])(
    "emails no code to a person with the role %s, whom the platform signs in",
    async (role) => {
      const platform = await embedOnly();
      const email = `${role}@embed.test`.toLowerCase();
      if (role) await server.person(platform, { email, roles: [role] });
      expect((await ask(platform, email, verifier(), portal)).statusCode).toBe(202);
      await runWorkflows(platform);
      expect(await sandbox.emailsTo(email)).toEqual([]);
    },
  );
});

describe("session of a direct sign-in", () => {
  it("can be used from the page at the host that is called, and from the portal, but from no other", async () => {
    const platform = await platformWithOwner("ana@domain.test");
    const secret = verifier();
    await ask(platform, "ana@domain.test", secret);
    const signedIn = await verify("ana@domain.test", await codeFor(platform, "ana@domain.test"), secret);
    const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
    const write = async (origin: string) =>
      (
        await server.fastify.inject({
          method: "PUT",
          url: "/api/v1/users/locale",
          headers: { cookie, origin, host: platform.domain },
          payload: { locale: "es" },
        })
      ).statusCode;
    expect(await write(`https://${platform.domain}`)).toBe(200);
    expect(await write("https://portal.inlay.test")).toBe(200);
    expect(await write("https://elsewhere.test")).toBe(403);
    expect(await write(`http://${platform.domain}`)).toBe(403);
  });
});

describe("sign-in by email code", () => {
  it("addresses a known person by name and in their language", async () => {
    const platform = await server.platform();
    const email = "ana@spanish.test";
    const person = await server.person(platform, { email, firstName: "Ana", roles: ["PRIMARY_OWNER"] });
    await person.as({ method: "PUT", url: "/api/v1/users/locale", payload: { locale: "es" } });
    await ask(platform, email, verifier());
    const code = await codeFor(platform, email);
    const [sent] = await sandbox.emailsTo(email);
    expect(sent?.subject).toBe(`${code} es su código de acceso`);
    expect(sent?.text).toContain("Hola, Ana:");
  });

  it("opens a session in an HttpOnly cookie, and the code works once", async () => {
    const platform = await platformWithOwner("ana@one.test");
    const secret = verifier();
    expect((await ask(platform, "ANA@one.test", secret)).statusCode).toBe(202);
    const code = await codeFor(platform, "ana@one.test");
    expect(await sandbox.emailsTo("ana@one.test")).toMatchObject([{ subject: `${code} is your sign-in code` }]);
    const answer = await verify("ana@one.test", code, secret);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ signedIn: true, originUrl: `https://${platform.domain}/` });
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/^__Host-inlay-session=.*; Path=\/; .*HttpOnly; Secure; SameSite=Strict/);
    const business = await server.fastify.inject({
      method: "GET",
      url: "/api/v1/business",
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(business.json()).toMatchObject({ roles: ["PRIMARY_OWNER"], businessUserIndex: 0 });
    expect((await verify("ana@one.test", code, secret)).json()).toMatchObject({
      errorCode: "InvalidOTPCodeException",
    });
  });

  it("requires the PKCE verifier of the request besides the code", async () => {
    const platform = await platformWithOwner("ana@two.test");
    await ask(platform, "ana@two.test", verifier());
    const code = await codeFor(platform, "ana@two.test");
    expect((await verify("ana@two.test", code, verifier())).statusCode).toBe(400);
  });

  it("is locked after five wrong codes, even for the right code", async () => {
    const platform = await platformWithOwner("ana@three.test");
    const secret = verifier();
    await ask(platform, "ana@three.test", secret);
    const code = await codeFor(platform, "ana@three.test");
    for (let n = 0; n < 5; n++)
      expect((await verify("ana@three.test", another(code), secret)).json()).toMatchObject({
        code: "INVALID_OTP_CODE_EXCEPTION",
      });
    const locked = await verify("ana@three.test", code, secret);
    expect(locked.json()).toMatchObject({
      errorCode: "TooManyOTPAttemptsException",
      code: "TOO_MANY_OTP_ATTEMPTS_EXCEPTION",
    });
  });

  it("allows five of 100 concurrent guesses", async () => {
    const platform = await platformWithOwner("ana@four.test");
    const secret = verifier();
    await ask(platform, "ana@four.test", secret);
    const code = await codeFor(platform, "ana@four.test");
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => verify("ana@four.test", another(code), secret)),
    );
    const wrong = answers.filter((answer) => answer.json().errorCode === "InvalidOTPCodeException");
    expect(wrong).toHaveLength(5);
    expect(answers.filter((answer) => answer.json().errorCode === "TooManyOTPAttemptsException")).toHaveLength(95);
  });

  it("sends at most five codes an hour to an address, known or not", async () => {
    const platform = await platformWithOwner("ana@five.test");
    for (const email of ["ana@five.test", "nobody@five.test"]) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(platform, email, verifier())));
      expect(answers.filter((answer) => answer.statusCode === 202)).toHaveLength(5);
      expect(answers.filter((answer) => answer.json().errorCode === "TooManyOTPAttemptsException")).toHaveLength(7);
    }
  });

  it("answers an unknown address with the same status and body at both calls and sends it no email", async () => {
    const platform = await platformWithOwner("ana@six.test");
    const [known, unknown] = [verifier(), verifier()];
    const asked = [await ask(platform, "ana@six.test", known), await ask(platform, "nobody@six.test", unknown)];
    expect(asked[0]?.statusCode).toBe(asked[1]?.statusCode);
    expect(asked[0]?.body).toBe(asked[1]?.body);
    await runWorkflows(platform);
    expect(await sandbox.emailsTo("ana@six.test")).toHaveLength(1);
    expect(await sandbox.emailsTo("nobody@six.test")).toHaveLength(0);
    for (let n = 0; n < 6; n++) {
      const answers = [
        await verify("ana@six.test", "000000", known),
        await verify("nobody@six.test", "000000", unknown),
      ];
      const bodies = answers.map((answer) => ({ status: answer.statusCode, ...answer.json(), requestId: null }));
      expect(bodies[0]).toEqual(bodies[1]);
    }
  });

  it("creates a business for an unknown person where enrollment is open", async () => {
    const platform = await server.platform({ openEnrollmentEnabled: true });
    const secret = verifier();
    await ask(platform, "new@seven.test", secret);
    const answer = await verify("new@seven.test", await codeFor(platform, "new@seven.test"), secret);
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    const business = await server.fastify.inject({ method: "GET", url: "/api/v1/business", headers: { cookie } });
    expect(business.json()).toMatchObject({
      roles: [],
      businessName: null,
      allBusinessUsers: [{ currentStep: "SELECT_USER_ROLES" }],
    });
  });

  it("gives a platform's own users a session without access to businesses", async () => {
    const platform = await server.platform();
    await inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      tx
        .insertInto("platform_user")
        .values({ platform_id: platform.id, email: "ops@eight.test", name: "Ops" })
        .execute(),
    );
    const secret = verifier();
    await ask(platform, "ops@eight.test", secret);
    const answer = await verify("ops@eight.test", await codeFor(platform, "ops@eight.test"), secret);
    const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    expect(
      (await server.fastify.inject({ method: "GET", url: "/api/v1/business", headers: { cookie } })).statusCode,
    ).toBe(403);
  });

  it("stores no code in the clear", async () => {
    const platform = await platformWithOwner("ana@nine.test");
    await ask(platform, "ana@nine.test", verifier());
    const code = await codeFor(platform, "ana@nine.test");
    const { rows } = await server.database.admin.query(
      "select (select string_agg(s::text, '') from app.sign_in s) || (select string_agg(m::text, '') from app.email m) as everything",
    );
    expect(rows[0].everything).not.toContain(code);
  });
});

describe("a sign-in session", () => {
  it("ends at once and everywhere at sign-out", async () => {
    const person = await server.person(await server.platform());
    expect((await person.as({ method: "GET", url: "/api/v1/business" })).status).toBe(200);
    expect((await person.as({ method: "POST", url: "/api/businesses/auth/v2/logout" })).body).toEqual({
      signedOut: true,
    });
    expect((await person.as({ method: "GET", url: "/api/v1/business" })).status).toBe(401);
  });

  it("is not ended by a GET request", async () => {
    const person = await server.person(await server.platform());
    const answer = await person.as({ method: "GET", url: "/api/businesses/auth/v2/logout" });
    expect(answer.status).toBe(405);
    expect(answer.body["message"]).toMatch(/.+/);
    expect((await person.as({ method: "GET", url: "/api/v1/business" })).status).toBe(200);
  });

  it("in a cookie is refused when a page of another origin sends it", async () => {
    const person = await server.person(await server.platform(), { roles: ["PRIMARY_OWNER"] });
    const put = (origin: string | undefined) =>
      server.fastify.inject({
        method: "PATCH",
        url: "/api/v1/businesses",
        payload: { customInitializationId: null },
        headers: { cookie: `__Host-inlay-session=${person.token}`, ...(origin && { origin }) },
      });
    expect((await put("https://evil.example")).statusCode).toBe(403);
    expect((await put(undefined)).statusCode).toBe(403);
    expect((await put(new URL(server.app.config.PORTAL_URL).origin)).statusCode).toBe(200);
  });

  it("is refused for a token that was changed, signed with another key, or issued for another environment", async () => {
    const person = await server.person(await server.platform());
    const [head = "", claims = "", signature = ""] = person.token.split(".");
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "inlay-session+jwt" })).toString("base64url");
    const foreign = await testServer();
    const elsewhere = await foreign.person(await foreign.platform());
    await foreign.close();
    const forged = [
      `${unsigned}.${claims}.`,
      `${head}.${claims}.`,
      `${head}.${claims.slice(0, -3)}abc.${signature}`,
      elsewhere.token,
      "x",
      "",
    ];
    for (const token of forged) {
      const answer = await server.fastify.inject({
        method: "GET",
        url: "/api/v1/business",
        headers: { authorization: `Bearer ${token}` },
      });
      expect({ token: token.slice(0, 12), status: answer.statusCode }).toEqual({
        token: token.slice(0, 12),
        status: 401,
      });
    }
  });

  it("selects one of the person's businesses by the user index, and answers not found for any other index", async () => {
    const platform = await server.platform();
    const first = await server.person(platform, { email: "two@memberships.test", roles: ["PRIMARY_OWNER"] });
    const second = await server.person(platform, { email: "two@memberships.test" });
    const at = (index: string) =>
      second.as({ method: "GET", url: "/api/v1/business", headers: { "user-index": index } });
    expect((await at("0")).body).toMatchObject({ businessUserIndex: 0, roles: ["PRIMARY_OWNER"] });
    expect((await at("1")).body).toMatchObject({ businessUserIndex: 1, roles: [] });
    expect(((await at("1")).body["allBusinessUsers"] as unknown[]).length).toBe(2);
    for (const index of ["2", "-1", "x", "99999"]) expect((await at(index)).status).toBe(404);
    expect((await first.as({ method: "GET", url: "/api/v1/business" })).body).toMatchObject({ businessUserIndex: 0 });
  });
});

describe("choosing a role", () => {
  it("makes the first claimant the primary owner and the second a conflict, and emails support", async () => {
    const platform = await server.platform();
    const owner = await server.person(platform, { roles: [] });
    const put = (person: typeof owner, userRoles: string[]) =>
      person.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles } });
    expect((await put(owner, ["PRIMARY_OWNER"])).body).toMatchObject({
      roles: ["PRIMARY_OWNER"],
      rolesOccupiedForBusiness: ["PRIMARY_OWNER"],
    });
    expect((await put(owner, ["PRIMARY_OWNER"])).body).toMatchObject({ roles: ["PRIMARY_OWNER"] });
    expect((await put(owner, ["OPERATOR"])).status).toBe(403);
    const made = await server.partner(platform, {
      method: "POST",
      url: "/api/platform/v1/users",
      payload: { platformUserId: "second", businessId: owner.businessId },
    });
    const token = await server.partner(platform, {
      method: "POST",
      url: `/api/platform/v1/users/${made.body["id"]}/connect-tokens`,
      payload: {},
    });
    const session = await server.fastify.inject({
      method: "POST",
      url: "/api/v1/connect-tokens/exchange",
      payload: { connectToken: token.body["connectToken"] },
    });
    const headers = { authorization: `Bearer ${session.json().sessionToken}` };
    const claim = await server.fastify.inject({
      method: "PUT",
      url: "/api/v1/users/roles",
      payload: { userRoles: ["PRIMARY_OWNER"] },
      headers,
    });
    expect(claim.json()).toMatchObject({ roles: ["PRIMARY_OWNER_CONFLICT"] });
    const workflow = await server.fastify.inject({ method: "GET", url: "/api/v1/workflow", headers });
    expect(workflow.json()).toMatchObject({ currentStep: "PRIMARY_OWNER_CONFLICT" });
    const { rows } = await server.database.admin.query(
      "select kind from app.event where business_id = (select business_id from app.business_user where platform_user_id = 'second') order by sequence",
    );
    expect(rows.map((row) => row.kind)).toContain("user.conflict_raised");
  });

  it("refuses the co-owner role", async () => {
    const person = await server.person(await server.platform());
    for (const role of ["SECONDARY_OWNER", "PRIMARY_OWNER_CONFLICT"]) {
      expect(
        (await person.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: [role] } })).status,
      ).toBe(403);
    }
  });

  it.each(wrongRoles)("with $field $value is refused with: $sentence", async (input) => {
    const person = await server.person(await server.platform());
    const payload = withWrong(rightRoles, input);
    expect((await person.as({ method: "PUT", url: "/api/v1/users/roles", payload })).body).toMatchObject({
      errorCode: "ValidationFailedException",
      fields: [{ pointer: `/${input.field}`, message: input.sentence }],
    });
  });
});

describe("direct sign-in page", () => {
  const introduce = (page: string, override?: string) =>
    server.fastify.inject({
      method: "GET",
      url: "/api/public/v1/platforms",
      query: { page, ...(override && { overrideDirectDomain: override }) },
    });

  it("is found by its host, with its texts and its theme", async () => {
    const platform = await server.platform({ platformProgramName: "Tidewater Capital" });
    const answer = await introduce(`https://${platform.domain}/apply`);
    expect(answer.json()).toMatchObject({
      signInDomain: platform.domain,
      platformProgramName: "Tidewater Capital",
      openEnrollmentEnabled: false,
      signInPage: { title: expect.any(String) },
      styles: { primaryColor: expect.any(String) },
    });
  });

  it("can be opened for another domain only if that domain is listed", async () => {
    const here = await server.platform();
    const listed = await server.platform({ platformProgramName: "Listed", signInDomains: ["listed.test"] });
    const foreign = await server.platform({ signInDomains: ["unlisted.test"] });
    const page = `https://${here.domain}/`;
    expect((await introduce(page, "listed.test")).json()).toMatchObject({
      platformId: listed.id,
      signInDomain: "listed.test",
    });
    expect((await introduce(page, "unlisted.test")).json()).toMatchObject({ platformId: here.id });
    expect(foreign.id).not.toBe(here.id);
  });

  it("refuses a return URL that is neither the platform's nor the portal's", async () => {
    const platform = await server.platform();
    const email = "returning@example.com";
    for (const elsewhere of ["https://evil.example/", `https://${platform.domain}.evil.example/`]) {
      const refused = await ask(platform, email, verifier(), elsewhere);
      expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
        status: 403,
        code: "ORIGIN_NOT_ALLOWED",
      });
    }
    expect((await ask(platform, email, verifier(), "https://portal.inlay.test/")).statusCode).toBe(202);
  });
});

describe("language of a person", () => {
  it("is stored for that person only", async () => {
    const platform = await server.platform();
    const [rosa, dana] = [await server.person(platform), await server.person(platform)];
    const localeOf = async (person: typeof rosa) =>
      (await person.as({ method: "GET", url: "/api/v1/business" })).body["locale"];
    expect(await localeOf(rosa)).toBeNull();
    const chosen = await rosa.as({ method: "PUT", url: "/api/v1/users/locale", payload: { locale: "es" } });
    expect(chosen.status).toBe(200);
    expect([await localeOf(rosa), await localeOf(dana)]).toEqual(["es", null]);
    expect((await rosa.as({ method: "PUT", url: "/api/v1/users/locale", payload: { locale: "fr" } })).status).toBe(400);
  });
});
