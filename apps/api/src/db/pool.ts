import { createHash } from "node:crypto";
import pg from "pg";

// Money and counters are bigint in the database and must arrive as numbers, exactly or not at all.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} does not fit a number`);
  return value;
});
// A business date has no time zone, so it stays the text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type PoolOptions = { max?: number; name?: string };

export function createPool(connectionString: string, { max = 10, name = "inlay" }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // A connection that breaks is replaced by the pool, and whoever uses it hears of it from their next statement. Unheard, the event
  // would end the process: of an idle connection it comes from the pool, of one in use from itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const names = new Map<string, string>();
const nameLimit = 2_000;

/**
 * The name under which PostgreSQL keeps the plan of a statement. The same text gets the same name, so a repeated query is
 * parsed and planned once a connection. Texts beyond the limit stay unnamed rather than fill the server's memory.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= nameLimit) return known;
  const name = `s${createHash("sha1").update(text).digest("base64url").slice(0, 20)}`;
  names.set(text, name);
  return name;
}

/**
 * Row security protects nothing from a role that stands above it. Refuses to go on as a superuser, as the owner of our tables,
 * or with a tenant table that is not under forced row security.
 */
export async function refuseToBePowerful(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`
    select 'the role is a superuser or bypasses row security' as reason
      from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)
    union all
    select 'the role owns ' || c.oid::regclass from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'member')
    union all
    select c.oid::regclass || ' is not under forced row security' from pg_class c
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
        and (c.relname = 'platform' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'platform_id'))`);
  if (rows.length > 0)
    throw new Error(`This database role must not serve requests: ${rows.map((r) => r.reason).join("; ")}.`);
}
