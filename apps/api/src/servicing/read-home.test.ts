import { randomUUID } from "node:crypto";
import { getServicingHome } from "@inlay/contracts/calls/servicing.ts";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { servicingHome } from "@inlay/contracts/servicing/home.ts";
import { addDays, dateAt } from "@inlay/lending/calendar/business-date.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { issuedAmountCents, issuedProduct } from "../products/issued.fixture.ts";
import { aCurrentAdvance, aCurrentLoan, anOverdueLoan, dueFeeCents } from "./serviced.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

const url = getServicingHome.path;
const homeOf = async ({ as }: Pick<TestPerson, "as">) => {
  const { status, body } = await as({ url });
  expect(status).toBe(200);
  return servicingHome.parse(body);
};

async function anOwner() {
  const owner = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  return { owner, tenant: { platformId: platform.id, businessId: uuidOf("business", owner.businessId) ?? "" } };
}

const today = dateAt(new Date());
const rows = (sql: string, ...values: unknown[]) => server.database.admin.query(sql, values);
/** A debit of a product that has no outcome. */
const debit = (id: string, item: string, status: string, dueOn: string) =>
  rows(
    `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, rail, direction, payment_type, transfer_type,
       product_type, amount_cents, principal_cents, book, item, issued_product_id, due_on, effective_on, purpose, status, created_by_kind,
       is_manual, looks_improper, claimed_at)
     select uuidv7(), p.platform_id, p.business_id, $2 || gen_random_uuid(), a.id, 'ACH', 'INCOMING', 'REPAYMENT', 'CASH', 'TERM_LOAN', 100, 100,
       'EQUITY', $2, p.id, $4, $4, 'REPAYMENT', $3, 'SYSTEM', false, false, now()
     from app.issued_product p join app.bank_account a on a.business_id = p.business_id and 'SERVICING' = any(a.roles) where p.id = $1`,
    id,
    item,
    status,
    dueOn,
  );

describe("home page of servicing", () => {
  it("has the business's day and nothing else before the first product", async () => {
    const home = await homeOf((await anOwner()).owner);
    expect(home).toMatchObject({ products: [], endedProducts: [], isAutoPaymentOn: false });
    expect(home.toPay).toMatchObject({ lateCents: 0, comingCents: 0, payments: [] });
    expect(home.toPay.days).toHaveLength(14);
  });

  it("shows the late fee of a loan first, its remaining principal, its next payment and the account", async () => {
    const { owner, tenant } = await anOwner();
    const id = await aCurrentLoan(server.database.admin, tenant);
    const home = await homeOf(owner);
    expect(home.isAutoPaymentOn).toBe(true);
    expect(home.products).toHaveLength(1);
    expect(home.products[0]).toMatchObject({
      id,
      productType: "TERM_LOAN",
      loanStatus: "CURRENT",
      alert: null,
      headline: { kind: "REMAINING_PRINCIPAL", amountCents: issuedAmountCents },
      progress: { kind: "REPAID", doneCents: 0, wholeCents: issuedAmountCents },
      hasRequestedPayoff: false,
      nextPayment: {
        kind: "PAYMENT",
        dueDate: addDays(today, 42),
        amountCents: issuedAmountCents + 75_000,
        isLate: false,
        account: { name: "Operating", accountNumberLast4: "6789" },
      },
    });
    expect(home.toPay.payments.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([["FEE", dueFeeCents]]);
  });

  it("shows what is late, without what a debit that is on its way pays", async () => {
    const { owner, tenant } = await anOwner();
    const { loan, installment } = await anOverdueLoan(server.database.admin, tenant);
    await rows("update app.issued_product set loan_status = 'LATE' where id = $1", loan);
    const late = await homeOf(owner);
    expect(late.toPay.lateCents).toBe(issuedAmountCents + 75_000 + dueFeeCents);
    expect(late.products[0]?.alert).toBe("LATE");
    await debit(loan, `installment/${installment}`, "SUBMITTED", today);
    const paying = await homeOf(owner);
    expect(paying.toPay.lateCents).toBe(dueFeeCents);
    expect(paying.products[0]?.alert).toBe("REPAYMENTS_PROCESSING");
  });

  it("shows the balance of an advance and the share of its last period", async () => {
    const { owner, tenant } = await anOwner();
    const id = await aCurrentAdvance(server.database.admin, tenant);
    const period = `insert into app.advance_period (platform_id, business_id, issued_product_id, number, starts_on, ends_on, payment_on, state,
      amount_cents) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
    const { platformId, businessId } = tenant;
    const days = [addDays(today, -9), addDays(today, -3), addDays(today, 4)];
    await rows(period, platformId, businessId, id, 1, ...days, "DUE", 130_500);
    const next = [addDays(today, -2), addDays(today, 4), addDays(today, 11)];
    await rows(period, platformId, businessId, id, 2, ...next, "OPEN", null);
    const { products, toPay } = await homeOf(owner);
    expect(products[0]).toMatchObject({
      headline: { kind: "ADVANCE_BALANCE", amountCents: 5_600_000 },
      progress: { kind: "DELIVERED", doneCents: 0, wholeCents: 5_600_000 },
      nextPayment: { dueDate: addDays(today, 4), amountCents: 130_500 },
    });
    expect(toPay.payments.map(({ amountCents }) => amountCents)).toEqual([130_500, null]);
    expect(toPay.comingCents).toBe(130_500);
  });

  it("shows products of every type, the newest first, and those that are over apart", async () => {
    const { owner, tenant } = await anOwner();
    const { admin } = server.database;
    const types = ["LOC_TERM_LOAN", "FAST_PAY", "EXTEND_PAY_PURCHASE_ORDER", "INTEGRATED_MCA"] as const;
    for (const type of types) await issuedProduct(admin, tenant, type, true);
    const over = await issuedProduct(admin, tenant, "TERM_LOAN", true);
    await rows("update app.issued_product set loan_status = 'FULLY_PAID' where id = $1", over.id);
    const home = await homeOf(owner);
    expect(home.products.map(({ productType }) => productType)).toEqual(types.toReversed());
    expect(home.products.at(-1)?.headline).toEqual({ kind: "REMAINING_LIMIT", amountCents: issuedAmountCents });
    expect(home.endedProducts).toMatchObject([
      { id: over.id, loanStatus: "FULLY_PAID", amountCents: issuedAmountCents },
    ]);
  });

  it("is of the person's own business", async () => {
    const [own, other] = [await anOwner(), await anOwner()];
    await aCurrentLoan(server.database.admin, other.tenant);
    expect((await homeOf(own.owner)).products).toEqual([]);
  });

  it("is read by one statement, whatever the number of products", async () => {
    const { owner, tenant } = await anOwner();
    const counted = async () => {
      const statements: string[] = [];
      const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown;
      const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
        this: pg.Client,
        ...args: unknown[]
      ) {
        const [statement] = args as [string | { text: string }];
        statements.push(typeof statement === "string" ? statement : statement.text);
        return plain.apply(this, args);
      } as typeof pg.Client.prototype.query);
      await homeOf(owner);
      spy.mockRestore();
      return statements;
    };
    const before = await counted();
    await aCurrentLoan(server.database.admin, tenant);
    await aCurrentAdvance(server.database.admin, tenant);
    const after = await counted();
    expect(after).toEqual(before);
    expect(after.filter((text) => text.includes("issued_product"))).toHaveLength(1);
  });
});
