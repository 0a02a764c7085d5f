import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { type Fault, softAuthenticator } from "../staff/authenticator.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import {
  anotherSession,
  colleagueOf,
  newOwner,
  type Owner,
  passByCode,
  post,
  runWorkflows,
  stepUpUrl,
  verifyPhone,
} from "./step-up.fixture.ts";
import { stepUp } from "./step-up-session.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const admin = (text: string, values: unknown[] = []) => server.database.admin.query(text, values);
const refused = { status: 403, body: { code: "STEP_UP_REQUIRED" } };
const notAccepted = { status: 400, body: { code: "PASSKEY_NOT_ACCEPTED" } };
const guarded = (owner: Owner) => post(owner, `/bank-accounts/${randomUUID()}/set-primary-bank-account`);
const methodsOf = async (owner: Owner) => (await owner.as({ method: "GET", url: stepUpUrl })).body["methods"];
type Question = { challengeId: string; options: { challenge: string; allowCredentials?: { id: string }[] } };
type Authenticator = ReturnType<typeof softAuthenticator>;

const newAuthenticator = () => softAuthenticator(new URL(server.app.config.PORTAL_URL).origin);

/** Registers a passkey in the owner's session, which must have stepped up. */
async function register(owner: Owner, authenticator: Authenticator, fault: Fault = {}) {
  const { challengeId, options } = (await post(owner, "/passkeys/options")).body as Question;
  return post(owner, "/passkeys", { challengeId, response: authenticator.make(options, fault) });
}

async function ownerWithPasskey(given?: Owner) {
  const owner = given ?? (await newOwner(server));
  await stepUp(server.app.pool, owner.token);
  const authenticator = newAuthenticator();
  const added = await register(owner, authenticator);
  expect(added).toMatchObject({ status: 201 });
  return { owner: await anotherSession(server, owner), authenticator, passkeyId: String(added.body["passkeyId"]) };
}

const ask = async (owner: Owner) => (await post(owner, "/step-up/passkey/options")).body as Question;
const use = async (owner: Owner, authenticator: Authenticator, fault: Fault = {}) => {
  const { challengeId, options } = await ask(owner);
  return post(owner, "/step-up/passkey", { challengeId, response: authenticator.use(options, fault) });
};

describe("step-up by a passkey", () => {
  it("steps the session up with a passkey that was registered in a session that had stepped up", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    expect(await methodsOf(owner)).toEqual([{ method: "PASSKEY", sentTo: null }]);
    expect(await guarded(owner)).toMatchObject(refused);
    expect(await use(owner, authenticator)).toMatchObject({ status: 200, body: { steppedUp: true } });
    expect(await guarded(owner)).toMatchObject({ status: 404 });
    const { rows } = await admin(
      "select kind, body ->> 'method' as method from app.event where platform_id = $1 and kind in ('user.passkey_added', 'user.stepped_up') order by sequence",
      [owner.platform.id],
    );
    expect(rows).toEqual([
      { kind: "user.passkey_added", method: null },
      { kind: "user.stepped_up", method: "PASSKEY" },
    ]);
  });

  it("replaces the code by email, and works beside a verified phone", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    expect(await post(owner, "/step-up/code", { method: "EMAIL" })).toMatchObject({
      status: 409,
      body: { code: "STEP_UP_METHOD_NOT_ALLOWED" },
    });
    await use(owner, authenticator);
    await verifyPhone(server, sandbox, owner);
    expect(await methodsOf(owner)).toMatchObject([{ method: "PASSKEY" }, { method: "SMS" }]);
  });

  it("refuses the passkey of another person, who cannot use the challenge either", async () => {
    const mine = await ownerWithPasskey();
    const theirs = await ownerWithPasskey(await colleagueOf(server, mine.owner));
    const { challengeId, options } = await ask(mine.owner);
    const response = theirs.authenticator.use(options);
    expect(await post(theirs.owner, "/step-up/passkey", { challengeId, response })).toMatchObject(notAccepted);
    expect(await use(mine.owner, theirs.authenticator)).toMatchObject(notAccepted);
    for (const { owner } of [mine, theirs])
      expect((await owner.as({ method: "GET", url: stepUpUrl })).body).toMatchObject({ isSteppedUp: false });
  });

  it("refuses a challenge of another session", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    const { challengeId, options } = await ask(owner);
    const elsewhere = await anotherSession(server, owner);
    const response = authenticator.use(options);
    expect(await post(elsewhere, "/step-up/passkey", { challengeId, response })).toMatchObject(notAccepted);
  });

  it("refuses a challenge that was answered before, rightly or wrongly", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    const first = await ask(owner);
    const right = { challengeId: first.challengeId, response: authenticator.use(first.options) };
    expect(await post(owner, "/step-up/passkey", right)).toMatchObject({ status: 200 });
    expect(await post(owner, "/step-up/passkey", right)).toMatchObject(notAccepted);
    const second = await ask(owner);
    const { challengeId } = second;
    const wrong = authenticator.use(second.options, { unverified: true });
    expect(await post(owner, "/step-up/passkey", { challengeId, response: wrong })).toMatchObject(notAccepted);
    const late = authenticator.use(second.options);
    expect(await post(owner, "/step-up/passkey", { challengeId, response: late })).toMatchObject(notAccepted);
  });

  it("refuses a counter that did not rise, as of a copied passkey", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    expect(await use(owner, authenticator, { counter: 7 })).toMatchObject({ status: 200 });
    expect(await use(owner, authenticator, { counter: 7 })).toMatchObject(notAccepted);
    expect(await use(owner, authenticator, { counter: 8 })).toMatchObject({ status: 200 });
  });

  it.each<[string, Fault]>([
    ["another origin", { origin: "https://elsewhere.test" }],
    ["another relying party", { rpId: "elsewhere.test" }],
    ["no user verification", { unverified: true }],
  ])("refuses a response with %s, for use and for registration", async (_, fault) => {
    const { owner, authenticator } = await ownerWithPasskey();
    expect(await use(owner, authenticator, fault)).toMatchObject(notAccepted);
    await use(owner, authenticator);
    expect(await register(owner, newAuthenticator(), fault)).toMatchObject(notAccepted);
  });

  it("ends step-ups by email in other sessions when the passkey is added", async () => {
    const owner = await newOwner(server);
    const elsewhere = await anotherSession(server, owner);
    await passByCode(server, sandbox, elsewhere, "EMAIL");
    await passByCode(server, sandbox, owner, "EMAIL");
    await register(owner, newAuthenticator());
    expect(await guarded(elsewhere)).toMatchObject(refused);
  });
});

