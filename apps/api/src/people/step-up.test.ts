import { randomUUID } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { accountAnswers } from "@inlay/contracts/onboarding/step-answer.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import {
  anotherCode,
  anotherSession,
  colleagueOf,
  newOwner,
  newPhone,
  type Owner,
  passByCode,
  post,
  receiveCode,
  runWorkflows,
  stepUpUrl,
  verifyPhone,
} from "./step-up.fixture.ts";
import { deleteExpiredCodes } from "./step-up.ts";
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
/** A call that needs a step-up and, with one, finds no account. */
const guarded = (owner: Owner) => post(owner, `/bank-accounts/${randomUUID()}/set-primary-bank-account`);
const notFound = { status: 404 };
const read = async (owner: Owner) => (await owner.as({ method: "GET", url: stepUpUrl })).body;
const confirm = (owner: Owner, challengeId: string, code: string) =>
  post(owner, "/step-up/code/confirm", { challengeId, code });
const byEmail = (owner: Owner) => receiveCode(server, sandbox, owner, "/step-up/code", "EMAIL");

describe("calls that need a step-up", () => {
  const bodies: Record<string, object> = {
    exchangeBankLinkToken: { publicToken: "public" },
    createBankLinkToken: {},
    startHostedBankLink: {},
    openAgreement: { amountCents: null },
    requestPersonalPhoneCode: { phoneNumber: "+12125550123" },
    completeOffersStep: { eventType: "PRIMARY_BANK_ACCOUNT_SELECTED", primaryBankAccountId: randomUUID() },
    addPasskey: {
      challengeId: randomUUID(),
      response: {
        id: "a",
        rawId: "a",
        type: "public-key",
        response: { clientDataJSON: "a", attestationObject: "a" },
      },
    },
    askNewPasskey: {},
    requestPhoneCode: {},
    payFromAccount: { bankAccountId: randomUUID(), amountCents: 100, effectiveDate: "2026-01-20" },
    confirmPhoneCode: { challengeId: randomUUID(), code: "123456" },
  };
  const calls = (Object.entries(portalCalls) as [string, Call][]).filter(([, call]) => call.stepUp);
  const requests: [string, Call, object | undefined][] = calls.flatMap(([name, call]) =>
    name === "completeStep"
      ? accountAnswers.map((answer): [string, Call, object] => {
          const isStep = answer in rightAnswers;
          const completedStep = isStep ? answer : "REQUEST_ADDITIONAL_USER_INPUT";
          return [`${name} of ${answer}`, call, { completedStep, ...(!isStep && { subStep: answer }), data: {} }];
        })
      : [[name, call, bodies[name]]],
  );

  it.each(requests)("%s is refused without one, and passes the check with one", async (_, call, payload) => {
    const owner = await newOwner(server);
    if (call.action.startsWith("co-owner."))
      await admin("update app.user_role set role = 'SECONDARY_OWNER' where user_id = $1", [owner.id]);
    const request = {
      method: call.method,
      url: call.path.replace(/:\w+/, randomUUID()),
      ...(payload && { payload }),
    };
    expect(await owner.as(request)).toMatchObject(refused);
    await stepUp(server.app.pool, owner.token);
    expect((await owner.as(request)).body["code"]).not.toBe("STEP_UP_REQUIRED");
  });

  it("are refused before the vendor is called or anything is stored", async () => {
    const owner = await newOwner(server);
    await post(owner, "/plaid/token/exchange", { publicToken: "public" });
    const { rows } = await admin("select from app.bank_item where platform_id = $1", [owner.platform.id]);
    expect(rows).toEqual([]);
  });

  it("do not include the completion of other steps, and reads", async () => {
    const owner = await newOwner(server);
    const payload = { completedStep: "START_FLOW", data: rightAnswers.START_FLOW };
    expect(await owner.as({ method: "PUT", url: "/api/v1/completeStep", payload })).toMatchObject({ status: 200 });
    expect(await owner.as({ method: "GET", url: "/api/v1/bank-accounts" })).toMatchObject({ status: 200 });
  });
});

