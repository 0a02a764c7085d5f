import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { createSemaphore } from "../semaphore.ts";
import { refusePrivilegedRole } from "./pool.ts";
import { inNoScope, inScope, oncePerTransaction, prepared, type Tx } from "./scope.ts";
import { type TestDatabase, testDatabase } from "./test-database.fixture.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function platformWithBusinesses(count: number) {
  const platformId = randomUUID();
  await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  const { rows } = await database.admin.query<{ id: string }>(
    "insert into app.business (platform_id, platform_business_id) select $1, 'b' || n from generate_series(1, $2) n returning id",
    [platformId, count],
  );
  return { platformId, businessIds: rows.map((row) => row.id) };
}

const businessesSeen = (tx: Tx) => tx.selectFrom("business").select("id").execute();

describe("scoped transaction", () => {
  it("sees its own business and no other", async () => {
    const pool = database.pool();
    const { platformId, businessIds } = await platformWithBusinesses(2);
    const [first = "", second = ""] = businessIds;
    const seen = await inScope(pool, { platformId, businessId: first }, businessesSeen);
    expect(seen).toEqual([{ id: first }]);
    const both = await inScope(pool, { platformId, businessId: "whole platform" }, businessesSeen);
    expect(both.map((row) => row.id).sort()).toEqual([first, second].sort());
  });

  it("cannot write a row for another tenant", async () => {
    const pool = database.pool();
    const mine = await platformWithBusinesses(1);
    const theirs = await platformWithBusinesses(1);
    const insert = inScope(pool, { platformId: mine.platformId, businessId: "whole platform" }, (tx) =>
      tx.insertInto("business").values({ platform_id: theirs.platformId }).execute(),
    );
    await expect(insert).rejects.toThrow("row-level security");
  });

  it("ends with its scope: the next transaction on the same connection sees nothing without a scope", async () => {
    const pool = database.pool("app", { max: 1 });
    const { platformId } = await platformWithBusinesses(1);
    expect(await inScope(pool, { platformId, businessId: "whole platform" }, businessesSeen)).toHaveLength(1);
    expect(await inNoScope(pool, businessesSeen)).toHaveLength(0);
    await expect(
      inScope(pool, { platformId, businessId: "whole platform" }, () => Promise.reject(new Error("no"))),
    ).rejects.toThrow("no");
    expect(await inNoScope(pool, businessesSeen)).toHaveLength(0);
  });

  it("fails alone when its connection breaks between two statements", async () => {
    const pool = database.pool("app", { max: 1 });
    const { platformId } = await platformWithBusinesses(1);
    const broken = inScope(pool, { platformId, businessId: "whole platform" }, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await database.admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await until("the connection is gone", async () => {
        const { rowCount } = await database.admin.query("select from pg_stat_activity where pid = $1", [rows[0]?.pid]);
        return rowCount === 0;
      });
      return businessesSeen(tx);
    });
    await expect(broken).rejects.toThrow();
    expect(await inScope(pool, { platformId, businessId: "whole platform" }, businessesSeen)).toHaveLength(1);
  });

  it("refuses a scope whose ids are not UUIDs", async () => {
    const pool = database.pool();
    const scope = { platformId: "x'; drop table app.event; --", businessId: randomUUID() };
    await expect(inScope(pool, scope, businessesSeen)).rejects.toThrow("uuids");
  });
});

describe("every tenant table", () => {
  it("shows no rows to the app, reader and owner roles without a tenant", async () => {
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThan(20);
    for (const role of ["app", "reader", "owner"] as const) {
      const pool = database.pool(role, { max: 1 });
      for (const { name, owner } of tables) {
        if (role === "owner" && owner === "inlay_ledger") {
          await expect(pool.query(`select from app.${name}`)).rejects.toThrow("permission denied");
          continue;
        }
        const { rows } = await pool.query(`select count(*)::int as count from app.${name}`);
        expect({ role, name, count: rows[0].count }).toEqual({ role, name, count: 0 });
      }
    }
  });

  it("has rows, so the test above does not run on empty tables", async () => {
    const { rows } = await database.admin.query("select count(*)::int as count from app.business");
    expect(rows[0].count).toBeGreaterThan(0);
  });

  it("is under forced row security; the ledger's are under row security and belong to a role without a login", async () => {
    const unforced = (await tenantTables()).filter((table) => !table.forced);
    expect(unforced.map(({ name, owner, secured }) => ({ name, owner, secured }))).toEqual(
      ["journal", "journal_line", "ledger_balance"].map((name) => ({ name, owner: "inlay_ledger", secured: true })),
    );
  });

  async function tenantTables() {
    const { rows } = await database.admin.query<{ name: string; owner: string; secured: boolean; forced: boolean }>(`
      select c.relname as name, c.relowner::regrole::text as owner, c.relrowsecurity as secured,
        c.relrowsecurity and c.relforcerowsecurity as forced
      from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = 'platform' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'platform_id'))
      order by 1`);
    return rows;
  }
});

