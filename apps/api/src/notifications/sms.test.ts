import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { SmsNotAccepted, SmsOutcomeUnknown, SmsRefused } from "../providers/sms/port.ts";
import { twilioSms } from "../providers/sms/twilio/adapter.ts";
import { deliverSms, prepareSms, queueSms } from "./sms.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await testSandbox();
  server = await testServer({ ...sandbox.environment, TWILIO_WEBHOOK_URL: receiver.url });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  receiver.close();
});

async function queued(recipient: string, locale: "en" | "es" = "en") {
  const { id: platformId } = await server.platform();
  const order = { platformId, businessId: null, key: recipient, template: "phone-code", locale, recipient } as const;
  const message = await prepareSms(server.app, { ...order, params: { code: "246810", minutes: 10 } });
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueSms(tx, message));
  return { platformId, businessId: null, id: message.id };
}
const deliver = (ids: Awaited<ReturnType<typeof queued>>) => deliverSms(server.app, server.app.sms, ids);
const smsTo = async (to: string) =>
  (await sandbox.ask<{ messages: { body: string }[] }>(`/messages.json?${new URLSearchParams({ to })}`)).messages;
const rowOf = async ({ id }: { id: string }) =>
  (await server.database.admin.query("select * from app.sms where id = $1", [id])).rows[0];
/** Expires the claim. */
const runOut = ({ id }: { id: string }) =>
  server.database.admin.query("update app.sms set claimed_until = now() - interval '1 second' where id = $1", [id]);
const setFaults = (kinds: string[]) =>
  sandbox.put("/faults/twilio", { faults: kinds.map((kind) => ({ kind, only: "POST " })) });

describe("SMS delivery", () => {
  it("sends in the person's language, then deletes the parameters", async () => {
    const [english, spanish] = [await queued("+12125550101"), await queued("+17875550102", "es")];
    await deliver(english);
    await deliver(spanish);
    expect((await smsTo("+12125550101")).map(({ body }) => body)).toEqual([
      "246810 is your code for Business financing. It works for 10 minutes. Do not share it with anyone.",
    ]);
    expect((await smsTo("+17875550102")).map(({ body }) => body)).toEqual([
      "246810 es su clave para Business financing. Vale por 10 minutos. No la comparta con nadie.",
    ]);
    expect(await rowOf(english)).toMatchObject({ state: "SENT", encrypted_params: null, sent_at: expect.any(Date) });
  });

  it("sends a message once, however many workers try at the same time", async () => {
    const ids = await queued("+12125550103");
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => deliver(ids)));
    // Concurrent attempts are rejected. A later one finds the SMS sent.
    for (const one of tries)
      if (one.status === "rejected") expect(String(one.reason)).toContain("another worker is sending");
    await deliver(ids);
    expect(await smsTo("+12125550103")).toHaveLength(1);
  });

  it.each(["accepted-then-reset", "accepted-then-timeout"])(
    "asks the carrier before it sends again after %s",
    async (kind) => {
      const to = kind.endsWith("reset") ? "+12125550104" : "+12125550105";
      const ids = await queued(to);
      const { config, sms: _, ...rest } = server.app;
      const app = { ...rest, config, sms: twilioSms(config, 1_000) };
      await setFaults([kind]);
      await expect(deliverSms(app, app.sms, ids)).rejects.toThrow(SmsOutcomeUnknown);
      await setFaults([]);
      await expect(deliver(ids)).rejects.toThrow("another worker is sending");
      await runOut(ids);
      await deliver(ids);
      expect(await smsTo(to)).toHaveLength(1);
      expect(await rowOf(ids)).toMatchObject({ encrypted_params: null, carrier_id: expect.stringMatching(/^SM/) });
    },
  );

  it("sends again a message that the carrier does not have", async () => {
    const ids = await queued("+12125550106");
    await setFaults(["500"]);
    await expect(deliver(ids)).rejects.toThrow(SmsOutcomeUnknown);
    await setFaults([]);
    await runOut(ids);
    await deliver(ids);
    expect(await smsTo("+12125550106")).toHaveLength(1);
  });

  it("releases the claim at once when the carrier is unreachable", async () => {
    const ids = await queued("+12125550107");
    const unreachable = twilioSms({ ...server.app.config, TWILIO_URL: `http://127.0.0.1:${await freePort()}` });
    await expect(deliverSms(server.app, unreachable, ids)).rejects.toThrow(SmsNotAccepted);
    expect(await rowOf(ids)).toMatchObject({ claimed_until: null, asked_at: null });
    await deliver(ids);
    expect(await smsTo("+12125550107")).toHaveLength(1);
  });

  it("saves why a number is refused, and does not try it again", async () => {
    const ids = await queued("+12125550133");
    await expect(deliver(ids)).rejects.toThrow(SmsRefused);
    expect(await rowOf(ids)).toMatchObject({ state: "FAILED", failure: "OPTED_OUT", encrypted_params: null });
    await deliver(ids);
    expect(await smsTo("+12125550133")).toEqual([]);
  });

  it("sends one message per key, and none when its transaction rolls back", async () => {
    const { id: platformId } = await server.platform();
    const order = { platformId, businessId: null, key: "once", template: "phone-code", locale: "en" } as const;
    const scope = { platformId, businessId: "whole platform" } as const;
    const prepare = () =>
      prepareSms(server.app, { ...order, recipient: "+12125550108", params: { code: "123456", minutes: 10 } });
    const [one, other] = [await prepare(), await prepare()];
    const broken = inScope(server.app.pool, scope, async (tx) => {
      await queueSms(tx, one);
      throw new Error("rolled back");
    });
    await expect(broken).rejects.toThrow("rolled back");
    for (const message of [one, other]) await inScope(server.app.pool, scope, (tx) => queueSms(tx, message));
    const { rows } = await server.database.admin.query(
      "select t.id, s.kind from app.sms t join app.workflow_run s on s.id = t.id where t.platform_id = $1",
      [platformId],
    );
    expect(rows).toEqual([{ id: one.id, kind: "deliver-sms" }]);
  });
});

