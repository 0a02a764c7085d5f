import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";
import { cancelUnusual, releaseUnusual } from "./unusual-orders.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const now = new Date("2026-11-17T20:00:00Z");
const cutOff = new Date("2026-11-17T23:00:00Z");

async function claim(debtor: Debtor, order: NewOrder) {
  const id = await debtor.within((tx) => createOrder(tx, order, system));
  await advance(debtor, id);
  return id;
}
const advance = ({ platformId, businessId, within }: Debtor, id: string) =>
  within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: now }, now));
const stateOf = async (id: string) =>
  (
    await rows<Record<string, unknown>>(
      `select status, claimed_at is not null as claimed, unusual_reasons as reasons, next_action_at as next
       from app.payment_order where id = $1`,
      id,
    )
  )[0];
const tasks = (id: string) =>
  rows<{ kind: string; due: Date }>(
    "select kind, due_at as due from app.task where subject_id = $1 and closed_at is null",
    id,
  );
/** The last submission of the fifth banking day after; a weekend lies between. */
const heldUntil = new Date("2026-11-24T22:45:00Z");
const heldFor = (...reasons: string[]) => ({ status: "SCHEDULED", claimed: false, reasons, next: heldUntil });
const sent = { status: "SCHEDULED", claimed: true, reasons: null };
const newAccount = "update app.bank_account set added_on = '2026-11-10' where id = $1";
const large = { amountCents: cents(2_000_000) };
async function staff() {
  const id = randomUUID();
  await rows(
    "insert into app.staff_member (id, email, name, roles) values ($1, $2, 'Ann', array['TREASURY'])",
    ...[id, `${id}@inlay.example`],
  );
  return { actor: { kind: "STAFF", id } as const, requestId: "req" };
}

describe("unusual payment order", () => {
  it("is held at its claim with its reason and a staff task due by the cut-off: first payout to a new account", async () => {
    const debtor = await aDebtor(server, "2000000001", now.toISOString());
    await server.database.admin.query(newAccount, [debtor.bankAccountId]);
    const id = await claim(debtor, debtor.payout(large));
    expect(await stateOf(id)).toEqual(heldFor("NEW_ACCOUNT"));
    expect(await tasks(id)).toEqual([{ kind: "PAYMENT_UNUSUAL", due: cutOff }]);
    expect(
      await rows("select from app.event where business_id = $1 and kind = 'payment.held'", debtor.businessId),
    ).toHaveLength(1);
  });

  it("is cancelled when nobody has decided about it in five banking days, and staff have a task", async () => {
    const debtor = await aDebtor(server, "2000000010", now.toISOString());
    await server.database.admin.query(newAccount, [debtor.bankAccountId]);
    const id = await claim(debtor, debtor.payout(large));
    const { platformId, businessId } = debtor;
    await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: heldUntil }, heldUntil));
    expect(await stateOf(id)).toMatchObject({ status: "CANCELLED", claimed: false, next: null });
    expect((await tasks(id)).map(({ kind }) => kind)).toEqual(["PAYMENT_NOT_SENT"]);
  });

  it("is held when its amount is far above the business's usual one", async () => {
    const debtor = await aDebtor(server, "2000000002", now.toISOString());
    for (let index = 0; index < 3; index++) {
      const id = await claim(debtor, debtor.debit({ dueOn: businessDate("2026-11-18") }));
      await server.database.admin.query("update app.payment_order set status = 'SUCCESSFUL_PAYMENT' where id = $1", [
        id,
      ]);
    }
    const split = { principalCents: 2_000_000, interestCents: 0, feeCents: 0 };
    const id = await debtor.within((tx) => createOrder(tx, debtor.debit({ ...large, split }), system));
    const at = new Date("2026-11-17T22:45:00Z");
    const { platformId, businessId } = debtor;
    await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: at }, at));
    expect(await stateOf(id)).toEqual(heldFor("AMOUNT"));
  });

  it("is held when it is the twenty-first of its day", async () => {
    const debtor = await aDebtor(server, "2000000003", now.toISOString());
    for (let index = 0; index < 20; index++)
      await claim(debtor, debtor.payout({ amountCents: cents(100_000 + index) }));
    const id = await claim(debtor, debtor.payout());
    expect(await stateOf(id)).toEqual(heldFor("VELOCITY"));
  });

  it("is held when two other businesses, of any platform, are paid at the same account number", async () => {
    for (let index = 0; index < 2; index++) {
      const other = await aDebtor(server, "2000000004");
      const id = await other.within((tx) => createOrder(tx, other.payout(), system));
      await server.database.admin.query(
        "update app.payment_order set processor_order_id = id::text, effective_on = '2026-11-10' where id = $1",
        [id],
      );
    }
    const third = await aDebtor(server, "2000000004", now.toISOString());
    expect(await stateOf(await claim(third, third.payout()))).toEqual(heldFor("SHARED_ACCOUNT"));
    const elsewhere = await aDebtor(server, "2000000005", now.toISOString());
    expect(await stateOf(await claim(elsewhere, elsewhere.payout()))).toMatchObject(sent);
  });

  it("is sent after staff let it go, once, and is checked again for everything else", async () => {
    const debtor = await aDebtor(server, "2000000006", now.toISOString());
    await server.database.admin.query(newAccount, [debtor.bankAccountId]);
    const id = await claim(debtor, debtor.payout(large));
    const by = await staff();
    await debtor.within((tx) => releaseUnusual(tx, id, by));
    expect(await tasks(id)).toEqual([]);
    await expect(debtor.within((tx) => releaseUnusual(tx, id, by))).rejects.toMatchObject({ code: "WRONG_STATE" });
    await server.database.admin.query("update app.bank_account set blocked_at = now() where id = $1", [
      debtor.bankAccountId,
    ]);
    await advance(debtor, id);
    expect(await stateOf(id)).toMatchObject({ claimed: false });
    await server.database.admin.query("update app.bank_account set blocked_at = null where id = $1", [
      debtor.bankAccountId,
    ]);
    await advance(debtor, id);
    expect(await stateOf(id)).toMatchObject({ claimed: true });
  });

  it("is cancelled by staff, and an order that is not held is not", async () => {
    const debtor = await aDebtor(server, "2000000007", now.toISOString());
    const ordinary = await debtor.within((tx) => createOrder(tx, debtor.payout(), system));
    const by = await staff();
    await expect(debtor.within((tx) => cancelUnusual(tx, ordinary, by))).rejects.toMatchObject({ code: "WRONG_STATE" });
    await server.database.admin.query(newAccount, [debtor.bankAccountId]);
    const id = await claim(debtor, debtor.payout({ ...large, dueOn: businessDate("2026-11-19") }));
    await debtor.within((tx) => cancelUnusual(tx, id, by));
    expect(await stateOf(id)).toMatchObject({ status: "CANCELLED", claimed: false, next: null });
    expect(await tasks(id)).toEqual([]);
  });
});
