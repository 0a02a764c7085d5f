import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { credit, debit, type Entry, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import { checkInvariants } from "./invariants.ts";
import { aBorrower, aKeptDebit, type Borrower } from "./ledger.fixture.ts";
import { post } from "./public.ts";

let database: TestDatabase;
let borrower: Borrower;
/** A loan of 1,000 with a fee of 30 in two installments. The first is due and billed with an interest of 10. */
beforeEach(async () => {
  database = await testDatabase();
  borrower = await aBorrower(database.admin);
  const { platformId, businessId } = borrower.scope;
  await aLoanOwing(database.admin, borrower.scope, book, 600, borrower.issuedProductId);
  await sql("update app.obligation set owed_interest_cents = 10, billed_interest_cents = 10, unearned_fee_cents = 20");
  await database.admin.query(
    `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, owed_principal_cents, owed_interest_cents,
       owed_fee_cents, unearned_fee_cents) values ($1, $2, $3, 2, '2026-12-16', 400, 5, 0, 10)`,
    [platformId, businessId, borrower.issuedProductId],
  );
  const funding = [debit("PRINCIPAL_RECEIVABLE", cents(1_000)), credit("CLEARING_OUT", cents(970))];
  const funded = await posted(entry("FUNDED", book, [...funding, credit("UNEARNED_FEES", cents(30))]));
  await posted(entry("BILLED", book, [debit("INTEREST_RECEIVABLE", cents(10)), credit("INTEREST_INCOME", cents(10))]));
  const payout = randomUUID();
  await aKeptDebit(database.admin, borrower, payout, { status: "SUBMITTED" });
  await database.admin.query("update app.payment_order set direction = 'OUTGOING', amount_cents = 970 where id = $1", [
    payout,
  ]);
  await database.admin.query("insert into app.payment_order_journal values ($1, $2, $3, $4)", [
    ...[payout, funded, platformId, businessId],
  ]);
});
afterEach(() => database.close());

const book = "CONCAR_SPV_1";
/** Runs a statement as the tables' owner, without the constraints that would refuse the fault. */
async function sql(text: string): Promise<void> {
  await database.admin.query(
    `alter table app.obligation drop constraint if exists nothing_is_paid_twice, drop constraint if exists billed_interest_is_owed;
     alter table app.issued_product drop constraint if exists issued_product_reserved_cents_check`,
  );
  await database.admin.query(text);
}
const posted = (what: Entry) =>
  inScope(database.pool(), borrower.scope, (tx) => post(tx, what, borrower.posting(randomUUID())));
const broken = async () => {
  const findings = await checkInvariants(database.admin, businessDate("2026-11-17"));
  return findings.filter((finding) => finding.broken.length > 0).map(({ number, ids }) => ({ number, ids }));
};
/** Only the numbers, for faults that break more than one invariant. */
const brokenNumbers = async () => (await broken()).map(({ number }) => number);

describe("ledger and obligations", () => {
  it("agree for a funded and billed loan, and every invariant can be checked", async () => {
    const findings = await checkInvariants(database.admin, businessDate("2026-11-17"));
    expect(findings.flatMap((finding) => finding.broken)).toEqual([]);
    expect(findings.every(({ asked }) => asked)).toBe(true);
  });

  it.each([
    ["principal", "paid_principal_cents = 1 where number = 1"],
    ["billed interest", "billed_interest_cents = 5 where number = 2"],
    ["a fee", "owed_fee_cents = 25, fee_type = 'LATE_PAYMENT' where number = 2"],
  ])("3: differ in %s", async (_, change) => {
    await sql(`update app.obligation set ${change}`);
    expect(await broken()).toEqual([{ number: 3, ids: [borrower.issuedProductId] }]);
  });

  it("4: find a product that is over and still has balances", async () => {
    await sql("update app.issued_product set loan_status = 'FULLY_PAID'");
    expect(await brokenNumbers()).toEqual([4]);
  });

  it("4: find unearned fees that are not those of the obligations", async () => {
    await sql("update app.obligation set unearned_fee_cents = 19 where number = 1");
    expect(await broken()).toEqual([{ number: 4, ids: [borrower.issuedProductId] }]);
  });

  it("5: find an advance whose fee is not its total less what was applied", async () => {
    await sql("update app.obligation set owed_fee_cents = 8, fee_type = 'MCA_FEE' where number = 2");
    const lines = [debit("FEE_RECEIVABLE", cents(8), { feeType: "MCA_FEE" }), credit("MCA_FEE_INCOME", cents(8))];
    await posted(entry("MCA_FEE", book, lines));
    expect(await brokenNumbers()).toEqual([]);
    await sql("update app.obligation set paid_fee_cents = 1 where number = 2");
    expect(await brokenNumbers()).toEqual([3, 5]);
  });

  it.each([-1, 101])("6: find a line that reserves another amount than its draws wait for: %i", async (reserved) => {
    await sql("update app.issued_product set limit_cents = 100000");
    await sql(
      `with d as (insert into app.draw (id, platform_id, business_id, issued_product_id, request, state)
         select gen_random_uuid(), platform_id, business_id, id, '{"amountCents": 100}', 'PENDING_FUND_DISBURSEMENT' from app.issued_product
         returning *)
       insert into app.limit_reservation (platform_id, business_id, issued_product_id, draw_id, amount_cents)
       select platform_id, business_id, issued_product_id, id, 100 from d`,
    );
    expect(await brokenNumbers()).toEqual([]);
    await sql(`update app.issued_product set reserved_cents = ${reserved}`);
    expect(await broken()).toEqual([{ number: 6, ids: [borrower.issuedProductId] }]);
  });

  it("7, 11: find a settled payment that was not applied in full, and a failed one that still is", async () => {
    const id = randomUUID();
    await aKeptDebit(database.admin, borrower, id, { status: "SUCCESSFUL_PAYMENT" });
    await database.admin.query(
      `insert into app.payment_application (payment_order_id, obligation_id, platform_id, business_id, issued_product_id, effective_on,
         owed_principal_cents, owed_interest_cents, owed_fee_cents, paid_principal_cents, paid_interest_cents, paid_fee_cents,
         waived_principal_cents, waived_interest_cents, waived_fee_cents, billed_interest_cents, unearned_fee_cents)
       select $1, id, platform_id, business_id, issued_product_id, '2026-11-16', 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0
       from app.obligation where number = 1`,
      [id],
    );
    expect(await broken()).toEqual([{ number: 7, ids: [id] }]);
    await sql("update app.payment_application set paid_principal_cents = 100");
    expect(await brokenNumbers()).toEqual([]);
    await database.admin.query("update app.payment_order set status = 'FAILED_PAYMENT' where id = $1", [id]);
    expect(await broken()).toEqual([{ number: 11, ids: [id] }]);
    await sql("update app.payment_application set taken_back_at = now()");
    expect(await brokenNumbers()).toEqual([]);
  });

  it("8: find a schedule whose principal is not what was funded", async () => {
    await sql("update app.obligation set owed_principal_cents = 401, waived_principal_cents = 1 where number = 2");
    expect(await broken()).toEqual([{ number: 8, ids: [borrower.issuedProductId] }]);
  });

  it("8: find two obligations with one number, and one with more paid than owed", async () => {
    await sql("update app.obligation set number = 1");
    expect(await brokenNumbers()).toEqual([8]);
    await sql("update app.obligation set number = 2 where owed_principal_cents = 400");
    expect(await brokenNumbers()).toEqual([]);
    await sql("update app.obligation set paid_fee_cents = 1 where number = 2");
    expect(await brokenNumbers()).toEqual([3, 8]);
  });
});
