import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import type pg from "pg";
import { statementName } from "./pool.ts";
import type { DB } from "./schema.generated.ts";

/** The data that a transaction can access: one business, or all of a platform. */
export type Scope = { platformId: string; businessId: string | "whole platform" };

/** The scope of a row: its business, or the whole platform for a row without one. */
export const scopeOf = ({ platformId, businessId }: { platformId: string; businessId: string | null }): Scope => ({
  platformId,
  businessId: businessId ?? "whole platform",
});

/** The scope of staff accounts, sessions and lists. It sees no tenant's data. */
export const staffScope = {
  platformId: "00000000-0000-7000-8000-000000000001",
  businessId: "whole platform",
} as const satisfies Scope;

declare const inside: unique symbol;
/** A query builder inside a scoped transaction. It is the only access to the tables. */
export type Tx = Kysely<DB> & { readonly [inside]: true };

const nil = "00000000-0000-0000-0000-000000000000";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Runs `work` in one transaction that sees only the rows of `scope`. Commits when it returns, rolls back when it throws. */
export async function inScope<T>(pool: pg.Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const business = businessOf(scope);
  // The ids are part of the statement's text to save a round trip, so they are validated here.
  if (!uuid.test(scope.platformId) || !uuid.test(business)) throw new Error("the ids of a scope must be uuids");
  return transaction(
    pool,
    `begin; select set_config('inlay.platform', '${scope.platformId}', true), set_config('inlay.business', '${business}', true)`,
    work,
  );
}

const businessOf = ({ businessId }: Scope) => (businessId === "whole platform" ? nil : businessId);

/** Selects one expression in a transaction of its own that sees only the rows of `scope`, in one round trip. */
export async function scopedStatement<R>(
  pool: pg.Pool,
  scope: Scope,
  expression: string,
  values: readonly unknown[],
): Promise<R[]> {
  const [platform, business] = [values.length + 1, values.length + 2];
  // The scope is a row that the expression is selected from, so it is set before the expression runs.
  const text = `select ${expression} from (select set_config('inlay.platform', $${platform}, true) as platform,
    set_config('inlay.business', $${business}, true) as business offset 0) scope where platform is not null and business is not null`;
  return unscopedStatement<R>(pool, text, [...values, scope.platformId, businessOf(scope)]);
}

/** Runs one statement without a tenant in a transaction of its own, in one round trip. For lookups that determine the tenant. */
export async function unscopedStatement<R>(pool: pg.Pool, text: string, values: unknown[]): Promise<R[]> {
  const name = statementName(text);
  const result = await pool.query(name ? { name, text, values } : { text, values });
  return result.rows as R[];
}

/** Runs `work` in a transaction without a tenant, which sees no tenant's row. For lookups that determine the tenant. */
export function inNoScope<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(pool, "begin", work);
}

/**
 * Widens the scope of the transaction from one business to the whole platform during `work`. For data that belongs to a person rather
 * than to a business; the query itself must select the person.
 */
export async function beyondBusiness<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ business: string }>`
    select current_setting('inlay.business') as business, set_config('inlay.business', ${nil}, true)`.execute(tx);
  const result = await work();
  await sql`select set_config('inlay.business', ${rows[0]?.business ?? ""}, true)`.execute(tx);
  return result;
}

/**
 * Replaces the scope of the transaction during `work`. For staff: a command about our own bank changes rows of no tenant together with those
 * of the one tenant that it names, a list across tenants describes the rows of one platform after the other, and the names of members are
 * in the staff scope.
 */
export async function inAnotherScope<T>(tx: Tx, scope: Scope, work: () => Promise<T>): Promise<T> {
  const set = (platform: string, business: string) =>
    sql<{ platform: string; business: string }>`
    select current_setting('inlay.platform') as platform, current_setting('inlay.business') as business,
      set_config('inlay.platform', ${platform}, true), set_config('inlay.business', ${business}, true)`.execute(tx);
  const { rows } = await set(scope.platformId, businessOf(scope));
  const result = await work();
  await set(rows[0]?.platform ?? "", rows[0]?.business ?? "");
  return result;
}

async function transaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // It is sent together with the first statement of the work. Where it fails no scope is set, in which no row is seen or written.
    const begun = client.query(begin);
    begun.catch(() => {});
    const tx = builderOf(client);
    readBefore.set(tx, new Map());
    const result = await work(tx);
    await begun;
    await client.query("commit");
    return result;
  } catch (error) {
    // A connection that fails to roll back is discarded instead of returned to the pool.
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const readBefore = new WeakMap<Tx, Map<string, Promise<unknown>>>();

/** Reads what does not change within a transaction once in it. */
export function oncePerTransaction<T>(tx: Tx, name: string, read: () => Promise<T>): Promise<T> {
  const before = readBefore.get(tx);
  const known = before?.get(name) ?? read();
  before?.set(name, known);
  return known as Promise<T>;
}

const builders = new WeakMap<pg.PoolClient, Tx>();
const clients = new WeakMap<Tx, pg.PoolClient>();

/** One builder per connection, cached for its lifetime, because creating one per transaction is expensive. */
function builderOf(client: pg.PoolClient): Tx {
  let builder = builders.get(client);
  if (!builder) {
    builder = new Kysely<DB>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new ClientDriver(client),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }) as Tx;
    builders.set(client, builder);
    clients.set(builder, client);
  }
  return builder;
}

/** A Kysely driver for one given connection, with named statements. `inScope` begins and ends the transaction. */
class ClientDriver implements Driver {
  readonly #connection: DatabaseConnection;
  constructor(client: pg.PoolClient) {
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) => run<R>(client, query),
      streamQuery: () => {
        throw new Error("streaming is not supported");
      },
    };
  }
  async init() {}
  async acquireConnection() {
    return this.#connection;
  }
  async beginTransaction() {
    throw new Error("already inside a transaction");
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {}
}

async function run<R>(client: pg.PoolClient, { sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
  const name = statementName(text);
  const values = parameters as unknown[];
  const result = await client.query(name ? { name, text, values } : { text, values });
  return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) };
}

class Slot {
  readonly key: string;
  constructor(key: string) {
    this.key = key;
  }
}

/**
 * A query that is built and compiled once; afterwards only its parameters change. For reads on the hot path, where building the query
 * for every request costs a third of the throughput. A parameter can replace only a value.
 */
export function prepared<P extends object, R>(
  build: (db: Tx, parameters: P) => Compilable<R>,
): (tx: Tx, parameters: P) => Promise<R[]> {
  let compiled: CompiledQuery<R> | undefined;
  return async (tx, parameters) => {
    compiled ??= build(tx, new Proxy({}, { get: (_, key) => new Slot(String(key)) }) as P).compile();
    const values = compiled.parameters.map((value) =>
      value instanceof Slot ? (parameters as Record<string, unknown>)[value.key] : value,
    );
    return statement<R>(tx, compiled.sql, values);
  };
}

/** The connection of a transaction. */
export function clientOf(tx: Tx): pg.PoolClient {
  const client = clients.get(tx);
  if (!client) throw new Error("a statement needs a scoped transaction");
  return client;
}

/** Runs a SQL text as a named statement, without a query builder. For the most frequent reads. */
export async function statement<R>(tx: Tx, text: string, values: unknown[]): Promise<R[]> {
  const client = clientOf(tx);
  const name = statementName(text);
  const result = await client.query(name ? { name, text, values } : { text, values });
  return result.rows as R[];
}
