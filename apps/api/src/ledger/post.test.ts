import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { balanceOf } from "@inlay/lending/explain/balance.ts";
import { accounts } from "@inlay/lending/ledger/accounts.ts";
import {
  capitalCalled,
  collectionOnStatement,
  feeAssessed,
  overpaid,
  receivableSold,
  revenueShareAccrued,
} from "@inlay/lending/ledger/entries.ts";
import { credit, debit, type Entry, entry, type Line } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inNoScope, inScope, type Scope, type Tx } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aBorrower, type Borrower, balancesThatDiffer } from "./ledger.fixture.ts";
import { balances, entriesOf, internalScope, type Posting, post, postAll, postAlone, reverse } from "./public.ts";

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool("app", { max: 20 });
});
afterAll(() => database.close());

const book = "CONCAR_SPV_1";
const amount = cents(458_400);
/** P-1b. */
const bankLine = collectionOnStatement(book, amount);
/** D-1: 50,000.00 lent, 1,500.00 of it a fee. */
const funding = entry("TERM_LOAN_FUNDED", book, [
  debit("PRINCIPAL_RECEIVABLE", cents(5_000_000)),
  credit("CLEARING_OUT", cents(4_850_000)),
  credit("UNEARNED_FEES", cents(150_000)),
]);

/** What the books hold after it. */
const lent = {
  principalCents: cents(5_000_000),
  interestCents: cents(0),
  fees: [],
  unearnedFeeCents: cents(150_000),
};

const posted = (borrower: Borrower, what: Entry, posting: Posting = borrower.posting()) =>
  inScope(pool, borrower.scope, (tx) => post(tx, what, posting));
const balancesOf = async (borrower: Borrower, id = borrower.issuedProductId) =>
  Object.fromEntries(
    (await inScope(pool, borrower.scope, (tx) => balances(tx, id))).map((one) => [
      `${one.account}${one.detail && `:${one.detail}`}`,
      one.balanceCents,
    ]),
  );
const rowsOf = async (text: string, values: unknown[] = []) => (await database.admin.query(text, values)).rows;
/** What a book's account holds, debit less credit, over all its buckets. */
const held = async (account: number, inBook: string = book) =>
  (
    await rowsOf(
      "select coalesce(sum(debit_cents - credit_cents), 0)::bigint as sum from app.ledger_balance where account = $1 and book = $2",
      [account, inBook],
    )
  )[0].sum;

describe("chart of accounts", () => {
  it("is the same in the database and in the code", async () => {
    const rows = await rowsOf(
      "select number, code, type, kept_per, by_fee_type from app.ledger_account order by number",
    );
    const wanted = Object.entries(accounts).map(([code, account]) => ({
      number: account.number,
      code,
      type: account.type,
      kept_per: account.keptPer,
      by_fee_type: "byFeeType" in account,
    }));
    expect(rows).toEqual(wanted);
  });

  it("is the same in the functions that choose the balance of a line", async () => {
    const rows = await rowsOf(`select number,
        app.subject_of(number, uuid '${idOf(1)}', uuid '${idOf(2)}', uuid '${idOf(3)}', null, null, uuid '${idOf(6)}') as product,
        app.subject_of(number, uuid '${idOf(1)}', uuid '${idOf(2)}', uuid '${idOf(3)}', uuid '${idOf(4)}', null, uuid '${idOf(6)}') as draw,
        app.subject_of(number, uuid '${idOf(1)}', uuid '${idOf(2)}', uuid '${idOf(3)}', uuid '${idOf(4)}', uuid '${idOf(5)}', uuid '${idOf(6)}') as invoice,
        app.detail_of(number, 'product type', 'fee type', 'other book') as detail, app.belongs_to_business(number) as of_business,
        app.belongs_to_product(number) as of_product
      from app.ledger_account order by number`);
    const subjects: Record<string, number[]> = {
      platform: [1, 1, 1],
      business: [2, 2, 2],
      "issued product": [3, 3, 3],
      "issued product, draw or invoice": [3, 4, 5],
      "payment order": [6, 6, 6],
    };
    const wanted = Object.values(accounts).map((account) => {
      const { keptPer } = account;
      const [product, draw, invoice] = (subjects[keptPer] ?? [0, 0, 0]).map(idOf);
      const isDetail = keptPer === "product type" || keptPer === "other book";
      return {
        number: account.number,
        product,
        draw,
        invoice,
        detail: "byFeeType" in account ? "fee type" : isDetail ? keptPer : "",
        of_business: keptPer in subjects && keptPer !== "platform",
        of_product: keptPer.startsWith("issued product"),
      };
    });
    expect(rows).toEqual(wanted);
    expect(await rowsOf("select app.subject_of(1001::smallint, $1, $1, $1, $1, $1, $1) as subject", [idOf(1)])).toEqual(
      [{ subject: null }],
    );
  });
});

