import { randomUUID } from "node:crypto";
import { type BusinessDate, businessDate } from "@inlay/lending/calendar/business-date.ts";
import type { AccountCode, Book } from "@inlay/lending/ledger/accounts.ts";
import { collectionOnStatement } from "@inlay/lending/ledger/entries.ts";
import { credit, debit, entry } from "@inlay/lending/ledger/entry.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import fc from "fast-check";
import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { aBorrower, type Borrower, balancesThatDiffer } from "./ledger.fixture.ts";
import { balances, post, postAll, reverse } from "./public.ts";

let database: TestDatabase;
let pool: pg.Pool;
let owner: pg.Pool;
let borrower: Borrower;
beforeAll(async () => {
  database = await testDatabase();
  pool = database.pool();
  owner = database.pool("owner", { max: 1 });
  borrower = await aBorrower(database.admin);
});
afterAll(() => database.close());

const bankLine = collectionOnStatement("CONCAR_SPV_1", cents(100));
const posted = (occurredOn: BusinessDate) =>
  inScope(pool, borrower.scope, (tx) => post(tx, bankLine, borrower.posting(randomUUID(), { occurredOn })));
/** Runs a statement as the role that owns the ledger's tables. */
const asLedger = (statement: string) =>
  owner.query(`set role inlay_ledger; ${statement}`).finally(() => owner.query("reset role"));
const tables = ["journal", "journal_line"];
const changes = (table: string) => [
  `update ${table} set occurred_on = occurred_on`,
  `delete from ${table}`,
  `truncate ${table}`,
];

describe("ledger tables", () => {
  it("reject inserts, updates and deletes by the application role, also of its own tenant's rows", async () => {
    await posted(businessDate("2026-11-16"));
    const statements = [...tables, "ledger_balance", "ledger_account"].flatMap((table) => [
      `insert into app.${table} default values`,
      `update app.${table} set ${table === "ledger_account" ? "code = code" : "book = book"}`,
      `delete from app.${table}`,
      `truncate app.${table}`,
      `create trigger forged before insert on app.${table} for each row execute function app.touch()`,
    ]);
    for (const statement of statements) {
      const attempt = inScope(pool, borrower.scope, (tx) => sql.raw(statement).execute(tx));
      await expect(attempt, statement).rejects.toThrow("permission denied");
    }
  });

  it("cannot be reached through a trigger of a temporary table, because the application role creates none", async () => {
    await expect(pool.query("create temporary table mine (id integer)")).rejects.toThrow("permission denied");
  });

  it("reject updates and deletes by their owner too, also in each monthly partition", async () => {
    const { rows } = await database.admin.query<{ name: string }>(
      "select c.oid::regclass::text as name from pg_class c where relnamespace = 'ledger_months'::regnamespace and relkind = 'r'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(14);
    for (const name of [...tables.map((table) => `app.${table}`), ...rows.map((row) => row.name)]) {
      for (const statement of changes(name)) {
        await expect(asLedger(statement), statement).rejects.toThrow("append-only");
      }
    }
    for (const statement of ["delete from app.ledger_balance", "truncate app.ledger_balance"]) {
      await expect(asLedger(statement)).rejects.toThrow("append-only");
    }
  });

  it("belong to a role that nobody can log in as and that is a member of nothing", async () => {
    const { rows } = await database.admin.query(
      `select c.relname, owner.rolname, owner.rolcanlogin, owner.rolsuper, owner.rolbypassrls,
         exists (select from pg_auth_members m where m.member = owner.oid) as member
       from pg_class c join pg_roles owner on owner.oid = c.relowner
       where c.relnamespace = 'app'::regnamespace and c.relname in ('journal', 'journal_line', 'ledger_balance', 'ledger_account')`,
    );
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        rolname: "inlay_ledger",
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        member: false,
      });
    }
  });

  it("hide the monthly partitions from the application role", async () => {
    await expect(pool.query("select * from ledger_months.journal_line_elsewhere")).rejects.toThrow("permission denied");
    await expect(pool.query("select app.make_ledger_months('2026-01-01', '2026-01-01')")).rejects.toThrow(
      "permission denied",
    );
  });

  it("show the owner of the other tables no rows, through the table or a monthly partition", async () => {
    const { rows } = await database.admin.query(
      "select tableoid::regclass::text as month from app.journal_line limit 1",
    );
    for (const name of ["app.journal_line", rows[0].month]) {
      await expect(owner.query(`select from ${name}`)).rejects.toThrow("permission denied");
    }
  });
});