describe("step-up by a code", () => {
  it("goes to the person's email address while there is no other method, in the page's language, not in the subject", async () => {
    const owner = await newOwner(server, { firstName: "Ana" });
    expect(await read(owner)).toEqual({
      isSteppedUp: false,
      methods: [{ method: "EMAIL", sentTo: `${owner.email[0]}•••@owner.test` }],
      phone: { number: `•••• ${owner.phone.slice(-4)}`, isVerified: false },
    });
    const spanish = (options: Parameters<Owner["as"]>[0]) =>
      owner.as({ ...options, headers: { "accept-language": "es" } });
    const { code } = await byEmail({ ...owner, as: spanish });
    const [email] = await sandbox.emailsTo(owner.email);
    expect(email).toMatchObject({ subject: "Confirme que es usted en Business financing" });
    expect(email?.text).toContain(code);
    expect(email?.text).toContain("Hola, Ana:");
    expect(email?.subject).not.toContain(code);
  });

  it("steps the session up for ten minutes, and records the method without code and address", async () => {
    const owner = await newOwner(server);
    expect(await guarded(owner)).toMatchObject(refused);
    const { challengeId, code } = await byEmail(owner);
    expect(await confirm(owner, challengeId, code)).toMatchObject({ status: 200, body: { steppedUp: true } });
    expect(await guarded(owner)).toMatchObject(notFound);
    expect(await read(owner)).toMatchObject({ isSteppedUp: true });
    const { rows } = await admin("select body from app.event where kind = 'user.stepped_up' and platform_id = $1", [
      owner.platform.id,
    ]);
    expect(rows).toEqual([{ body: { userId: owner.id, method: "EMAIL" } }]);

    const age = (minutes: number) =>
      admin("update app.step_up set passed_at = now() - make_interval(mins => $2) where user_id = $1", [
        owner.id,
        minutes,
      ]);
    await age(9);
    expect(await guarded(owner)).toMatchObject(notFound);
    await age(10);
    expect(await guarded(owner)).toMatchObject(refused);
  });

  it("counts neither in another session of the person nor for another membership in the same session", async () => {
    const owner = await newOwner(server);
    await passByCode(server, sandbox, owner, "EMAIL");
    expect(await guarded(await anotherSession(server, owner))).toMatchObject(refused);
    const platformBusinessId = randomUUID();
    const url = "/api/platform/v1";
    const { platform, email } = owner;
    await server.partner(platform, { method: "POST", url: `${url}/businesses`, payload: { platformBusinessId } });
    await server.partner(platform, {
      method: "POST",
      url: `${url}/users`,
      payload: { platformUserId: randomUUID(), platformBusinessId, email, roles: ["PRIMARY_OWNER"] },
    });
    const inOther = (options: Parameters<Owner["as"]>[0]) => owner.as({ ...options, headers: { "user-index": "1" } });
    expect(await guarded({ ...owner, as: inOther })).toMatchObject(refused);
    expect(await guarded(owner)).toMatchObject(notFound);
  });

  it("counts for no other person, and the code works in no other session and for no other person", async () => {
    const owner = await newOwner(server);
    const other = await colleagueOf(server, owner);
    const { challengeId, code } = await byEmail(owner);
    const wrong = { status: 400, body: { errorCode: "InvalidOTPCodeException" } };
    expect(await confirm(await anotherSession(server, owner), challengeId, code)).toMatchObject(wrong);
    expect(await confirm(other, challengeId, code)).toMatchObject(wrong);
    expect(await confirm(owner, challengeId, code)).toMatchObject({ status: 200 });
    expect(await read(other)).toMatchObject({ isSteppedUp: false });
    await admin("update app.step_up set user_id = $2 where user_id = $1", [owner.id, other.id]);
    expect(await guarded(owner)).toMatchObject(refused);
  });

  it("works once, and only as the newest code", async () => {
    const owner = await newOwner(server);
    const first = await byEmail(owner);
    const second = await byEmail(owner);
    expect(await confirm(owner, first.challengeId, first.code)).toMatchObject({ status: 400 });
    expect(await confirm(owner, second.challengeId, second.code)).toMatchObject({ status: 200 });
    expect(await confirm(owner, second.challengeId, second.code)).toMatchObject({ status: 400 });
  });

  it("does not work after ten minutes", async () => {
    const owner = await newOwner(server);
    const { challengeId, code } = await byEmail(owner);
    const { rows } = await admin(
      "select extract(epoch from expires_at - created_at)::integer as seconds from app.step_up where id = $1",
      [challengeId],
    );
    expect(rows).toEqual([{ seconds: 600 }]);
    await admin("update app.step_up set expires_at = now() where id = $1", [challengeId]);
    expect(await confirm(owner, challengeId, code)).toMatchObject({ status: 400 });
  });

  it("is locked after five wrong codes, even for the right one and for concurrent guesses", async () => {
    const owner = await newOwner(server);
    const { challengeId, code } = await byEmail(owner);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => confirm(owner, challengeId, anotherCode(code)).then(({ status }) => status)),
    );
    expect(guesses.toSorted()).toEqual([...Array(5).fill(400), ...Array(15).fill(429)]);
    expect(await confirm(owner, challengeId, code)).toMatchObject({
      status: 429,
      body: { errorCode: "TooManyOTPAttemptsException" },
    });
    expect(await guarded(owner)).toMatchObject(refused);
  });

  it("is sent at most five times an hour, also for concurrent requests", async () => {
    const owner = await newOwner(server);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(owner, "/step-up/code", { method: "EMAIL" }).then(({ status }) => status)),
    );
    expect(answers.toSorted()).toEqual([...Array(5).fill(202), ...Array(7).fill(429)]);
  });

  it("is stored only as a keyed hash, and not in the row of its workflow", async () => {
    const owner = await newOwner(server);
    const { challengeId, code } = await byEmail(owner);
    const { rows } = await admin(
      "select s::text || w::text as text from app.step_up s, app.workflow_run w where s.id = $1 and w.id = s.id",
      [challengeId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(code);
  });
});

