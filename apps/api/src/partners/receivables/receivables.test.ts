import { randomUUID } from "node:crypto";
import { publicId, uuidOf } from "@inlay/contracts/ids.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";
import { accept, fail, settle } from "../../payments/apply-processor-status.ts";
import { cancelOrder } from "../../payments/decide-order.ts";
import { lockOrder } from "../../payments/order.ts";
import { aDebtor } from "../../payments/payments.fixture.ts";
import { noon, ProductLife } from "../../payments/product-life.fixture.ts";
import { writeOffProduct } from "../../products/default-product.ts";
import { integratedTerms } from "../../products/receivable.fixture.ts";
import { settleReceivables } from "../../servicing/receivables/settle-receivables.ts";
import { signedInMember, type TestMember } from "../../staff/staff.fixture.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";

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

const base = "/api/platform/v1";
const today = "2026-02-02";
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const send = (method: "GET" | "POST", path: string, payload?: object, on = platform) =>
  server.partner(on, { method, url: `${base}${path}`, ...(payload && { payload }) });

/** An advance that repays 5,000 cents at 15 percent of card sales, of a business of its own. */
async function anAdvance(on = platform): Promise<ProductLife> {
  const debtor = await aDebtor(server, "1000000001", "2026-01-15T15:00:00Z", on);
  const request = { advanceAmountCents: 4_000 };
  const life = await ProductLife.issue(server, debtor, {
    productType: "INTEGRATED_MCA",
    terms: integratedTerms,
    request,
  });
  await life.fund(4_000, "2026-01-15");
  await life.setClock(noon(today));
  return life;
}

type Row = Record<string, unknown>;
const sale = (charge: number, repayment?: number, more: Row = {}) => ({
  transactionId: randomUUID(),
  transactionTime: `${today}T15:02:11.000Z`,
  chargeAmountCents: charge,
  ...(repayment !== undefined && { repaymentAmountCents: repayment }),
  ...more,
});
const refund = (of: Row, charge: number, repayment: number) =>
  sale(charge, repayment, { reversalOf: of["transactionId"] });
const idOf = (life: ProductLife) => publicId("issuedProduct", life.id);
const post = (life: ProductLife, body: object, query = "") =>
  send("POST", `/issued-products/${idOf(life)}/receivables${query}`, body);
const posted = async (life: ProductLife, body: object): Promise<Row> => {
  const answer = await post(life, body);
  expect([answer.status, answer.body["code"]]).toEqual([201, undefined]);
  return answer.body;
};
const refusal = ({ status, body }: Answered) => [status, body["code"]];
const receivablesOf = (life: ProductLife) =>
  rows("select id from app.receivable where issued_product_id = $1", life.id);