describe("ledger month", () => {
  const monthsOf = async (ids: string[]) => {
    const { rows } = await database.admin.query(
      "select journal_id as id, min(tableoid::regclass::text) as month from app.journal_line where journal_id = any($1) group by 1",
      [ids],
    );
    return ids.map((id) => rows.find((row) => row.id === id).month.replace("ledger_months.journal_line_", ""));
  };
  const make = async (from: string, to: string) =>
    (await database.admin.query("select app.make_ledger_months($1, $2) as made", [from, to])).rows[0].made;

  it("contains its first and its last day, a leap day too, and not the day after", async () => {
    expect(await make("2032-02-15", "2032-03-01")).toBe(2);
    const days = ["2032-02-01", "2032-02-29", "2032-03-01", "2032-03-31"].map(businessDate);
    const ids = await Promise.all(days.map(posted));
    expect(await monthsOf(ids)).toEqual(["2032_02", "2032_02", "2032_03", "2032_03"]);
  });

  it("that does not exist loses no posting: the default partition keeps it, also after the month is created", async () => {
    const ids = [await posted(businessDate("2041-07-01")), await posted(businessDate("1999-12-31"))];
    expect(await monthsOf(ids)).toEqual(["elsewhere", "elsewhere"]);
    expect(await make("2041-06-01", "2041-08-01")).toBe(2);
    const later = await posted(businessDate("2041-07-31"));
    expect(await monthsOf([...ids, later])).toEqual(["elsewhere", "elsewhere", "elsewhere"]);
    expect(await monthsOf([await posted(businessDate("2041-08-01"))])).toEqual(["2041_08"]);
    expect((await database.admin.query(balancesThatDiffer)).rows).toEqual([]);
  });

  it("exists from the month before the migration to a year after it", async () => {
    const { rows } = await database.admin.query(`
      select bool_and(to_regclass('ledger_months.journal_line_' || to_char(month, 'YYYY_MM')) is not null) as there
      from generate_series(now() - interval '1 month', now() + interval '11 months', interval '1 month') month`);
    expect(rows[0].there).toBe(true);
  });

  it("is created once, also during postings", async () => {
    await inScope(pool, borrower.scope, async (tx) => {
      // This transaction has written lines and not committed. Creating a month neither waits for it nor blocks it.
      await post(tx, bankLine, borrower.posting());
      expect(await make("2033-01-01", "2033-02-28")).toBe(2);
      expect(await make("2033-01-01", "2033-02-28")).toBe(0);
      await post(tx, bankLine, borrower.posting());
    });
    expect(await monthsOf([await posted(businessDate("2033-02-28"))])).toEqual(["2033_02"]);
  });
});

describe("ledger rebuilt from journal zero", () => {
  const codes: AccountCode[] = [
    "PRINCIPAL_RECEIVABLE",
    "INTEREST_RECEIVABLE",
    "UNEARNED_FEES",
    "CASH",
    "INTEREST_INCOME",
  ];
  const anEntry = fc
    .record({
      book: fc.constantFrom<Book>("CONCAR_SPV_1", "EQUITY"),
      debits: fc.array(fc.tuple(fc.constantFrom(...codes), fc.integer({ min: 1, max: 10_000_000 })), {
        minLength: 1,
        maxLength: 4,
      }),
      credited: fc.constantFrom(...codes),
    })
    .map(({ book, debits, credited }) =>
      entry("ANY", book, [
        ...debits.map(([account, amount]) => debit(account, cents(amount))),
        credit(credited, cents(debits.reduce((sum, [, amount]) => sum + amount, 0))),
      ]),
    );
  const aDay = fc.constantFrom("2026-10-31", "2026-11-01", "2026-11-30", "2050-01-01").map(businessDate);
  const aCommand = fc.record({
    entries: fc.array(fc.tuple(anEntry, aDay), { minLength: 1, maxLength: 3 }),
    repeated: fc.boolean(),
    reversed: fc.boolean(),
    rolledBack: fc.boolean(),
  });

  it("has the live balances, which equal those of an independent model", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aCommand, { minLength: 1, maxLength: 6 }), async (commands) => {
        const one = await aBorrower(database.admin);
        const model = new Map<string, number>();
        for (const { entries, repeated, reversed, rolledBack } of commands) {
          const postings = entries.map(([what, occurredOn]) => ({
            entry: what,
            posting: one.posting(randomUUID(), { occurredOn }),
          }));
          const attempt = inScope(pool, one.scope, async (tx) => {
            const ids = await postAll(tx, postings);
            if (repeated) expect(await postAll(tx, postings)).toEqual(ids);
            if (reversed) for (const id of ids) await reverse(tx, id, one.posting());
            if (rolledBack) throw new Error("rolled back");
          });
          if (rolledBack) await expect(attempt).rejects.toThrow("rolled back");
          else await attempt;
          for (const { lines, book } of rolledBack ? [] : entries.map(([what]) => what)) {
            for (const { account, side, amountCents } of lines) {
              if (account === "CASH" || account === "INTEREST_INCOME") continue;
              const raises = side === (account === "UNEARNED_FEES" ? "credit" : "debit");
              const moved = reversed ? 0 : raises ? amountCents : -amountCents;
              model.set(`${book} ${account}`, (model.get(`${book} ${account}`) ?? 0) + moved);
            }
          }
        }
        const live = await inScope(pool, one.scope, (tx) => balances(tx, one.issuedProductId));
        expect(new Map(live.map((row) => [`${row.book} ${row.account}`, row.balanceCents as number]))).toEqual(model);
        expect((await database.admin.query(balancesThatDiffer)).rows).toEqual([]);
      }),
      { numRuns: Number(process.env["FC_RUNS"] ?? 50) },
    );
  });
});
