import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { PaymentDirection } from "@inlay/lending/payments/payment-order.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import { inScope, statement } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { internalScope } from "../ledger/public.ts";
import type { BankLine, ClosingBalance, LineMatch, Payments, ProcessorPayment } from "../providers/payments/port.ts";
import { advanceOrder } from "./advance-order.ts";
import { accept } from "./apply-processor-status.ts";
import { askForStatements } from "./ask-for-statements.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { cancelOrder } from "./decide-order.ts";
import { lockOrder } from "./order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";
import { readIfDue } from "./read-statements.ts";
import { reconcile } from "./reconcile.ts";
import { saveBankBalances } from "./save-bank-balances.ts";

let server: TestServer;
let debtor: Debtor;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server, "1000000001", "2026-11-16T15:00:00Z");
});
afterAll(() => server.close());

/** A bank and a processor whose answers each test sets. */
const bank = {
  lines: [] as BankLine[],
  matches: new Map<string, LineMatch>(),
  payments: new Map<string, ProcessorPayment>(),
  closing: new Map<Book, ClosingBalance[]>(),
};
const payments = {
  bankLinesSince: async (book: Book) => bank.lines.filter((line) => line.book === book),
  match: async (lineId: string) => bank.matches.get(lineId) ?? null,
  read: async (processorId: string) => bank.payments.get(processorId),
  closingBalances: async (book: Book) => bank.closing.get(book) ?? [],
} as unknown as Payments;
const since = businessDate("2026-11-16");
const monday = new Date("2026-11-16T15:00:00Z");
const found = async () =>
  (await reconcile(server.app, payments, since)).faults.map(({ fault, subjectId }) => [fault, subjectId]);
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const tasks = (subjectId: string) =>
  rows<{ platform_id: string }>(
    "select platform_id from app.task where kind = 'RECONCILIATION_FAULT' and subject_id = $1 and closed_at is null",
    subjectId,
  );
const setToday = (now: string) =>
  rows("update app.business_clock set now_at = $2 where business_id = $1", debtor.businessId, now);
const cashAndSuspense = () =>
  rows<{ code: string; cents: number }>(
    `select a.code, sum(b.debit_cents - b.credit_cents)::int as cents from app.ledger_balance b
     join app.ledger_account a on a.number = b.account where a.code in ('CASH', 'SUSPENSE_UNIDENTIFIED') group by 1 order by 1`,
  );

let before: { code: string; cents: number }[];
beforeEach(async () => {
  // Orders of earlier tests must not be reported as missing a line here.
  await rows("update app.payment_order set effective_on = '2026-08-03'");
  before = await cashAndSuspense();
});
const moved = async (code: string) => {
  const of = (list: typeof before) => list.find((one) => one.code === code)?.cents ?? 0;
  return of(await cashAndSuspense()) - of(before);
};

type Sent = { orderId: string; processorId: string; amountCents: number; direction: PaymentDirection };
/** An order that the processor has accepted. */
async function sent(order: NewOrder = debtor.debit()): Promise<Sent> {
  const orderId = await debtor.within((tx) =>
    createOrder(tx, order, { actor: { kind: "SYSTEM", id: null }, requestId: null }),
  );
  const payment = paymentOf(orderId, order);
  const due = { platformId: debtor.platformId, businessId: debtor.businessId, id: orderId, dueAt: monday };
  await debtor.within((tx) => advanceOrder.act(tx, due, new Date("2026-11-17T22:50:00Z")));
  await debtor.within(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (locked) await accept(tx, locked, payment, monday);
  });
  return { orderId, processorId: payment.processorId, amountCents: order.amountCents, direction: order.direction };
}

function paymentOf(orderId: string | null, order: NewOrder): ProcessorPayment {
  const payment: ProcessorPayment = {
    processorId: randomUUID(),
    orderId,
    businessId: debtor.businessId,
    direction: order.direction,
    amountCents: order.amountCents,
    effectiveOn: businessDate("2026-11-18"),
    achState: "completed",
    isHeld: false,
    failure: null,
  };
  bank.payments.set(payment.processorId, payment);
  return payment;
}