describe("a person's passkeys", () => {
  const list = async (owner: Owner) =>
    (await owner.as({ method: "GET", url: "/api/v1/passkeys" })).body["passkeys"] as { id: string }[];
  const remove = (owner: Owner, id: string) => owner.as({ method: "DELETE", url: `/api/v1/passkeys/${id}` });

  it("are listed and removed by that person only; a removed one no longer works", async () => {
    const { owner, authenticator, passkeyId } = await ownerWithPasskey();
    expect(await list(owner)).toMatchObject([{ id: passkeyId, lastUsedAt: null }]);
    const other = await colleagueOf(server, owner);
    await stepUp(server.app.pool, other.token);
    expect(await list(other)).toEqual([]);
    expect(await remove(other, passkeyId)).toMatchObject({ status: 404 });
    expect(await remove(owner, passkeyId)).toMatchObject(refused);
    await use(owner, authenticator);
    const question = await ask(owner);
    expect(await remove(owner, passkeyId)).toMatchObject({ status: 200 });
    const { challengeId, options } = question;
    const response = authenticator.use(options);
    expect(await post(owner, "/step-up/passkey", { challengeId, response })).toMatchObject(notAccepted);
    expect(await list(owner)).toEqual([]);
    expect(await methodsOf(owner)).toMatchObject([{ method: "EMAIL" }]);
  });
});

describe("reset of a person's step-up methods by staff", () => {
  const reason = "the phone is lost; identity seen on video";
  const reset = (by: Awaited<ReturnType<typeof signedInMember>>, businessId: string, userId: string) =>
    by.as("POST", `/businesses/${businessId}/users/${userId}/step-up/reset`, { reason });

  it("takes two people; then only email codes work, and the person and every owner are told", async () => {
    const { owner, authenticator } = await ownerWithPasskey();
    await use(owner, authenticator);
    await verifyPhone(server, sandbox, owner);
    const { rows } = await admin("select business_id from app.business_user where id = $1", [owner.id]);
    const businessId: string = rows[0].business_id;
    const coOwner = `${randomUUID()}@owner.test`;
    await admin(
      `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
        values ($1, $2, false, 'START_FLOW', 'Luis', 'Ortega', $3)`,
      [owner.platform.id, businessId, coOwner],
    );
    const [maker, checker] = [
      await signedInMember(server, ["OPERATIONS"]),
      await signedInMember(server, ["OPERATIONS"]),
    ];
    const asked = await reset(maker, businessId, owner.id);
    expect(asked).toMatchObject({ status: 202, body: { state: "PENDING" } });
    expect(await methodsOf(owner)).toMatchObject([{ method: "PASSKEY" }, { method: "SMS" }]);
    const { payloadHash } = (await checker.as("GET", `/requests/${asked.body["requestId"]}`)).body;
    const approval = [`/requests/${asked.body["requestId"]}/approve`, { payloadHash, reason }] as const;
    expect(await maker.as("POST", ...approval)).toMatchObject({ status: 403, body: { code: "SECOND_PERSON_NEEDED" } });
    expect(await checker.as("POST", ...approval)).toMatchObject({ status: 200 });

    expect(await guarded(owner)).toMatchObject(refused);
    expect(await methodsOf(owner)).toMatchObject([{ method: "EMAIL" }]);
    await handleEvents(server, businessId);
    await runWorkflows(server, owner.platform);
    expect((await sandbox.emailsTo(owner.email)).map(({ subject }) => subject)).toContain(
      "How you confirm changes at Business financing was reset",
    );
    expect((await sandbox.emailsTo(coOwner)).map(({ subject }) => subject)).toEqual([
      `How ${owner.email} confirms changes at Business financing was reset`,
    ]);
    await passByCode(server, sandbox, owner, "EMAIL");
    expect(await guarded(owner)).toMatchObject({ status: 404 });
  });

  it("is not found for a user of another business", async () => {
    const [owner, other] = [await newOwner(server), await newOwner(server)];
    const { rows } = await admin("select business_id from app.business_user where id = $1", [other.id]);
    const maker = await signedInMember(server, ["OPERATIONS"]);
    expect(await reset(maker, rows[0].business_id, owner.id)).toMatchObject({ status: 404 });
  });
});