describe("receivable", () => {
  it("is accepted at the share of its sale, down to the end of the advance", async () => {
    const life = await anAdvance();
    const first = await posted(life, sale(12_345, 1_852));
    expect(first).toMatchObject({
      object: "receivable",
      issuedProductId: idOf(life),
      status: "ACCRUED",
      split: { principalCents: 1_482, interestCents: 0, feeCents: 370, totalCents: 1_852 },
      remainingAfterCents: 3_148,
      reversalOf: null,
    });
    const second = sale(9_999, 1_500);
    expect((await posted(life, second))["remainingAfterCents"]).toBe(1_648);
    const back = await posted(life, refund(second, -9_999, -1_500));
    expect(back).toMatchObject({ remainingAfterCents: 3_148, reversalOf: second.transactionId });
    expect(back["split"]).toMatchObject({ totalCents: -1_500 });
    expect((await posted(life, sale(1, 0)))["remainingAfterCents"]).toBe(3_148);
    expect((await posted(life, sale(50_000, 3_148)))["remainingAfterCents"]).toBe(0);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(refusal(await post(life, sale(100, 15)))).toEqual([409, "NO_REMAINING_BALANCE"]);
    const left = (await life.balances()) as Record<string, number>;
    expect([left["1100 EQUITY"] ?? 0, left["1120 EQUITY"] ?? 0, left["2100 EQUITY"] ?? 0]).toEqual([0, 0, 0]);
    const events = await rows<{ kind: string }>(
      "select kind from app.event where business_id = $1 and kind like 'receivable.%' order by sequence",
      life.debtor.businessId,
    );
    expect(events.map(({ kind }) => kind.slice("receivable.".length))).toEqual([
      ...["accepted", "accepted", "reversed", "accepted", "accepted"],
    ]);
  });

  it("is refused with the expected amount where it is off by a cent, and says the amount in a dry run", async () => {
    const life = await anAdvance();
    const wrong = await post(life, sale(333, 49));
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        code: "INCORRECT_REPAYMENT_AMOUNT",
        detail: "repaymentAmountCents must be 50.",
        context: { expectedCents: 50 },
      },
    });
    const tried = await post(life, sale(333), "?dryRun=true");
    expect(tried).toMatchObject({ status: 200, body: { object: "dry_run", result: { repaymentAmountCents: 50 } } });
    expect(await post(life, sale(333))).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: "/repaymentAmountCents", code: "REQUIRED" }] },
    });
    expect(await receivablesOf(life)).toEqual([]);
  });

  it("posted again answers 200 with the same receivable, also after the advance has ended, and other figures are refused", async () => {
    const life = await anAdvance();
    const body = sale(12_345, 1_852);
    const first = await posted(life, body);
    await posted(life, sale(100_000, 3_148));
    const again = await post(life, body);
    expect([again.status, again.body]).toEqual([200, first]);
    const other = await post(life, { ...body, chargeAmountCents: 12_346 });
    expect(refusal(other)).toEqual([409, "RECEIVABLE_MISMATCH"]);
    expect(other.body["context"]).toEqual({ objectId: first["id"] });
    expect(refusal(await post(await anAdvance(), body))).toEqual([409, "RECEIVABLE_MISMATCH"]);
  });

  it("posted 20 times at once is accepted once, with one posting", async () => {
    const life = await anAdvance();
    const body = sale(12_345, 1_852);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(life, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.body["id"])).size).toBe(1);
    expect(await receivablesOf(life)).toHaveLength(1);
    const left = (await life.balances()) as Record<string, number>;
    expect((left["1100 EQUITY"] ?? 0) + (left["1120 EQUITY"] ?? 0)).toBe(5_000 - 1_852);
  });

  it("of two advances with the same transaction at once is accepted for one of them", async () => {
    const [one, other] = [await anAdvance(), await anAdvance()];
    const body = sale(12_345, 1_852);
    const answers = await Promise.all([post(one, body), post(other, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("refunds no more than was sold, and only a sale of the advance", async () => {
    const life = await anAdvance();
    const sold = sale(9_999, 1_500);
    await posted(life, sold);
    const half = await posted(life, refund(sold, -5_000, -750));
    expect(half["remainingAfterCents"]).toBe(4_250);
    expect(refusal(await post(life, refund(half, -1, 0)))).toEqual([400, "VALIDATION_FAILED"]);
    const pointerOf = async (body: object, of = life) =>
      ((await post(of, body)).body["errors"] as { pointer: string }[])[0]?.pointer;
    expect(await pointerOf(refund(sold, -5_000, -750))).toBe("/chargeAmountCents");
    expect(await pointerOf(refund(sold, -4_999, -750), await anAdvance())).toBe("/reversalOf");
    expect(await pointerOf(sale(-5, -1))).toBe("/reversalOf");
    expect(await pointerOf({ ...sold, transactionId: randomUUID(), reversalOf: "x" })).toBe("/reversalOf");
    expect((await posted(life, refund(sold, -4_999, -750)))["remainingAfterCents"]).toBe(5_000);
  });

  it("that refunds a sale of a repaid advance reopens it as current, and the next sale repays it again", async () => {
    const life = await anAdvance();
    const sold = sale(40_000, 5_000);
    await posted(life, sold);
    expect(await life.status()).toBe("FULLY_PAID");
    await posted(life, refund(sold, -40_000, -5_000));
    expect(await life.status()).toBe("CURRENT");
    await posted(life, sale(40_000, 5_000));
    expect(await life.status()).toBe("FULLY_PAID");
  });

  it("is accepted in default, and after the write-off as a recovery of what was written off", async () => {
    const life = await anAdvance();
    await posted(life, sale(9_999, 1_500));
    await rows("update app.issued_product set loan_status = 'DEFAULTED' where id = $1", life.id);
    await posted(life, sale(1_000, 150));
    await life.command(async (tx, product) => {
      await writeOffProduct(tx, product, noon(today));
    });
    const recovered = await posted(life, sale(10_000, 1_500));
    expect(recovered).toMatchObject({ remainingAfterCents: 1_850, split: { feeCents: 0, totalCents: 1_500 } });
    expect((await posted(life, sale(1_000_000, 1_850)))["remainingAfterCents"]).toBe(0);
    expect(refusal(await post(life, sale(100, 15)))).toEqual([409, "NO_REMAINING_BALANCE"]);
  });

  it("is refused for another product, another platform's, and for a time that is too old or ahead", async () => {
    const life = await anAdvance();
    const body = sale(12_345, 1_852);
    const loan = await send(
      "POST",
      `/issued-products/${publicId("issuedProduct", life.debtor.issuedProductId)}/receivables`,
      body,
    );
    expect(refusal(loan)).toEqual([409, "WRONG_PRODUCT"]);
    const stranger = await server.platform();
    const foreign = await send("POST", `/issued-products/${idOf(life)}/receivables`, body, stranger);
    expect(refusal(foreign)).toEqual([404, "NOT_FOUND"]);
    const at = async (transactionTime: string) => (await post(life, { ...body, transactionTime })).body["errors"];
    expect(await at("2026-02-02T17:05:01.000Z")).toMatchObject([{ pointer: "/transactionTime", code: "TOO_LARGE" }]);
    expect(await at("2025-11-04T16:59:59.000Z")).toMatchObject([{ pointer: "/transactionTime", code: "TOO_SMALL" }]);
    expect((await post(life, { ...body, transactionTime: "2026-02-02T17:05:00.000Z" })).status).toBe(201);
  });

  it("is listed by product, transaction and status", async () => {
    const life = await anAdvance();
    const first = await posted(life, sale(12_345, 1_852));
    const second = await posted(life, sale(9_999, 1_500));
    const list = async (query: string) =>
      ((await send("GET", `/receivables?${query}`)).body["data"] as Row[]).map(({ id }) => id);
    expect(await list(`issuedProductId=${idOf(life)}&order=asc`)).toEqual([first["id"], second["id"]]);
    expect(await list(`transactionId=${second["transactionId"]}&status=ACCRUED`)).toEqual([second["id"]]);
    expect(await list(`issuedProductId=${idOf(life)}&status=SETTLED`)).toEqual([]);
    expect((await send("GET", `/receivables/${first["id"]}`)).body).toEqual(first);
    expect((await send("GET", `/receivables/${publicId("receivable", randomUUID())}`)).status).toBe(404);
  });
});

describe("batch of receivables", () => {
  it("applies its rows in the given order, each on its own, and is safe to resend", async () => {
    const [life, other] = [await anAdvance(), await anAdvance()];
    const row = (of: ProductLife, body: Row) => ({ issuedProductId: idOf(of), ...body });
    const sold = sale(9_999, 1_500);
    const receivables = [
      row(life, sale(12_345, 1_852)),
      row(life, sold),
      row(life, refund(sold, -9_999, -1_500)),
      row(life, sale(333, 49)),
      row(other, sale(333, 50)),
    ];
    const answer = await send("POST", "/receivables/batch", { receivables });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        object: "batch_result",
        results: [
          { index: 0, ok: true, receivable: { remainingAfterCents: 3_148 } },
          { index: 1, ok: true, receivable: { remainingAfterCents: 1_648 } },
          { index: 2, ok: true, receivable: { remainingAfterCents: 3_148 } },
          { index: 3, ok: false, problem: { code: "INCORRECT_REPAYMENT_AMOUNT", context: { expectedCents: 50 } } },
          { index: 4, ok: true, receivable: { remainingAfterCents: 4_950 } },
        ],
      },
    });
    const again = await send("POST", "/receivables/batch", { receivables });
    const madeBy = ({ body }: Answered) => (body["results"] as Row[]).map(({ receivable }) => receivable);
    expect(madeBy(again)).toEqual(madeBy(answer));
    expect(await receivablesOf(life)).toHaveLength(3);
  });
});

