import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { emailNotificationBatch, sendNotificationBatch } from "./batches/send-batch.ts";
import { type Borrower, type ToldPeople, toldPeople } from "./batches/told.fixture.ts";

let server: TestServer;
let time: BusinessTime;
let people: ToldPeople;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [sendNotificationBatch]);
  people = toldPeople(server, time);
});
afterAll(() => server.close());

const hour = new Date("2026-01-14T16:00:00Z");
const oneClick = "/api/v1/notification-preferences/one-click";

/** The email of the hour, and the token of its link. */
async function emailOf(who: Borrower) {
  await time.passTo(who, hour);
  const [email] = await people.emailsOf(who);
  if (!email) throw new Error("no email was sent");
  const token = email.stopUrl ? (new URL(email.stopUrl).searchParams.get("token") ?? "") : "";
  return { email, token };
}
const turnedOff = async (who: Borrower) =>
  (
    await people.rows<{ topic: string }>(
      "select topic from app.notification_preference where business_id = $1 and not is_on order by topic",
      who.id,
    )
  ).map(({ topic }) => topic);
const press = (token: string, topic: string, origin = new URL(server.app.config.PORTAL_URL).origin) =>
  server.fastify.inject({
    method: "POST",
    url: "/api/v1/notification-preferences/stop",
    headers: { origin },
    payload: { token, topic },
  });

describe("link that stops emails", () => {
  it("is in the text and in the headers of an email about a topic that can be turned off", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    const { email, token } = await emailOf(who);
    expect(email.text).toContain(`stopEmails=PAYMENT_MADE#${token}`);
    expect(email.stopUrl).toBe(new URL(`${oneClick}?token=${token}`, server.app.config.PORTAL_URL).href);
  });

  it("is in no email that a business must get", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "late", 458_400, { subEvent: "LATE" });
    const { email } = await emailOf(who);
    expect(email.stopUrl).toBeNull();
    expect(email.text).not.toContain("stopEmails");
  });

  it("opens a page and changes nothing when it is only followed", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    const { token } = await emailOf(who);
    const answer = await server.fastify.inject({ method: "GET", url: `${oneClick}?token=${token}` });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toContain(`stopEmails=PAYMENT_MADE#${token}`);
    expect(await turnedOff(who)).toEqual([]);
  });

  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])("stops every topic of its email in one click of a mail program: %s", async (type, payload) => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    await people.tell(who, "sent", 0, { subEvent: "REFUND", disbursementAmountCents: 2_500 });
    await people.tell(who, "late", 458_400, { subEvent: "LATE" });
    const { token } = await emailOf(who);
    const post = () =>
      server.fastify.inject({
        method: "POST",
        url: `${oneClick}?token=${token}`,
        headers: { "content-type": type },
        payload,
      });
    expect((await Promise.all([post(), post()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await turnedOff(who)).toEqual(["MONEY_SENT", "PAYMENT_MADE"]);
    const changes = await people.rows(
      "select from app.event where stream = $1 and kind = 'notification_preference.changed'",
      who.id,
    );
    expect(changes).toHaveLength(2);
  });

  it("stops one topic by the button of its page, and none that its email is not about", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    const { token } = await emailOf(who);
    for (const topic of ["MONEY_SENT", "PAYMENT_PROBLEM"])
      expect((await press(token, topic)).json()).toMatchObject({ code: "STOP_LINK_INVALID" });
    expect((await press(token, "PAYMENT_MADE", "https://elsewhere.test")).statusCode).toBe(403);
    expect(await turnedOff(who)).toEqual([]);
    expect((await press(token, "PAYMENT_MADE")).json()).toEqual({ stopped: ["PAYMENT_MADE"] });
    expect((await press(token, "PAYMENT_MADE")).statusCode).toBe(200);
    expect(await turnedOff(who)).toEqual(["PAYMENT_MADE"]);
  });

  it("stops nothing of another person, and answers an unknown token like any other", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    const other = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    await people.tell(other, "made");
    const { token } = await emailOf(who);
    await press(token, "PAYMENT_MADE");
    expect(await turnedOff(other)).toEqual([]);
    expect((await press(randomUUID(), "PAYMENT_MADE")).statusCode).toBe(404);
    const unknown = await server.fastify.inject({ method: "GET", url: `${oneClick}?token=${randomUUID()}` });
    expect(unknown.statusCode).toBe(404);
  });

  it("works in the email that is kept when two workers write it at once, and its token is stored as a hash", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    await time.passTo(who, hour);
    const [event] = await people.rows<{
      id: string;
      kind: "notification_batch.sent";
      body: { notificationBatchId: string };
    }>("select id, kind, body from app.event where stream = $1 and kind = 'notification_batch.sent'", who.id);
    if (!event) throw new Error("no batch was sent");
    const tenant = { platformId: who.platform.id, businessId: who.id };
    const writes = await Promise.all(
      [1, 2].map(() => emailNotificationBatch(server.app, { ...event, ...tenant, stream: who.id })),
    );
    for (const write of writes) await inScope(server.app.pool, tenant, write);
    const { token } = await emailOf(who);
    expect((await press(token, "PAYMENT_MADE")).statusCode).toBe(200);
    const stored = await people.rows<{ row: string }>(
      "select b::text as row from app.notification_batch b where business_id = $1",
      who.id,
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe("requests with a body that is not JSON", () => {
  it("are refused by every other route", async () => {
    const answer = await server.fastify.inject({
      method: "POST",
      url: "/api/v1/notification-preferences/stop",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "token=x",
    });
    expect(answer.statusCode).toBe(415);
  });
});
