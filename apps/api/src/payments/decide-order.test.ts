import { randomUUID } from "node:crypto";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder } from "./create-order.ts";
import { approveOrder, cancelOrder, rejectOrder, retryFailedOrder } from "./decide-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
let debtor: Debtor;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server, "1234567890", "2026-11-17T20:00:00Z");
});
afterAll(() => server.close());

const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const staff = (id = randomUUID()) => ({ actor: { kind: "STAFF", id } as const, requestId: "req" });
const create = (order = debtor.debit(), by: Parameters<typeof createOrder>[2] = system) =>
  debtor.within((tx) => createOrder(tx, order, by));
const statusOf = async (id: string) => {
  const { rows } = await server.database.admin.query("select status from app.payment_order where id = $1", [id]);
  return rows[0]?.status;
};
const rows = async (sql: string, id: string) => (await server.database.admin.query(sql, [id])).rows;

describe("payment order", () => {
  it("is created once per key, also by twenty requests at once", async () => {
    const order = debtor.debit();
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(order)));
    expect(new Set(ids).size).toBe(1);
    await expect(
      create({ ...order, amountCents: cents(1), split: { principalCents: 1, interestCents: 0, feeCents: 0 } }),
    ).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
  });

  it("is split to the cent, or refused", async () => {
    const order = debtor.debit({ split: { principalCents: 1, interestCents: 2, feeCents: 3 } });
    await expect(create(order)).rejects.toThrow("split_adds_up");
  });

  it("is scheduled without approval for a scheduled repayment or a small payout", async () => {
    expect(await statusOf(await create())).toBe("SCHEDULED");
    expect(await statusOf(await create(debtor.payout({ amountCents: cents(2_500_000) })))).toBe("SCHEDULED");
  });

  it("needs a second person when it is large, manual, or resembles another order", async () => {
    expect(await statusOf(await create(debtor.payout({ amountCents: cents(2_500_001) })))).toBe("CREATED");
    const byHand = await create(debtor.debit({ isManual: true }), staff());
    expect(await statusOf(byHand)).toBe("CREATED");
    const first = debtor.debit();
    await create(first);
    const twin = await create({ ...first, key: randomUUID() });
    expect(await statusOf(twin)).toBe("CREATED");
    expect(await rows("select alerts from app.payment_order where id = $1", twin)).toEqual([
      { alerts: ["IMPROPERLY_CREATED"] },
    ]);
    expect(await rows("select kind from app.task where subject_id = $1 and closed_at is null", twin)).toEqual([
      { kind: "PAYMENT_APPROVAL" },
    ]);
  });

  it("is approved by someone other than its creator, and then scheduled", async () => {
    const maker = staff();
    const id = await create(debtor.payout({ isManual: true }), maker);
    await expect(debtor.within((tx) => approveOrder(tx, id, maker))).rejects.toMatchObject({
      code: "SECOND_PERSON_NEEDED",
    });
    await debtor.within((tx) => approveOrder(tx, id, staff()));
    expect(await statusOf(id)).toBe("SCHEDULED");
    expect(
      await rows("select event, status from app.payment_order_step where payment_order_id = $1 order by id", id),
    ).toEqual([
      { event: "CREATED", status: "CREATED" },
      { event: "APPROVED", status: "SCHEDULED" },
    ]);
  });

  it("stays rejected, with the reason", async () => {
    const id = await create(debtor.payout({ isManual: true }), staff());
    await debtor.within((tx) => rejectOrder(tx, id, "wrong payee", staff()));
    expect(await statusOf(id)).toBe("REJECTED");
    await expect(debtor.within((tx) => approveOrder(tx, id, staff()))).rejects.toMatchObject({ code: "WRONG_STATE" });
  });
});

/** A debit of the week before that failed. */
async function failedDebit(reason: string, retriesMade = 0): Promise<string> {
  const id = await create();
  await server.database.admin.query(
    `update app.payment_order set status = 'FAILED_PAYMENT', failure_reason = $2, retries_made = $3, effective_on = '2026-11-10',
       first_settled_on = '2026-11-10', next_action_at = null where id = $1`,
    [id, reason, retriesMade],
  );
  return id;
}
const retry = (id: string, bankAccountId?: string) =>
  debtor.within((tx) =>
    retryFailedOrder(tx, id, { isCauseCorrected: true, ...(bankAccountId && { bankAccountId }) }, staff()),
  );

