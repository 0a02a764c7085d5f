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
import { type RolledBack, undoable } from "./object-access-undo.ts";

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
  rolledBack: RolledBack;
  close(): Promise<void>;
};

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
  let copies = 0;
  const serverOn = (database: string) =>
    createServer(shared, {
      app: urlFor("app", postgres.url(), database, "inlay"),
      admin: postgres.url(database),
    });
  return {
    sandbox,
    original: () => serverOn("original"),
    copy: async () => {
      const name = `copy_${++copies}`;
      await admin.query(`create database ${name} template original strategy wal_log owner inlay_owner`);
      await admin.query(`revoke temporary on database ${name} from public`);
      const server = await serverOn(name);
      return {
        ...server,
        close: async () => {
          await server.close();
          await admin.query(`drop database ${name}`);
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
  const { pool, rolledBack } = undoable(own, undoing, admin);
  const lifted = { class: "person", limit: 1, remaining: 1, resetSeconds: 1 } as const;
  const limits = { count: async () => lifted, refuseExceeded: () => {}, deleteExpired: async () => {} };
  const app: AppContext = { ...shared, pool, limits, tokens: { ...shared.tokens } };
  const fastify = await buildServer(app, slices);
  return {
    app,
    fastify,
    admin,
    rolledBack,
    close: async () => {
      await fastify.close();
      await Promise.all([own.end(), admin.end(), undoing.end()]);
    },
  };
}

export type Reply = { status: number; text: string; headers: Record<string, unknown> };
export async function send({ fastify }: Pick<Server, "fastify">, options: InjectOptions): Promise<Reply> {
  const answer = await fastify.inject(options);
  return { status: answer.statusCode, text: answer.body, headers: answer.headers };
}

export const hashOf = (token: string) => createHash("sha256").update(token).digest();
export const newToken = () => randomBytes(32).toString("base64url");