describe("the email address of a step-up", () => {
  const details = (email: string) => ({
    ...rightAnswers.COLLECT_PERSONAL_DETAILS,
    primaryBusinessOwnerEmail: email,
  });
  const enter = async (owner: Owner, email: string) => {
    const complete = (completedStep: string, data: object) =>
      owner.as({ method: "PUT", url: "/api/v1/completeStep", payload: { completedStep, data } });
    await complete("START_FLOW", rightAnswers.START_FLOW);
    await complete("SELECT_PRODUCTS", rightAnswers.SELECT_PRODUCTS);
    expect(await complete("COLLECT_PERSONAL_DETAILS", details(email))).toMatchObject({ status: 200 });
  };

  it("is the one in the personal details if the platform gave none; without any there is no method", async () => {
    const owner = await newOwner(server, { email: undefined });
    expect(await post(owner, "/step-up/code", { method: "EMAIL" })).toMatchObject({
      status: 409,
      body: { code: "NO_STEP_UP_METHOD" },
    });
    await enter(owner, owner.email);
    await passByCode(server, sandbox, owner, "EMAIL");
    expect(await guarded(owner)).toMatchObject(notFound);
  });

  it("stays the confirmed one when another is entered in the personal details", async () => {
    const owner = await newOwner(server, { email: undefined });
    await enter(owner, owner.email);
    await passByCode(server, sandbox, owner, "EMAIL");
    await enter(owner, `${randomUUID()}@attacker.test`);
    expect(await read(owner)).toMatchObject({ methods: [{ sentTo: `${owner.email[0]}•••@owner.test` }] });
  });
});

