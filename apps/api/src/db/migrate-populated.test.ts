import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { migrate, migrationsDir, urlFor } from "./migrate.ts";
import { listNewMigrations } from "./migration-checksums.ts";

/**
 * The seed needs the newest schema, so the database is filled after this migration with the rows of plain statements, and every later
 * migration runs on them.
 */
const firstRelease = "0021-products.sql";

const platforms = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

let dir: string;
let database: string;
let admin: pg.Client;
let ownerUrl: string;

const later = () => readdirSync(migrationsDir).filter((name) => name.endsWith(".sql") && name > firstRelease);
const connected = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};
function add(name: string, sql: string) {
  writeFileSync(path.join(dir, name), sql);
  listNewMigrations(dir);
}

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "migrations-"));
  for (const name of readdirSync(migrationsDir).filter((file) => file.endsWith(".sql") && file <= firstRelease))
    cpSync(path.join(migrationsDir, name), path.join(dir, name));
  writeFileSync(path.join(dir, "SHA256SUMS"), "");
  listNewMigrations(dir);
  database = `populated_${randomBytes(8).toString("hex")}`;
  const cluster = await connected(inject("postgresUrl"));
  await cluster.query(`create database ${database} owner inlay_owner`);
  await cluster.end();
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${database}`;
  admin = await connected(url.href);
  ownerUrl = urlFor("owner", inject("postgresUrl"), database, "inlay");
  await migrate(ownerUrl, dir);
});
afterEach(async () => {
  await admin.end();
  rmSync(dir, { recursive: true });
  const cluster = await connected(inject("postgresUrl"));
  await cluster.query(`drop database ${database} with (force)`);
  await cluster.end();
});

/** Two platforms with two businesses each, their users and applications. */
async function populate(): Promise<void> {
  for (const platform of platforms) {
    await admin.query("insert into app.platform (id, name) values ($1, 'Before the release')", [platform]);
    await admin.query("insert into app.business (platform_id, name) values ($1, 'First'), ($1, 'Second')", [platform]);
    await admin.query(
      `insert into app.business_user (platform_id, business_id, email)
       select platform_id, id, lower(name) || '@example.test' from app.business where platform_id = $1`,
      [platform],
    );
    await admin.query(
      `insert into app.loan_application (platform_id, business_id, product, status, received_at, completed_at)
       select platform_id, id, 'TERM_LOAN', 'CREATE_OFFERS', now(), now() from app.business where platform_id = $1`,
      [platform],
    );
    await admin.query(
      `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, prequalified_amount_cents, terms,
         prequal_date, expires_date)
       select platform_id, id, 'TERM_LOAN', 'STANDARD', n < 3, 2500000, '{}', date '2026-10-01' + n, date '2027-01-01'
       from app.business, generate_series(1, 3) n where platform_id = $1`,
      [platform],
    );
    await admin.query(
      `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, loan_status, product_state, funded_on)
       select gen_random_uuid(), platform_id, id, type, 'EQUITY', '{}', '{}', 'CURRENT', 'ACTIVE', '2026-01-02'
       from app.business, unnest(array['TERM_LOAN', 'MCA', 'INTEGRATED_MCA']) type where platform_id = $1`,
      [platform],
    );
  }
}

it("migrations: those after the first release run on a database with rows in it", async () => {
  await populate();
  for (const name of later()) cpSync(path.join(migrationsDir, name), path.join(dir, name));
  listNewMigrations(dir);
  expect(await migrate(ownerUrl, dir)).toEqual(later().map((name) => path.basename(name, ".sql")));
  const { rows } = await admin.query("select from app.loan_application where next_action_at is not null");
  expect(rows).toHaveLength(platforms.length * 2);
  // The period in which an application must be answered runs from its completion.
  const clocks = await admin.query("select kind, count(*)::integer as n from app.notice_clock group by 1");
  expect(clocks.rows).toEqual([{ kind: "COMPLETE_APPLICATION", n: platforms.length * 2 }]);
  // The newest prequalification of a product has replaced the others.
  const prequalified = await admin.query(
    `select is_prequalified, prequalified_amount_cents as amount, count(*)::integer as n from app.prequalification
     where replaced_at is null and next_action_at is not null group by 1, 2`,
  );
  expect(prequalified.rows).toEqual([{ is_prequalified: false, amount: null, n: platforms.length * 2 }]);
  // Funded loans and advances are in servicing, which is due at once.
  const serviced = await admin.query("select from app.product_servicing where next_action_at is not null");
  expect(serviced.rows).toHaveLength(platforms.length * 2 * 3);
  // So are the statements of their past months.
  const stated = await admin.query("select from app.statement_schedule where next_action_at is not null");
  expect(stated.rows).toHaveLength(platforms.length * 2 * 3);
});

it("migrations: one that fills a column reaches the rows of every tenant, so the column can become mandatory", async () => {
  await populate();
  add(
    "9998-backfill.sql",
    `alter table app.business add column label text;
     update app.business set label = upper(name);
     alter table app.business alter column label set not null;`,
  );
  expect(await migrate(ownerUrl, dir)).toEqual(["9998-backfill"]);
  const { rows } = await admin.query("select platform_id, label from app.business order by platform_id, label");
  expect(rows).toEqual(
    platforms.flatMap((platform_id) => ["FIRST", "SECOND"].map((label) => ({ platform_id, label }))),
  );
});

it("migrations: every table under forced row security is open to migrations, and to no other session of its owner", async () => {
  await populate();
  const { rows } = await admin.query<{ name: string; open: boolean }>(`
    select c.relname as name, exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = 'migration' and p.polroles = array['inlay_owner'::regrole::oid]
    ) as open
    from pg_class c where c.relnamespace = 'app'::regnamespace and c.relforcerowsecurity`);
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter(({ open }) => !open)).toEqual([]);
  const owner = await connected(ownerUrl);
  const count = async () => (await owner.query("select count(*)::integer as n from app.business")).rows[0].n;
  expect(await count()).toBe(0);
  await owner.query("set inlay.migrating = 'on'");
  expect(await count()).toBe(4);
  await owner.end();
});

it("migrations: one that waits for a lock is given up and leaves nothing behind, while a request gets the lock after it", async () => {
  await populate();
  add("9998-first.sql", "create table app.made_first (id integer);");
  add("9999-waits.sql", "alter table app.business add column label text;");
  const reader = await connected(urlFor("app", inject("postgresUrl"), database, "inlay"));
  await reader.query("begin; select from app.business");
  await expect(migrate(ownerUrl, dir)).rejects.toThrow("waited too long for a lock");
  await reader.query("commit");
  const { rows } = await admin.query("select to_regclass('app.made_first') as made");
  expect(rows).toEqual([{ made: null }]);
  expect(await migrate(ownerUrl, dir)).toEqual(["9998-first", "9999-waits"]);
  await reader.end();
});
