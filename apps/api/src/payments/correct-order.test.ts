import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { dishonorReturn, reverseDebit } from "./correct-order.ts";
import { createOrder } from "./create-order.ts";
import { approveOrder, rejectOrder, retryFailedOrder } from "./decide-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
let debtor: Debtor;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server, "3000000001", "2026-11-20T15:00:00Z");
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const staff = () => ({ actor: { kind: "STAFF", id: randomUUID() } as const, requestId: "req" });

/** A debit that settled on this day, or was returned on Wednesday the 18th. */
async function aDebit(settledOn = "2026-11-18", returnCode: string | null = null): Promise<string> {
  const id = await debtor.within((tx) => createOrder(tx, debtor.debit(), system));
  await server.database.admin.query(
    `update app.payment_order set status = $2, return_code = $3, effective_on = $4, next_action_at = null where id = $1`,
    [id, returnCode ? "FAILED_PAYMENT" : "SUCCESSFUL_PAYMENT", returnCode, settledOn],
  );
  if (returnCode)
    await server.database.admin.query(
      `insert into app.payment_order_step (platform_id, business_id, payment_order_id, event, status, happened_at)
       values ($1, $2, $3, 'FAILED', 'FAILED_PAYMENT', $4)`,
      [debtor.platformId, debtor.businessId, id, `${settledOn}T15:00:00Z`],
    );
  return id;
}
const reverse = (id: string) => debtor.within((tx) => reverseDebit(tx, id, staff()));
const dishonor = (id: string) => debtor.within((tx) => dishonorReturn(tx, id, "R68", staff()));
const seen = async (id: string) =>
  (
    await rows(
      `select direction, payment_type as type, amount_cents as cents, reversal_of_id as reverses, dishonor_of_id as dishonors, status,
         dishonor_code as code, purpose from app.payment_order where id = $1`,
      id,
    )
  )[0];
const refused = (status: string) => ({ code: "WRONG_STATE", context: { status } });

describe("reversal of a debit by staff", () => {
  it("is a payout to the debited account that names the debit", async () => {
    const id = await aDebit();
    expect(await seen(await reverse(id))).toEqual({
      direction: "OUTGOING",
      type: "REFUND",
      cents: 45_840,
      reverses: id,
      dishonors: null,
      status: "SCHEDULED",
      code: null,
      purpose: "REVERSAL",
    });
  });

  it("exists once per debit, also when ten ask at once and whatever its key", async () => {
    const id = await aDebit();
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => reverse(id)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(reverse(id)).rejects.toMatchObject(refused("CORRECTED_ALREADY"));
    const copy = `insert into app.payment_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'key', 'other'))).*
      from app.payment_order o where reversal_of_id = $1`;
    await expect(server.database.admin.query(copy, [id])).rejects.toThrow("one_reversal");
  });

  it("that failed is repeated by a retry that names the same debit", async () => {
    const id = await aDebit();
    const reversalId = await reverse(id);
    await rows(
      `update app.payment_order set status = 'FAILED_PAYMENT', failure_reason = 'canceled_transfer', next_action_at = null where id = $1`,
      reversalId,
    );
    const retryId = await debtor.within((tx) => retryFailedOrder(tx, reversalId, { isCauseCorrected: true }, staff()));
    expect(await seen(retryId)).toMatchObject({ reverses: id, purpose: "REVERSAL", direction: "OUTGOING" });
    await expect(reverse(id)).rejects.toMatchObject(refused("CORRECTED_ALREADY"));
  });

  it("is refused after five banking days, and for a returned debit", async () => {
    await expect(reverse(await aDebit("2026-11-12"))).rejects.toMatchObject(refused("REVERSAL_WINDOW_OVER"));
    await expect(reverse(await aDebit("2026-11-18", "R01"))).rejects.toMatchObject(refused("FAILED_PAYMENT"));
  });

  it("of a reversal is refused", async () => {
    const reversal = await reverse(await aDebit());
    await server.database.admin.query("update app.payment_order set status = 'SUCCESSFUL_PAYMENT' where id = $1", [
      reversal,
    ]);
    await expect(reverse(reversal)).rejects.toMatchObject({ code: "WRONG_STATE" });
  });
});

describe("dishonored return by staff", () => {
  it("is an order over the returned amount that is never sent as an entry, even when it is approved", async () => {
    const id = await aDebit("2026-11-18", "R01");
    const made = await dishonor(id);
    expect(await seen(made)).toMatchObject({
      direction: "INCOMING",
      cents: 45_840,
      dishonors: id,
      status: "CREATED",
      code: "R68",
    });
    await debtor.within((tx) => approveOrder(tx, made, staff()));
    const { platformId, businessId } = debtor;
    const now = new Date("2026-11-23T22:45:00Z");
    await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id: made, dueAt: now }, now));
    expect(await rows("select claimed_at as at from app.payment_order where id = $1", made)).toEqual([{ at: null }]);
  });

  it("opens a staff task when its money has not come after five banking days", async () => {
    const made = await dishonor(await aDebit("2026-11-18", "R01"));
    await debtor.within((tx) => approveOrder(tx, made, staff()));
    const { platformId, businessId } = debtor;
    const advance = async () => {
      const [next] = await rows<{ at: Date }>("select next_action_at as at from app.payment_order where id = $1", made);
      const now = next?.at ?? expect.fail("nobody looks at the order again");
      await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id: made, dueAt: now }, now));
      return (await rows<{ kind: string }>("select kind from app.task where subject_id = $1", made)).map(
        ({ kind }) => kind,
      );
    };
    while ((await advance()).every((kind) => kind !== "PAYMENT_UNSETTLED"));
    const [at] = await rows<{ due: Date }>(
      "select due_at as due from app.task where subject_id = $1 and kind = 'PAYMENT_UNSETTLED'",
      made,
    );
    // Thanksgiving and a weekend lie between.
    expect(at?.due.toISOString().slice(0, 10)).toBe("2026-12-01");
  });

  it("exists once per return, and again after it was rejected", async () => {
    const id = await aDebit("2026-11-18", "R01");
    const first = await dishonor(id);
    await expect(dishonor(id)).rejects.toMatchObject(refused("CORRECTED_ALREADY"));
    await debtor.within((tx) => rejectOrder(tx, first, "the return was right", staff()));
    expect(await dishonor(id)).not.toBe(first);
  });

  it("is refused five banking days after the return, and for a debit that was not returned", async () => {
    await expect(dishonor(await aDebit("2026-11-12", "R01"))).rejects.toMatchObject(refused("DISHONOR_WINDOW_OVER"));
    await expect(dishonor(await aDebit())).rejects.toMatchObject(refused("SUCCESSFUL_PAYMENT"));
  });
});
