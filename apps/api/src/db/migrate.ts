import path from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { auditorRole } from "./audit.ts";
import { storeChecksums, verifiedChecksums } from "./migration-checksums.ts";

export const migrationsDir = path.resolve(import.meta.dirname, "../../migrations");
export const keyStoreDir = path.resolve(import.meta.dirname, "../../key-store");

/**
 * The database roles. Only the owners change a schema; the migrations grant the permissions of the others. The key store is another database
 * with roles of its own.
 */
export const roles = {
  owner: "inlay_owner",
  app: "inlay_app",
  reader: "inlay_reader",
  engine: "inlay_engine",
  keyOwner: "inlay_keys_owner",
  keys: "inlay_keys",
} as const;
export type Role = keyof typeof roles;

/** Owners of functions that bypass row security, and of the ledger's tables. Nobody can log in as one of them. */
const functionOwners = ["inlay_lookup", "inlay_ledger"];

/** The timeouts of each role, so that a stuck lock or an abandoned transaction ends by itself. */
const timeouts = {
  app: { statement_timeout: "5s", lock_timeout: "2s", idle_in_transaction_session_timeout: "10s" },
  reader: { statement_timeout: "30s", lock_timeout: "2s", idle_in_transaction_session_timeout: "10s" },
  engine: { statement_timeout: "10s", lock_timeout: "2s", idle_in_transaction_session_timeout: "10s" },
  keys: { statement_timeout: "5s", lock_timeout: "2s", idle_in_transaction_session_timeout: "10s" },
};

/** Creates missing roles and the database. `adminUrl` is a superuser's; `password` is set for every role. */
export async function provision(adminUrl: string, database: string, password: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    const secret = client.escapeLiteral(password);
    const exists = async (role: string) =>
      (await client.query("select from pg_roles where rolname = $1", [role])).rowCount === 1;
    for (const role of Object.values(roles)) {
      if (await exists(role)) await client.query(`alter role ${role} password ${secret}`);
      else await client.query(`create role ${role} login nosuperuser nobypassrls noinherit password ${secret}`);
    }
    for (const role of functionOwners) {
      if (!(await exists(role))) await client.query(`create role ${role} nologin nosuperuser nobypassrls noinherit`);
      await client.query(`grant ${role} to ${roles.owner} with inherit false, set true`);
    }
    if (!(await exists(auditorRole)))
      await client.query(`create role ${auditorRole} nologin nosuperuser nobypassrls noinherit`);
    await client.query(`grant ${auditorRole} to ${roles.engine} with inherit false, set true`);
    for (const [role, settings] of Object.entries(timeouts)) {
      for (const [name, value] of Object.entries(settings)) {
        await client.query(`alter role ${roles[role as Role]} set ${name} = '${value}'`);
      }
      if (role !== "keys") await client.query(`alter role ${roles[role as Role]} set search_path = app`);
    }
    await createDatabase(client, database, roles.owner);
  });
}

/** Creates the database of the key store, which only its own roles can connect to, and applies its migrations. The roles exist. */
export async function provisionKeyStore(adminUrl: string, database: string, password: string): Promise<void> {
  await connected(adminUrl, async (client) => {
    await createDatabase(client, database, roles.keyOwner);
    await client.query(`revoke all on database ${client.escapeIdentifier(database)} from public`);
    await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${roles.keys}`);
  });
  await migrate(urlFor("keyOwner", adminUrl, database, password), keyStoreDir);
}

async function createDatabase(client: pg.Client, database: string, owner: string): Promise<void> {
  if ((await client.query("select from pg_database where datname = $1", [database])).rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(database)} owner ${owner}`);
  }
}

/**
 * How long a migration waits for a lock. While it waits, every request that needs the table waits behind it; requests give up after two
 * seconds themselves.
 */
const lockTimeoutMs = 2_000;

/**
 * Applies pending migrations, all or none. Forward only; a migration that is out of order, or that was changed after it was listed, is
 * refused. A migration sees the rows of all tenants (`app.is_migrating`), and one that has to wait for a lock is given up.
 */
export async function migrate(ownerUrl: string, dir = migrationsDir): Promise<string[]> {
  const checksums = verifiedChecksums(dir);
  return connected(ownerUrl, async (client) => {
    await storeChecksums(client, checksums);
    await client.query(`set lock_timeout = ${lockTimeoutMs}; set inlay.migrating = 'on'`);
    const done = await runner({
      dbClient: client,
      dir,
      // Everything in the folder that is no SQL, such as the list of checksums.
      ignorePattern: "(?!.*\\.sql$).*",
      direction: "up",
      migrationsTable: "migration",
      migrationsSchema: "public",
      checkOrder: true,
      singleTransaction: true,
      log: () => {},
    }).catch((error: Error & { code?: string }) => {
      if (error.code !== "55P03") throw error;
      throw new Error("A migration waited too long for a lock and was rolled back. Nothing changed; run it again.", {
        cause: error,
      });
    });
    return done.map((migration) => migration.name);
  });
}

/** The URL of the same database for another role. */
export function urlFor(role: Role, adminUrl: string, database: string, password: string): string {
  const url = new URL(withDatabase(adminUrl, database));
  url.username = roles[role];
  url.password = password;
  return url.href;
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
