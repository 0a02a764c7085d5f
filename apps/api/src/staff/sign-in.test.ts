import { randomUUID } from "node:crypto";
import type { TOTP } from "otpauth";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditBreak } from "../db/audit.fixture.ts";
import { inScope, staffScope } from "../db/scope.ts";
import { staffCookie } from "../http/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { smtpEmail } from "../providers/email/smtp/adapter.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { inviteAdmin, seedStaff } from "../seed/seed-staff.ts";
import { type Fault, softAuthenticator } from "./authenticator.fixture.ts";
import { deviceOf } from "./device.fixture.ts";
import { resetEmail } from "./reset-email.ts";
import { prepareStaffCode } from "./sign-in.ts";
import { browser, newMember, signedInMember, staffUrl, type TestMember } from "./staff.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let anonymous: ReturnType<typeof browser>;
beforeAll(async () => {
  [server, sandbox] = await Promise.all([testServer({ CONSOLE_URL: "https://console.inlay.test" }), testSandbox()]);
  await inviteAdmin(server.app.pool, { email: "first@inlay.test", name: "Ada" });
  anonymous = browser(server, null);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

/** Runs every open workflow of the staff scope as the engine would. */
async function runWorkflows(): Promise<void> {
  const emailSender = smtpEmail(sandbox.smtpUrl);
  for (const kind of ["send-staff-code", "deliver-email"]) {
    const { rows } = await server.database.admin.query(
      "update app.workflow_run set state = 'DONE' where platform_id = $1 and state = 'OPEN' and kind = $2 returning id",
      [staffScope.platformId, kind],
    );
    for (const { id } of rows) {
      const ids = { platformId: staffScope.platformId, businessId: null, id };
      if (kind === "send-staff-code") await prepareStaffCode(server.app, ids);
      else await deliverEmail(server.app, emailSender, ids);
    }
  }
  emailSender.close();
}

/** Handles every reset of a member as the event dispatcher would, and delivers the emails. */
async function tellMembers(): Promise<void> {
  const { rows } = await server.database.admin.query(
    "update app.event set handled_at = now() where kind = 'staff.factors_revoked' and handled_at is null returning id, body",
  );
  for (const event of rows) await inScope(server.app.pool, staffScope, await resetEmail(server.app, event));
  await runWorkflows();
}

async function askCode(email: string) {
  const asked = await anonymous("POST", "/sign-in/code", { email });
  expect(asked.status).toBe(202);
  await runWorkflows();
  const [newest] = await sandbox.emailsTo(email);
  return {
    signInId: String(asked.body["signInId"]),
    code: /\b(\d{6})\b/.exec(newest?.text ?? "")?.[1] ?? "none",
  };
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const plainQuery = pg.Client.prototype.query as (...args: unknown[]) => unknown;

let admins = 0;
/** An administrator who has set up a TOTP device, and the device. */
async function enrolledAdmin() {
  const email = `admin${admins++}@inlay.test`;
  await server.database.admin.query("update app.staff_member set deactivated_at = now() where 'ADMIN' = any(roles)");
  const { memberId: id, invitation } = await inviteAdmin(server.app.pool, { email, name: "Ada" });
  const enrolled = await anonymous("POST", "/sign-in/enroll", { ...(await askCode(email)), invitation });
  expect(enrolled.status).toBe(200);
  const device = deviceOf(enrolled.body["totpUri"]);
  return { id, email, invitation, device, totp: (steps = 0) => totpAt(device, steps) };
}
/** The TOTP code of the current time step plus the given number of steps. */
const totpAt = (device: TOTP, steps: number) => device.generate({ timestamp: Date.now() + steps * 30_000 });

describe("staff sign-in by email code and TOTP code", () => {
  it("opens a short session in an HttpOnly cookie", async () => {
    const admin = await enrolledAdmin();
    const answer = await anonymous("POST", "/sign-in", { ...(await askCode(admin.email)), totp: admin.totp() });
    expect(answer.status).toBe(200);
    expect(answer.body["member"]).toEqual({
      id: admin.id,
      name: "Ada",
      email: admin.email,
      roles: ["ADMIN"],
      isActive: true,
    });
    const cookie = String(answer.headers["set-cookie"]);
    for (const part of [`${staffCookie}=`, "HttpOnly", "Secure", "SameSite=Strict", "Path=/"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain("Domain");
    const minutes = (Date.parse(String(answer.body["expiresAt"])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    const token = new RegExp(`${staffCookie}=([^;]+)`).exec(cookie)?.[1] ?? "";
    expect((await browser(server, token)("GET", "/me")).body).toMatchObject({ id: admin.id });
    expect(answer.text).not.toContain(token);
  });

  it("requires both codes, and each works once", async () => {
    const admin = await enrolledAdmin();
    const first = await askCode(admin.email);
    const used = admin.totp();
    const tries = [
      { ...first, totp: another(used) },
      { ...first, code: another(first.code), totp: used },
    ];
    for (const payload of tries) {
      const answer = await anonymous("POST", "/sign-in", payload);
      expect({ status: answer.status, code: answer.body["code"] }).toEqual({
        status: 400,
        code: "INVALID_OTP_CODE_EXCEPTION",
      });
    }
    expect((await anonymous("POST", "/sign-in", { ...first, totp: used })).status).toBe(200);
    // The email code is used up; with a new email code, the old TOTP code is used up, too.
    expect((await anonymous("POST", "/sign-in", { ...first, totp: admin.totp(1) })).status).toBe(400);
    expect((await anonymous("POST", "/sign-in", { ...(await askCode(admin.email)), totp: used })).status).toBe(400);
    expect((await anonymous("POST", "/sign-in", { ...(await askCode(admin.email)), totp: admin.totp(1) })).status).toBe(
      200,
    );
  });

  it("succeeds for exactly one of 20 concurrent requests with the same two codes", async () => {
    const admin = await enrolledAdmin();
    const codes = { ...(await askCode(admin.email)), totp: admin.totp() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => anonymous("POST", "/sign-in", codes)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("locks after five attempts, correct ones included, also concurrent ones", async () => {
    const admin = await enrolledAdmin();
    const asked = await askCode(admin.email);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, () => anonymous("POST", "/sign-in", { ...asked, totp: another(admin.totp()) })),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(25);
    expect((await anonymous("POST", "/sign-in", { ...asked, totp: admin.totp() })).status).toBe(429);
  });

  it("sends at most five codes an hour to an address", async () => {
    const { email } = await newMember(server.database, ["ADMIN"]);
    for (let n = 0; n < 5; n++) expect((await anonymous("POST", "/sign-in/code", { email })).status).toBe(202);
    expect((await anonymous("POST", "/sign-in/code", { email })).status).toBe(429);
  });

  it("answers the same for an unknown address", async () => {
    const asked = await anonymous("POST", "/sign-in/code", { email: "nobody@elsewhere.test" });
    expect({ status: asked.status, members: Object.keys(asked.body) }).toEqual({ status: 202, members: ["signInId"] });
    await runWorkflows();
    expect(await sandbox.emailsTo("nobody@elsewhere.test")).toEqual([]);
    const guess = { signInId: asked.body["signInId"], code: "000000", totp: "000000" };
    for (let n = 0; n < 5; n++) expect((await anonymous("POST", "/sign-in", guess)).status).toBe(400);
    expect((await anonymous("POST", "/sign-in", guess)).status).toBe(429);
  });

  it("runs the same statements for a wrong code of a member and for an unknown address", async () => {
    const statementsOf = async (email: string, path: string, guess: object) => {
      const asked = await anonymous("POST", "/sign-in/code", { email });
      await runWorkflows();
      const statements: string[] = [];
      const query = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
        this: pg.Client,
        ...args: unknown[]
      ) {
        const [statement] = args as [string | { text: string }];
        statements.push(typeof statement === "string" ? statement : statement.text);
        return plainQuery.apply(this, args);
      } as typeof pg.Client.prototype.query);
      const answer = await anonymous("POST", path, { signInId: asked.body["signInId"], code: "000000", ...guess });
      query.mockRestore();
      expect(answer.status).toBe(400);
      return statements;
    };
    const admin = await enrolledAdmin();
    const unknown = `${randomUUID()}@elsewhere.test`;
    for (const [path, guess] of [
      ["/sign-in", { totp: "000000" }],
      ["/sign-in/enroll", { invitation: "guessed" }],
    ] as const) {
      const known = await statementsOf(admin.email, path, guess);
      expect(known.filter((statement) => statement.includes("app.begin_record"))).toHaveLength(1);
      expect(await statementsOf(unknown, path, guess)).toEqual(known);
    }
  });

  it("is refused to a deactivated member, whose open sessions end", async () => {
    const admin = await enrolledAdmin();
    const codes = { ...(await askCode(admin.email)), totp: admin.totp() };
    await server.database.admin.query("update app.staff_member set deactivated_at = now() where id = $1", [admin.id]);
    expect((await anonymous("POST", "/sign-in", codes)).status).toBe(400);
    const gone = await signedInMember(server, ["OPERATIONS"]);
    expect((await gone.as("GET", "/me")).status).toBe(200);
    await server.database.admin.query("update app.staff_member set deactivated_at = now() where id = $1", [gone.id]);
    expect((await gone.as("GET", "/me")).status).toBe(401);
  });

  it("records codes sent, refusals, sign-ins and sign-outs", async () => {
    const admin = await enrolledAdmin();
    const asked = await askCode(admin.email);
    await anonymous("POST", "/sign-in", { ...asked, totp: another(admin.totp()) });
    const answer = await anonymous("POST", "/sign-in", { ...asked, totp: admin.totp() });
    const token = new RegExp(`${staffCookie}=([^;]+)`).exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
    expect((await browser(server, token)("POST", "/sign-out")).body).toEqual({ signedOut: true });
    expect((await browser(server, token)("GET", "/me")).status).toBe(401);
    const { rows } = await server.database.admin.query(
      "select kind from app.event where stream = $1 and body->>'memberId' = $2 order by sequence",
      [staffScope.platformId, admin.id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...["staff.member_admitted", "staff.member_invited", "staff.code_sent", "staff.enrolled", "staff.code_sent"],
      ...["staff.sign_in_refused", "staff.signed_in", "staff.signed_out"],
    ]);
    expect(await auditBreak(server.database, staffScope.platformId)).toBeNull();
  });
});

describe("a staff invitation", () => {
  it("works once together with a code from the member's email, and the TOTP secret is stored encrypted", async () => {
    const admin = await enrolledAdmin();
    const again = await anonymous("POST", "/sign-in/enroll", {
      ...(await askCode(admin.email)),
      invitation: admin.invitation,
    });
    expect(again.status).toBe(400);
    const { rows } = await server.database.admin.query<{ encrypted: string }>(
      "select encode(encrypted_totp, 'hex') as encrypted from app.staff_member where id = $1",
      [admin.id],
    );
    expect(rows[0]?.encrypted).toMatch(/^01/);
    expect(rows[0]?.encrypted).not.toContain(Buffer.from(admin.device.secret.bytes).toString("hex"));
  });

  it("is refused when it is wrong, expired or another member's", async () => {
    const { id, email } = await newMember(server.database, ["OPERATIONS"]);
    const admin = await signedInMember(server, ["ADMIN"]);
    const invited = await admin.as("POST", `/members/${id}/invitation`, { reason: "first day" });
    const { invitation } = invited.body as { invitation: string };
    const tryWith = async (who: string, text: string) =>
      (await anonymous("POST", "/sign-in/enroll", { ...(await askCode(who)), invitation: text })).status;
    expect(await tryWith(email, "guessed")).toBe(400);
    expect(await tryWith((await newMember(server.database, ["OPERATIONS"])).email, invitation)).toBe(400);
    await server.database.admin.query(
      "update app.staff_member set invitation_expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
    expect(await tryWith(email, invitation)).toBe(400);
  });

  it("stays valid for each seeded member until they set up a device, also when the seed runs again", async () => {
    const founder = (n: number) => ({ id: randomUUID(), email: `founder${n}@inlay.test`, name: "Flo" });
    const founders = [1, 2].map((n) => ({ ...founder(n), roles: ["TREASURY" as const] }));
    const found = () => seedStaff(server.app.pool, founders, "welcome");
    const [first, second] = founders.map(({ email }) => email);
    const enrollAs = async (email = "") =>
      (await anonymous("POST", "/sign-in/enroll", { ...(await askCode(email)), invitation: "welcome" })).status;
    await found();
    expect(await enrollAs(first)).toBe(200);
    await found();
    expect(await enrollAs(first)).toBe(400);
    expect(await enrollAs(second)).toBe(200);
  });

  it("is created without approval only for the first two administrators", async () => {
    await server.database.admin.query("update app.staff_member set deactivated_at = now() where 'ADMIN' = any(roles)");
    const invite = (email: string) => inviteAdmin(server.app.pool, { email, name: "Somebody" });
    await invite("one@outside.test");
    await invite("two@outside.test");
    await expect(invite("three@outside.test")).rejects.toThrow("two administrators already");
    expect((await invite("one@outside.test")).invitation).toMatch(/^\S{32}$/);
  });
});

describe("a staff passkey", () => {
  const origin = "https://console.inlay.test";
  async function memberWithPasskey(fault: Fault = {}) {
    const member = await signedInMember(server, ["TREASURY"]);
    const key = softAuthenticator(origin);
    const { challengeId, options } = (await member.as("POST", "/passkeys/options", {})).body as Question;
    const added = await member.as("POST", "/passkeys", { challengeId, response: key.make(options, fault) });
    expect(added.status).toBe(201);
    return { member, key };
  }
  type Question = { challengeId: string; options: { challenge: string } };
  const question = async () => (await anonymous("POST", "/sign-in/passkey/options", {})).body as Question;

  it("signs its holder in without an email address", async () => {
    const { member, key } = await memberWithPasskey();
    const { challengeId, options } = await question();
    expect(options).toMatchObject({ rpId: "console.inlay.test", userVerification: "required" });
    const answer = await anonymous("POST", "/sign-in/passkey", { challengeId, response: key.use(options) });
    expect({ status: answer.status, member: answer.body["member"] }).toMatchObject({
      status: 200,
      member: { id: member.id },
    });
    expect(String(answer.headers["set-cookie"])).toContain(`${staffCookie}=`);
  });

  it("answers a challenge once, also without a signature counter", async () => {
    const { key } = await memberWithPasskey({ counter: 0 });
    const { challengeId, options } = await question();
    const response = key.use(options, { counter: 0 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => anonymous("POST", "/sign-in/passkey", { challengeId, response })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)]);
  });

  it("is refused when its signature counter does not increase", async () => {
    const { key } = await memberWithPasskey();
    const { challengeId, options } = await question();
    const response = key.use(options, { counter: 10 });
    expect((await anonymous("POST", "/sign-in/passkey", { challengeId, response })).status).toBe(200);
    const next = await question();
    const copied = { challengeId: next.challengeId, response: key.use(next.options, { counter: 10 }) };
    expect((await anonymous("POST", "/sign-in/passkey", copied)).status).toBe(401);
  });

  it.each([
    ["from another origin", { origin: "https://console.inlay.test.evil.test" }],
    ["for another host", { rpId: "evil.test" }],
    ["without user verification", { unverified: true }],
  ] as const)("is refused %s, at sign-in and at registration", async (_, fault) => {
    const { member, key } = await memberWithPasskey();
    const { challengeId, options } = await question();
    expect(
      (await anonymous("POST", "/sign-in/passkey", { challengeId, response: key.use(options, fault) })).status,
    ).toBe(401);
    const asked = (await member.as("POST", "/passkeys/options", {})).body as Question;
    const response = softAuthenticator(origin).make(asked.options, fault);
    expect((await member.as("POST", "/passkeys", { challengeId: asked.challengeId, response })).status).toBe(400);
  });

  it("is refused when it is unknown or registered with another member's challenge", async () => {
    const { key } = await memberWithPasskey();
    const { challengeId, options } = await question();
    const response = { ...key.use(options), id: "AAAA", rawId: "AAAA" };
    expect((await anonymous("POST", "/sign-in/passkey", { challengeId, response })).status).toBe(401);
    const other = await signedInMember(server, ["OPERATIONS"]);
    const mine = await signedInMember(server, ["OPERATIONS"]);
    const asked = (await mine.as("POST", "/passkeys/options", {})).body as Question;
    const made = softAuthenticator(origin).make(asked.options);
    expect((await other.as("POST", "/passkeys", { challengeId: asked.challengeId, response: made })).status).toBe(400);
  });

  it("can be added only shortly after sign-in", async () => {
    const { member } = await memberWithPasskey();
    const asked = (await member.as("POST", "/passkeys/options", {})).body as Question;
    const response = softAuthenticator(origin).make(asked.options);
    await server.database.admin.query(
      "update app.staff_session set created_at = now() - interval '11 minutes' where member_id = $1",
      [member.id],
    );
    expect((await member.as("POST", "/passkeys", { challengeId: asked.challengeId, response })).status).toBe(401);
  });

  it("ends when two administrators reset the member, who is told; an invitation alone is refused until then", async () => {
    const { member, key } = await memberWithPasskey();
    const [maker, checker] = [await signedInMember(server, ["ADMIN"]), await signedInMember(server, ["ADMIN"])];
    const invite = () => maker.as("POST", `/members/${member.id}/invitation`, { reason: "phone lost" });
    expect((await invite()).body["code"]).toBe("WRONG_STATE");
    const requested = await maker.as("POST", `/members/${member.id}/reset`, { reason: "phone lost" });
    expect({ status: requested.status, state: requested.body["state"] }).toEqual({ status: 202, state: "PENDING" });
    const { payloadHash } = (await checker.as("GET", `/requests/${requested.body["requestId"]}`)).body;
    const approve = (by: TestMember) =>
      by.as("POST", `/requests/${requested.body["requestId"]}/approve`, { payloadHash, reason: "called her" });
    expect((await approve(maker)).body["code"]).toBe("SECOND_PERSON_NEEDED");
    expect((await invite()).body["code"]).toBe("WRONG_STATE");
    expect((await member.as("GET", "/me")).status).toBe(200);

    expect((await approve(checker)).status).toBe(200);
    expect((await member.as("GET", "/me")).status).toBe(401);
    const { challengeId, options } = await question();
    expect((await anonymous("POST", "/sign-in/passkey", { challengeId, response: key.use(options) })).status).toBe(401);
    await tellMembers();
    expect(await sandbox.emailsTo(member.email)).toMatchObject([
      { subject: "Your sign-in methods for Inlay were revoked" },
    ]);
    expect((await invite()).status).toBe(201);
  });
});

describe("a lost TOTP device", () => {
  it("of one of the first administrators is replaced from outside the console, and the administrator is told", async () => {
    const admin = await enrolledAdmin();
    await inviteAdmin(server.app.pool, { email: admin.email, name: "Ada" });
    expect((await anonymous("POST", "/sign-in", { ...(await askCode(admin.email)), totp: admin.totp() })).status).toBe(
      400,
    );
    await tellMembers();
    expect((await sandbox.emailsTo(admin.email)).map(({ subject }) => subject)).toContain(
      "Your sign-in methods for Inlay were revoked",
    );
  });
});

describe("the staff session cookie", () => {
  it("is refused when a page of another origin sends a write with it", async () => {
    const member = await signedInMember(server, ["OPERATIONS"]);
    for (const origin of [undefined, "https://evil.test", "null", server.app.config.PORTAL_URL]) {
      const answer = await server.fastify.inject({
        method: "POST",
        url: `${staffUrl}/passkeys/options`,
        payload: {},
        cookies: { [staffCookie]: member.token },
        headers: origin ? { origin } : {},
      });
      expect({ origin, status: answer.statusCode }).toEqual({ origin, status: 403 });
    }
  });

  it("works for the staff audience only, and tokens of other audiences do not work there", async () => {
    const member = await signedInMember(server, ["ADMIN"]);
    const platform = await server.platform();
    const person = await server.person(platform, { email: "p@p.test", roles: ["PRIMARY_OWNER"] });
    const at = (url: string, headers: Record<string, string>, cookies: Record<string, string>) =>
      server.fastify.inject({ method: "GET", url, headers, cookies });
    expect((await at("/api/v1/business", { authorization: `Bearer ${member.token}` }, {})).statusCode).toBe(401);
    expect((await at("/api/v1/business", {}, { [staffCookie]: member.token })).statusCode).toBe(401);
    expect((await at(`${staffUrl}/me`, { authorization: `Bearer ${person.token}` }, {})).statusCode).toBe(401);
    expect((await at(`${staffUrl}/me`, {}, { [staffCookie]: person.token })).statusCode).toBe(401);
    expect((await at(`${staffUrl}/me`, { authorization: `Bearer ${platform.key}` }, {})).statusCode).toBe(401);
  });
});
