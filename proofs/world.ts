import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { readConfig, sharedSecrets } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { migrate, provision, urlFor } from "../apps/api/src/db/migrate.ts";
import { newApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { providersFrom } from "../apps/api/src/providers.ts";
import { seed, seedId } from "../apps/api/src/seed/seed.ts";
import { type TestEngine, testEngine } from "../apps/api/src/workflows/engine.fixture.ts";
import { type Killable, killable } from "../scripts/killable.ts";
import { type RunningPostgres, startPostgres } from "../scripts/postgres.ts";
import { freePort } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";

/** All services as real processes, with their own ports and folders: PostgreSQL as durable as in production, Restate, worker, sandbox, API. */
export type World = {
  dir: string;
  postgres: RunningPostgres;
  admin: pg.Pool;
  app: AppContext;
  engine: TestEngine;
  api: Killable;
  apiUrl: string;
  platformId: string;
  portalHost: string;
  secretKey: string;
  close(): Promise<void>;
};

export async function createWorld(name: string, env: Record<string, string> = {}): Promise<World> {
  const dir = path.join(root, ".local/proofs", name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const postgres = await startPostgres({
    dir: path.join(dir, "postgres"),
    port: await freePort(),
    settings: { max_connections: 200 },
  });
  await provision(postgres.url(), "inlay", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay", "inlay"));
  const apiPort = await freePort();
  const settings = {
    DATABASE_URL: urlFor("app", postgres.url(), "inlay", "inlay"),
    ENGINE_DATABASE_URL: urlFor("engine", postgres.url(), "inlay", "inlay"),
    SESSION_SECRET: randomBytes(32).toString("hex"),
    KEY_VAULT_FILE: path.join(dir, "keys.json"),
    PORT: String(apiPort),
    PORTAL_URL: `http://localhost:${apiPort}`,
    PORTAL_DIST: path.join(dir, "no-portal"),
    MIDDESK_WEBHOOK_URL: `http://127.0.0.1:${apiPort}/api/vendors/business-verification/webhooks`,
    ...(env["INLAY_ENV"] === "production" && whatProductionNeeds(dir)),
    ...env,
  };
  const engine = await testEngine(settings);
  const config = readConfig({ ...engine.env, LOG_LEVEL: "silent" });
  const app = createContext("api", config, providersFrom(config));
  const secretKey = newApiKey("SECRET", "test");
  const portalHost = `localhost:${apiPort}`;
  await seed(app.pool, {
    portalHost,
    parentOrigins: ["http://127.0.0.1:4003"],
    secretKey,
    publishableKey: newApiKey("PUBLISHABLE", "test"),
  });
  const api = killable({
    script: "apps/api/src/main.ts",
    args: ["api"],
    env: engine.env,
    ready: /api ready/,
    log: path.join(dir, "api.log"),
  });
  const admin = new pg.Pool({ connectionString: postgres.url("inlay"), max: 4 });
  admin.on("error", () => {});
  return {
    dir,
    postgres,
    admin,
    app,
    engine,
    api,
    secretKey,
    portalHost,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    platformId: seedId("larkspur"),
    close: async () => {
      await api.stop();
      await engine.close();
      await app.pool.end();
      await admin.end();
      await postgres.stop();
    },
  };
}

/** Production refuses the default secrets and the made-up sanctions list, so both are replaced. */
function whatProductionNeeds(dir: string): Record<string, string> {
  const list = path.join(dir, "sanctions");
  cpSync(path.join(root, "apps/api/sanctions"), list, { recursive: true });
  const secrets = sharedSecrets.map((name) => [name, randomBytes(16).toString("hex")]);
  return { ...Object.fromEntries(secrets), SANCTIONS_LIST_FILE: path.join(list, "sdn.csv") };
}