describe("retry of a failed payment order", () => {
  it.each(["CANCELLED", "REJECTED"] as const)("is possible again after an earlier retry was %s", async (end) => {
    const id = await failedDebit("insufficient_funds");
    const first = await retry(id);
    expect(await retry(id)).toBe(first);
    await debtor.within((tx) =>
      end === "CANCELLED" ? cancelOrder(tx, first, null, staff()) : rejectOrder(tx, first, "wrong day", staff()),
    );
    const second = await retry(id);
    expect(second).not.toBe(first);
    expect(await retry(id)).toBe(second);
    expect(
      await rows("select status, retries_made from app.payment_order where retry_of_id = $1 order by created_at", id),
    ).toEqual([
      { status: end, retries_made: 1 },
      { status: "CREATED", retries_made: 1 },
    ]);
  });

  it("exists once while it is not cancelled, whatever its key", async () => {
    const id = await failedDebit("insufficient_funds");
    const made = await retry(id);
    const copy = `insert into app.payment_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'key', 'other'))).*
      from app.payment_order o where id = $1`;
    await expect(server.database.admin.query(copy, [made])).rejects.toThrow("one_retry");
  });

  it("is not counted when the debit never reached a bank", async () => {
    const made = await retry(await failedDebit("network_error", 2));
    expect(await rows("select retries_made from app.payment_order where id = $1", made)).toEqual([{ retries_made: 2 }]);
  });

  it("on another account is a new entry: its count and its window begin again", async () => {
    const other = randomUUID();
    await server.database.admin.query(
      `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on)
       values ($1, $2, $3, 'Other', '0001', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02')`,
      [other, debtor.platformId, debtor.businessId],
    );
    const made = await retry(await failedDebit("insufficient_funds", 2), other);
    expect(await rows("select retries_made, first_settled_on from app.payment_order where id = $1", made)).toEqual([
      { retries_made: 0, first_settled_on: null },
    ]);
  });

  it("is refused on an account of another business, on a removed account and on an unknown one", async () => {
    const foreign = await aDebtor(server);
    const removed = randomUUID();
    await server.database.admin.query(
      `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on,
         removed_at)
       values ($1, $2, $3, 'Removed', '0002', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02', now())`,
      [removed, debtor.platformId, debtor.businessId],
    );
    const id = await failedDebit("insufficient_funds");
    for (const account of [foreign.bankAccountId, removed, randomUUID()]) {
      await expect(retry(id, account)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect(await rows("select from app.payment_order where retry_of_id = $1", id)).toEqual([]);
  });
});

const outcomes = async (attempts: Promise<unknown>[]) =>
  (await Promise.allSettled(attempts)).filter(({ status }) => status === "fulfilled").length;

describe("payment order under concurrency", () => {
  it("is approved once when two approve it at once, in two hundred rounds", async () => {
    for (let round = 0; round < 200; round++) {
      const id = await create(debtor.payout({ isManual: true }), staff());
      const done = await outcomes([1, 2].map(() => debtor.within((tx) => approveOrder(tx, id, staff()))));
      const steps = await rows(
        "select from app.payment_order_step where payment_order_id = $1 and event = 'APPROVED'",
        id,
      );
      expect({ done, steps: steps.length }).toEqual({ done: 1, steps: 1 });
    }
  });

  it("is either cancelled or sent when both race, in five hundred rounds", async () => {
    const won = { cancelled: 0, sent: 0 };
    for (let round = 0; round < 500; round++) {
      const id = await create(debtor.payout());
      const due = { platformId: debtor.platformId, businessId: debtor.businessId, id, dueAt: new Date() };
      const now = new Date("2026-11-17T20:00:00Z");
      const cancel = () => debtor.within((tx) => cancelOrder(tx, id, null, staff()));
      const send = () => debtor.within((tx) => advanceOrder.act(tx, due, now));
      // The side that begins has a small lead, so the rounds alternate.
      await outcomes((round % 2 ? [cancel, send] : [send, cancel]).map((begin) => begin()));
      const [order] = await rows(
        "select status, claimed_at is not null as claimed from app.payment_order where id = $1",
        id,
      );
      const attempts = await rows(
        "select from app.payment_attempt where payment_order_id = $1 and purpose = 'SEND'",
        id,
      );
      expect(order.claimed).toBe(order.status === "SCHEDULED");
      expect(attempts.length).toBe(order.claimed ? 1 : 0);
      won[order.claimed ? "sent" : "cancelled"]++;
      // As if it had been sent on an earlier day, because more than twenty a day are held as unusual.
      await server.database.admin.query(
        "update app.payment_order set claimed_at = '2026-11-01' where id = $1 and claimed_at is not null",
        [id],
      );
    }
    // A race that one side always wins would prove nothing.
    expect(Math.min(won.cancelled, won.sent)).toBeGreaterThan(0);
  });
});
