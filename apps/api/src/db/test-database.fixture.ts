import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { type Role, urlFor } from "./migrate.ts";
import { createPool, type PoolOptions } from "./pool.ts";

export type TestDatabase = {
  url(role: Role): string;
  pool(role?: Role, options?: PoolOptions): pg.Pool;
  /** As a superuser, for looking at what nobody else may see. */
  admin: pg.Pool;
  /** How many ordinary roles may connect; -1 is as many as they like. */
  limitConnections(count: number): Promise<void>;
  close(): Promise<void>;
};

/** A database of this test file's own, cloned from the migrated template in a few milliseconds. */
export async function testDatabase(): Promise<TestDatabase> {
  const adminUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name} template inlay_template strategy wal_log owner inlay_owner`);
  await client.end();

  const pools: pg.Pool[] = [];
  const open = (url: string, options?: PoolOptions) => {
    const pool = createPool(url, options);
    pools.push(pool);
    return pool;
  };
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  const admin = open(own.href, { max: 4 });
  return {
    url: (role) => urlFor(role, adminUrl, name, "inlay"),
    pool: (role = "app", options) => open(urlFor(role, adminUrl, name, "inlay"), options),
    admin,
    limitConnections: async (count) => {
      await admin.query(`alter database ${name} connection limit ${count}`);
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Work in which so many look at a table before any of them writes to it: what had held by luck alone does not hold then. */
export async function afterAllHaveLooked<T>(
  { admin }: TestDatabase,
  { table, count }: { table: string; count: number },
  work: () => Promise<T>,
): Promise<T> {
  const semaphore = await admin.connect();
  try {
    await semaphore.query(`begin; lock table ${table} in share mode`);
    const working = work();
    const waitingAtLock = async () =>
      (await semaphore.query("select from pg_locks where relation = $1::regclass and not granted", [table])).rows
        .length;
    await until(`${count} have looked`, async () => (await waitingAtLock()) === count);
    await semaphore.query("commit");
    return await working;
  } finally {
    // A gate that is still closed opens with its connection.
    semaphore.release(true);
  }
}
