import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inScope, staffScope, statement } from "../db/scope.ts";
import { type Answered, type TestServer, testServer } from "../http/server.fixture.ts";
import { internalScope } from "../ledger/public.ts";
import type { BankLine, Payments } from "../providers/payments/port.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { matchStatementLine } from "./match-statement-line.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
let debtor: Debtor;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server);
  maker = await signedInMember(server, ["OPERATIONS"]);
  checker = await signedInMember(server, ["TREASURY"]);
});
afterAll(() => server.close());

const reason = "the sender confirmed it by phone";
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

/** The balance of an account, as debit less credit: of one order, or in all. */
const held = async (code: string, subject: string | null = null): Promise<number> => {
  const [sum] = await rows<{ cents: number }>(
    `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::int as cents from app.ledger_balance b
     join app.ledger_account a on a.number = b.account where a.code = $1 and ($2::uuid is null or b.subject = $2)`,
    code,
    subject,
  );
  return sum?.cents ?? Number.NaN;
};
let suspenseBefore: number;
let cashBefore: number;
beforeEach(async () => {
  suspenseBefore = await held("SUSPENSE_UNIDENTIFIED");
  cashBefore = await held("CASH");
});
const suspense = async () => (await held("SUSPENSE_UNIDENTIFIED")) - suspenseBefore;

const knowsNothing = { match: async () => null } as unknown as Payments;
type Unexplained = { id: string; taskId: string; dueAt: Date };
/** A line that matches nothing, with its task. */
async function unexplained(direction: "INCOMING" | "OUTGOING", change: Partial<BankLine> = {}): Promise<Unexplained> {
  const line: BankLine = {
    lineId: randomUUID(),
    book: "EQUITY",
    direction,
    amountCents: cents(45_840),
    postedOn: businessDate("2026-11-18"),
    text: "WIRE",
    ...change,
  };
  const saved = await matchStatementLine(server.app, knowsNothing, line);
  const [task] = await rows<{ id: string; due_at: Date }>(
    "select id, due_at from app.task where subject_id = $1",
    saved?.id,
  );
  return { id: saved?.id ?? "", taskId: task?.id ?? "", dueAt: task?.due_at ?? new Date(0) };
}

async function anOrder(order: NewOrder = debtor.debit(), status = "SUBMITTED"): Promise<string> {
  const id = await debtor.within((tx) =>
    createOrder(tx, order, { actor: { kind: "SYSTEM", id: null }, requestId: null }),
  );
  await rows("update app.payment_order set status = $2 where id = $1", id, status);
  return id;
}

const identify = (taskId: string, paymentOrderId: string): Promise<Answered> =>
  maker.as("POST", `/tasks/${taskId}/bank-line/identify`, { paymentOrderId, reason });
const charge = (taskId: string): Promise<Answered> =>
  maker.as("POST", `/tasks/${taskId}/bank-line/bank-charge`, { reason });
async function approve(requestId: unknown, by = checker): Promise<Answered> {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}
/** Runs the due job of an order of our own. */
const advance = (id: string) =>
  inScope(server.app.pool, staffScope, (tx) =>
    advanceOrder.act(tx, { id, platformId: staffScope.platformId, businessId: null, dueAt: new Date() }, new Date()),
  );
const isTaskOpen = async (taskId: string) =>
  (await rows("select from app.task where id = $1 and closed_at is null", taskId)).length === 1;
const lineRow = async (id: string) =>
  (
    await rows<object>(
      "select platform_id, business_id, payment_order_id, meaning, fault from app.bank_line where id = $1",
      id,
    )
  )[0];