describe("receivable settlement", () => {
  /** A platform with a verified account, and an advance of one of its businesses. */
  async function withAccount(): Promise<{ on: TestPlatform; life: ProductLife }> {
    const on = await server.platform();
    await addAccount(on);
    return { on, life: await anAdvance(on) };
  }
  async function addAccount({ id }: TestPlatform, isAuthorized = true): Promise<void> {
    const reason = "agreed with the platform";
    const account = { holderName: "Harbor Software Inc", accountType: "CHECKING", accountNumber: "700012345678" };
    const agreement = isAuthorized ? { agreementSha256: "ab".repeat(32) } : {};
    const evidence = { routingNumber: "021000021", ...agreement, reason };
    const path = `/platforms/${id}/bank-account`;
    expect((await maker.as("POST", path, { ...account, ...evidence })).status).toBe(201);
    const verified = await checker.as("POST", `${path}/verify`, { outcome: "VERIFIED", reason });
    expect(verified.status).toBe(200);
  }
  const postOn = async (on: TestPlatform, life: ProductLife, body: object): Promise<Row> => {
    const { status, body: made } = await send("POST", `/issued-products/${idOf(life)}/receivables`, body, on);
    expect([status, made["code"]]).toEqual([201, undefined]);
    return made;
  };
  const settlementOf = async (on: TestPlatform, receivable: Row): Promise<Row> =>
    (await send("GET", `/receivable-settlements/${receivable["settlementId"]}`, undefined, on)).body;
  const statusOf = async (on: TestPlatform, receivable: Row) =>
    (await send("GET", `/receivables/${receivable["id"]}`, undefined, on)).body["status"];
  const cut = (life: ProductLife, receivable: Row, at: string) => {
    const id = uuidOf("receivableSettlement", String(receivable["settlementId"])) ?? "";
    const now = new Date(at);
    const { platformId, businessId } = life.debtor;
    return life.debtor.within((tx) => settleReceivables.act(tx, { id, platformId, businessId, dueAt: now }, now));
  };
  const ordersOf = (on: TestPlatform) =>
    rows<{ id: string; amount_cents: string; direction: string; status: string }>(
      "select id, amount_cents::int, direction, status from app.payment_order where platform_id = $1 and business_id is null order by id",
      on.id,
    );
  const onOrder = async (on: TestPlatform, work: (tx: never, order: never) => Promise<unknown>) => {
    const scope = { platformId: on.id, businessId: "whole platform" } as const;
    const id = (await ordersOf(on)).at(-1)?.id ?? "";
    await inScope(server.app.pool, scope, async (tx) => {
      const order = await lockOrder(tx, id);
      await work(tx as never, order as never);
    });
    await handleEvents(server, on.id);
  };
  const payment = (on: string) => ({
    processorId: randomUUID(),
    achState: "pending",
    effectiveOn: businessDate(on),
    failure: null,
  });
  const owedBy = async (on: TestPlatform): Promise<number> => {
    const [row] = await rows<{ cents: number }>(
      "select coalesce(sum(debit_cents - credit_cents), 0)::int as cents from app.ledger_balance where account = 1070 and platform_id = $1",
      on.id,
    );
    return row?.cents ?? Number.NaN;
  };

  it("collects the receivables of a day in one order, and settles with it", async () => {
    const { on, life } = await withAccount();
    const first = await postOn(on, life, sale(12_345, 1_852));
    const sold = sale(9_999, 1_500);
    await postOn(on, life, sold);
    await postOn(on, life, refund(sold, -9_999, -1_500));
    await postOn(on, life, sale(333, 50));
    expect(await settlementOf(on, first)).toMatchObject({
      object: "receivable_settlement",
      date: today,
      status: "OPEN",
      count: 4,
      totalCents: 1_902,
      paymentId: null,
    });
    await cut(life, first, "2026-02-03T00:00:00Z");
    expect(await ordersOf(on)).toMatchObject([{ amount_cents: 1_902, direction: "INCOMING", status: "SCHEDULED" }]);
    expect(await settlementOf(on, first)).toMatchObject({ status: "COLLECTING", count: 4, totalCents: 1_902 });
    expect(await statusOf(on, first)).toBe("IN_SETTLEMENT");
    const next = await postOn(on, life, sale(333, 50));
    expect(next["settlementId"]).not.toBe(first["settlementId"]);

    await onOrder(on, (tx, order) => accept(tx, order, payment("2026-02-04") as never, noon("2026-02-03")));
    expect(await owedBy(on)).toBe(1_952);
    await onOrder(on, (tx, order) => settle(tx, order, noon("2026-02-06")));
    expect(await owedBy(on)).toBe(50);
    expect(await settlementOf(on, first)).toMatchObject({ status: "SETTLED" });
    expect(await statusOf(on, first)).toBe("SETTLED");
    const listed = await send("GET", `/receivable-settlements?status=SETTLED&date=${today}`, undefined, on);
    expect((listed.body["data"] as Row[]).map(({ id }) => id)).toEqual([first["settlementId"]]);
  });

  it("that failed is not ordered again without an account that may be debited, and staff keep their tasks", async () => {
    const { on, life } = await withAccount();
    const first = await postOn(on, life, sale(12_345, 1_852));
    await cut(life, first, "2026-02-03T00:00:00Z");
    await onOrder(on, (tx, order) => accept(tx, order, payment("2026-02-04") as never, noon("2026-02-03")));
    const failure = { reason: "invalid_account", achCode: "R03" } as never;
    await onOrder(on, (tx, order) => fail(tx, order, failure, noon("2026-02-05")));
    await addAccount(on, false);
    const [task] = await rows<{ id: string }>(
      "select id from app.task where kind = 'SETTLEMENT_FAILED' and closed_at is null and platform_id = $1",
      on.id,
    );
    expect((await maker.as("POST", `/tasks/${task?.id}/claim`)).status).toBe(200);
    const resolved = await maker.as("POST", `/tasks/${task?.id}/resolve`, {
      reason: "the platform has another account",
    });
    expect(resolved.status).toBe(200);
    await handleEvents(server, on.id);
    expect((await ordersOf(on)).map(({ status }) => status)).toEqual(["FAILED_PAYMENT"]);
    expect(await settlementOf(on, first)).toMatchObject({ status: "FAILED", totalCents: 1_852 });
    const open = await rows<{ kind: string }>(
      "select kind from app.task where platform_id = $1 and closed_at is null and kind in ('SETTLEMENT_FAILED', 'PLATFORM_ACCOUNT_MISSING') order by kind",
      on.id,
    );
    expect(open.map(({ kind }) => kind)).toEqual(["PLATFORM_ACCOUNT_MISSING", "SETTLEMENT_FAILED"]);
  });

  it("that fails is the platform's risk: the balance of the advance stays down, and another order collects it", async () => {
    const { on, life } = await withAccount();
    const first = await postOn(on, life, sale(12_345, 1_852));
    await cut(life, first, "2026-02-03T00:00:00Z");
    await onOrder(on, (tx, order) => accept(tx, order, payment("2026-02-04") as never, noon("2026-02-03")));
    const failure = { reason: "invalid_account", achCode: "R03" } as never;
    await onOrder(on, (tx, order) => fail(tx, order, failure, noon("2026-02-05")));
    expect(await settlementOf(on, first)).toMatchObject({ status: "FAILED", totalCents: 1_852 });
    expect(await statusOf(on, first)).toBe("ACCRUED");
    expect(await owedBy(on)).toBe(1_852);
    expect((await postOn(on, life, sale(9_999, 1_500)))["remainingAfterCents"]).toBe(1_648);
    const [task] = await rows<{ id: string }>(
      "select id from app.task where kind = 'SETTLEMENT_FAILED' and closed_at is null and platform_id = $1",
      on.id,
    );
    expect((await maker.as("POST", `/tasks/${task?.id}/claim`)).status).toBe(200);
    const resolved = await maker.as("POST", `/tasks/${task?.id}/resolve`, { reason: "the platform has funded it" });
    expect(resolved.status).toBe(200);
    await handleEvents(server, on.id);
    expect((await ordersOf(on)).map(({ status }) => status)).toEqual(["FAILED_PAYMENT", "SCHEDULED"]);
    expect(await settlementOf(on, first)).toMatchObject({ status: "COLLECTING", totalCents: 1_852 });
    const kinds = await rows<{ kind: string }>(
      "select kind from app.event where platform_id = $1 and kind like 'receivable_settlement.%' order by recorded_at, sequence",
      on.id,
    );
    expect(kinds.map(({ kind }) => kind.split(".")[1])).toEqual([
      ...["collection_started", "failed", "collection_started"],
    ]);
  });

  it("that staff cancel has failed", async () => {
    const { on, life } = await withAccount();
    const first = await postOn(on, life, sale(12_345, 1_852));
    await cut(life, first, "2026-02-03T00:00:00Z");
    const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
    await onOrder(on, (tx, order) => cancelOrder(tx, (order as { id: string }).id, null, by));
    expect(await settlementOf(on, first)).toMatchObject({ status: "FAILED" });
  });

  it("of zero needs no order", async () => {
    const { on, life } = await withAccount();
    const sold = sale(9_999, 1_500);
    const first = await postOn(on, life, sold);
    await postOn(on, life, refund(sold, -9_999, -1_500));
    await cut(life, first, "2026-02-03T00:00:00Z");
    expect(await settlementOf(on, first)).toMatchObject({ status: "SETTLED", totalCents: 0, count: 2 });
    expect(await ordersOf(on)).toEqual([]);
  });

  it("with more refunds than sales waits for sales, and is paid by us after five banking days", async () => {
    const { on, life } = await withAccount();
    const sold = sale(9_999, 1_500);
    const before = await postOn(on, life, sold);
    await cut(life, before, "2026-02-03T00:00:00Z");
    const back = await postOn(on, life, refund(sold, -9_999, -1_500));
    await postOn(on, life, sale(333, 50));
    for (const day of ["03", "04", "05", "06", "07", "08", "09"]) {
      await cut(life, back, `2026-02-${day}T00:00:00Z`);
      expect((await settlementOf(on, back))["status"]).toBe("OPEN");
    }
    await cut(life, back, "2026-02-10T00:00:00Z");
    expect(await settlementOf(on, back)).toMatchObject({ status: "COLLECTING", totalCents: -1_450, count: 2 });
    expect((await ordersOf(on)).at(-1)).toMatchObject({ amount_cents: 1_450, direction: "OUTGOING" });
  });

  it("of a platform without an account that may be debited is carried, with a task for staff, and collected when it has one", async () => {
    const on = await server.platform();
    const life = await anAdvance(on);
    const first = await postOn(on, life, sale(12_345, 1_852));
    const tasks = () => rows("select kind from app.task where subject_id = $1 and closed_at is null", on.id);
    await cut(life, first, "2026-02-03T00:00:00Z");
    expect(await settlementOf(on, first)).toMatchObject({ status: "OPEN", date: "2026-02-03" });
    expect(await tasks()).toEqual([{ kind: "PLATFORM_ACCOUNT_MISSING" }]);
    await addAccount(on, false);
    await cut(life, first, "2026-02-04T00:00:00Z");
    expect(await settlementOf(on, first)).toMatchObject({ status: "OPEN", date: "2026-02-04" });
    expect(await tasks()).toEqual([{ kind: "PLATFORM_ACCOUNT_MISSING" }]);
    await addAccount(on);
    await cut(life, first, "2026-02-05T00:00:00Z");
    expect(await settlementOf(on, first)).toMatchObject({ status: "COLLECTING", totalCents: 1_852 });
    expect(await tasks()).toEqual([]);
  });

  it("is cut while receivables arrive: its sum is that of its rows, and the others are in the next one", async () => {
    const { on, life } = await withAccount();
    for (let round = 0; round < 8; round++) {
      const first = await postOn(on, life, sale(7, 1));
      const posts = Array.from({ length: 6 }, () => postOn(on, life, sale(7, 1)));
      const done = cut(life, first, `2026-02-${String(3 + round).padStart(2, "0")}T00:00:00Z`);
      await Promise.all([...posts, done]);
      const settlement = await settlementOf(on, first);
      const [final] = await rows<{ total: number; count: number }>(
        "select total_cents::int as total, receivable_count as count from app.receivable_settlement where id = $1",
        uuidOf("receivableSettlement", String(first["settlementId"])),
      );
      expect([settlement["totalCents"], settlement["count"]]).toEqual([final?.total, final?.count]);
    }
    const sums = await rows<{ status: string; cents: number }>(
      `select s.status, sum(r.amount_cents)::int as cents from app.receivable r join app.receivable_settlement s on s.id = r.settlement_id
       where s.platform_id = $1 group by 1`,
      on.id,
    );
    expect(sums.reduce((all, { cents }) => all + cents, 0)).toBe(8 * 7);
  });
});
