import { decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestSandbox, testSandbox } from "../../sandbox.fixture.ts";
import { settingsOf } from "../../vendor.fixture.ts";
import { behavesLikeSupport } from "../port.suite.ts";
import { zendeskSupport } from "./adapter.ts";
import { zendesk } from "./config.ts";

const secret = "a secret of the test";
const keys = { ZENDESK_KEY_ID: "app_test", ZENDESK_SECRET: secret };
const support = zendeskSupport(settingsOf(zendesk, keys));

describe("help window token", () => {
  behavesLikeSupport(
    () => support,
    async (token, now) => {
      try {
        return (await jwtVerify(token, new TextEncoder().encode(secret), { currentDate: now })).payload;
      } catch {
        return null;
      }
    },
  );

  it("names the key that it was signed with, as the vendor requires", async () => {
    const token = await support.tokenFor({ userId: "u", reference: "7K3M-Q9XD", name: null, email: null }, new Date());
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT", kid: "app_test" });
  });
});

describe("help window", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await testSandbox({ ZENDESK_SECRET: secret });
  });
  afterAll(() => sandbox.close());
  const asker = { userId: "u-1", reference: "7K3M-Q9XD", name: "Ana Núñez", email: null };
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${sandbox.url}/zendesk/messenger/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("signs in the person whom the token names, and continues their conversation", async () => {
    const first = await post("login", { token: await support.tokenFor(asker, new Date()) });
    expect(first.body).toMatchObject({ name: "Ana Núñez", reference: "7K3M-Q9XD", said: [] });
    await post("messages", { id: first.body["id"], text: "What is missing?", language: "en" });
    const second = await post("login", { token: await support.tokenFor(asker, new Date()) });
    expect(second.body["said"]).toMatchObject([{ by: "person", text: "What is missing?" }, { by: "team" }]);
  });

  it("shows a conversation to nobody else, whatever token they present", async () => {
    const other = await post("login", { token: await support.tokenFor({ ...asker, userId: "u-2" }, new Date()) });
    expect(other.body["said"]).toEqual([]);
    const forger = zendeskSupport(settingsOf(zendesk, { ...keys, ZENDESK_SECRET: "guessed" }));
    expect((await post("login", { token: await forger.tokenFor(asker, new Date()) })).status).toBe(401);
    const old = await support.tokenFor(asker, new Date(Date.now() - 6 * 60_000));
    expect((await post("login", { token: old })).status).toBe(401);
  });
});
