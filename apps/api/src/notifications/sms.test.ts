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
  server = await testServer({ TWILIO_URL: `${sandbox.url}/twilio`, TWILIO_WEBHOOK_URL: receiver.url });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  receiver.close();
});

async function queued(recipient: string, locale: "en" | "es" = "en") {
  const { id: platformId } = await server.platform();
  const order = { platformId, businessId: null, key: recipient, template: "phone-code", locale, recipient } as const;
  const text = await prepareSms(server.app, { ...order, params: { code: "246810", minutes: 10 } });
  await inScope(server.app.pool, { platformId, businessId: "whole platform" }, (tx) => queueSms(tx, text));
  return { platformId, businessId: null, id: text.id };
}
const deliver = (ids: Awaited<ReturnType<typeof queued>>) => deliverSms(server.app, server.app.sms, ids);
const textsTo = async (to: string) =>
  (await sandbox.ask<{ messages: { body: string }[] }>(`/messages.json?${new URLSearchParams({ to })}`)).messages;
const rowOf = async ({ id }: { id: string }) =>
  (await server.database.admin.query("select * from app.sms where id = $1", [id])).rows[0];
/** As if the time had passed for which the one before us holds it. */
const runOut = ({ id }: { id: string }) =>
  server.database.admin.query("update app.sms set claimed_until = now() - interval '1 second' where id = $1", [id]);
const setFaults = (kinds: string[]) =>
  sandbox.put("/faults/twilio", { faults: kinds.map((kind) => ({ kind, only: "POST " })) });

describe("delivering a text message", () => {
  it("says it in the person's language, then forgets what it said", async () => {
    const [english, spanish] = [await queued("+12125550101"), await queued("+17875550102", "es")];
    await deliver(english);
    await deliver(spanish);
    expect((await textsTo("+12125550101")).map(({ body }) => body)).toEqual([
      "246810 is your code for Business financing. It works for 10 minutes. Do not share it with anyone.",
    ]);
    expect((await textsTo("+17875550102")).map(({ body }) => body)).toEqual([
      "246810 es su clave para Business financing. Vale por 10 minutos. No la comparta con nadie.",
    ]);
    expect(await rowOf(english)).toMatchObject({ state: "SENT", encrypted_params: null, sent_at: expect.any(Date) });
  });

  it("hands the message in once, however many try at the same time", async () => {
    const ids = await queued("+12125550103");
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => deliver(ids)));
    // Those who came too early are told to come again, and then find it done.
    for (const one of tries)
      if (one.status === "rejected") expect(String(one.reason)).toContain("somebody else is sending");
    await deliver(ids);
    expect(await textsTo("+12125550103")).toHaveLength(1);
  });

  it.each(["accepted-then-reset", "accepted-then-timeout"])(
    "asks before it sends again, after a carrier's %s",
    async (kind) => {
      const to = kind.endsWith("reset") ? "+12125550104" : "+12125550105";
      const ids = await queued(to);
      const { config, sms: _, ...rest } = server.app;
      const app = { ...rest, config, sms: twilioSms(config, 1_000) };
      await setFaults([kind]);
      await expect(deliverSms(app, app.sms, ids)).rejects.toThrow(SmsOutcomeUnknown);
      await setFaults([]);
      await expect(deliver(ids)).rejects.toThrow("somebody else is sending");
      await runOut(ids);
      await deliver(ids);
      expect(await textsTo(to)).toHaveLength(1);
      expect(await rowOf(ids)).toMatchObject({ encrypted_params: null, carrier_id: expect.stringMatching(/^SM/) });
    },
  );

  it("sends again what the carrier certainly does not have", async () => {
    const ids = await queued("+12125550106");
    await setFaults(["500"]);
    await expect(deliver(ids)).rejects.toThrow(SmsOutcomeUnknown);
    await setFaults([]);
    await runOut(ids);
    await deliver(ids);
    expect(await textsTo("+12125550106")).toHaveLength(1);
  });

  it("is free for the next try at once when nobody could be reached", async () => {
    const ids = await queued("+12125550107");
    const nobody = twilioSms({ ...server.app.config, TWILIO_URL: `http://127.0.0.1:${await freePort()}` });
    await expect(deliverSms(server.app, nobody, ids)).rejects.toThrow(SmsNotAccepted);
    expect(await rowOf(ids)).toMatchObject({ claimed_until: null, asked_at: null });
    await deliver(ids);
    expect(await textsTo("+12125550107")).toHaveLength(1);
  });

  it("keeps why a number gets nothing, and does not try it again", async () => {
    const ids = await queued("+12125550133");
    await expect(deliver(ids)).rejects.toThrow(SmsRefused);
    expect(await rowOf(ids)).toMatchObject({ state: "FAILED", failure: "OPTED_OUT", encrypted_params: null });
    await deliver(ids);
    expect(await textsTo("+12125550133")).toEqual([]);
  });

  it("is one message a key, and none when its transaction rolls back", async () => {
    const { id: platformId } = await server.platform();
    const order = { platformId, businessId: null, key: "once", template: "phone-code", locale: "en" } as const;
    const scope = { platformId, businessId: "whole platform" } as const;
    const prepare = () =>
      prepareSms(server.app, { ...order, recipient: "+12125550108", params: { code: "123456", minutes: 10 } });
    const [one, other] = [await prepare(), await prepare()];
    const broken = inScope(server.app.pool, scope, async (tx) => {
      await queueSms(tx, one);
      throw new Error("and yet not");
    });
    await expect(broken).rejects.toThrow("and yet not");
    for (const text of [one, other]) await inScope(server.app.pool, scope, (tx) => queueSms(tx, text));
    const { rows } = await server.database.admin.query(
      "select t.id, s.kind from app.sms t join app.workflow_run s on s.id = t.id where t.platform_id = $1",
      [platformId],
    );
    expect(rows).toEqual([{ id: one.id, kind: "deliver-sms" }]);
  });
});