const idOf = (n: number) => `00000000-0000-0000-0000-00000000000${n}`;

describe("posting", () => {
  it("writes its journal with its lines and moves their balances", async () => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    const cash = await held(1000);
    const fundingId = await posted(borrower, funding, posting);
    await posted(borrower, bankLine);
    expect(
      await rowsOf("select event, book, occurred_on, source_id from app.journal where id = $1", [fundingId]),
    ).toEqual([{ event: "TERM_LOAN_FUNDED", book, occurred_on: "2026-11-16", source_id: posting.source.id }]);
    expect(
      await rowsOf(
        "select account, debit_cents, credit_cents, business_id from app.journal_line where journal_id = $1 order by position",
        [fundingId],
      ),
    ).toEqual(
      [
        { account: 1100, debit_cents: 5_000_000, credit_cents: 0 },
        { account: 1050, debit_cents: 0, credit_cents: 4_850_000 },
        { account: 2100, debit_cents: 0, credit_cents: 150_000 },
      ].map((line) => ({ ...line, business_id: borrower.scope.businessId })),
    );
    expect(await balancesOf(borrower)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: 150_000 });
    expect(await balancesOf(borrower, posting.source.id)).toEqual({ CLEARING_OUT: -4_850_000, CLEARING_IN: -458_400 });
    expect((await held(1000)) - cash).toBe(458_400);
  });

  it("rolls back with the caller's transaction, including its key", async () => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    const attempt = inScope(pool, borrower.scope, async (tx) => {
      await post(tx, funding, posting);
      throw new Error("rolled back");
    });
    await expect(attempt).rejects.toThrow("rolled back");
    expect(await balancesOf(borrower)).toEqual({});
    await posted(borrower, bankLine, posting);
  });

  it("returns the same journal when repeated under its key with the same body, also by 20 at once", async () => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => inScope(pool, borrower.scope, (tx) => post(tx, funding, posting))),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await posted(borrower, funding, posting)).toBe(ids[0]);
    expect(await balancesOf(borrower)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: 150_000 });
  });

  it.each<[string, Entry, Partial<Posting>]>([
    ["amount", collectionOnStatement(book, cents(458_401)), {}],
    ["book", collectionOnStatement("EQUITY", amount), {}],
    ["event", { ...bankLine, event: "OTHER" }, {}],
    ["day", bankLine, { occurredOn: businessDate("2026-11-17") }],
    ["source", bankLine, { source: { type: "payment order", id: randomUUID() } }],
  ])("is refused under a known key with another %s", async (_, what, changes) => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    await posted(borrower, bankLine, posting);
    await expect(posted(borrower, what, { ...posting, ...changes })).rejects.toThrow("used for another posting");
  });

  it("is refused under a known key with another subject, and with lines added, left out or in another order", async () => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    await posted(borrower, funding, posting);
    const subjects = { ...posting.subjects, productType: "FAST_PAY" };
    await expect(posted(borrower, funding, { ...posting, subjects })).rejects.toThrow("used for another posting");
    const [principal, clearing, fees] = funding.lines as [Line, Line, Line];
    const others: Line[][] = [
      [...funding.lines, debit("CASH", cents(1)), credit("CASH", cents(1))],
      [{ ...principal, amountCents: clearing.amountCents }, clearing],
      [principal, fees, clearing],
    ];
    for (const lines of others)
      await expect(posted(borrower, { ...funding, lines }, posting)).rejects.toThrow("used for another posting");
  });

  it("is made once when one call repeats it", async () => {
    const borrower = await aBorrower(database.admin);
    const twice = { entry: funding, posting: borrower.posting() };
    const [first, second] = await inScope(pool, borrower.scope, (tx) => postAll(tx, [twice, twice]));
    expect(second).toBe(first);
    expect(await balancesOf(borrower)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: 150_000 });
  });

  it.each([
    'a "quoted" key, with (brackets), {braces} and a \\ backslash',
    " spaces at both ends ",
    "",
    "NULL",
    "two\nlines, ü",
  ])("stores its texts as they are: %j", async (text) => {
    const borrower = await aBorrower(database.admin);
    const key = `${randomUUID()}${text}`;
    const source = { type: text, id: randomUUID() };
    const id = await posted(borrower, { ...bankLine, event: text }, borrower.posting(key, { source }));
    expect(await rowsOf("select key, event, source_type from app.journal where id = $1", [id])).toEqual([
      { key, event: text, source_type: text },
    ]);
  });

  it("is refused under another tenant's key, and reveals nothing of that tenant", async () => {
    const [mine, theirs] = [await aBorrower(database.admin), await aBorrower(database.admin)];
    const posting = theirs.posting();
    await posted(theirs, bankLine, posting);
    // Only the tenant differs.
    const subjects = { ...posting.subjects, ...mine.scope };
    await expect(posted(mine, bankLine, { ...posting, subjects })).rejects.toThrow("used for another posting");
  });

  it("is refused by the database when it does not balance", async () => {
    const borrower = await aBorrower(database.admin);
    const forged = { ...bankLine, lines: [debit("CASH", cents(2)), credit("CLEARING_IN", cents(1))] };
    await expect(posted(borrower, forged)).rejects.toThrow("does not balance: 2 debited, 1 credited");
    await expect(posted(borrower, { ...bankLine, lines: [] })).rejects.toThrow("without lines");
    const negative = { ...bankLine, lines: [debit("CASH", cents(-1)), credit("CLEARING_IN", cents(-1))] };
    await expect(posted(borrower, negative)).rejects.toThrow("above zero on one side");
  });

  it("names the subject that its account is kept for", async () => {
    const borrower = await aBorrower(database.admin);
    const { paymentOrderId: _, ...noOrder } = borrower.posting().subjects;
    await expect(posted(borrower, bankLine, borrower.posting(randomUUID(), { subjects: noOrder }))).rejects.toThrow(
      'null value in column "subject"',
    );
    const noFeeType = entry("FEE", book, [debit("FEE_RECEIVABLE", amount), credit("LATE_INCOME", amount)]);
    await expect(posted(borrower, noFeeType)).rejects.toThrow('null value in column "detail"');
  });

  it("stays in one of the three books", async () => {
    const borrower = await aBorrower(database.admin);
    await expect(posted(borrower, { ...bankLine, book: "NOBODY" as typeof book })).rejects.toThrow(
      "there is no book NOBODY",
    );
    const [sold] = receivableSold("EQUITY", "EQUITY", lent);
    await expect(posted(borrower, sold)).rejects.toThrow("the other book of a line is another book");
  });

  it("names the product of a draw or an invoice", async () => {
    const borrower = await aBorrower(database.admin);
    const { platformId, businessId } = borrower.posting().subjects;
    const subjects = { platformId, businessId, invoiceId: randomUUID(), productType: "FAST_PAY" };
    const owed = entry("OWED", book, [debit("PRINCIPAL_RECEIVABLE", amount), credit("CASH", amount)]);
    await expect(posted(borrower, owed, borrower.posting(randomUUID(), { subjects }))).rejects.toThrow(
      "names its product",
    );
  });

  it("refuses an account that the chart does not have, and lines of no journal", async () => {
    const borrower = await aBorrower(database.admin);
    const { platformId, businessId } = borrower.scope;
    const attempt = (account: number, lines: number) => {
      const journal = `(${randomUUID()},2026-11-16,ANY,EQUITY,test,${randomUUID()},,${lines})`;
      const given = [`(1000,1,0,,,,,,,)`, `(${account},0,1,,,,,,,)`, `(1000,1,0,,,,,,,)`, `(5200,0,1,,,,,,,)`];
      return inScope(pool, borrower.scope, (tx) =>
        sql`select app.post(${platformId}, ${businessId}, ${[journal]}, ${given})`.execute(tx),
      );
    };
    await expect(attempt(1001, 4)).rejects.toThrow('null value in column "subject"');
    await expect(attempt(5200, 2)).rejects.toThrow("4 lines are given, 2 belong to a journal");
    await expect(attempt(5200, 6)).rejects.toThrow("above zero on one side");
    await attempt(5200, 4);
  });

  it("of one call belongs to one tenant", async () => {
    const mine = await aBorrower(database.admin);
    const neighbor = await aBorrower(database.admin, mine.scope.platformId);
    const whole = { ...mine.scope, businessId: "whole platform" as const };
    const both = [mine, neighbor].map((one) => ({ entry: bankLine, posting: one.posting() }));
    await expect(inScope(pool, whole, (tx) => postAll(tx, both))).rejects.toThrow("belong to one tenant");
  });

  it("can be made in one round trip, in a transaction of its own and under the same guards", async () => {
    const borrower = await aBorrower(database.admin);
    const posting = borrower.posting();
    const id = await postAlone(pool, borrower.scope, funding, posting);
    expect(await postAlone(pool, borrower.scope, funding, posting)).toBe(id);
    expect(await balancesOf(borrower)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: 150_000 });
    const other = await aBorrower(database.admin);
    await expect(postAlone(pool, borrower.scope, funding, other.posting())).rejects.toThrow("the tenant in scope");
    const forged = { ...bankLine, lines: [debit("CASH", cents(2)), credit("CLEARING_IN", cents(1))] };
    await expect(postAlone(pool, borrower.scope, forged, borrower.posting())).rejects.toThrow("does not balance");
    // The scope ends with the transaction.
    const seen = await pool.query("select count(*)::int as count from app.journal");
    expect(seen.rows[0].count).toBe(0);
  });

  it("of several entries returns their journals in order", async () => {
    const borrower = await aBorrower(database.admin);
    const known = borrower.posting();
    const knownId = await posted(borrower, bankLine, known);
    const ids = await inScope(pool, borrower.scope, (tx) =>
      postAll(tx, [
        { entry: funding, posting: borrower.posting() },
        { entry: bankLine, posting: known },
        { entry: feeAssessed(book, "LATE_PAYMENT", cents(2_500)), posting: borrower.posting() },
      ]),
    );
    expect(ids[1]).toBe(knownId);
    const events = await rowsOf("select id, event from app.journal where id = any($1)", [ids]);
    expect(ids.map((id) => events.find((row) => row.id === id).event)).toEqual([
      ...["TERM_LOAN_FUNDED", "COLLECTION_ON_STATEMENT", "FEE_ASSESSED"],
    ]);
    expect(await balancesOf(borrower)).toMatchObject({ "FEE_RECEIVABLE:LATE_PAYMENT": 2_500 });
  });
});

