import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import type pg from "pg";
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

/** The API in this process, without a port, on a PostgreSQL of its own, with the sandbox as its vendors. Rate limits are lifted. */
export type Server = {
  app: AppContext;
  fastify: FastifyInstance;
  sandbox: TestSandbox;
  /** A superuser's pool, which sees all rows. */
  admin: pg.Pool;
  rolledBack: RolledBack;
  close(): Promise<void>;
};

/** How many cases run at the same time. */
export const lanes = 8;

export async function startServer(): Promise<Server> {
  const dir = path.join(root, ".local/proofs/object-access");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // Nothing here must survive a power cut.
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 50 };
  const [postgres, sandbox] = await Promise.all([
    freePort().then((port) => startPostgres({ dir: path.join(dir, "postgres"), port, settings })),
    testSandbox(),
  ]);
  await provision(postgres.url(), "inlay", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay", "inlay"));
  const keyStore = { database: "inlay_keys", password: "inlay", keyFile: path.join(dir, "keys.json") };
  const config = readConfig({
    INLAY_ENV: "sandbox",
    DATABASE_URL: urlFor("app", postgres.url(), "inlay", "inlay"),
    ...(await setUpLocalKeyStore(postgres.url(), keyStore)),
    ...randomSecrets(),
    PORTAL_DIST: "/nowhere",
    LOG_LEVEL: "silent",
    MODERN_TREASURY_WEBHOOK_KEY: "test",
    ...sandbox.environment,
  });
  const context = await createContext("api", config, providersFrom(config));
  const admin = createPool(postgres.url("inlay"), { max: 2, name: "inlay-proof" });
  const undoing = createPool(postgres.url("inlay"), { max: lanes, name: "inlay-proof", auditKey: config.AUDIT_KEY });
  const { pool, rolledBack } = undoable(context.pool, undoing, admin);
  const lifted = { class: "person", limit: 1, remaining: 1, resetSeconds: 1 } as const;
  const limits = { count: async () => lifted, refuseExceeded: () => {}, deleteExpired: async () => {} };
  const app: AppContext = { ...context, pool, limits };
  const fastify = await buildServer(app, slices);
  return {
    app,
    fastify,
    sandbox,
    admin,
    rolledBack,
    close: async () => {
      await fastify.close();
      await Promise.all([context.close(), admin.end(), undoing.end(), sandbox.close()]);
      await postgres.stop();
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
