import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { revenueShareAccrued } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope, staffScope } from "../db/scope.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { post } from "../ledger/public.ts";
import type { BankLine, Payments, ProcessorPayment } from "../providers/payments/port.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { applyProcessorStatus, settleIfCompleted } from "./apply-processor-status.ts";
import { matchStatementLine } from "./match-statement-line.ts";
import { lockOrder } from "./order.ts";

let server: TestServer;
let platform: TestPlatform;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
  maker = await signedInMember(server, ["TREASURY", "OPERATIONS"]);
  checker = await signedInMember(server, ["TREASURY", "OPERATIONS"]);
});
afterAll(() => server.close());

const reason = "agreed with the finance team";
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
async function approve(asked: Answered, by = checker): Promise<Answered> {
  const requestId = asked.body["requestId"];
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}
const held = async (code: string, book: Book, detail = ""): Promise<number> => {
  const [sum] = await rows<{ cents: number }>(
    `select coalesce(sum(b.debit_cents - b.credit_cents), 0)::int as cents from app.ledger_balance b
     join app.ledger_account a on a.number = b.account where a.code = $1 and b.book = $2 and b.detail = $3`,
    code,
    book,
    detail,
  );
  return sum?.cents ?? Number.NaN;
};
const newest = async (): Promise<{ id: string; status: string; rail: string; bank_account_id: string | null }> =>
  (await rows<Awaited<ReturnType<typeof newest>>>("select * from app.payment_order order by id desc limit 1"))[0] ??
  expect.fail("no order exists");

/** The processor's view of one of our orders. */
const truthOf = (orderId: string, amount: number, change: Partial<ProcessorPayment> = {}): ProcessorPayment => ({
  processorId: `processor-${orderId}`,
  orderId,
  businessId: null,
  direction: "OUTGOING",
  amountCents: cents(amount),
  effectiveOn: businessDate("2026-11-18"),
  achState: "pending",
  isHeld: false,
  failure: null,
  ...change,
});
const lineOf = (book: Book, direction: BankLine["direction"], amount: number): BankLine => ({
  lineId: randomUUID(),
  book,
  direction,
  amountCents: cents(amount),
  postedOn: businessDate("2026-11-18"),
  text: "BOOK TRANSFER",
});
const knowing = (truth: ProcessorPayment) =>
  ({
    match: async () => ({ processorId: truth.processorId, isReturn: false }),
    read: async () => truth,
  }) as unknown as Payments;
const inOwn = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(server.app.pool, staffScope, work);

describe("transfer between our own books", () => {
  const transfer = { fromBook: "CONCAR_SPV_1", toBook: "EQUITY", amountCents: 4_191_281, reason };
  it("needs two people and two different books", async () => {
    const same = await maker.as("POST", "/books/transfers", { ...transfer, toBook: "CONCAR_SPV_1" });
    expect(same.status).toBe(400);
    const asked = await maker.as("POST", "/books/transfers", transfer);
    expect(asked.body["state"]).toBe("PENDING");
    expect((await approve(asked, maker)).body["code"]).toBe("SECOND_PERSON_NEEDED");
  });

  it("pays what one book owes the other: one order, a line in each book, nothing left in clearing", async () => {
    const before = { paid: await held("CASH", "CONCAR_SPV_1"), received: await held("CASH", "EQUITY") };
    await approve(await maker.as("POST", "/books/transfers", transfer));
    const { id, status, bank_account_id: account } = await newest();
    expect({ status, account }).toEqual({ status: "SCHEDULED", account: null });
    const truth = truthOf(id, 4_191_281);
    await inOwn(async (tx) => {
      const order = (await lockOrder(tx, id)) ?? expect.fail();
      await applyProcessorStatus(tx, order, truth, new Date("2026-11-17T20:00:00Z"));
    });
    expect(await held("DUE_TO_FROM_BOOKS", "CONCAR_SPV_1", "EQUITY")).toBe(4_191_281);

    const payments = knowing(truth);
    const sent = await matchStatementLine(server.app, payments, lineOf("CONCAR_SPV_1", "OUTGOING", 4_191_281));
    const received = await matchStatementLine(server.app, payments, lineOf("EQUITY", "INCOMING", 4_191_281));
    expect([sent?.fault, received?.fault]).toEqual([null, null]);
    expect(await rows("select meaning from app.bank_line where payment_order_id = $1 order by meaning", id)).toEqual([
      { meaning: "RECEIVED" },
      { meaning: "SENT" },
    ]);
    expect(await held("DUE_TO_FROM_BOOKS", "EQUITY", "CONCAR_SPV_1")).toBe(-4_191_281);
    expect((await held("CASH", "CONCAR_SPV_1")) - before.paid).toBe(-4_191_281);
    expect((await held("CASH", "EQUITY")) - before.received).toBe(4_191_281);
    const clearing = await rows(
      `select from app.ledger_balance where subject = $1 group by account, book having sum(debit_cents - credit_cents) <> 0`,
      id,
    );
    expect(clearing).toEqual([]);

    const again = await matchStatementLine(server.app, payments, lineOf("EQUITY", "INCOMING", 4_191_281));
    expect(again?.fault).toBe("SEEN_TWICE");
    await inOwn(async (tx) => {
      const order = (await lockOrder(tx, id)) ?? expect.fail();
      await settleIfCompleted(tx, order, { ...truth, achState: "completed" }, new Date("2026-11-25T20:00:00Z"));
    });
    expect((await newest()).status).toBe("SUCCESSFUL_PAYMENT");
  });
});