describe("verification of the phone", () => {
  const setPhone = (owner: Owner, phone: string) =>
    server.partner(owner.platform, {
      method: "PATCH",
      url: `/api/platform/v1/users/${owner.userId}`,
      payload: { phoneNumber: phone },
    });

  it("takes a step-up and the code sent to the phone; from then on codes go there and no longer to the mailbox", async () => {
    const owner = await newOwner(server);
    expect(await post(owner, "/phone/code")).toMatchObject(refused);
    await passByCode(server, sandbox, owner, "EMAIL");
    await verifyPhone(server, sandbox, owner);
    expect(await read(owner)).toMatchObject({
      methods: [{ method: "SMS", sentTo: `•••• ${owner.phone.slice(-4)}` }],
      phone: { isVerified: true },
    });
    expect(await post(owner, "/step-up/code", { method: "EMAIL" })).toMatchObject({
      status: 409,
      body: { code: "STEP_UP_METHOD_NOT_ALLOWED" },
    });
    const { rows } = await admin("select body from app.event where kind = 'user.phone_verified' and platform_id = $1", [
      owner.platform.id,
    ]);
    expect(rows).toEqual([{ body: { userId: owner.id } }]);
    const elsewhere = await anotherSession(server, owner);
    const { text } = await receiveCode(server, sandbox, elsewhere, "/step-up/code", "SMS");
    expect(text).toContain("We never ask you for it.");
    await passByCode(server, sandbox, elsewhere, "SMS");
    expect(await guarded(elsewhere)).toMatchObject(notFound);
  });

  it("makes an email code useless that was sent before it", async () => {
    const owner = await newOwner(server);
    await passByCode(server, sandbox, owner, "EMAIL");
    const { challengeId, code } = await byEmail(owner);
    await verifyPhone(server, sandbox, owner);
    expect(await confirm(owner, challengeId, code)).toMatchObject({ body: { code: "STEP_UP_METHOD_NOT_ALLOWED" } });
  });

  it("ends step-ups by email in other sessions", async () => {
    const owner = await newOwner(server);
    const elsewhere = await anotherSession(server, owner);
    await passByCode(server, sandbox, elsewhere, "EMAIL");
    await passByCode(server, sandbox, owner, "EMAIL");
    expect(await guarded(elsewhere)).toMatchObject(notFound);
    await verifyPhone(server, sandbox, owner);
    expect(await guarded(elsewhere)).toMatchObject(refused);
    expect(await guarded(owner)).toMatchObject(notFound);
  });

  it("does not hold for a changed number: codes still go to the verified phone, and the new one must be verified first", async () => {
    const owner = await newOwner(server);
    await passByCode(server, sandbox, owner, "EMAIL");
    await verifyPhone(server, sandbox, owner);
    const changed = newPhone();
    expect(await setPhone(owner, changed)).toMatchObject({ status: 200 });
    expect(await read(owner)).toMatchObject({
      methods: [{ method: "SMS", sentTo: `•••• ${owner.phone.slice(-4)}` }],
      phone: { number: `•••• ${changed.slice(-4)}`, isVerified: false },
    });
    const elsewhere = await anotherSession(server, owner);
    expect(await post(elsewhere, "/phone/code")).toMatchObject(refused);
    expect(await post(elsewhere, "/step-up/code", { method: "EMAIL" })).toMatchObject({ status: 409 });
    await passByCode(server, sandbox, elsewhere, "SMS");
    await verifyPhone(server, sandbox, elsewhere, changed);
    expect(await read(owner)).toMatchObject({ methods: [{ sentTo: `•••• ${changed.slice(-4)}` }] });
  });

  it("fails if the number on file changed after the code was sent", async () => {
    const owner = await newOwner(server);
    await passByCode(server, sandbox, owner, "EMAIL");
    const { challengeId, code } = await receiveCode(server, sandbox, owner, "/phone/code");
    await setPhone(owner, newPhone());
    expect(await post(owner, "/phone/code/confirm", { challengeId, code })).toMatchObject({ status: 400 });
    expect(await read(owner)).toMatchObject({ methods: [{ method: "EMAIL" }] });
  });

  it("does not step the session up, because a code counts for its own purpose only", async () => {
    const owner = await newOwner(server);
    await passByCode(server, sandbox, owner, "EMAIL");
    const { challengeId, code } = await receiveCode(server, sandbox, owner, "/phone/code");
    expect(await confirm(owner, challengeId, code)).toMatchObject({ status: 400 });
    expect(await post(owner, "/phone/code/confirm", { challengeId, code })).toMatchObject({ status: 200 });
    await admin("delete from app.step_up where user_id = $1 and purpose = 'STEP_UP'", [owner.id]);
    expect(await guarded(owner)).toMatchObject(refused);
  });

  it("is impossible without a number on file", async () => {
    const owner = await newOwner(server, { phoneNumber: undefined });
    await stepUp(server.app.pool, owner.token);
    expect(await post(owner, "/phone/code")).toMatchObject({ status: 409, body: { code: "NO_PHONE_ON_FILE" } });
  });
});

describe("expired challenges, sign-ins and quotas", () => {
  it("are deleted a day after their time, in batches, and others stay", async () => {
    const owner = await newOwner(server);
    const { challengeId } = await byEmail(owner);
    await runWorkflows(server, owner.platform);
    const { id: platformId } = owner.platform;
    const [old, fresh] = ["now() - interval '25 hours'", "now() - interval '23 hours'"];
    await admin(
      `insert into app.step_up (id, platform_id, business_id, session_id, user_id, purpose, method, recipient, locale, expires_at)
        select gen_random_uuid(), s.platform_id, s.business_id, s.session_id, s.user_id, s.purpose, s.method, s.recipient, s.locale,
          case when n <= 2500 then ${old} else ${fresh} end
        from app.step_up s, generate_series(1, 2503) n where s.id = $1`,
      [challengeId],
    );
    for (const [when, email] of [
      [old, "old"],
      [fresh, "fresh"],
    ]) {
      await admin(
        `insert into app.sign_in (platform_id, email, pkce_challenge, origin_url, expires_at) values ($1, $2, 'x', 'x', ${when})`,
        [platformId, email],
      );
      await admin(
        `insert into app.code_quota (platform_id, subject, hour_began_at, codes) values ($1, $2, ${when}, 1)`,
        [platformId, email],
      );
    }
    await deleteExpiredCodes(server.app);
    const left = async (table: string) =>
      (await admin(`select count(*)::integer as n from app.${table} where platform_id = $1`, [platformId])).rows[0].n;
    expect(await left("step_up")).toBe(4);
    expect(await left("sign_in")).toBe(1);
    // The owner's own code of this test has a quota, too.
    expect(await left("code_quota")).toBe(2);
  });
});
