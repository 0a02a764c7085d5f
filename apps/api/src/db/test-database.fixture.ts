import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { sandboxAuditKey } from "../config.ts";
import { type Role, urlFor } from "./migrate.ts";
import { createPool, type PoolOptions } from "./pool.ts";

export type TestDatabase = {
  name: string;
  url(role: Role): string;
  pool(role?: Role, options?: PoolOptions): pg.Pool;
  /** A superuser's pool, which sees all rows. */
  admin: pg.Pool;
  /** Limits the connections of ordinary roles; -1 means no limit. */
  limitConnections(count: number): Promise<void>;
  close(): Promise<void>;
};

/** A new database for one test file, cloned from the migrated template. Its requests wait long for locks unless a test says otherwise. */
export async function testDatabase(lockTimeout?: string): Promise<TestDatabase> {
  const adminUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`create database ${name} template inlay_template strategy wal_log owner inlay_owner`);
  // A clone has the tables of its template and not the privileges on the database itself.
  await client.query(`revoke temporary on database ${name} from public`);
  if (lockTimeout) await client.query(`alter role inlay_app in database ${name} set lock_timeout = '${lockTimeout}'`);
  await client.end();

  const pools: pg.Pool[] = [];
  const open = (url: string, options?: PoolOptions) => {
    const pool = createPool(url, { auditKey: sandboxAuditKey, waitMs: 60_000, ...options });
    pools.push(pool);
    return pool;
  };
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  const admin = open(own.href, { max: 4 });
  return {
    name,
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

/** Runs concurrent `work` so that `count` transactions read the table before any of them writes to it, which exposes missing guards. */
export async function afterAllHaveRead<T>(
  { admin }: TestDatabase,
  { table, count }: { table: string; count: number },
  work: () => Promise<T>,
): Promise<T> {
  const holder = await admin.connect();
  try {
    await holder.query(`begin; lock table ${table} in share mode`);
    const working = work();
    const waitingAtLock = async () =>
      (await holder.query("select from pg_locks where relation = $1::regclass and not granted", [table])).rows.length;
    await until(`${count} transactions wait to write`, async () => (await waitingAtLock()) === count);
    await holder.query("commit");
    return await working;
  } finally {
    // Destroying the connection releases a lock that is still held.
    holder.release(true);
  }
}
