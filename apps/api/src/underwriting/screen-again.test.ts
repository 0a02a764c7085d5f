import { randomUUID } from "node:crypto";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "../payments/advance-order.ts";
import { aDebtor, type Debtor } from "../payments/payments.fixture.ts";
import { createOrder } from "../payments/public.ts";
import { sendPayment } from "../payments/send-payment.ts";
import type { Payments } from "../providers/payments/port.ts";
import { ListUnavailable, type Sanctions } from "../providers/sanctions/port.ts";
import { screenAgainstNewList, screenApplicants } from "./screen-again.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const system = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
/** Monday morning in New York. */
const now = new Date("2026-11-16T15:00:00Z");

/** The server with another list: the names on it are possible matches. */
function withList(sha256: string, ...listed: string[]): AppContext {
  const list = { sha256: sha256.repeat(64), publishedAt: now, entryCount: 1 };
  const match = { entryId: "1", name: "X", kind: "PERSON" as const, programs: [], remarks: null, score: 0.9 };
  const sanctions: Sanctions = {
    version: async () => list,
    screen: async ({ name }) =>
      listed.includes(name)
        ? { result: "POSSIBLE_MATCH", score: 0.9, matches: [match], list }
        : { result: "CLEAR", list },
  };
  return { ...server.app, sanctions };
}
const withoutList: Sanctions = {
  version: () => Promise.reject(new ListUnavailable("none")),
  screen: () => Promise.reject(new ListUnavailable("none")),
};

async function aBusinessNamed(name: string): Promise<Debtor> {
  const debtor = await aDebtor(server, "1000000001", now.toISOString());
  await rows("update app.business set name = $2 where id = $1", debtor.businessId, name);
  return debtor;
}

/** Sends a payout with the given list; the processor must not be asked unless `isSent`. */
async function payOut({ platformId, businessId, within, payout }: Debtor, app: AppContext) {
  const id = await within((tx) => createOrder(tx, payout({ amountCents: cents(10_000) }), system));
  await within((tx) => advanceOrder.act(tx, { id, platformId, businessId, dueAt: now }, now));
  const [attempt] = await rows<{ id: string }>("select id from app.payment_attempt where payment_order_id = $1", id);
  const sent: string[] = [];
  const payments = {
    find: async () => [],
    enroll: async () => "account",
    send: async ({ orderId }: { orderId: string }) => {
      sent.push(orderId);
      throw new Error("stop here");
    },
  } as unknown as Payments;
  await sendPayment(app, payments, { platformId, businessId, id: attempt?.id ?? "" }).catch(() => {});
  const [order] = await rows<object>(
    "select status, claimed_at is not null as claimed, claim_refusal as refusal from app.payment_order where id = $1",
    id,
  );
  return { isSent: sent.length > 0, ...order };
}

describe("screening at a payout", () => {
  it("is made of the business and its owners for each payout", async () => {
    const debtor = await aBusinessNamed("Harbor Bakery");
    expect(await payOut(debtor, withList("a"))).toMatchObject({ isSent: true });
    const screened = await rows("select name from app.sanctions_screening where business_id = $1", debtor.businessId);
    expect(screened).toContainEqual({ name: "Harbor Bakery" });
  });

  it("stops a payout to a business that came onto the list after the claim, and leaves it to the next check", async () => {
    const debtor = await aBusinessNamed("Newly Listed Trading");
    expect(await payOut(debtor, withList("b", "Newly Listed Trading"))).toEqual({
      isSent: false,
      status: "SCHEDULED",
      claimed: false,
      refusal: "SANCTIONS_NOT_CLEAR",
    });
    const tasks = await rows<{ kind: string }>(
      "select kind from app.task where business_id = $1 order by kind",
      debtor.businessId,
    );
    expect(tasks.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["PAYMENT_HELD", "SANCTIONS_REVIEW"]));
  });

  it("without a list stops every payout", async () => {
    const debtor = await aBusinessNamed("Harbor Bakery");
    expect(await payOut(debtor, { ...server.app, sanctions: withoutList })).toMatchObject({ isSent: false });
  });
});

describe("new sanctions list", () => {
  const matchesOf = async (id: string) =>
    (await rows("select from app.sanctions_screening where business_id = $1 and result = 'POSSIBLE_MATCH'", id)).length;

  it("is applied to everybody who was screened before, once", async () => {
    const debtor = await aBusinessNamed("Quiet Holdings");
    const { platformId, businessId } = debtor;
    await screenApplicants(withList("c"), { platformId, businessId });
    const changed = withList("d", "Quiet Holdings");
    await screenAgainstNewList.run(changed, now);
    expect(await matchesOf(businessId)).toBe(1);
    await screenAgainstNewList.run(changed, now);
    expect(await matchesOf(businessId)).toBe(1);
    const isClear = await rows("select app.sanctions_clear($1) as clear", businessId);
    expect(isClear).toEqual([{ clear: false }]);
  });

  it("is applied to the holders of payees' accounts", async () => {
    const debtor = await aBusinessNamed("Harbor Bakery");
    const { platformId, businessId } = debtor;
    const accountId = randomUUID();
    await rows(
      `insert into app.bank_account (id, platform_id, business_id, party, holder_name, account_name, account_number_last4, account_subtype,
         holder, created_method, added_on, sanctions_clear_on)
       values ($1, $2, $3, 'PAYEE', 'Acme Supplies', 'Acme', '6789', 'checking', 'BUSINESS', 'PAYEE', '2026-01-02', '2026-01-02')`,
      accountId,
      platformId,
      businessId,
    );
    await screenApplicants(withList("e"), { platformId, businessId });
    await screenAgainstNewList.run(withList("f", "Acme Supplies"), now);
    const [payee] = await inScope(server.app.pool, { platformId, businessId }, async () =>
      rows<object>("select app.subject_clear($1) as payee, app.sanctions_clear($2) as business", accountId, businessId),
    );
    expect(payee).toEqual({ payee: false, business: true });
  });
});