describe("capital call", () => {
  const call = { book: "EQUITY", amountCents: 50_000_000, reason };
  const advance = (id: string, now: Date) =>
    inOwn((tx) => advanceOrder.act(tx, { id, platformId: staffScope.platformId, businessId: null, dueAt: now }, now));
  const nextOf = async (id: string) =>
    (await rows<{ at: Date | null }>("select next_action_at as at from app.payment_order where id = $1", id))[0]?.at;

  it("becomes capital when staff identify the wire", async () => {
    await approve(await maker.as("POST", "/books/capital-calls", call));
    const { id, rail } = await newest();
    expect(rail).toBe("OUTSIDE");
    await advance(id, new Date());
    const nobody = { match: async () => null } as unknown as Payments;
    const line = await matchStatementLine(server.app, nobody, lineOf("EQUITY", "INCOMING", 50_000_000));
    const [task] = await rows<{ id: string }>("select id from app.task where subject_id = $1", line?.id);
    await approve(await maker.as("POST", `/tasks/${task?.id}/bank-line/identify`, { paymentOrderId: id, reason }));
    expect((await newest()).status).toBe("SUCCESSFUL_PAYMENT");
    expect(await held("CAPITAL", "EQUITY")).toBe(-50_000_000);
  });

  it("that nobody pays ends after five banking days, with a task for staff", async () => {
    await approve(await maker.as("POST", "/books/capital-calls", { ...call, amountCents: 60_000_000 }));
    const { id } = await newest();
    await advance(id, new Date());
    expect((await newest()).status).toBe("SUBMITTED");
    await advance(id, (await nextOf(id)) ?? expect.fail("nobody looks at the order again"));
    expect((await newest()).status).toBe("CANCELLED");
    expect(await nextOf(id)).toBeNull();
    expect(await rows("select kind from app.task where subject_id = $1", id)).toEqual([
      { kind: "PAYMENT_NOT_RECEIVED" },
    ]);
  });
});

