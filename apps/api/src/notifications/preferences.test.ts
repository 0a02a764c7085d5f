import { publicId } from "@inlay/contracts/ids.ts";
import { isLockedTopic, notificationTopics } from "@inlay/lending/servicing/notifications.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { sendNotificationBatch } from "./batches/send-batch.ts";
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

const url = "/api/v1/notification-preferences";
const turn = (who: Borrower, topic: string, isOn: boolean) =>
  who.as({ method: "PUT", url, payload: { topic, channel: "EMAIL", isOn } });
const subjects = async (who: Borrower) => (await people.emailsOf(who)).map(({ subject }) => subject);
const toFullHour = (who: Borrower) => time.passTo(who, new Date("2026-01-14T16:00:00Z"));
const changes = (who: Borrower) =>
  people.rows<{ body: object }>(
    "select body from app.event where stream = $1 and kind = 'notification_preference.changed' order by sequence",
    who.id,
  );

describe("emails of a topic that a person has turned off", () => {
  it("are not sent, and others are", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    expect((await turn(who, "PAYMENT_MADE", false)).status).toBe(200);
    await people.tell(who, "made");
    await people.tell(who, "sent", 0, { subEvent: "REFUND", disbursementAmountCents: 2_500 });
    const [waiting] = await people.rows<{ count: number }>(
      "select count(*)::int as count from app.notification where business_id = $1",
      who.id,
    );
    expect(waiting?.count).toBe(1);
    await toFullHour(who);
    const emails = await people.emailsOf(who);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("$25.00");
    expect(emails[0]?.text).not.toContain("$4,584.00");
  });

  it("are left out when the topic is turned off before their hour; without anything else no email is sent", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.tell(who, "made");
    await turn(who, "PAYMENT_MADE", false);
    await toFullHour(who);
    expect(await subjects(who)).toEqual([]);
  });

  it("are sent again after it is turned on", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await turn(who, "PAYMENT_MADE", false);
    await turn(who, "PAYMENT_MADE", true);
    await people.tell(who, "made");
    await toFullHour(who);
    expect(await subjects(who)).toEqual(["Your payment of $4,584.00 is made"]);
  });

  it("stay on for the other people of the business", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await people.rows(
      `with person as (insert into app.business_user (platform_id, business_id, platform_user_id, email, first_name)
         select platform_id, id, 'sam', 'sam@batches.test', 'Sam' from app.business where id = $1 returning *)
       insert into app.user_role (platform_id, business_id, user_id, role) select platform_id, business_id, id, 'OPERATOR' from person`,
      who.id,
    );
    await turn(who, "PAYMENT_MADE", false);
    await people.tell(who, "made");
    await toFullHour(who);
    expect((await people.emailsOf(who)).map(({ to }) => to)).toEqual(["sam@batches.test"]);
  });
});

describe("topics that a business must be told", () => {
  it.each(notificationTopics.filter(isLockedTopic))("cannot be turned off: %s", async (topic) => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    expect(await turn(who, topic, false)).toMatchObject({ status: 409, body: { code: "NOTIFICATION_TOPIC_LOCKED" } });
    expect((await turn(who, topic, true)).status).toBe(200);
    const read = await who.as({ method: "GET", url });
    expect(read.body["preferences"]).toContainEqual({ topic, channel: "EMAIL", isOn: true, isLocked: true });
    expect(await changes(who)).toEqual([]);
  });

  it.each(notificationTopics.filter(isLockedTopic))("are kept on by the table: %s", async (topic) => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    const insert = people.rows(
      `insert into app.notification_preference (user_id, topic, channel, platform_id, business_id, is_on)
       select id, $2, 'EMAIL', platform_id, business_id, false from app.business_user where business_id = $1`,
      who.id,
      topic,
    );
    await expect(insert).rejects.toThrow("locked_topics_are_on");
  });
});

describe("preferences of a person", () => {
  it("are those of the topics that their role is told about; a co-owner has only what goes wrong", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    const topics = async () => {
      const { body } = await who.as({ method: "GET", url });
      return (body["preferences"] as { topic: string }[]).map(({ topic }) => topic);
    };
    expect(await topics()).toEqual([...notificationTopics]);
    await people.rows("update app.user_role set role = 'SECONDARY_OWNER' where business_id = $1", who.id);
    expect(await topics()).toEqual(["PAYMENT_PROBLEM"]);
  });

  it("are recorded once for each change, and shown to staff", async () => {
    const who = await people.borrower("2026-01-14T15:10:00Z");
    await turn(who, "PAYMENT_MADE", true);
    await Promise.all(Array.from({ length: 4 }, () => turn(who, "PAYMENT_MADE", false)));
    await turn(who, "PAYMENT_MADE", true);
    const bodies = (await changes(who)).map(({ body }) => body);
    expect(bodies).toMatchObject([{ isOn: false }, { isOn: true }]);
    expect(publicId("user", (bodies[0] as { userId: string }).userId)).toBe(who.userId);
  });
});