describe("sale between books", () => {
  it("is a journal in each book, and each book stays balanced", async () => {
    const borrower = await aBorrower(database.admin);
    await posted(borrower, { ...funding, book: "EQUITY" });
    const [sold, bought] = receivableSold("EQUITY", book, lent);
    await inScope(pool, borrower.scope, (tx) =>
      postAll(tx, [
        { entry: sold, posting: borrower.posting() },
        { entry: bought, posting: borrower.posting() },
      ]),
    );
    const rows = await rowsOf(
      "select book, account, sum(debit_cents - credit_cents)::bigint as held from app.ledger_balance where subject = $1 and account = 1100 group by 1, 2 order by 1",
      [borrower.issuedProductId],
    );
    expect(rows).toEqual([
      { book, account: 1100, held: 5_000_000 },
      { book: "EQUITY", account: 1100, held: 0 },
    ]);
  });
});

describe("reversal", () => {
  it("restores every balance", async () => {
    const borrower = await aBorrower(database.admin);
    await posted(borrower, bankLine);
    const [before, cash] = [await balancesOf(borrower), await held(1000)];
    const id = await posted(borrower, funding);
    const reversing = await inScope(pool, borrower.scope, (tx) => reverse(tx, id, borrower.posting()));
    expect(Object.values(await balancesOf(borrower))).toEqual([0, 0]);
    expect(before).toEqual({});
    expect(await held(1000)).toBe(cash);
    expect(await rowsOf("select event, reverses_id from app.journal where id = $1", [reversing])).toEqual([
      { event: "TERM_LOAN_FUNDED_REVERSED", reverses_id: id },
    ]);
  });

  it("is posted once: of ten at once one succeeds, and its own key may be repeated", async () => {
    const borrower = await aBorrower(database.admin);
    const id = await posted(borrower, funding);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        inScope(pool, borrower.scope, (tx) => reverse(tx, id, borrower.posting(`${id} reversed ${n}`))),
      ),
    );
    const won = outcomes.findIndex((outcome) => outcome.status === "fulfilled");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("journal_reversed_once");
    await inScope(pool, borrower.scope, (tx) => reverse(tx, id, borrower.posting(`${id} reversed ${won}`)));
    expect(Object.values(await balancesOf(borrower))).toEqual([0, 0]);
  });

  it("cannot be reversed itself", async () => {
    const borrower = await aBorrower(database.admin);
    const id = await posted(borrower, funding);
    const again = inScope(pool, borrower.scope, async (tx) =>
      reverse(tx, await reverse(tx, id, borrower.posting()), borrower.posting()),
    );
    await expect(again).rejects.toThrow("a reversal stands");
  });

  it("belongs to the business whose journal it reverses", async () => {
    const mine = await aBorrower(database.admin);
    const neighbor = await aBorrower(database.admin, mine.scope.platformId);
    const id = await posted(neighbor, funding);
    const whole = { ...mine.scope, businessId: "whole platform" as const };
    const attempt = inScope(pool, whole, (tx) => reverse(tx, id, mine.posting()));
    await expect(attempt).rejects.toThrow("for the tenant it was posted for");
    await inScope(pool, whole, (tx) => reverse(tx, id, neighbor.posting()));
  });

  it("does not reach another tenant's journal", async () => {
    const [mine, theirs] = [await aBorrower(database.admin), await aBorrower(database.admin)];
    const id = await posted(theirs, funding);
    const attempt = inScope(pool, mine.scope, (tx) => reverse(tx, id, mine.posting()));
    await expect(attempt).rejects.toThrow("there is no journal");
    expect(await balancesOf(theirs)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: 150_000 });
  });
});

