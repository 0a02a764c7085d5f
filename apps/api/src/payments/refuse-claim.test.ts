import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

// The debit of 2026-11-18 is checked at 15:00, submitted at 17:45 and cut off at 18:00 in New York on the day before.
const [morning, check, submit, cutOff] = ["15:00:00", "20:00:00", "22:45:00", "23:00:00"].map(
  (time) => new Date(`2026-11-17T${time}Z`),
) as [Date, Date, Date, Date];

const create = (debtor: Debtor, order: NewOrder) => debtor.within((tx) => createOrder(tx, order, system));
async function advance({ platformId, businessId, within }: Debtor, id: string, now: Date) {
  const at = "update app.business_clock set now_at = $2 where business_id = $1";
  await server.database.admin.query(at, [businessId, now]);
  await within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: now }, now));
  const [order] = await rows<{ status: string; refusal: string | null; next: Date | null; claimed: boolean }>(
    `select status, claim_refusal as refusal, next_action_at as next, claimed_at is not null as claimed
     from app.payment_order where id = $1`,
    id,
  );
  return order;
}
const tasks = (id: string) =>
  rows<{ kind: string }>("select kind from app.task where subject_id = $1 and closed_at is null order by kind", id);
const inputs = async (debtor: Debtor) =>
  (
    await rows<{ step: string }>(
      "select sub_step as step from app.additional_input where business_id = $1",
      debtor.businessId,
    )
  ).map(({ step }) => step);
const blocked = "update app.bank_account set blocked_at = now() where id = $1";
const frozen = "update app.bank_account set blocked_at = now(), frozen_at = now() where id = $1";
const unauthorized = "update app.ach_authorization set revoked_at = now() where bank_account_id = $1";
const unscreened = "update app.bank_account set sanctions_clear_on = null where id = $1";
const removed = "update app.bank_account set removed_at = now() where id = $1";
const unverified = "update app.bank_account set verification = 'PENDING' where id = $1";
const change = (debtor: Debtor, sql: string) => server.database.admin.query(sql, [debtor.bankAccountId]);

describe("payment order refused at its claim", () => {
  it("waits until that day's cut-off with a staff task, and is then cancelled with its reason and without a fee", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const id = await create(debtor, debtor.debit());
    await change(debtor, blocked);
    expect(await advance(debtor, id, submit)).toEqual({
      status: "SCHEDULED",
      refusal: "ACCOUNT_BLOCKED",
      next: cutOff,
      claimed: false,
    });
    expect(await tasks(id)).toEqual([{ kind: "PAYMENT_HELD" }]);
    expect(await inputs(debtor)).toEqual([]);
    expect(await advance(debtor, id, cutOff)).toEqual({
      status: "CANCELLED",
      refusal: "ACCOUNT_BLOCKED",
      next: null,
      claimed: false,
    });
    expect(await tasks(id)).toEqual([{ kind: "PAYMENT_NOT_SENT" }]);
    expect(await rows("select id from app.payment_order where business_id = $1", debtor.businessId)).toEqual([{ id }]);
    expect(
      await rows("select due_at as due from app.task where kind = 'PAYMENT_NOT_SENT' and subject_id = $1", id),
    ).toEqual([{ due: new Date("2026-11-18T22:00:00Z") }]);
  });

  it.each([
    ["INCOMING", "ACCOUNT_BLOCKED", blocked, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["INCOMING", "ACH_NOT_AUTHORIZED", unauthorized, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["INCOMING", "ACCOUNT_REMOVED", removed, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["INCOMING", "ACCOUNT_UNVERIFIED", unverified, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["INCOMING", "BUSINESS_FROZEN", frozen, []],
    ["INCOMING", "SANCTIONS_NOT_CLEAR", unscreened, []],
    ["OUTGOING", "ACCOUNT_BLOCKED", blocked, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["OUTGOING", "ACCOUNT_REMOVED", removed, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["OUTGOING", "ACCOUNT_UNVERIFIED", unverified, ["UPDATE_PRIMARY_BANK_ACCOUNT"]],
    ["OUTGOING", "SANCTIONS_NOT_CLEAR", unscreened, []],
  ] as const)("%s %s asks the owner for another account only where the account is the cause", async (...row) => {
    const [direction, refusal, cause, asked] = row;
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const id = await create(debtor, direction === "INCOMING" ? debtor.debit() : debtor.payout());
    await change(debtor, cause);
    expect(await advance(debtor, id, submit)).toMatchObject({ status: "SCHEDULED", refusal });
    expect(await advance(debtor, id, cutOff)).toMatchObject({ status: "CANCELLED", refusal });
    expect(await inputs(debtor)).toEqual(asked);
  });

  it("does not ask the owner to replace an account that the platform provides", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    await change(
      debtor,
      "update app.bank_account set created_method = 'PLATFORM', provided_fingerprint = 'x', blocked_at = now() where id = $1",
    );
    const id = await create(debtor, debtor.payout());
    await advance(debtor, id, submit);
    expect(await advance(debtor, id, cutOff)).toMatchObject({ status: "CANCELLED" });
    expect(await inputs(debtor)).toEqual([]);
  });

  it("is sent when its cause is repaired before the cut-off, and its task is closed", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const id = await create(debtor, debtor.payout());
    await change(debtor, unverified);
    expect(await advance(debtor, id, morning)).toMatchObject({ refusal: "ACCOUNT_UNVERIFIED", next: submit });
    await change(debtor, "update app.bank_account set verification = 'VERIFIED' where id = $1");
    expect(await advance(debtor, id, submit)).toMatchObject({ status: "SCHEDULED", refusal: null, claimed: true });
    expect(await tasks(id)).toEqual([]);
  });

  it("is cancelled when it would collect more than is owed at its cut-off", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const { platformId, businessId } = debtor;
    const id = await create(debtor, debtor.debit());
    await rows(
      "update app.obligation set owed_principal_cents = 45839 where issued_product_id = $1",
      debtor.issuedProductId,
    );
    for (const [now, status] of [
      [submit, "SCHEDULED"],
      [cutOff, "CANCELLED"],
    ] as const) {
      await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: now }, now));
      expect(await rows("select status, claim_refusal as refusal from app.payment_order where id = $1", id)).toEqual([
        { status, refusal: "MORE_THAN_OWED" },
      ]);
    }
    expect(await inputs(debtor)).toEqual([]);
  });

  it("is reported to staff at the balance check already, while there is time to repair the cause", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const id = await create(debtor, debtor.debit());
    await change(debtor, unauthorized);
    expect(await advance(debtor, id, check)).toMatchObject({ status: "SCHEDULED", refusal: null, next: submit });
    expect(await rows("select kind, due_at as due from app.task where subject_id = $1", id)).toEqual([
      { kind: "PAYMENT_HELD", due: cutOff },
    ]);
  });

  it("is not cancelled but moved when a payout's account is on hold", async () => {
    const debtor = await aDebtor(server, "1000000001", morning.toISOString());
    const id = await create(debtor, debtor.payout({ dueOn: businessDate("2026-11-18") }));
    await change(debtor, "update app.bank_account set held_until_at = '2026-11-19T15:00:00Z' where id = $1");
    const moved = await advance(debtor, id, submit);
    expect(moved).toMatchObject({ status: "SCHEDULED", refusal: null, next: new Date("2026-11-20T22:45:00Z") });
    expect(await tasks(id)).toEqual([]);
  });
});