describe("access past row security", () => {
  it("is limited to these functions of the lookup and ledger roles, and no view", async () => {
    const { rows } = await database.admin.query<{ name: string; owner: string; open: boolean }>(`
      select p.proname as name, r.rolname as owner, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p join pg_roles r on r.oid = p.proowner where p.prosecdef and p.pronamespace = 'app'::regnamespace order by 1`);
    const ledgerFunctions = ["identify_bank_line", "make_ledger_months_ahead", "post"];
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    const expected = [
      ...[
        ...[
          "count_debits",
          "count_micro_entries",
          "count_other_businesses_paid",
          "delete_expired_codes",
          "find_account_change_link",
          "find_accountant",
          "find_accountant_link",
          "find_api_key",
          "find_bank_link",
          "find_business",
          "find_businesses_by_reference",
          "find_connect_token",
          "find_identity_inquiry",
          "find_invitation",
          "find_payment_order",
          "find_platform",
          "find_reminder",
          "find_report",
          "find_sign_in",
          "find_signing",
          "find_sms",
          "find_stop_link",
          "find_tenant",
        ],
        ...["list_applications_to_decide", "list_bank_lines", "list_decisions_to_compare", "list_orders_without_line"],
        ...["list_requests", "list_tasks", "list_to_screen_again"],
      ].map((name) => ({ name, owner: "inlay_lookup", open: false })),
      ...ledgerFunctions.map((name) => ({ name, owner: "inlay_ledger", open: false })),
    ];
    expect(rows).toEqual(expected.sort(byName));
    const views = await database.admin.query(
      "select from pg_class where relnamespace = 'app'::regnamespace and relkind in ('v', 'm')",
    );
    expect(views.rowCount).toBe(0);
  });

  it("shows the engine's role which events are pending, and not their contents", async () => {
    const engine = database.pool("engine", { max: 1 });
    await engine.query("select id, stream, sequence from app.event");
    await expect(engine.query("select body from app.event")).rejects.toThrow("permission denied");
    await expect(engine.query("select * from app.business")).rejects.toThrow("permission denied");
  });
});

describe("the role that serves requests", () => {
  it("is refused when it is a superuser or owns tables", async () => {
    await expect(refusePrivilegedRole(database.admin)).rejects.toThrow("superuser");
    await expect(refusePrivilegedRole(database.pool("owner"))).rejects.toThrow("owns");
    await expect(refusePrivilegedRole(database.pool("app"))).resolves.toBeUndefined();
  });

  it("is refused when a tenant table has lost its row security", async () => {
    const other = await testDatabase();
    try {
      await other.admin.query("alter table app.business no force row level security");
      await expect(refusePrivilegedRole(other.pool("app"))).rejects.toThrow(
        "business is not under forced row security",
      );
    } finally {
      await other.close();
    }
  });
});

describe("repeated query", () => {
  it("is prepared once per connection, whether built each time or compiled once", async () => {
    const pool = database.pool("app", { max: 1 });
    const { platformId, businessIds } = await platformWithBusinesses(3);
    const byId = prepared((tx, { id }: { id: string }) =>
      tx.selectFrom("business").select(["id", "name"]).where("id", "=", id),
    );
    for (const id of businessIds) {
      const scope = { platformId, businessId: id };
      expect(await inScope(pool, scope, (tx) => byId(tx, { id }))).toEqual([{ id, name: null }]);
      await inScope(pool, scope, (tx) => tx.selectFrom("business").select("version").where("id", "=", id).execute());
    }
    const { rows } = await inNoScope(pool, (tx) =>
      sql<{ statement: string; calls: number }>`
        select statement, generic_plans + custom_plans as calls from pg_prepared_statements where statement like 'select "%'`.execute(
        tx,
      ),
    );
    expect(rows.map((row) => row.calls)).toEqual([3, 3]);
  });
});

describe("what is read once in a transaction", () => {
  it("is read again in the next transaction of the same connection", async () => {
    const pool = database.pool("app", { max: 1 });
    let reads = 0;
    const read = (tx: Tx) => oncePerTransaction(tx, "reads", async () => ++reads);
    const twice = async (tx: Tx) => [await read(tx), await read(tx)];
    expect(await inNoScope(pool, twice)).toEqual([1, 1]);
    expect(await inNoScope(pool, twice)).toEqual([2, 2]);
  });
});

describe("small pool shared by many tenants", () => {
  it("shows no other tenant's row in 2,000 interleaved requests on 5 connections", async () => {
    const pool = database.pool("app", { max: 5 });
    const platforms = await Promise.all(Array.from({ length: 10 }, () => platformWithBusinesses(4)));
    const own = prepared((tx, _: object) => tx.selectFrom("business").select(["id", "platform_id"]));
    let foreign = 0;
    let seen = 0;
    const limited = createSemaphore(50);
    const request = async (n: number) => {
      const platform = platforms[n % 10];
      const businessId = platform?.businessIds[n % 4];
      if (!platform || !businessId) throw new Error("no platform");
      const rows = await inScope(pool, { platformId: platform.platformId, businessId }, async (tx) => {
        await sql`select pg_sleep(random() * 0.001)`.execute(tx);
        return own(tx, {});
      });
      seen += rows.length;
      foreign += rows.filter((row) => row.id !== businessId || row.platform_id !== platform.platformId).length;
    };
    // Ten times as many requests as connections wait at once; more would exceed the pool's timeout on a busy machine.
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => limited(() => request(n))));
    expect({ seen, foreign }).toEqual({ seen: 2_000, foreign: 0 });
  });
});