describe("tenant transaction", () => {
  it("posts for its own business only", async () => {
    const mine = await aBorrower(database.admin);
    const neighbor = await aBorrower(database.admin, mine.scope.platformId);
    const foreign = await aBorrower(database.admin);
    for (const other of [neighbor, foreign]) {
      const attempt = inScope(pool, mine.scope, (tx) => post(tx, bankLine, other.posting()));
      await expect(attempt).rejects.toThrow("belongs to the tenant in scope");
    }
    const whole = { ...mine.scope, businessId: "whole platform" as const };
    await inScope(pool, whole, (tx) => post(tx, bankLine, neighbor.posting()));
  });

  it("cannot move another business's balance by naming its product", async () => {
    const mine = await aBorrower(database.admin);
    const neighbor = await aBorrower(database.admin, mine.scope.platformId);
    await posted(neighbor, funding);
    const subjects = { ...mine.posting().subjects, issuedProductId: neighbor.issuedProductId };
    const posting = mine.posting(randomUUID(), { subjects });
    // A scope that sees both businesses is refused too.
    for (const businessId of [mine.scope.businessId, "whole platform" as const]) {
      const attempt = inScope(pool, { ...mine.scope, businessId }, (tx) => post(tx, funding, posting));
      await expect(attempt).rejects.toThrow("belongs to another business");
    }
  });

  it("moves shared balances and sees neither them nor other tenants' lines", async () => {
    const [mine, theirs] = [await aBorrower(database.admin), await aBorrower(database.admin)];
    await posted(theirs, funding);
    await posted(theirs, bankLine);
    await posted(mine, bankLine);
    const seen = await inScope(pool, mine.scope, async (tx) => ({
      balances: await tx.selectFrom("ledger_balance").select(["account", "business_id"]).execute(),
      lines: await tx.selectFrom("journal_line").select(["account", "business_id"]).execute(),
      journals: await tx.selectFrom("journal").select("business_id").execute(),
    }));
    const own = { business_id: mine.scope.businessId };
    expect(seen).toEqual({
      balances: [{ account: 1060, ...own }],
      lines: [
        { account: 1000, ...own },
        { account: 1060, ...own },
      ],
      journals: [own],
    });
  });

  it("posts platform earnings, whose balance only the platform-wide scope sees", async () => {
    const borrower = await aBorrower(database.admin);
    await posted(borrower, revenueShareAccrued(cents(14_425)));
    const { platformId } = borrower.scope;
    expect(await balancesOf(borrower, platformId)).toEqual({});
    const whole = { platformId, businessId: "whole platform" as const };
    const seen = await inScope(pool, whole, (tx) => balances(tx, platformId));
    expect(seen.map((one) => [one.account, one.balanceCents])).toEqual([
      ["PLATFORM_REVENUE_SHARE_PAYABLE", 14_425],
      ["REVENUE_SHARE_EXPENSE", 14_425],
    ]);
  });
});