function shown(match: LineMatch, change: Partial<BankLine> = {}): BankLine {
  const line: BankLine = {
    lineId: randomUUID(),
    book: "EQUITY",
    direction: "INCOMING",
    amountCents: cents(45_840),
    postedOn: businessDate("2026-11-18"),
    text: "ACH",
    ...change,
  };
  bank.lines.push(line);
  bank.matches.set(line.lineId, match);
  return line;
}
const lineIdOf = async (line: BankLine) =>
  (await rows<{ id: string }>("select id from app.bank_line where vendor_line_id = $1", line.lineId))[0]?.id;

describe("bank line", () => {
  it("that matches its order is posted once, however often it is read, and opens no task", async () => {
    const { processorId } = await sent();
    shown({ processorId, isReturn: false });
    expect(await found()).toEqual([]);
    expect(await found()).toEqual([]);
    expect(await moved("CASH")).toBe(45_840);
  });

  it("of an unknown payment is posted to suspense, and opens a staff task", async () => {
    const line = shown(null, { amountCents: cents(777) });
    expect(await found()).toEqual([["UNKNOWN_PAYMENT", await lineIdOf(line)]]);
    expect(await moved("CASH")).toBe(777);
    expect(await moved("SUSPENSE_UNIDENTIFIED")).toBe(-777);
    const [task] = await tasks(String(await lineIdOf(line)));
    expect(task?.platform_id).toBe("00000000-0000-7000-8000-000000000001");
  });

  it.each([null, randomUUID(), "a foreign id"])(
    "of a payment that is not ours (%s) is posted to suspense",
    async (orderId) => {
      const payment = paymentOf(orderId, debtor.debit());
      const line = shown({ processorId: payment.processorId, isReturn: false }, { direction: "OUTGOING" });
      expect(await found()).toEqual([["NOT_OURS", await lineIdOf(line)]]);
      expect(await moved("CASH")).toBe(-45_840);
    },
  );

  it.each([
    ["AMOUNT_DIFFERS", { amountCents: cents(45_841) }, 45_841],
    ["DIRECTION_DIFFERS", { direction: "OUTGOING" }, -45_840],
    ["BOOK_DIFFERS", { book: "OPCO" }, 45_840],
  ] as const)("with %s is posted as the money moved, and opens a staff task", async (fault, change, cash) => {
    const { processorId } = await sent();
    const line = shown({ processorId, isReturn: false }, change);
    expect(await found()).toEqual([[fault, await lineIdOf(line)]]);
    expect(await moved("CASH")).toBe(cash);
    expect(await tasks(String(await lineIdOf(line)))).toHaveLength(1);
  });

  it("that appears twice is posted twice, because the money moved twice, and opens a staff task", async () => {
    const { processorId } = await sent();
    shown({ processorId, isReturn: false });
    await found();
    const again = shown({ processorId, isReturn: false });
    expect(await found()).toEqual([["SEEN_TWICE", await lineIdOf(again)]]);
    expect(await moved("CASH")).toBe(2 * 45_840);
  });

  it("of a cancelled order opens a staff task", async () => {
    const order = debtor.debit();
    const by = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: "req" };
    const orderId = await debtor.within((tx) => createOrder(tx, order, by));
    await debtor.within((tx) => cancelOrder(tx, orderId, null, by));
    const line = shown({ processorId: paymentOf(orderId, order).processorId, isReturn: false });
    expect(await found()).toEqual([["NEVER_SENT", await lineIdOf(line)]]);
  });

  it("that changes or disappears on the second read opens a staff task and changes nothing in the ledger", async () => {
    const [first, second] = [await sent(), await sent()];
    const changed = shown({ processorId: first.processorId, isReturn: false });
    const gone = shown({ processorId: second.processorId, isReturn: false });
    expect(await found()).toEqual([]);
    const { lines } = bank;
    bank.lines = lines
      .filter((line) => line !== gone)
      .map((line) => (line === changed ? { ...line, amountCents: cents(1) } : line));
    expect((await found()).toSorted()).toEqual([
      ["LINE_CHANGED", await lineIdOf(changed)],
      ["LINE_GONE", await lineIdOf(gone)],
    ]);
    bank.lines = lines;
    expect(await moved("CASH")).toBe(2 * 45_840);
  });
});

