import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { collectionOnStatement, unidentifiedReceived } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, type Entry, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import { checkInvariants, trialBalance } from "./invariants.ts";
import { aBorrower, aKeptDebit, type Borrower } from "./ledger.fixture.ts";
import { post, reverse } from "./public.ts";

let database: TestDatabase;
let borrower: Borrower;
beforeEach(async () => {
  database = await testDatabase();
  borrower = await aBorrower(database.admin);
});
afterEach(() => database.close());

const book = "CONCAR_SPV_1";
const today = businessDate("2026-11-18");
const lent = entry("TERM_LOAN_FUNDED", book, [debit("PRINCIPAL_RECEIVABLE", cents(900)), credit("CASH", cents(900))]);

const posted = (what: Entry, occurredOn = "2026-11-16") =>
  inScope(database.pool(), borrower.scope, (tx) =>
    post(tx, what, borrower.posting(randomUUID(), { occurredOn: businessDate(occurredOn) })),
  );
const brokenNumbers = async (on = today) =>
  (await checkInvariants(database.admin, on))
    .filter((finding) => finding.broken.length > 0)
    .map(({ number }) => number);

/** Runs statements with the triggers disabled, as an attacker with superuser rights could. */
async function tamper(...statements: string[]) {
  const client = await database.admin.connect();
  await client.query("set session_replication_role = replica");
  for (const statement of statements) await client.query(statement);
  await client.query("reset session_replication_role");
  client.release();
}

/** The first order is the source of the borrower's postings. */
async function anOrder(columns: Record<string, string>, journalId?: string): Promise<string> {
  const taken = await database.admin.query("select from app.payment_order");
  const id = taken.rowCount ? randomUUID() : borrower.posting().source.id;
  await aKeptDebit(database.admin, borrower, id, columns);
  if (journalId) {
    const { platformId, businessId } = borrower.scope;
    await database.admin.query("insert into app.payment_order_journal values ($1, $2, $3, $4)", [
      ...[id, journalId, platformId, businessId],
    ]);
  }
  return id;
}

/** Inserts the loan that the entry `lent` funds. */
const aLoan = () => aLoanOwing(database.admin, borrower.scope, book, 900, borrower.issuedProductId);

/** Inserts a bank line of an order and posts its entry. */
async function line(orderId: string, meaning: "SENT" | "RETURNED", amountCents: number): Promise<void> {
  const { platformId, businessId } = borrower.scope;
  const vendorLineId = randomUUID();
  await database.admin.query(
    `insert into app.bank_line (vendor_line_id, book, posted_on, direction, amount_cents, platform_id, business_id, payment_order_id, meaning)
     values ($1, $2, '2026-11-16', 'IN', $3, $4, $5, $6, $7)`,
    [vendorLineId, book, amountCents, platformId, businessId, orderId, meaning],
  );
  await inScope(database.pool(), borrower.scope, (tx) =>
    post(
      tx,
      collectionOnStatement(book, cents(amountCents)),
      borrower.posting(`payment-order/${orderId}/line/${vendorLineId}`),
    ),
  );
}

