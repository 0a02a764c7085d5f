import { createHash } from "node:crypto";
import pg from "pg";

// Money and counters are bigint in the database and are read as numbers. A value that a number cannot represent exactly is an error.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is not a safe integer`);
  return value;
});
// A business date has no time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Only a pool with the key of the audit trail can record commands. */
export type PoolOptions = { max?: number; waitMs?: number; name?: string; auditKey?: string };

const auditKeys = new WeakMap<pg.ClientBase, string>();

/** The key of the audit trail for a connection. */
export function auditKeyOf(client: pg.ClientBase): string {
  const key = auditKeys.get(client);
  if (!key) throw new Error("the pool was created without the key of the audit trail");
  return key;
}

export function createPool(
  connectionString: string,
  { max = 10, waitMs = 5_000, name = "inlay", auditKey }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    // Reads of a transaction that do not wait for each other (Promise.all) are sent together.
    pipeline: true,
  });
  // The pool replaces a broken connection, and its user gets an error from the next statement. Without a listener the error event
  // would end the process: the pool emits it for an idle connection, the client for one in use.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (auditKey) auditKeys.set(client, auditKey);
  });
  return pool;
}

const names = new Map<string, string>();
const nameLimit = 2_000;

/**
 * The name of the prepared statement for a text. The same text gets the same name, so a repeated query is parsed once per connection.
 * Texts beyond the limit stay unnamed to bound the server's memory.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= nameLimit) return known;
  const name = `s${createHash("sha1").update(text).digest("base64url").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/**
 * Throws if the role is a superuser, bypasses row security, owns our tables or can write the ledger's, because row security or `app.post`
 * does not restrict such a role. Throws also if a tenant table is not under row security that applies to every role that can log in, and
 * if the role can create temporary tables.
 */
export async function refusePrivilegedRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select 'the role is a superuser or bypasses row security' as reason
      from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)
    union all
    select 'the role owns ' || c.oid::regclass from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'member')
    union all
    select 'the role can write ' || c.oid::regclass from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relname in ('ledger_account', 'journal', 'journal_line', 'ledger_balance')
        and has_table_privilege(c.oid, 'insert, update, delete, truncate, trigger')
    union all
    select 'the role can create temporary tables' where has_database_privilege(current_database(), 'temporary')
    union all
    select c.oid::regclass || ' is not under forced row security' from pg_class c join pg_roles owner on owner.oid = c.relowner
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and (c.relforcerowsecurity or not owner.rolcanlogin))
        and (c.relname = 'platform' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'platform_id'))`);
  if (rows.length > 0)
    throw new Error(`This database role must not serve requests: ${rows.map((r) => r.reason).join("; ")}.`);
}
