import { nextBatchAt } from "@inlay/lending/servicing/notifications.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../../clock/business-time.fixture.ts";
import { inScope } from "../../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { issuedProduct } from "../../products/issued.fixture.ts";
import type { EmailMessage, EmailSender } from "../../providers/email/port.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";
import { deliverEmail } from "../emails.ts";
import { notify } from "./notify.ts";
import { emailNotificationBatch, sendNotificationBatch } from "./send-batch.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [sendNotificationBatch]);
});
afterAll(() => server.close());

type Borrower = TestPerson & { id: string; platform: TestPlatform; issuedProductId: string };

let made = 0;
async function borrower(at: string): Promise<Borrower> {
  const platform = await server.platform();
  const person = await server.person(platform, {
    email: `owner-${++made}@batches.test`,
    firstName: "Pia",
    roles: ["PRIMARY_OWNER"],
  });
  const { businessId: publicId } = person;
  const [row] = await rows<{ id: string }>("select id from app.business where platform_id = $1", platform.id);
  const id = row?.id ?? publicId;
  const { id: issuedProductId } = await issuedProduct(server.database.admin, {
    platformId: platform.id,
    businessId: id,
  });
  await time.set({ id, platform }, new Date(at));
  return { ...person, id, platform, issuedProductId };
}

const rows = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(text, values)).rows;

const tell = (who: Borrower, key: string, amountCents = 458_400) =>
  inScope(server.app.pool, { platformId: who.platform.id, businessId: who.id }, (tx) =>
    notify(tx, {
      platformId: who.platform.id,
      businessId: who.id,
      key,
      event: {
        product: "TERM_LOAN",
        issuedProductId: who.issuedProductId,
        issuedProductStatus: "CURRENT",
        batchEventType: "SERVICING_EVENT",
        subEvent: "PAYMENT_MADE",
        repaymentDate: "2026-01-14",
        repaymentAmountCents: amountCents,
        principalCents: amountCents,
      },
    }),
  );

async function emailsOf(who: Borrower): Promise<EmailMessage[]> {
  await handleEvents(server, who.id);
  const sent: EmailMessage[] = [];
  const sender: EmailSender = { send: async (email) => void sent.push(email), close: () => {} };
  const queued = await rows<{ id: string }>(
    "select id from app.email where business_id = $1 and template = 'notifications' order by id",
    who.id,
  );
  for (const { id } of queued)
    await deliverEmail(server.app, sender, { platformId: who.platform.id, businessId: who.id, id });
  return sent;
}

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