describe("ledger invariants", () => {
  it("hold for a correct ledger, and name those that wait for a table", async () => {
    await aLoan();
    await posted(lent);
    const id = await posted(lent);
    await inScope(database.pool(), borrower.scope, (tx) => reverse(tx, id, borrower.posting()));
    await posted(collectionOnStatement(book, cents(100)));
    const findings = await checkInvariants(database.admin, today);
    expect(findings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(findings.flatMap(({ broken }) => broken)).toEqual([]);
    expect(findings.every(({ asked }) => asked)).toBe(true);
    expect(findings.flatMap(({ notYet }) => notYet)).toEqual([
      "not yet applicable: revenue share statements would be in app.revenue_share_statement, which does not exist",
    ]);
  });

  it("are broken once an awaited table exists without its comparison", async () => {
    await database.admin.query("create table app.revenue_share_statement (id uuid)");
    expect(await brokenNumbers()).toEqual([10]);
  });

  it("1: find a journal that does not balance, one without lines, and lines without a journal", async () => {
    const ids = [await posted(lent), await posted(lent), await posted(lent)];
    await tamper(
      `update app.journal_line set debit_cents = 901 where journal_id = '${ids[0]}' and debit_cents > 0`,
      `delete from app.journal_line where journal_id = '${ids[1]}'`,
      `delete from app.journal where id = '${ids[2]}'`,
    );
    const [first] = await checkInvariants(database.admin, today);
    for (const id of ids) expect(first?.broken.some((sentence) => sentence.includes(id))).toBe(true);
  });

  it("1: find a book whose balances do not add up to zero", async () => {
    await posted(lent);
    await tamper("update app.ledger_balance set debit_cents = debit_cents + 5 where account = 1100");
    expect((await checkInvariants(database.admin, today))[0]?.broken).toEqual(["CONCAR_SPV_1 is off by 5"]);
  });

  it("2: find money in clearing that has not moved for more than five banking days", async () => {
    await posted(collectionOnStatement(book, cents(100)), "2026-11-10");
    // Veterans Day, a Wednesday, and a weekend lie between.
    expect(await brokenNumbers(businessDate("2026-11-18"))).toEqual([]);
    expect(await brokenNumbers(businessDate("2026-11-19"))).toEqual([2]);
  });

  it("2: find money in clearing for an order that has ended and has all its lines", async () => {
    const id = await anOrder({ status: "SUCCESSFUL_PAYMENT" });
    await line(id, "SENT", 100);
    expect(await brokenNumbers()).toEqual([2]);
    await posted(entry("APPLIED", book, [debit("CLEARING_IN", cents(100)), credit("BORROWER_CREDIT", cents(100))]));
    expect(await brokenNumbers()).toEqual([]);
  });

  it("2: accept an order whose return is not on the statement yet", async () => {
    const id = await anOrder({ status: "FAILED_PAYMENT", return_code: "R01" });
    await line(id, "SENT", 100);
    expect(await brokenNumbers()).toEqual([]);
    await line(id, "RETURNED", 7);
    expect(await brokenNumbers()).toEqual([2]);
  });

  it("7: find an entry that moves another amount through clearing than its order", async () => {
    const journal = await posted(
      entry("APPLIED", book, [debit("CLEARING_IN", cents(99)), credit("BORROWER_CREDIT", cents(99))]),
    );
    const id = await anOrder({ status: "SUBMITTED" }, journal);
    const seventh = (await checkInvariants(database.admin, today))[6];
    expect(seventh?.broken).toEqual([`payment order ${id} of 100 moved 99 through clearing`]);
  });

  it("9: find a bank line that is not posted as it is on the statement, and an entry without a line", async () => {
    const id = await anOrder({ status: "SUBMITTED" });
    await line(id, "SENT", 100);
    expect(await brokenNumbers()).toEqual([]);
    await tamper("update app.bank_line set amount_cents = 101");
    expect(await brokenNumbers()).toEqual([9]);
    await tamper("update app.bank_line set amount_cents = 100, vendor_line_id = 'another'");
    expect((await checkInvariants(database.admin, today))[8]?.broken).toHaveLength(2);
  });

  it("11: find a failed order that was not reversed, and a pending one that was", async () => {
    const applied = entry("APPLIED", book, [debit("CLEARING_IN", cents(100)), credit("BORROWER_CREDIT", cents(100))]);
    const [kept, reversed] = [await posted(applied), await posted(applied)];
    await inScope(database.pool(), borrower.scope, (tx) => reverse(tx, reversed, borrower.posting()));
    const failed = await anOrder({ status: "FAILED_PAYMENT" }, kept);
    const good = await anOrder({ status: "SUBMITTED" }, reversed);
    const eleventh = (await checkInvariants(database.admin, today))[10];
    expect(eleventh?.broken.toSorted()).toEqual(
      [
        `payment order ${failed} is FAILED_PAYMENT, and journal ${kept} of it was reversed 0 times`,
        `payment order ${good} is SUBMITTED, and journal ${reversed} of it was reversed 1 times`,
      ].toSorted(),
    );
  });

  it("3: find principal, interest and fees that differ from what is unpaid of the obligations", async () => {
    const id = await aLoan();
    await posted(lent);
    expect(await brokenNumbers()).toEqual([]);
    await tamper(
      "update app.obligation set paid_principal_cents = 1, owed_interest_cents = 7, billed_interest_cents = 5, owed_fee_cents = 3, fee_type = 'LATE_PAYMENT'",
    );
    expect((await checkInvariants(database.admin, today))[2]?.broken).toEqual([
      `PRINCIPAL_RECEIVABLE of ${id} is 900, and 899 is unpaid`,
      `INTEREST_RECEIVABLE of ${id} is 0, and 5 is unpaid`,
      `FEE_RECEIVABLE of ${id} is 0, and 3 is unpaid`,
    ]);
  });

  it("4: find a product that is over and still has a balance", async () => {
    const id = await aLoan();
    await posted(lent);
    await tamper("update app.issued_product set loan_status = 'FULLY_PAID'");
    expect((await checkInvariants(database.admin, today))[3]?.broken).toEqual([
      `product ${id} is FULLY_PAID, and PRINCIPAL_RECEIVABLE of it is 900`,
    ]);
  });

  it("4: find obligations that have more to earn than is unearned", async () => {
    const id = await aLoan();
    await posted(lent);
    await tamper("update app.obligation set unearned_fee_cents = 9");
    expect((await checkInvariants(database.admin, today))[3]?.broken).toEqual([
      `product ${id} has 0 of unearned fees, and its obligations have 9 to earn`,
    ]);
  });

  it("5: find an advance of which more is paid than was applied", async () => {
    await aLoan();
    await posted(lent);
    await tamper("update app.issued_product set product_type = 'MCA'");
    expect(await brokenNumbers()).toEqual([]);
    await tamper("update app.obligation set paid_principal_cents = 40");
    expect((await checkInvariants(database.admin, today))[4]?.broken).toHaveLength(1);
  });

  it("6: find a reservation for which no draw or invoice waits", async () => {
    await aLoan();
    await posted(lent);
    await tamper("update app.issued_product set reserved_cents = 5");
    expect(await brokenNumbers()).toEqual([6]);
  });

  it("8: find a schedule that does not add up to what was funded, and one with a missing row", async () => {
    const id = await aLoan();
    await posted(entry("TERM_LOAN_FUNDED", book, lent.lines));
    expect(await brokenNumbers()).toEqual([]);
    await tamper("update app.obligation set owed_principal_cents = 901, number = 2");
    expect((await checkInvariants(database.admin, today))[7]?.broken).toEqual([
      `${id} was funded with 900, and its schedule adds up to 901`,
      `the schedule of ${id} has 1 rows, and the last is number 2`,
    ]);
  });

  it("4: find a receivable below zero", async () => {
    await posted(entry("PAID_TWICE", book, [debit("CASH", cents(1)), credit("PRINCIPAL_RECEIVABLE", cents(1))]));
    expect(await brokenNumbers()).toEqual([3, 4]);
  });

  it("4: find more fees earned than there were", async () => {
    await posted(entry("EARNED", book, [debit("UNEARNED_FEES", cents(1)), credit("ORIGINATION_INCOME", cents(1))]));
    expect(await brokenNumbers()).toEqual([4]);
  });

  it("10: find money unidentified for more than three banking days, first in, first out", async () => {
    await posted(unidentifiedReceived(book, cents(70)), "2026-11-10");
    await posted(unidentifiedReceived(book, cents(30)), "2026-11-17");
    const found = entry("IDENTIFIED", book, [debit("SUSPENSE_UNIDENTIFIED", cents(69)), credit("CASH", cents(69))]);
    await posted(found, "2026-11-17");
    const tenth = async () => (await checkInvariants(database.admin, today))[9]?.broken;
    expect(await tenth()).toEqual(["CONCAR_SPV_1 holds 1 unidentified for too long"]);
    await posted(entry("IDENTIFIED", book, [debit("SUSPENSE_UNIDENTIFIED", cents(1)), credit("CASH", cents(1))]));
    expect(await tenth()).toEqual([]);
  });

  it("11: find a reversal that is not the mirror of its journal", async () => {
    const id = await posted(lent);
    const reversing = await inScope(database.pool(), borrower.scope, (tx) => reverse(tx, id, borrower.posting()));
    await tamper(
      `update app.journal_line set debit_cents = debit_cents * 2, credit_cents = credit_cents * 2 where journal_id = '${reversing}'`,
    );
    const eleventh = (await checkInvariants(database.admin, today))[10];
    expect(eleventh?.broken).toEqual([`journal ${reversing} does not mirror ${id}`]);
  });

  it("12: find a balance that differs from the sum of its lines, on either side", async () => {
    await aLoan();
    await posted(lent);
    await tamper(
      "update app.ledger_balance set debit_cents = debit_cents + 5, credit_cents = credit_cents + 5 where account = 1100",
    );
    expect(await brokenNumbers()).toEqual([12]);
  });
});

describe("trial balance", () => {
  it("sums debit and credit of every account over its buckets", async () => {
    for (let n = 0; n < 20; n++) await posted(lent);
    expect(await trialBalance(database.admin)).toEqual([
      { book, number: 1000, account: "CASH", debitCents: 0, creditCents: 18_000 },
      { book, number: 1100, account: "PRINCIPAL_RECEIVABLE", debitCents: 18_000, creditCents: 0 },
    ]);
  });
});
