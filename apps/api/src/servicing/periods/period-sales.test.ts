import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { aDebtor, type Debtor } from "../../payments/payments.fixture.ts";
import { readToldSales } from "./period-sales.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const period = {
  startsOn: businessDate("2026-01-16"),
  endsOn: businessDate("2026-01-18"),
  paymentOn: businessDate("2026-01-21"),
};
/** The period ends at midnight in New York. */
const [before, after] = ["2026-01-19T04:59:59Z", "2026-01-19T05:00:00Z"];

const query = (sql: string, ...values: unknown[]) => server.database.admin.query(sql, values);
const aSeller = () => aDebtor(server, "1000000001", "2026-01-19T15:00:00Z");
/** As for a product, which has an id of its own. */
const read = ({ platformId, businessId, issuedProductId: id, within }: Debtor) => {
  const product = { id, platformId, businessId };
  return within((tx) => readToldSales(tx, product, period));
};

/** Links a bank with one account of a kind. Returns what is needed for its transactions. */
async function link(
  { platformId, businessId }: Debtor,
  readAt: string | null,
  subtype = "checking",
  status = "CONNECTED",
) {
  const [item, account] = [randomUUID(), randomUUID()];
  await query(
    "insert into app.bank_item (id, platform_id, business_id, vendor_item_id, status, transactions_read_at) values ($1, $2, $3, $4, $5, $6)",
    item,
    platformId,
    businessId,
    `item-${item}`,
    status,
    readAt,
  );
  await query(
    `insert into app.bank_account (id, platform_id, business_id, bank_item_id, vendor_account_id, account_name, account_number_last4,
       account_subtype, holder, created_method, verification, added_on)
     values ($1, $2, $3, $4, $5, 'Linked', '0001', $6, 'BUSINESS', 'PLAID', 'VERIFIED', '2026-01-02')`,
    randomUUID(),
    platformId,
    businessId,
    item,
    account,
    subtype,
  );
  return { platformId, businessId, item, account };
}

async function deposit(
  { platformId, businessId, item, account }: Awaited<ReturnType<typeof link>>,
  on: string,
  cents: number,
  description: string,
): Promise<void> {
  await query(
    `insert into app.bank_transaction (platform_id, business_id, bank_item_id, vendor_transaction_id, vendor_account_id, amount_cents, posted_on,
       is_pending, description) values ($1, $2, $3, $4, $5, $6, $7, false, $8)`,
    platformId,
    businessId,
    item,
    randomUUID(),
    account,
    cents,
    on,
    description,
  );
}

const report = (
  { platformId, businessId }: Debtor,
  on: string,
  gross: number,
  refunds: number,
  closed = true,
  channel = "all",
) =>
  query(
    `insert into app.sales_day (platform_id, business_id, channel, sold_on, gross_cents, refunds_cents, transaction_count, is_closed, source)
     values ($1, $2, $3, $4, $5, $6, 1, $7, 'PLATFORM')`,
    platformId,
    businessId,
    channel,
    on,
    gross,
    refunds,
    closed,
  );

const readings = async ({ businessId }: Debtor): Promise<number> =>
  (await query("select from app.bank_reading where business_id = $1", businessId)).rowCount ?? 0;

describe("sales of a period from the bank", () => {
  it("are the payouts of card sales on checking accounts from its first day to its last", async () => {
    const debtor = await aSeller();
    const checking = await link(debtor, after);
    const savings = await link(debtor, after, "savings");
    await deposit(checking, "2026-01-15", 1_000, "STRIPE PAYOUT");
    await deposit(checking, "2026-01-16", 20_000, "STRIPE PAYOUT");
    await deposit(checking, "2026-01-18", 300_001, "SQUARE DEPOSIT");
    await deposit(checking, "2026-01-17", 4_000_000, "CHECK DEPOSIT");
    await deposit(checking, "2026-01-17", -50_000, "STRIPE FEES");
    await deposit(checking, "2026-01-19", 600_000, "STRIPE PAYOUT");
    await deposit(savings, "2026-01-17", 7_000_000, "STRIPE PAYOUT");
    expect(await read(debtor)).toEqual({ salesCents: 320_001, source: "BANK" });
    expect(await readings(debtor)).toBe(0);
  });

  it("are not known while an account was not read since the period's end, and its bank is asked", async () => {
    const debtor = await aSeller();
    await link(debtor, after);
    await link(debtor, before);
    expect(await read(debtor)).toBeNull();
    expect(await read(debtor)).toBeNull();
    expect(await readings(debtor)).toBe(1);
    await query("update app.bank_item set transactions_read_at = $2 where business_id = $1", debtor.businessId, after);
    expect(await read(debtor)).toEqual({ salesCents: 0, source: "BANK" });
  });

  it("are not known without a linked bank, and a bank that has ended the connection is not asked", async () => {
    const debtor = await aSeller();
    expect(await read(debtor)).toBeNull();
    await link(debtor, before, "checking", "DISCONNECTED");
    expect(await read(debtor)).toBeNull();
    expect(await readings(debtor)).toBe(0);
  });
});

describe("sales of a period from the platform", () => {
  it("are those of all its days and channels less refunds, and deposits do not count beside them", async () => {
    const debtor = await aSeller();
    await deposit(await link(debtor, after), "2026-01-17", 9_999, "STRIPE PAYOUT");
    await report(debtor, "2026-01-15", 1, 0);
    await report(debtor, "2026-01-16", 20_000, 500);
    await report(debtor, "2026-01-16", 3_000, 0, true, "online");
    await report(debtor, "2026-01-17", 0, 0);
    await report(debtor, "2026-01-18", 100, 1_000);
    expect(await read(debtor)).toEqual({ salesCents: 21_600, source: "PLATFORM" });
  });

  it("are not known while a day is missing or not closed", async () => {
    const debtor = await aSeller();
    await report(debtor, "2026-01-16", 20_000, 0);
    await report(debtor, "2026-01-17", 20_000, 0);
    expect(await read(debtor)).toBeNull();
    await report(debtor, "2026-01-18", 20_000, 0, false);
    expect(await read(debtor)).toBeNull();
    await query("update app.sales_day set is_closed = true where business_id = $1", debtor.businessId);
    expect(await read(debtor)).toMatchObject({ salesCents: 60_000 });
  });

  it("are none where customers were paid back more than they paid", async () => {
    const debtor = await aSeller();
    for (const on of ["2026-01-16", "2026-01-17", "2026-01-18"]) await report(debtor, on, 100, 101);
    expect(await read(debtor)).toMatchObject({ salesCents: 0 });
  });
});