describe("platform", () => {
  const accountNumber = "700012345678";
  const path = () => `/platforms/${platform.id}`;
  const account = {
    holderName: "Harbor Software Inc",
    accountType: "CHECKING",
    accountNumber,
    routingNumber: "021000021",
    agreementSha256: "ab".repeat(32),
    reason,
  };
  const owe = (entries: ReturnType<typeof entry>) =>
    inScope(server.app.pool, { platformId: platform.id, businessId: "whole platform" }, (tx) =>
      post(tx, entries, {
        key: randomUUID(),
        occurredOn: businessDate("2026-11-16"),
        source: { type: "payment order", id: randomUUID() },
        subjects: { platformId: platform.id, businessId: null },
      }),
    );

  it("without a verified account is neither paid nor debited", async () => {
    const paid = await maker.as("POST", `${path()}/revenue-share-payments`, { amountCents: 100, reason });
    expect(paid.body["code"]).toBe("PLATFORM_ACCOUNT_MISSING");
  });

  it("is not debited from an account without the agreement that authorizes it", async () => {
    const { agreementSha256: _, ...unauthorized } = account;
    expect((await maker.as("POST", `${path()}/bank-account`, unauthorized)).status).toBe(201);
    const verified = await checker.as("POST", `${path()}/bank-account/verify`, { outcome: "VERIFIED", reason });
    expect(verified.status).toBe(200);
    const debit = await maker.as("POST", `${path()}/settlements`, { book: "EQUITY", amountCents: 100, reason });
    expect(debit.body["code"]).toBe("PLATFORM_ACCOUNT_MISSING");
  });

  it("has an account that one person saves and another verifies, held, screened and unreadable", async () => {
    const saved = await maker.as("POST", `${path()}/bank-account`, account);
    expect(saved.status).toBe(201);
    const alone = await maker.as("POST", `${path()}/bank-account/verify`, { outcome: "VERIFIED", reason });
    expect(alone.body["code"]).toBe("SECOND_PERSON_NEEDED");
    expect((await checker.as("POST", `${path()}/bank-account/verify`, { outcome: "VERIFIED", reason })).status).toBe(
      200,
    );
    const [row] = await rows(
      `select party, verification, held_until_at > now() + interval '71 hours' as held, sanctions_clear_on is not null as screened,
         (select count(*)::int from app.ach_authorization h where h.bank_account_id = a.id and revoked_at is null) as authorized
       from app.bank_account a where id = $1`,
      saved.body["bankAccountId"],
    );
    expect(row).toEqual({ party: "PLATFORM", verification: "VERIFIED", held: true, screened: true, authorized: 1 });
    const written = await rows(
      "select from app.event where body::text like $1 union all select from app.staff_request where payload::text like $1",
      `%${accountNumber}%`,
    );
    expect(written).toEqual([]);
  });

  it("is hidden from its own businesses and from the partner API", async () => {
    const listed = await server.partner(platform, { method: "GET", url: "/api/platform/v1/bank-accounts" });
    expect(listed.body["data"]).toEqual([]);
  });

  it("is paid its revenue share up to what it has earned, counting what is under way", async () => {
    await owe(revenueShareAccrued(cents(14_425)));
    const pay = (amountCents: number) => maker.as("POST", `${path()}/revenue-share-payments`, { amountCents, reason });
    expect((await pay(14_426)).body["code"]).toBe("MORE_THAN_OWED");
    expect((await approve(await pay(10_000))).status).toBe(200);
    expect(await newest()).toMatchObject({ status: "SCHEDULED", bank_account_id: expect.any(String) });
    expect((await pay(4_426)).body["code"]).toBe("MORE_THAN_OWED");
    const [one, other] = [await pay(4_000), await pay(4_000)];
    expect((await approve(one)).status).toBe(200);
    expect((await approve(other)).body["code"]).toBe("MORE_THAN_OWED");
  });

  it("is debited what it withheld and owes a book, and nothing more", async () => {
    await owe(
      entry("RECEIVABLE_ACCEPTED", "EQUITY", [
        debit("PLATFORM_SETTLEMENT_RECEIVABLE", cents(1_852)),
        credit("CAPITAL", cents(1_852)),
      ]),
    );
    const collect = (amountCents: number) =>
      maker.as("POST", `${path()}/settlements`, { book: "EQUITY", amountCents, reason });
    expect((await collect(1_853)).body["code"]).toBe("MORE_THAN_OWED");
    expect((await approve(await collect(1_852))).status).toBe(200);
    const { id } = await newest();
    const scope = { platformId: platform.id, businessId: "whole platform" } as const;
    const truth = truthOf(id, 1_852, { direction: "INCOMING" });
    await inScope(server.app.pool, scope, async (tx) => {
      await applyProcessorStatus(tx, (await lockOrder(tx, id)) ?? expect.fail(), truth, new Date("2026-11-17T20:00Z"));
      const order = (await lockOrder(tx, id)) ?? expect.fail();
      await settleIfCompleted(tx, order, { ...truth, achState: "completed" }, new Date("2026-11-25T20:00Z"));
    });
    expect(await held("PLATFORM_SETTLEMENT_RECEIVABLE", "EQUITY")).toBe(0);
  });

  it("gets another account in place of the first, which loses its authorization", async () => {
    const replaced = await maker.as("POST", `${path()}/bank-account`, { ...account, accountNumber: "700099999999" });
    expect(replaced.status).toBe(201);
    const left = await rows(
      `select verification from app.bank_account where platform_id = $1 and party = 'PLATFORM' and removed_at is null`,
      platform.id,
    );
    expect(left).toEqual([{ verification: "PENDING" }]);
    const pay = await maker.as("POST", `${path()}/revenue-share-payments`, { amountCents: 1, reason });
    expect(pay.body["code"]).toBe("PLATFORM_ACCOUNT_MISSING");
  });
});
