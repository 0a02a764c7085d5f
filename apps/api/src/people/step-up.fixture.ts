import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { type Answered, sendTo, type TestPerson, type TestPlatform, type TestServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/emails.ts";
import { deliverSms } from "../notifications/sms.ts";
import type { TestSandbox } from "../providers/sandbox.fixture.ts";
import { prepareStepUpCode } from "./step-up.ts";

export const stepUpUrl = "/api/v1/step-up";

/** An owner whose session has not stepped up, with an address and a phone number of their own. */
export type Owner = TestPerson & { platform: TestPlatform; id: string; email: string; phone: string };

export async function newOwner(server: TestServer, user: Record<string, unknown> = {}): Promise<Owner> {
  const platform = await server.platform();
  const email = `${randomUUID()}@owner.test`;
  const phone = newPhone();
  const details = { email, phoneNumber: phone, roles: ["PRIMARY_OWNER"], ...user };
  const person = await server.person(platform, details, false);
  return { ...person, platform, id: uuidOf("user", person.userId) ?? "", email, phone };
}

let lastDigits = 2_000;
/** A number of its own for each test. The carrier in the sandbox has scenarios for some numbers below these. */
export const newPhone = (): string => `+1212555${lastDigits++}`;

export const post = (person: Pick<TestPerson, "as">, path: string, payload: object = {}): Promise<Answered> =>
  person.as({ method: "POST", url: `/api/v1${path}`, payload });

/** Runs the open workflows of a platform, as the engine would: codes are created, emails and SMS are delivered. */
export async function runWorkflows({ app, database }: TestServer, platform: TestPlatform): Promise<void> {
  const steps: Record<string, (ids: { platformId: string; businessId: string; id: string }) => Promise<void>> = {
    "send-step-up-code": (ids) => prepareStepUpCode(app, ids),
    "deliver-email": (ids) => deliverEmail(app, app.email, ids),
    "deliver-sms": (ids) => deliverSms(app, app.sms, ids),
  };
  for (;;) {
    const { rows } = await database.admin.query(
      `update app.workflow_run set state = 'DONE', ended_at = now() where platform_id = $1 and state = 'OPEN' and kind = any($2)
        returning kind, id, platform_id as "platformId", business_id as "businessId"`,
      [platform.id, Object.keys(steps)],
    );
    if (rows.length === 0) return;
    for (const { kind, ...ids } of rows) await steps[kind]?.(ids);
  }
}

const codeIn = (text: string | undefined): string => /\b(\d{6})\b/.exec(text ?? "")?.[1] ?? "none";
export const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Requests a code and reads it where it was sent: in the owner's mailbox or on their phone. */
export async function receiveCode(
  server: TestServer,
  sandbox: TestSandbox,
  owner: Owner,
  path: "/step-up/code" | "/phone/code",
  method: "SMS" | "EMAIL" = "SMS",
  phone = owner.phone,
): Promise<{ challengeId: string; code: string; text: string }> {
  const answer = await post(owner, path, path === "/phone/code" ? {} : { method });
  if (answer.status !== 202) throw new Error(`no code: ${answer.text}`);
  await runWorkflows(server, owner.platform);
  const query = new URLSearchParams({ to: phone });
  const text =
    method === "EMAIL"
      ? (await sandbox.emailsTo(owner.email))[0]?.text
      : (await sandbox.ask<{ messages: { body: string }[] }>(`/messages.json?${query}`)).messages[0]?.body;
  return { challengeId: String(answer.body["challengeId"]), code: codeIn(text), text: text ?? "" };
}

/** Steps the owner's session up with a code. */
export async function passByCode(
  server: TestServer,
  sandbox: TestSandbox,
  owner: Owner,
  method: "SMS" | "EMAIL",
  phone?: string,
): Promise<void> {
  const { challengeId, code } = await receiveCode(server, sandbox, owner, "/step-up/code", method, phone);
  const answer = await post(owner, "/step-up/code/confirm", { challengeId, code });
  if (answer.status !== 200) throw new Error(`not stepped up: ${answer.text}`);
}

/** Verifies the owner's phone in a session that has stepped up. */
export async function verifyPhone(server: TestServer, sandbox: TestSandbox, owner: Owner, phone?: string) {
  const { challengeId, code } = await receiveCode(server, sandbox, owner, "/phone/code", "SMS", phone);
  const answer = await post(owner, "/phone/code/confirm", { challengeId, code });
  if (answer.status !== 200) throw new Error(`phone not verified: ${answer.text}`);
}

/** Another user of the owner's business, with a session that has not stepped up. */
export async function colleagueOf(server: TestServer, owner: Owner): Promise<Owner> {
  const [email, phone, platformUserId] = [`${randomUUID()}@owner.test`, newPhone(), randomUUID()];
  const made = await server.partner(owner.platform, {
    method: "POST",
    url: "/api/platform/v1/users",
    payload: { platformUserId, businessId: owner.businessId, email, phoneNumber: phone, roles: ["OPERATOR"] },
  });
  if (made.status !== 201) throw new Error(`no user: ${made.text}`);
  const userId = String(made.body["id"]);
  return anotherSession(server, { ...owner, userId, platformUserId, id: uuidOf("user", userId) ?? "", email, phone });
}

/** Another session of the same user. */
export async function anotherSession(server: TestServer, owner: Owner): Promise<Owner> {
  const token = await server.partner(owner.platform, {
    method: "POST",
    url: `/api/platform/v1/users/${owner.userId}/connect-tokens`,
    payload: {},
  });
  const opened = await server.fastify.inject({
    method: "POST",
    url: "/api/v1/connect-tokens/exchange",
    payload: { connectToken: token.body["connectToken"] },
  });
  const bearer = String(opened.json().sessionToken);
  const as: Owner["as"] = (options) =>
    sendTo(server.fastify, { ...options, headers: { authorization: `Bearer ${bearer}`, ...options.headers } });
  return { ...owner, token: bearer, as };
}
