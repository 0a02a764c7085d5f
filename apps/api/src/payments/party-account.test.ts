import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { externalPayoffSent } from "@inlay/lending/ledger/entries.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encryptable, preparePartyAccount } from "../banking/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

const now = new Date("2026-11-18T15:00:00Z");
let server: TestServer;
let debtor: Debtor;
beforeAll(async () => {
  server = await testServer();
  debtor = await aDebtor(server, "4455667788", now.toISOString());
});
afterAll(() => server.close());

const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

/** An account of another party that is verified and whose hold is over. */
async function anAccount(party: "PAYEE" | "CREDITOR", accountNumber = "9988776655", of = debtor): Promise<string> {
  const { platformId, businessId } = of;
  const numbers = await encryptable(
    server.app,
    { platformId, businessId },
    { accountNumber: new Secret(accountNumber), routingNumber: new Secret("021000021") },
  );
  const save = await preparePartyAccount(
    server.app,
    {
      platformId,
      businessId,
      party,
      holderName: "Acme Supplies LLC",
      holder: "BUSINESS",
      name: "Acme",
      subtype: "checking",
      createdMethod: "PAYEE",
      enteredBy: null,
      platformBankAccountId: null,
      institutionName: null,
      metadata: {},
    },
    numbers,
    system,
  );
  const id = await of.within(save);
  await rows(
    "update app.bank_account set verification = 'VERIFIED', held_until_at = null, added_on = '2026-01-02' where id = $1",
    id,
  );
  return id;
}

const bill = (bankAccountId: string): NewOrder =>
  debtor.payout({
    bankAccountId,
    amountCents: cents(120_000),
    purpose: "FUNDING",
    entries: null,
    productType: "EXTEND_PAY_PURCHASE_ORDER",
  });
const payoff = (bankAccountId: string): NewOrder =>
  debtor.payout({
    bankAccountId,
    amountCents: cents(130_000),
    entries: [externalPayoffSent("EQUITY", cents(130_000))],
  });

/** The refusal of the order's claim; null when it was claimed. */
async function claim(order: NewOrder): Promise<string | null> {
  const { platformId, businessId } = debtor;
  return debtor.within(async (tx) => {
    const id = await createOrder(tx, { ...order, key: randomUUID(), item: randomUUID() }, system);
    await advanceOrder.act(tx, { id, platformId, businessId, dueAt: now }, now);
    const row = await tx
      .selectFrom("payment_order")
      .select(["claimed_at", "claim_refusal", "unusual_reasons"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return row.claimed_at || row.unusual_reasons ? null : row.claim_refusal;
  });
}

describe("payment to another party", () => {
  it("goes to the payee of a bill and to the creditor of a replaced debt", async () => {
    expect(await claim(bill(await anAccount("PAYEE")))).toBeNull();
    expect(await claim(payoff(await anAccount("CREDITOR")))).toBeNull();
  });

  it.each([
    ["a bill", "the business", async () => bill(debtor.bankAccountId)],
    ["a bill", "a creditor", async () => bill(await anAccount("CREDITOR"))],
    ["a replaced debt", "the business", async () => payoff(debtor.bankAccountId)],
    ["a replaced debt", "a payee", async () => payoff(await anAccount("PAYEE"))],
    ["a payout of the business", "a payee", async () => debtor.payout({ bankAccountId: await anAccount("PAYEE") })],
    ["a repayment", "a payee", async () => debtor.debit({ bankAccountId: await anAccount("PAYEE") })],
  ] as const)("for %s is refused to an account of %s", async (_, __, order) => {
    expect(await claim(await order())).toBe("ACCOUNT_OF_ANOTHER_PARTY");
  });

  it("is refused when the business later adds the payee's account as its own", async () => {
    const payee = await anAccount("PAYEE", "5550001111");
    expect(await claim(bill(payee))).toBeNull();
    await rows(
      `update app.secret own set blind_index = theirs.blind_index from app.secret theirs
       where own.owner_id = $1 and theirs.owner_id = $2 and own.field = theirs.field`,
      debtor.bankAccountId,
      payee,
    );
    expect(await claim(bill(payee))).toBe("ACCOUNT_OF_ANOTHER_PARTY");
  });

  it("waits for verification, screening and the end of the hold, like every new account", async () => {
    const held = await anAccount("PAYEE", "5550002222");
    await rows("update app.bank_account set verification = 'PENDING' where id = $1", held);
    expect(await claim(bill(held))).toBe("ACCOUNT_UNVERIFIED");
    await rows("update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = null where id = $1", held);
    expect(await claim(bill(held))).toBe("SANCTIONS_NOT_CLEAR");
  });
});