describe("internal posting", () => {
  const posting = (key: string): Posting => ({
    key,
    occurredOn: businessDate("2026-11-16"),
    source: { type: "capital call", id: randomUUID() },
    subjects: { platformId: null, businessId: null, paymentOrderId: randomUUID() },
  });

  it("is made in the internal scope, is idempotent, and is seen by no tenant", async () => {
    const borrower = await aBorrower(database.admin);
    const call = posting(randomUUID());
    const before = await held(3000, "EQUITY");
    const id = await inScope(pool, internalScope, (tx) => post(tx, capitalCalled("EQUITY", amount), call));
    expect(await inScope(pool, internalScope, (tx) => post(tx, capitalCalled("EQUITY", amount), call))).toBe(id);
    expect((await held(3000, "EQUITY")) - before).toBe(-458_400);
    const seenIn = (scope: Scope) =>
      inScope(pool, scope, async (tx) => {
        const seen: Record<string, boolean> = {};
        for (const table of ["journal", "journal_line", "ledger_balance"] as const) {
          const rows = await tx.selectFrom(table).select("platform_id").where("platform_id", "is", null).execute();
          seen[table] = rows.length > 0;
        }
        return seen;
      });
    const [all, none] = [true, false].map((seen) => ({
      journal: seen,
      journal_line: seen,
      ledger_balance: seen,
    }));
    expect(await seenIn(internalScope)).toEqual(all);
    expect(await seenIn(borrower.scope)).toEqual(none);
    expect(await seenIn({ ...borrower.scope, businessId: "whole platform" })).toEqual(none);
  });

  it("is refused in a tenant's transaction and in one without a scope", async () => {
    const borrower = await aBorrower(database.admin);
    const attempt = (tx: Tx) => post(tx, capitalCalled(book, amount), posting(randomUUID()));
    await expect(inScope(pool, borrower.scope, attempt)).rejects.toThrow("belongs to the tenant in scope");
    await expect(inNoScope(pool, attempt)).rejects.toThrow("belongs to the tenant in scope");
  });
});

