import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import pg from "pg";
import { readConfig } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { migrate, provision, urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import { buildServer } from "../apps/api/src/http/server.ts";
import { type TestSandbox, testSandbox } from "../apps/api/src/providers/sandbox.fixture.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { slices } from "../apps/api/src/slices.ts";
import { randomSecrets, setUpLocalKeyStore } from "../scripts/local-environment.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { freePort } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";

/** One PostgreSQL and one sandbox. Each server runs on a database of its own. */
export type Machines = {
  sandbox: TestSandbox;
  /** A server on the original database, which the world is built in. */
  original(): Promise<Server>;
  /** A server on a copy of the original database, which is dropped when the server closes. No server may run on the original meanwhile. */
  copy(): Promise<Server>;
  close(): Promise<void>;
};

/** The API in this process, without a port. Rate limits are lifted. */
export type Server = {
  app: AppContext;
  fastify: FastifyInstance;
  /** A superuser's pool, which sees all rows. */
  admin: pg.Pool;
  /**
   * Runs `work` in one transaction of a superuser who acts as the API's role. The server's own transactions become savepoints of it, and
   * everything is rolled back at the end: each case finds the same world, and what it would change is seen before it is undone.
   */
  rolledBack<T>(work: (undone: Undone) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Undone = {
  /** The tenants whose rows were written so far, each with the table. */
  written(): Promise<Written[]>;
};
export type Written = { table: string; platformId: string | null; businessId: string | null };

/** How many cases run at the same time. */
export const lanes = 8;

export async function startMachines(): Promise<Machines> {
  const dir = path.join(root, ".local/proofs/object-access");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // Nothing here must survive a power cut.
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 200 };
  const [postgres, sandbox] = await Promise.all([
    freePort().then((port) => startPostgres({ dir: path.join(dir, "postgres"), port, settings })),
    testSandbox(),
  ]);
  const keyFile = path.join(dir, "keys.json");
  await provision(postgres.url(), "original", "inlay");
  await migrate(urlFor("owner", postgres.url(), "original", "inlay"));
  const config = readConfig({
    INLAY_ENV: "sandbox",
    DATABASE_URL: urlFor("app", postgres.url(), "original", "inlay"),
    ...(await setUpLocalKeyStore(postgres.url(), {
      database: "inlay_keys",
      password: "inlay",
      keyFile: path.join(dir, "keys.json"),
    })),
    ...randomSecrets(),
    PORTAL_DIST: "/nowhere",
    LOG_LEVEL: "silent",
    MODERN_TREASURY_WEBHOOK_KEY: "test",
    ...sandbox.environment,
  });
  const shared = await createContext("api", config, providersFrom(config));
  const admin = new pg.Client({ connectionString: postgres.url() });
  await admin.connect();
  const serverOn = (database: string) =>
    createServer(shared, {
      app: urlFor("app", postgres.url(), database, "inlay"),
      admin: postgres.url(database),
    });
  return {
    sandbox,
    original: () => serverOn("original"),
    copy: async () => {
      await admin.query("create database copy template original strategy wal_log owner inlay_owner");
      await admin.query("revoke temporary on database copy from public");
      const server = await serverOn("copy");
      return {
        ...server,
        close: async () => {
          await server.close();
          await admin.query("drop database copy");
        },
      };
    },
    close: async () => {
      await Promise.all([admin.end(), shared.close(), sandbox.close()]);
      await postgres.stop();
    },
  };
}

/** A server with its own connections. All servers of the proof share the adapters and the vault. */
async function createServer(shared: AppContext, urls: { app: string; admin: string }): Promise<Server> {
  const auditKey = shared.config.AUDIT_KEY;
  const own = createPool(urls.app, { max: 4, name: "inlay-proof", auditKey });
  const admin = createPool(urls.admin, { max: 2, name: "inlay-proof" });
  const undoing = createPool(urls.admin, { max: lanes, name: "inlay-proof", auditKey });
  const current = new AsyncLocalStorage<Lane>();
  const pool = new Proxy(own, {
    get: (target, name) => {
      const lane = current.getStore();
      if (lane && name === "connect") return () => lane.connect();
      if (lane && name === "query") return (...given: Parameters<Query>) => lane.query(...given);
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const lifted = { class: "person", limit: 1, remaining: 1, resetSeconds: 1 } as const;
  const limits = { count: async () => lifted, refuseExceeded: () => {}, deleteExpired: async () => {} };
  const app: AppContext = { ...shared, pool, limits, tokens: { ...shared.tokens } };
  const fastify = await buildServer(app, slices);
  return {
    app,
    fastify,
    admin,
    rolledBack: async (work) => {
      const client = await undoing.connect();
      const { query, release } = client;
      try {
        await client.query(
          "begin; set local role inlay_app; set local search_path = app; set local lock_timeout = '20s'",
        );
        const lane = createLane(client, admin);
        return await current.run(lane, () => work(lane));
      } finally {
        Object.assign(client, { query, release });
        await client.query("rollback");
        client.release();
      }
    },
    close: async () => {
      await fastify.close();
      await Promise.all([own.end(), admin.end(), undoing.end()]);
    },
  };
}

type Query = (text: string | { text: string; values?: unknown[] }, values?: unknown[]) => Promise<pg.QueryResult>;
type Lane = Undone & { connect(): Promise<pg.PoolClient>; query: Query };

const noScope = "select set_config('inlay.platform', '', true), set_config('inlay.business', '', true)";

/** A connection inside a transaction, used as a pool would be: one user at a time, whose transactions are savepoints. */
function createLane(client: pg.PoolClient, admin: pg.Pool): Lane {
  let free: Promise<void> = Promise.resolve();
  const send = client.query.bind(client) as Query;
  const take = async (): Promise<() => void> => {
    const before = free;
    let release = () => {};
    free = new Promise((resolve) => {
      release = resolve;
    });
    const tooLong = setTimeout(() => {
      console.error("a request needs a second connection while it holds one");
    }, 30_000);
    await before;
    clearTimeout(tooLong);
    return release;
  };
  const asSavepoint: Query = (text, values) => {
    if (typeof text === "string") {
      if (text.startsWith("begin")) return send(text.replace("begin", `savepoint request; ${noScope}`));
      if (text === "commit") return send("release request");
      if (text === "rollback") return send("rollback to request; release request");
    }
    return send(text, values);
  };
  return {
    connect: async () => {
      const release = await take();
      return Object.assign(client, { query: asSavepoint, release }) as unknown as pg.PoolClient;
    },
    query: async (text, values) => {
      const release = await take();
      try {
        await send(`savepoint request; ${noScope}`);
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
      // A transaction that has written has an id. The statistics name the tables, and may name some of the transaction before.
      const { rows: ids } = await send('select pg_current_xact_id_if_assigned() is not null as "hasWritten"');
      if (!ids[0].hasWritten) return [];
      const { rows: tables } = await send(
        "select relname from pg_stat_xact_user_tables where schemaname = 'app' and n_tup_ins + n_tup_upd + n_tup_del > 0",
      );
      const found: Written[] = [];
      for (const { relname } of tables) found.push(...(await changed(relname, send, admin)));
      return found;
    },
  };
}

/** The tenants whose rows of a table differ inside the transaction of `send` from those that are committed. */
async function changed(table: string, send: Query, admin: pg.Pool): Promise<Written[]> {
  const columns = await admin.query(
    "select attname from pg_attribute where attrelid = ('app.' || $1)::regclass and attname in ('platform_id', 'business_id')",
    [table],
  );
  const has = (name: string) => columns.rows.some(({ attname }) => attname === name);
  const column = (name: string) => (has(name) ? name : "null::uuid");
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

export type Reply = { status: number; text: string; headers: Record<string, unknown> };
export async function send({ fastify }: Pick<Server, "fastify">, options: InjectOptions): Promise<Reply> {
  const answer = await fastify.inject(options);
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

export const hashOf = (token: string) => createHash("sha256").update(token).digest();
export const newToken = () => randomBytes(32).toString("base64url");
