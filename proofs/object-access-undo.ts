import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

/** A tenant whose rows of a table were written. */
export type Written = { table: string; platformId: string | null; businessId: string | null };
export type Undone = {
  /** What was written so far. */
  written(): Promise<Written[]>;
};

/**
 * Runs work in one transaction of a superuser who acts as the API's role, and rolls it back at the end. The transactions of the server
 * inside it become savepoints. So each case finds the same world, and what it would change is seen before it is undone.
 */
export type RolledBack = <T>(work: (undone: Undone) => Promise<T>) => Promise<T>;

type Query = (text: string | { text: string; values?: unknown[] }, values?: unknown[]) => Promise<pg.QueryResult>;
type Lane = Undone & { connect(): Promise<pg.PoolClient>; query: Query; end(): Promise<void> };

/** A pool for the server that uses the connections of `own`, and inside of `rolledBack` one of `superuser`. */
export function undoable(own: pg.Pool, superuser: pg.Pool, admin: pg.Pool): { pool: pg.Pool; rolledBack: RolledBack } {
  const current = new AsyncLocalStorage<Lane>();
  const pool = new Proxy(own, {
    get: (target, name) => {
      const lane = current.getStore();
      if (lane && name === "connect") return lane.connect;
      if (lane && name === "query") return lane.query;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return {
    pool,
    rolledBack: async (work) => {
      const lane = createLane(superuser, admin);
      try {
        return await current.run(lane, () => work(lane));
      } finally {
        await lane.end();
      }
    },
  };
}

const begin = "begin; set local role inlay_app; set local search_path = app; set local lock_timeout = '20s'";
const noScope = "select set_config('inlay.platform', '', true), set_config('inlay.business', '', true)";
const beginSavepoint = `savepoint request; ${noScope}`;

/** One connection that is used as a pool would be, by one user at a time. A request that needs no database opens none. */
function createLane(superuser: pg.Pool, admin: pg.Pool): Lane {
  type Opened = { client: pg.PoolClient; send: Query; end(): Promise<void> };
  let opened: Promise<Opened> | null = null;
  const open = async (): Promise<Opened> => {
    const client = await superuser.connect();
    const { query, release } = client;
    const send = query.bind(client) as Query;
    await send(begin);
    const end = async () => {
      Object.assign(client, { query, release });
      await send("rollback");
      client.release();
    };
    return { client, send, end };
  };
  let free = Promise.resolve();
  const take = async () => {
    const before = free;
    let release = () => {};
    free = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    opened ??= open();
    return { ...(await opened), release };
  };
  return {
    connect: async () => {
      const { client, send, release } = await take();
      const query: Query = (text, values) => {
        if (typeof text !== "string") return send(text, values);
        if (text === "commit") return send("release request");
        if (text === "rollback") return send("rollback to request; release request");
        return send(text.replace(/^begin/, beginSavepoint), values);
      };
      return Object.assign(client, { query, release }) as unknown as pg.PoolClient;
    },
    query: async (text, values) => {
      const { send, release } = await take();
      try {
        await send(beginSavepoint);
        const result = await send(text, values);
        await send("release request");
        return result;
      } catch (error) {
        await send("rollback to request; release request");
        throw error;
      } finally {
        release();
      }
    },
    written: async () => {
      if (!opened) return [];
      const { send } = await opened;
      // Only a transaction that has written has an id. The statistics name its tables, and may name some of the transaction before.
      const { rows: ids } = await send('select pg_current_xact_id_if_assigned() is not null as "hasWritten"');
      if (!ids[0].hasWritten) return [];
      const { rows: tables } = await send(
        "select relname from pg_stat_xact_user_tables where schemaname = 'app' and n_tup_ins + n_tup_upd + n_tup_del > 0",
      );
      const found: Written[] = [];
      for (const { relname } of tables) found.push(...(await changed(relname, send, admin)));
      return found;
    },
    end: async () => (await opened)?.end(),
  };
}

/** The tenants whose rows of a table differ inside the transaction of `send` from those that are committed. */
async function changed(table: string, send: Query, admin: pg.Pool): Promise<Written[]> {
  const { rows: columns } = await admin.query(
    "select attname from pg_attribute where attrelid = ('app.' || $1)::regclass and attname in ('platform_id', 'business_id')",
    [table],
  );
  const column = (name: string) => (columns.some(({ attname }) => attname === name) ? name : "null::uuid");
  const business = table === "business" ? "id" : column("business_id");
  const digests = `select ${column("platform_id")} as "platformId", ${business} as "businessId",
    md5(string_agg(t::text, '|' order by t::text)) as digest from app.${table} t group by 1, 2`;
  const read = async (query: Query) => {
    const { rows } = await query(digests);
    return new Map(
      rows.map(({ platformId, businessId, digest }) => [JSON.stringify([platformId, businessId]), digest]),
    );
  };
  await send("set local role none");
  const [inside, outside] = [await read(send), await read(admin.query.bind(admin) as Query)];
  await send("set local role inlay_app");
  return [...new Set([...inside.keys(), ...outside.keys()])]
    .filter((key) => inside.get(key) !== outside.get(key))
    .map((key) => {
      const [platformId, businessId] = JSON.parse(key) as [string | null, string | null];
      return { table, platformId, businessId };
    });
}
