import { nextBatchAt } from "@inlay/lending/servicing/notifications.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../../clock/business-time.fixture.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { emailNotificationBatch, sendNotificationBatch } from "./send-batch.ts";
import { type ToldPeople, toldPeople } from "./told.fixture.ts";

let server: TestServer;
let time: BusinessTime;
let borrower: ToldPeople["borrower"];
let tell: ToldPeople["tell"];
let emailsOf: ToldPeople["emailsOf"];
let rows: ToldPeople["rows"];
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [sendNotificationBatch]);
  ({ borrower, tell, emailsOf, rows } = toldPeople(server, time));
});
afterAll(() => server.close());

describe("batched emails", () => {
  it("are one email per business and recipient for everything until the next hour from 8 to 20 o'clock Eastern", async () => {
    const who = await borrower("2026-01-14T15:10:00Z");
    await tell(who, "event/1");
    await time.passTo(who, new Date("2026-01-14T15:40:00Z"));
    await tell(who, "event/2", 2_500);
    expect(await emailsOf(who)).toEqual([]);
    await time.passTo(who, new Date("2026-01-14T16:00:00Z"));
    const [email, ...others] = await emailsOf(who);
    expect(others).toEqual([]);
    expect(email?.subject).toMatch(/^2 updates for /);
    for (const amount of ["$4,584.00", "$25.00"]) expect(email?.text).toContain(amount);
    expect(email?.text).not.toMatch(/balance of your account/i);
  });

  it("wait until 8 o'clock when something happens in the night, and then begin anew", async () => {
    const who = await borrower("2026-01-15T02:00:00Z");
    await tell(who, "event/1");
    await time.passTo(who, new Date("2026-01-15T12:59:00Z"));
    expect(await emailsOf(who)).toEqual([]);
    await time.passTo(who, new Date("2026-01-15T13:00:00Z"));
    await tell(who, "event/2");
    expect((await emailsOf(who)).map(({ subject }) => subject)).toEqual(["Your payment of $4,584.00 is made"]);
    const waiting = await rows<{ at: Date }>(
      "select next_action_at as at from app.notification_batch where business_id = $1 and sent_at is null",
      who.id,
    );
    expect(waiting.map(({ at }) => at)).toEqual([nextBatchAt(new Date("2026-01-15T13:00:00Z"))]);
  });

  it("tell a cause once, however often and by however many workers at once it is told", async () => {
    const who = await borrower("2026-01-14T15:10:00Z");
    await Promise.all(Array.from({ length: 8 }, () => tell(who, "event/1")));
    await time.passTo(who, new Date("2026-01-14T16:00:00Z"));
    const [event] = await rows<{ id: string; kind: "notification_batch.sent"; body: { notificationBatchId: string } }>(
      "select id, kind, body from app.event where stream = $1 and kind = 'notification_batch.sent'",
      who.id,
    );
    if (!event) throw new Error("no batch was sent");
    const tenant = { platformId: who.platform.id, businessId: who.id };
    // Two workers that handle the same event.
    await Promise.all(
      [1, 2].map(async () => {
        const write = await emailNotificationBatch(server.app, { ...event, ...tenant, stream: who.id });
        await inScope(server.app.pool, tenant, write);
      }),
    );
    expect(await emailsOf(who)).toHaveLength(1);
  });

  it("lose nothing that is told while a batch is being sent", async () => {
    const who = await borrower("2026-01-14T15:10:00Z");
    await tell(who, "event/0");
    const at = new Date("2026-01-14T16:00:00Z");
    await time.set(who, at);
    await Promise.all([
      time.passTo(who, at),
      ...Array.from({ length: 12 }, (_, index) => tell(who, `event/${index + 1}`)),
    ]);
    await time.passTo(who, new Date("2026-01-14T17:00:00Z"));
    const [told] = await rows<{ count: number }>(
      `select count(*)::int as count from app.notification n join app.notification_batch b on b.id = n.notification_batch_id
       where n.business_id = $1 and b.sent_at is not null`,
      who.id,
    );
    expect(told?.count).toBe(13);
  });
});