describe("carrier webhook", () => {
  const postWebhook = (headers: Record<string, unknown>, body: string) =>
    server.fastify.inject({
      method: "POST",
      url: "/api/vendors/sms/webhooks",
      payload: body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": String(headers["x-twilio-signature"]),
      },
    });
  /** Sends a message and advances the phone's time. Returns its webhooks, oldest first. */
  const webhooksOf = async (to: string) => {
    const ids = await queued(to);
    await deliver(ids);
    await sandbox.put("/clock", { world: to, now: new Date(Date.now() + 3_600_000).toISOString() });
    await sandbox.webhooksDelivered(to);
    return { ids, posted: receiver.received.filter(({ body }) => new URLSearchParams(body).get("To") === to) };
  };

  it("causes a re-read, so the carrier's current state is saved", async () => {
    const { ids, posted } = await webhooksOf("+12125550109");
    expect(posted).toHaveLength(2);
    for (const { headers, body } of posted.toReversed())
      expect((await postWebhook(headers, body)).statusCode).toBe(200);
    expect(await rowOf(ids)).toMatchObject({ state: "DELIVERED", failure: null });
  });

  it("saves why a message was not delivered", async () => {
    const { ids, posted } = await webhooksOf("+12125550131");
    for (const { headers, body } of posted) expect((await postWebhook(headers, body)).statusCode).toBe(200);
    expect(await rowOf(ids)).toMatchObject({ state: "FAILED", failure: "UNREACHABLE" });
  });

  it("is refused with a wrong signature, and answered with 503 for an unknown message", async () => {
    const { ids, posted } = await webhooksOf("+12125550110");
    const [{ headers, body } = { headers: {}, body: "" }] = posted;
    expect((await postWebhook({ "x-twilio-signature": "bm8=" }, body)).statusCode).toBe(401);
    expect((await rowOf(ids)).state).toBe("SENT");
    await server.database.admin.query("update app.sms set carrier_id = null where id = $1", [ids.id]);
    expect((await postWebhook(headers, body)).statusCode).toBe(503);
  });
});