describe("balance", () => {
  it("is explained by its entries", async () => {
    const borrower = await aBorrower(database.admin);
    const before = borrower.posting(randomUUID(), { occurredOn: businessDate("2026-10-31") });
    await posted(borrower, overpaid(book, cents(700)));
    await posted(borrower, overpaid(book, cents(300)), before);
    const found = await inScope(pool, borrower.scope, async (tx) => {
      const [credits] = await balances(tx, borrower.scope.businessId);
      if (!credits) throw new Error("no balance");
      return { credits, entries: await entriesOf(tx, credits) };
    });
    expect(found.entries.map(({ event, occurredOn, amountCents }) => [event, occurredOn, amountCents])).toEqual([
      ["OVERPAID", "2026-10-31", 300],
      ["OVERPAID", "2026-11-16", 700],
    ]);
    expect(found.credits.balanceCents).toBe(1_000);
    expect(balanceOf(found.entries)).toBe(found.credits.balanceCents);
  });

  it("of a busy account is kept in buckets, and a product's balance is not", async () => {
    const borrower = await aBorrower(database.admin);
    for (let n = 0; n < 40; n++) await posted(borrower, collectionOnStatement("OPCO", cents(1)));
    const buckets = await rowsOf(
      "select account, count(*)::int as count from app.ledger_balance where book = 'OPCO' and account in (1000, 1060) group by 1 order by 1",
    );
    expect(buckets[0].count).toBeGreaterThan(4);
    expect(buckets[1]).toEqual({ account: 1060, count: 1 });
    expect(await held(1000, "OPCO")).toBe(40);
    expect(await rowsOf(balancesThatDiffer)).toEqual([]);
  });
});