describe("missing bank line", () => {
  it("is reported after the banking day that follows its own, until the line appears", async () => {
    const { orderId, processorId } = await sent();
    await setToday("2026-11-19T23:00:00Z");
    expect(await found()).toEqual([]);
    await setToday("2026-11-20T12:00:00Z");
    expect(await found()).toEqual([["LINE_MISSING", orderId]]);
    expect(await found()).toEqual([["LINE_MISSING", orderId]]);
    expect(await tasks(orderId)).toHaveLength(1);
    shown({ processorId, isReturn: false });
    expect(await found()).toEqual([]);
    expect(await tasks(orderId)).toHaveLength(0);
  });

  it("is reported for a return too, and a line reveals a failure whose webhook was lost", async () => {
    const { orderId, processorId } = await sent();
    const payment = bank.payments.get(processorId);
    if (payment)
      bank.payments.set(processorId, {
        ...payment,
        achState: "failed",
        failure: { reason: "closed_account", achCode: "R02" },
      });
    shown({ processorId, isReturn: false });
    expect(await found()).toEqual([]);
    expect(await rows("select status from app.payment_order where id = $1", orderId)).toEqual([
      { status: "FAILED_PAYMENT" },
    ]);
    await setToday("2026-11-25T12:00:00Z");
    expect(await found()).toEqual([["RETURN_LINE_MISSING", orderId]]);
    shown({ processorId, isReturn: true }, { direction: "OUTGOING" });
    expect(await found()).toEqual([]);
  });
});

describe("bank statements", () => {
  it("are internal: no tenant can list the lines or the orders without one", async () => {
    const { orderId } = await sent();
    await setToday("2026-12-01T12:00:00Z");
    const count = async (scope: Parameters<typeof inScope>[1]) =>
      inScope(server.app.pool, scope, async (tx) => [
        (await statement(tx, "select from app.list_bank_lines('2000-01-01')", [])).length,
        (await statement(tx, "select from app.list_orders_without_line('2026-11-01') where id = $1", [orderId])).length,
      ]);
    const [lines, orders] = await count(internalScope);
    expect([Number(lines) > 0, orders]).toEqual([true, 1]);
    expect(await count(debtor)).toEqual([0, 0]);
    expect(await count({ ...debtor, businessId: "whole platform" })).toEqual([0, 0]);
  });
});

describe("statement read", () => {
  it("runs once an hour, and on request a minute after the last read", async () => {
    const app: AppContext = { ...server.app, payments };
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await readIfDue(app, at(0))).toBe(true);
    expect(await readIfDue(app, at(59))).toBe(false);
    expect(await readIfDue(app, at(61))).toBe(true);
    await askForStatements(app.pool);
    expect(await readIfDue(app, at(61.5))).toBe(false);
    expect(await readIfDue(app, at(62.5))).toBe(true);
    expect(await readIfDue(app, at(64))).toBe(false);
  });
});

describe("closing balance of the bank", () => {
  it("is saved per book and day, and replaced when the bank corrects it", async () => {
    const app: AppContext = { ...server.app, payments };
    const saved = () =>
      rows<object>(
        "select book, as_of, balance_cents as cents from app.bank_balance where book = 'OPCO' order by as_of",
      );
    const closing = (...days: [string, number][]) =>
      bank.closing.set(
        "OPCO",
        days.map(([asOf, balance]) => ({ asOf: businessDate(asOf), balanceCents: cents(balance) })),
      );
    closing(["2026-11-17", 500], ["2026-11-16", -20]);
    await saveBankBalances(app, since, monday);
    closing(["2026-11-17", 501]);
    await saveBankBalances(app, since, monday);
    expect(await saved()).toEqual([
      { book: "OPCO", as_of: "2026-11-16", cents: -20 },
      { book: "OPCO", as_of: "2026-11-17", cents: 501 },
    ]);
  });

  it("is read with the statements, and no tenant sees it", async () => {
    bank.closing.set("EQUITY", [{ asOf: businessDate("2026-11-17"), balanceCents: cents(7) }]);
    await readIfDue({ ...server.app, payments }, new Date(Date.now() + 10 * 3_600_000));
    const count = (scope: Parameters<typeof inScope>[1]) =>
      inScope(
        server.app.pool,
        scope,
        async (tx) => (await statement(tx, "select from app.bank_balance where book = 'EQUITY'", [])).length,
      );
    expect(await count(internalScope)).toBe(1);
    expect(await count({ ...debtor, businessId: "whole platform" })).toBe(0);
  });
});
