import { randomUUID } from "node:crypto";
import { businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope, staffScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";
import { areDebitsHeld, releaseDebits, watchAllReturnRates, watchReturnRates } from "./return-rates.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };

/** Creates debits that settled on a day. The first ones are returned with the given codes. */
async function settled(debtor: Debtor, count: number, day: string, ...codes: string[]): Promise<void> {
  const { businessId, platformId, bankAccountId } = debtor;
  await rows(
    `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type, amount_cents,
       principal_cents, book, item, purpose, entries, due_on, effective_on, status, created_by_kind, is_manual, looks_improper, processor_order_id, return_code)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), $3, 'INCOMING', 'REPAYMENT', 'CASH', 100, 100, 'EQUITY', 'item', 'OTHER', '[]', $4, $4,
       case when code is null then 'SUCCESSFUL_PAYMENT' else 'FAILED_PAYMENT' end, 'SYSTEM', false, false, gen_random_uuid(), code
     from (select ($6::text[])[n] as code from generate_series(1, $5) n) debits`,
    ...[platformId, businessId, bankAccountId, day, count, codes],
  );
}
const watch = (debtor: Debtor, now: string) => debtor.within((tx) => watchReturnRates(tx, debtor, new Date(now)));
const isHeld = (debtor: Debtor) => debtor.within((tx) => areDebitsHeld(tx, debtor));
const alarms = async (subjectId: string) =>
  (
    await rows(
      "select from app.task where kind = 'RETURN_RATE_ALARM' and subject_id = $1 and closed_at is null",
      subjectId,
    )
  ).length;
const staffMember = async () => {
  const id = randomUUID();
  await rows(
    "insert into app.staff_member (id, email, name, roles) values ($1, $2, 'Ann', array['TREASURY'])",
    ...[id, `${id}@inlay.example`],
  );
  return id;
};

describe("return rate", () => {
  it("opens a staff task at half of a limit, and holds the platform's debits at the limit", async () => {
    const debtor = await aDebtor(server);
    await settled(debtor, 399, "2026-11-02");
    await watch(debtor, "2026-11-16T15:00:00Z");
    expect(await alarms(debtor.platformId)).toBe(0);
    await settled(debtor, 1, "2026-11-03", "R10");
    await watch(debtor, "2026-11-16T15:00:00Z");
    expect([await alarms(debtor.platformId), await isHeld(debtor)]).toEqual([1, false]);
    await settled(debtor, 2, "2026-11-03", "R05", "R29");
    await watch(debtor, "2026-11-16T15:00:00Z");
    await watch(debtor, "2026-11-16T15:00:00Z");
    expect([await alarms(debtor.platformId), await isHeld(debtor)]).toEqual([1, true]);
  });

  it("counts sixty days of one platform", async () => {
    const [debtor, other] = [await aDebtor(server), await aDebtor(server)];
    await settled(debtor, 300, "2026-11-02");
    await settled(debtor, 50, "2026-09-16", ...Array.from({ length: 50 }, () => "R10"));
    await settled(other, 50, "2026-11-02", ...Array.from({ length: 50 }, () => "R10"));
    await watch(debtor, "2026-11-16T15:00:00Z");
    expect(await isHeld(debtor)).toBe(false);
    await watch(debtor, "2026-11-15T15:00:00Z");
    expect([await isHeld(debtor), await isHeld(other)]).toEqual([true, false]);
  });

  it("is computed separately for a business with its own clock", async () => {
    const debtor = await aDebtor(server, "1000000001", "2026-11-16T15:00:00Z");
    await settled(debtor, 200, "2026-11-02", "R10");
    await watch(debtor, "2026-11-16T15:00:00Z");
    expect([await alarms(debtor.businessId), await alarms(debtor.platformId)]).toEqual([1, 0]);
    expect(await rows("select business_id from app.debit_hold where platform_id = $1", debtor.platformId)).toEqual([
      { business_id: debtor.businessId },
    ]);
  });
});

describe("return rate of all platforms together", () => {
  it("opens a staff task when it reaches half of a limit that no platform reaches, and closes it later", async () => {
    const isAlarmed = async () => (await alarms(staffScope.platformId)) === 1;
    const day = "2028-03-01";
    const watchAll = (now: string) => watchAllReturnRates.run(server.app, new Date(now));
    for (let platform = 0; platform < 3; platform++) await settled(await aDebtor(server), 4, day, "R02");
    // A business with its own clock is not part of it.
    await settled(await aDebtor(server, "1000000001", "2028-03-02T15:00:00Z"), 4, day, "R10");
    await watchAll("2028-02-29T15:00:00Z");
    expect(await isAlarmed()).toBe(false);
    await watchAll("2028-03-02T15:00:00Z");
    await watchAll("2028-03-02T16:00:00Z");
    expect(await isAlarmed()).toBe(true);
    await watchAll("2028-06-01T15:00:00Z");
    expect(await isAlarmed()).toBe(false);
  });
});

describe("held debit", () => {
  it("is released without a deadlock while another return holds debits again", async () => {
    const debtor = await aDebtor(server, "1000000001", "2026-11-16T15:00:00Z");
    const { platformId, businessId } = debtor;
    await settled(debtor, 200, "2026-11-02", "R10");
    await watch(debtor, "2026-11-16T15:00:00Z");
    const actor = { kind: "STAFF", id: await staffMember() } as const;
    let releasing: Promise<void> | undefined;
    await debtor.within(async (tx) => {
      await createOrder(tx, debtor.debit(), system);
      releasing = debtor.within((other) => releaseDebits(other, { platformId, businessId, actor, requestId: "req" }));
      await until("the release waits", async () => {
        const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        return (await rows(waiting)).length > 0;
      });
      await watchReturnRates(tx, debtor, new Date("2026-11-16T15:00:00Z"));
    });
    await releasing;
    expect(await isHeld(debtor)).toBe(false);
  });

  it("is not sent, has a staff task, and is sent once staff release it; payouts are not held", async () => {
    const debtor = await aDebtor(server);
    const { platformId, businessId } = debtor;
    await settled(debtor, 200, dateAt(new Date()), "R10");
    await debtor.within((tx) => watchReturnRates(tx, debtor, new Date()));
    const claimed = async (id: string, now: string) => {
      await debtor.within((tx) =>
        advanceOrder.act(tx, { platformId, businessId, id, dueAt: new Date(now) }, new Date(now)),
      );
      return rows<{ claimed: boolean; waits: boolean }>(
        `select claimed_at is not null as claimed, exists (select from app.task where kind = 'PAYMENT_HELD' and subject_id = o.id
           and closed_at is null) as waits from app.payment_order o where id = $1`,
        id,
      );
    };
    const dueOn = businessDate("2026-11-18");
    const id = await debtor.within((tx) => createOrder(tx, debtor.debit({ dueOn }), system));
    const payout = await debtor.within((tx) => createOrder(tx, debtor.payout({ dueOn }), system));
    expect(await claimed(id, "2026-11-17T22:50:00Z")).toEqual([{ claimed: false, waits: true }]);
    expect(await claimed(payout, "2026-11-17T22:50:00Z")).toEqual([{ claimed: true, waits: false }]);

    const actor = { kind: "STAFF", id: await staffMember() } as const;
    const whole = { platformId, businessId: "whole platform" } as const;
    const release = () =>
      inScope(server.app.pool, whole, (tx) =>
        releaseDebits(tx, { platformId, businessId: null, actor, requestId: "req" }),
      );
    await release();
    await expect(release()).rejects.toMatchObject({ code: "WRONG_STATE" });
    expect(await alarms(platformId)).toBe(0);
    expect(await claimed(id, "2026-11-18T22:50:00Z")).toEqual([{ claimed: true, waits: false }]);
  });
});
