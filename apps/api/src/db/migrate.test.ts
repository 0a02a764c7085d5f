import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, it } from "vitest";
import { keyStoreDir, migrate, migrationsDir, urlFor } from "./migrate.ts";
import { listNewMigrations, verifiedChecksums } from "./migration-checksums.ts";

let dir: string;
let ownerUrl: string;
const file = (name: string) => path.join(dir, name);

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "migrations-"));
  writeFileSync(file("SHA256SUMS"), "");
  add("0001-first.sql", "create table public.first (id int);");
  const name = `migrations_${randomBytes(8).toString("hex")}`;
  await asAdmin(`create database ${name} owner inlay_owner`);
  ownerUrl = urlFor("owner", inject("postgresUrl"), name, "inlay");
});
afterEach(async () => {
  rmSync(dir, { recursive: true });
  await asAdmin(`drop database ${new URL(ownerUrl).pathname.slice(1)}`);
});

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(statement);
  await client.end();
}
function add(name: string, sql: string) {
  writeFileSync(file(name), sql);
  listNewMigrations(dir);
}
/** Rewrites the list as if it had never named the earlier text. */
function listAgain() {
  writeFileSync(file("SHA256SUMS"), "");
  listNewMigrations(dir);
}

it("migrations: the lists of the main database and of the key store have the checksum of every file", () => {
  expect(verifiedChecksums(migrationsDir).size).toBeGreaterThan(0);
  expect(verifiedChecksums(keyStoreDir).size).toBeGreaterThan(0);
});

it("migrations: applied ones are skipped and a new one runs", async () => {
  expect(await migrate(ownerUrl, dir)).toEqual(["0001-first"]);
  add("0002-second.sql", "create table public.second (id int);");
  expect(await migrate(ownerUrl, dir)).toEqual(["0002-second"]);
  expect(await migrate(ownerUrl, dir)).toEqual([]);
});

it("migrations: a file that differs from its listed checksum is refused by name, before anything runs", async () => {
  add("0002-second.sql", "create table public.second (id int);");
  appendFileSync(file("0001-first.sql"), "-- changed");
  await expect(migrate(ownerUrl, dir)).rejects.toThrow("The migration 0001-first.sql was changed");
  writeFileSync(file("0001-first.sql"), "create table public.first (id int);");
  expect(await migrate(ownerUrl, dir)).toEqual(["0001-first", "0002-second"]);
});

it("migrations: listing new files keeps the line of a changed file", () => {
  const before = readFileSync(file("SHA256SUMS"), "utf8");
  appendFileSync(file("0001-first.sql"), "-- changed");
  listNewMigrations(dir);
  expect(readFileSync(file("SHA256SUMS"), "utf8")).toBe(before);
});

it("migrations: a file without a line and a line without a file are refused by name", async () => {
  writeFileSync(file("0002-second.sql"), "create table public.second (id int);");
  await expect(migrate(ownerUrl, dir)).rejects.toThrow("The migration 0002-second.sql is not listed");
  listNewMigrations(dir);
  rmSync(file("0002-second.sql"));
  await expect(migrate(ownerUrl, dir)).rejects.toThrow(
    "0002-second.sql is listed in SHA256SUMS, but the file is missing",
  );
});

it("migrations: a file that differs from what the database applied is refused by name, even if the list follows it", async () => {
  await migrate(ownerUrl, dir);
  appendFileSync(file("0001-first.sql"), "-- changed");
  listAgain();
  add("0002-second.sql", "create table public.second (id int);");
  await expect(migrate(ownerUrl, dir)).rejects.toThrow(
    "The migration 0001-first.sql differs from the text that was applied",
  );
});

it("migrations: an applied file that is gone from folder and list is refused by name", async () => {
  add("0002-second.sql", "create table public.second (id int);");
  await migrate(ownerUrl, dir);
  rmSync(file("0002-second.sql"));
  listAgain();
  await expect(migrate(ownerUrl, dir)).rejects.toThrow("The migration 0002-second.sql differs");
});

it("migrations: a pending file that failed can be corrected", async () => {
  add("0002-second.sql", "create tabel public.second (id int);");
  await expect(migrate(ownerUrl, dir)).rejects.toThrow("syntax error");
  writeFileSync(file("0002-second.sql"), "create table public.second (id int);");
  listAgain();
  expect(await migrate(ownerUrl, dir)).toEqual(["0001-first", "0002-second"]);
  expect(await migrate(ownerUrl, dir)).toEqual([]);
});
