import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import {
  collectionOnStatement,
  receiptIdentified,
  unidentifiedReceived,
  unidentifiedSent,
} from "@inlay/lending/ledger/entries.ts";
import { credit, debit, type Entry, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inScope, statement } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aLoanOwing } from "../products/products.fixture.ts";
import { checkInvariants, trialBalance } from "./invariants.ts";
import { aBorrower, aKeptDebit, type Borrower } from "./ledger.fixture.ts";
import { internalScope, post, reverse } from "./public.ts";

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

/** Inserts a bank line without an order and posts it to suspense. Its id is also the processor's. */
async function unidentified(direction: "IN" | "OUT", amountCents: number, postedOn: string): Promise<string> {
  const id = randomUUID();
  await database.admin.query(
    `insert into app.bank_line (id, vendor_line_id, book, posted_on, direction, amount_cents, meaning, fault)
     values ($1::uuid, $1::text, $2, $3, $4, $5, 'UNEXPLAINED', 'UNKNOWN_PAYMENT')`,
    [id, book, postedOn, direction, amountCents],
  );
  const suspense = direction === "IN" ? unidentifiedReceived : unidentifiedSent;
  await inScope(database.pool(), internalScope, (tx) =>
    post(tx, suspense(book, cents(amountCents)), {
      key: `bank-line/${book}/${id}`,
      occurredOn: businessDate(postedOn),
      source: { type: "bank line", id },
      subjects: { platformId: null, businessId: null },
    }),
  );
  return id;
}

describe("ledger invariants", () => {
  it("hold for a correct ledger, and name those that wait for a table", async () => {
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

  it("7: find a payment order whose split does not add up to its amount", async () => {
    const id = await anOrder({ status: "SUBMITTED" });
    expect(await brokenNumbers()).toEqual([]);
    await database.admin.query("alter table app.payment_order drop constraint split_adds_up");
    await database.admin.query("update app.payment_order set interest_cents = 1 where id = $1", [id]);
    const seventh = (await checkInvariants(database.admin, today))[6];
    expect(seventh).toMatchObject({ broken: [`payment order ${id} of 100 is split into 101`], ids: [id] });
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

  it("4: find a receivable below zero", async () => {
    await posted(entry("PAID_TWICE", book, [debit("CASH", cents(1)), credit("PRINCIPAL_RECEIVABLE", cents(1))]));
    expect(await brokenNumbers()).toEqual([3, 4]);
  });

  it("4: find more fees earned than there were", async () => {
    await posted(entry("EARNED", book, [debit("UNEARNED_FEES", cents(1)), credit("ORIGINATION_INCOME", cents(1))]));
    expect(await brokenNumbers()).toEqual([4]);
  });

  it("9: accept a line that was posted to suspense and identified later, and find one that was posted twice", async () => {
    const id = await unidentified("IN", 100, "2026-11-17");
    const orderId = await anOrder({ status: "SUBMITTED" });
    await inScope(database.pool(), borrower.scope, (tx) =>
      statement(tx, "select app.identify_bank_line($1, $2)", [id, orderId]),
    );
    await posted(receiptIdentified(book, "CLEARING_IN", cents(100)));
    expect(await brokenNumbers()).toEqual([]);
    const key = `payment-order/${orderId}/line/${id}`;
    await inScope(database.pool(), borrower.scope, (tx) =>
      post(tx, collectionOnStatement(book, cents(100)), borrower.posting(key)),
    );
    expect((await checkInvariants(database.admin, today))[8]?.ids).toEqual([id]);
  });

  it("9: find cash that differs from the bank's closing balance of a day", async () => {
    await line(await anOrder({ status: "SUBMITTED" }), "SENT", 100);
    const closing = (asOf: string, balanceCents: number) =>
      database.admin.query(
        `insert into app.bank_balance (book, as_of, balance_cents, read_at) values ($1, $2, $3, now())
         on conflict (book, as_of) do update set balance_cents = excluded.balance_cents`,
        [book, asOf, balanceCents],
      );
    await closing("2026-11-15", 0);
    await closing("2026-11-16", 100);
    await closing("2026-11-17", 100);
    expect(await brokenNumbers()).toEqual([]);
    await closing("2026-11-17", 99);
    expect((await checkInvariants(database.admin, today))[8]).toMatchObject({
      broken: ["cash of CONCAR_SPV_1 on 2026-11-17 is 100 in the books and 99 at the bank"],
      ids: ["CONCAR_SPV_1 2026-11-17"],
    });
    // With a virtual clock there is no common statement cut.
    const { platformId, businessId } = borrower.scope;
    await database.admin.query(
      "insert into app.business_clock (platform_id, business_id, now_at) values ($1, $2, now())",
      [platformId, businessId],
    );
    expect(await brokenNumbers()).toEqual([]);
  });

  it("10: find a bank line that is unidentified for more than three banking days", async () => {
    const id = await unidentified("IN", 70, "2026-11-12");
    await unidentified("OUT", 30, "2026-11-17");
    expect(await brokenNumbers(businessDate("2026-11-17"))).toEqual([]);
    expect((await checkInvariants(database.admin, businessDate("2026-11-18")))[9]).toMatchObject({
      broken: [`bank line ${id} of 70 in CONCAR_SPV_1 is unidentified since 2026-11-12`],
      ids: [id],
    });
  });

  it("10: find suspense that is not that of the unidentified bank lines", async () => {
    await unidentified("OUT", 30, "2026-11-17");
    await unidentified("IN", 70, "2026-11-17");
    expect(await brokenNumbers()).toEqual([]);
    await tamper("update app.bank_line set meaning = 'BANK_CHARGE' where direction = 'OUT'");
    expect((await checkInvariants(database.admin, today))[9]?.broken).toEqual([
      "suspense of CONCAR_SPV_1 is 40, and its unidentified bank lines are 70",
    ]);
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

  it("11: find a journal that is reversed twice", async () => {
    const id = await posted(lent);
    await inScope(database.pool(), borrower.scope, (tx) => reverse(tx, id, borrower.posting()));
    expect(await brokenNumbers()).toEqual([]);
    await database.admin.query("drop index app.journal_reversed_once");
    await inScope(database.pool(), borrower.scope, (tx) => reverse(tx, id, borrower.posting()));
    const eleventh = (await checkInvariants(database.admin, today))[10];
    expect(eleventh).toMatchObject({ broken: [`journal ${id} is reversed 2 times`], ids: [id] });
  });

  it("12: find a balance that differs from the sum of its lines, on either side", async () => {
    await aLoanOwing(database.admin, borrower.scope, book, 900, borrower.issuedProductId);
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