describe("unidentified bank line", () => {
  it("is shown to staff by its task, which is due three banking days after the line", async () => {
    const line = await unexplained("INCOMING");
    const shown = await maker.as("GET", `/tasks/${line.taskId}/bank-line`);
    expect(shown.body).toMatchObject({
      id: line.id,
      book: "EQUITY",
      postedOn: "2026-11-18",
      direction: "IN",
      amountCents: 45_840,
    });
    // Wednesday; the weekend does not count.
    expect(line.dueAt.toISOString()).toBe("2026-11-24T04:59:00.000Z");
  });

  it("as the receipt of a dishonored return pays the debit again, which is applied to the loan", async () => {
    const returned = await anOrder(debtor.debit({ key: randomUUID(), item: "other" }), "FAILED_PAYMENT");
    const dishonor = debtor.debit({ rail: "OUTSIDE", dishonorOfId: returned, dishonorCode: "R68" });
    const orderId = await anOrder(dishonor, "SCHEDULED");
    const line = await unexplained("INCOMING");
    expect((await identify(line.taskId, orderId)).body).toMatchObject({ code: "WRONG_STATE" });
    await rows("update app.payment_order set status = 'SUBMITTED' where id = $1", orderId);
    const asked = await identify(line.taskId, orderId);
    expect((await approve(asked.body["requestId"])).status).toBe(200);
    expect(
      await rows("select status, principal_cents::int as paid from app.payment_order where id = $1", orderId),
    ).toEqual([{ status: "SUCCESSFUL_PAYMENT", paid: 45_840 }]);
    expect(await held("CLEARING_IN", orderId)).toBe(0);
    expect(await suspense()).toBe(0);
  });

  it.each([
    ["receipt", "INCOMING", "debit", "SUBMITTED", "SENT", "CLEARING_IN", -45_840],
    ["receipt", "INCOMING", "payout", "FAILED_PAYMENT", "RETURNED", "CLEARING_OUT", -45_840],
    ["withdrawal", "OUTGOING", "payout", "SUBMITTED", "SENT", "CLEARING_OUT", 45_840],
    ["withdrawal", "OUTGOING", "debit", "FAILED_PAYMENT", "RETURNED", "CLEARING_IN", 45_840],
  ] as const)(
    "as a %s (%s) of a %s that is %s becomes its %s line: suspense is cleared into %s",
    async (_, direction, kind, status, meaning, clearing, cleared) => {
      const line = await unexplained(direction);
      const orderId = await anOrder(debtor[kind]({ amountCents: cents(45_840) }), status);
      expect(await suspense()).toBe(direction === "INCOMING" ? -45_840 : 45_840);
      const asked = await identify(line.taskId, orderId);
      expect(asked.body["state"]).toBe("PENDING");
      expect({ held: await held(clearing, orderId), open: await isTaskOpen(line.taskId) }).toEqual({
        held: 0,
        open: true,
      });

      expect((await approve(asked.body["requestId"])).body["state"]).toBe("APPROVED");
      const { platformId, businessId } = debtor;
      expect(await lineRow(line.id)).toEqual({
        platform_id: platformId,
        business_id: businessId,
        payment_order_id: orderId,
        meaning,
        fault: null,
      });
      expect({ held: await held(clearing, orderId), suspense: await suspense() }).toEqual({
        held: cleared,
        suspense: 0,
      });
      expect(await isTaskOpen(line.taskId)).toBe(false);
      const events = await rows<{ kind: string; actor_id: string; platform_id: string }>(
        "select kind, actor_id, platform_id from app.event where body->>'bankLineId' = $1",
        line.id,
      );
      expect(events).toEqual([{ kind: "bank_line.identified", actor_id: checker.id, platform_id: platformId }]);
      expect(
        await rows("select from app.audit where object_id = $1 and actor_id = $2", line.id, checker.id),
      ).toHaveLength(1);
    },
  );

  it("moves no cash when it is identified, and closes the task about the order's missing line", async () => {
    const line = await unexplained("INCOMING");
    const orderId = await anOrder();
    const { platformId, businessId } = debtor;
    await rows(
      `insert into app.task (kind, subject_id, platform_id, business_id, due_at) values ('RECONCILIATION_FAULT', $1, $2, $3, now())`,
      orderId,
      platformId,
      businessId,
    );
    await approve((await identify(line.taskId, orderId)).body["requestId"]);
    expect((await held("CASH")) - cashBefore).toBe(45_840);
    expect(await rows("select from app.task where subject_id = $1 and closed_at is null", orderId)).toEqual([]);
  });

  it.each([
    ["receipt is sent back", "INCOMING", "OUTGOING", "CLEARING_OUT", -45_840],
    ["withdrawal is paid back", "OUTGOING", "INCOMING", "CLEARING_IN", 0],
  ] as const)(
    "a %s by our bank, as an order that ends with the bank's line",
    async (_, direction, back, clearing, submitted) => {
      const line = await unexplained(direction);
      const asked = await maker.as("POST", `/tasks/${line.taskId}/bank-line/request-return`, { reason });
      expect(asked.body["state"]).toBe("PENDING");
      expect(await lineRow(line.id)).toMatchObject({ meaning: "UNEXPLAINED" });
      expect((await approve(asked.body["requestId"])).body["state"]).toBe("APPROVED");
      expect(await lineRow(line.id)).toMatchObject({ meaning: "RETURN_REQUESTED" });
      const [order] = await rows<{ id: string }>(
        "select id, direction, rail, status from app.payment_order where item = $1",
        `bank-line/${line.id}`,
      );
      expect(order).toMatchObject({ direction: back, rail: "OUTSIDE", status: "SCHEDULED" });
      await advance(order?.id ?? "");
      expect(await held(clearing, order?.id)).toBe(submitted);

      const returned = await unexplained(back);
      await approve((await identify(returned.taskId, order?.id ?? "")).body["requestId"]);
      expect(await rows("select status from app.payment_order where id = $1", order?.id)).toEqual([
        { status: "SUCCESSFUL_PAYMENT" },
      ]);
      expect({ clearing: await held(clearing, order?.id), suspense: await suspense() }).toEqual({
        clearing: 0,
        suspense: 0,
      });
    },
  );

  it("is not identified by its requester alone", async () => {
    const line = await unexplained("INCOMING");
    const asked = await identify(line.taskId, await anOrder());
    expect((await approve(asked.body["requestId"], maker)).body["code"]).toBe("SECOND_PERSON_NEEDED");
    expect(await lineRow(line.id)).toMatchObject({ meaning: "UNEXPLAINED" });
  });

  it.each([
    ["another book", { book: "OPCO" }, "SUBMITTED", "BANK_LINE_DIFFERS"],
    ["another amount", { amountCents: cents(45_841) }, "SUBMITTED", "BANK_LINE_DIFFERS"],
    ["an order that was never sent", {}, "CANCELLED", "WRONG_STATE"],
    ["the return of an order that has not failed", { direction: "OUTGOING" }, "SUCCESSFUL_PAYMENT", "WRONG_STATE"],
  ] as const)("is refused for %s", async (_, change, status, code) => {
    const line = await unexplained("INCOMING", change);
    expect((await identify(line.taskId, await anOrder(debtor.debit(), status))).body["code"]).toBe(code);
  });

  it("is refused for an order that has its line already, which rests on the unique index", async () => {
    const [first, second] = [await unexplained("INCOMING"), await unexplained("INCOMING")];
    const orderId = await anOrder();
    const requests = [await identify(first.taskId, orderId), await identify(second.taskId, orderId)];
    expect((await approve(requests[0]?.body["requestId"])).status).toBe(200);
    expect((await approve(requests[1]?.body["requestId"])).body["code"]).toBe("BANK_LINE_DIFFERS");
    expect(await held("CLEARING_IN", orderId)).toBe(-45_840);
    expect(await isTaskOpen(second.taskId)).toBe(true);
  });

  it("is explained once: a pending charge is refused after the line was identified", async () => {
    const line = await unexplained("OUTGOING");
    const charged = await charge(line.taskId);
    const identified = await identify(line.taskId, await anOrder(debtor.payout({ amountCents: cents(45_840) })));
    expect((await approve(identified.body["requestId"])).status).toBe(200);
    expect((await approve(charged.body["requestId"])).body["code"]).toBe("WRONG_STATE");
    expect(await suspense()).toBe(0);
  });

  it("is given by the database only to an order in scope, and only once", async () => {
    const line = await unexplained("INCOMING");
    const orderId = await anOrder();
    const give = (scope: Parameters<typeof inScope>[1]) =>
      inScope(server.app.pool, scope, (tx) =>
        statement<{ meaning: string | null }>(tx, "select app.identify_bank_line($1, $2) as meaning", [
          line.id,
          orderId,
        ]),
      );
    const stranger = await aDebtor(server);
    for (const scope of [stranger, staffScope, internalScope])
      expect(await give({ platformId: scope.platformId, businessId: scope.businessId })).toEqual([{ meaning: null }]);
    expect(await give(debtor)).toEqual([{ meaning: "SENT" }]);
    expect(await give(debtor)).toEqual([{ meaning: null }]);
  });

  it("keeps what the bank reported: the trigger refuses a change of an explained line", async () => {
    const line = await unexplained("INCOMING");
    await expect(rows("update app.bank_line set amount_cents = 1 where id = $1", line.id)).rejects.toThrow(
      "explained once",
    );
    const orderId = await anOrder();
    await approve((await identify(line.taskId, orderId)).body["requestId"]);
    const change = debtor.within((tx) =>
      statement(tx, "update app.bank_line set meaning = 'RETURNED' where id = $1", [line.id]),
    );
    await expect(change).rejects.toThrow("explained once");
  });
});

describe("bank charge", () => {
  it("is an expense of its book after two people agreed, and closes the task", async () => {
    const line = await unexplained("OUTGOING", { amountCents: cents(1_500) });
    const expense = await held("PAYMENT_PROCESSING_EXPENSE");
    const asked = await charge(line.taskId);
    expect({ state: asked.body["state"], suspense: await suspense() }).toEqual({ state: "PENDING", suspense: 1_500 });
    expect((await approve(asked.body["requestId"])).body["state"]).toBe("APPROVED");
    expect(await suspense()).toBe(0);
    expect((await held("PAYMENT_PROCESSING_EXPENSE")) - expense).toBe(1_500);
    expect(await lineRow(line.id)).toMatchObject({ meaning: "BANK_CHARGE", payment_order_id: null, fault: null });
    expect(await isTaskOpen(line.taskId)).toBe(false);
    expect(await rows("select kind from app.event where body->>'bankLineId' = $1", line.id)).toEqual([
      { kind: "bank_charge.identified" },
    ]);
  });

  it("cannot be money that came in", async () => {
    const line = await unexplained("INCOMING");
    expect((await charge(line.taskId)).body["code"]).toBe("BANK_LINE_DIFFERS");
  });
});