describe("what the carrier tells", () => {
  const tell = (headers: Record<string, unknown>, body: string) =>
    server.fastify.inject({
      method: "POST",
      url: "/api/vendors/sms/webhooks",
      payload: body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": String(headers["x-twilio-signature"]),
      },
    });
  /** Sends a message and lets the phone's time pass; what is told of it, oldest first. */
  const toldOf = async (to: string) => {
    const ids = await queued(to);
    await deliver(ids);
    await sandbox.put("/clock", { world: to, now: new Date(Date.now() + 3_600_000).toISOString() });
    await sandbox.toldEverything(to);
    return { ids, posted: receiver.received.filter(({ body }) => new URLSearchParams(body).get("To") === to) };
  };

  it("makes us ask, so the last word is what is true now", async () => {
    const { ids, posted } = await toldOf("+12125550109");
    expect(posted).toHaveLength(2);
    for (const { headers, body } of posted.toReversed()) expect((await tell(headers, body)).statusCode).toBe(200);
    expect(await rowOf(ids)).toMatchObject({ state: "DELIVERED", failure: null });
  });

  it("says why a message did not arrive", async () => {
    const { ids, posted } = await toldOf("+12125550131");
    for (const { headers, body } of posted) expect((await tell(headers, body)).statusCode).toBe(200);
    expect(await rowOf(ids)).toMatchObject({ state: "FAILED", failure: "UNREACHABLE" });
  });

  it("is refused when somebody else says it, and comes again when we do not know the message yet", async () => {
    const { ids, posted } = await toldOf("+12125550110");
    const [{ headers, body } = { headers: {}, body: "" }] = posted;
    expect((await tell({ "x-twilio-signature": "bm8=" }, body)).statusCode).toBe(401);
    expect((await rowOf(ids)).state).toBe("SENT");
    await server.database.admin.query("update app.sms set carrier_id = null where id = $1", [ids.id]);
    expect((await tell(headers, body)).statusCode).toBe(503);
  });
});
