import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { readConfig, sharedSecrets } from "../apps/api/src/config.ts";
import { type AppContext, createContext } from "../apps/api/src/context.ts";
import { migrate, provision, type Role, urlFor } from "../apps/api/src/db/migrate.ts";
import { newApiKey } from "../apps/api/src/partners/api-keys/api-key.ts";
import { keyVaultFrom, providersFrom } from "../apps/api/src/providers.ts";
import { seed, seedId } from "../apps/api/src/seed/seed.ts";
import { type TestEngine, testEngine } from "../apps/api/src/workflows/engine.fixture.ts";
import { type Killable, killable } from "../scripts/killable.ts";
import { randomSecrets, setUpKeyStore, setUpLocalKeyStore } from "../scripts/local-environment.ts";
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

/** Settings of the services, which may name the address of the API. */
type Settings = Record<string, string> | ((apiUrl: string) => Record<string, string>);

export async function createWorld(name: string, changed: Settings = {}): Promise<World> {
  const dir = path.join(root, ".local/proofs", name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const postgres = await startPostgres({
    dir: path.join(dir, "postgres"),
    port: await freePort(),
    settings: { max_connections: 200 },
  });
  // Production refuses the password of development.
  const password = randomBytes(16).toString("hex");
  const url = (role: Role) => urlFor(role, postgres.url(), "inlay", password);
  await provision(postgres.url(), "inlay", password);
  await migrate(url("owner"));
  const keyStore = { database: "inlay_keys", password };
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = typeof changed === "function" ? changed(apiUrl) : changed;
  const isProduction = env["INLAY_ENV"] === "production";
  const settings = {
    INLAY_ENV: "sandbox",
    DATABASE_URL: url("app"),
    ENGINE_DATABASE_URL: url("engine"),
    ...(isProduction
      ? { KEY_STORE_URL: urlFor("keys", postgres.url(), keyStore.database, password), ...whatProductionNeeds(dir) }
      : await setUpLocalKeyStore(postgres.url(), { ...keyStore, keyFile: path.join(dir, "keys.json") })),
    ...randomSecrets(),
    PORT: String(apiPort),
    PORTAL_URL: `http://localhost:${apiPort}`,
    PORTAL_DIST: path.join(dir, "no-portal"),
    MIDDESK_WEBHOOK_URL: `${apiUrl}/api/vendors/business-verification/webhooks`,
    ...env,
  };
  const engine = await testEngine(settings);
  const config = readConfig({ ...engine.env, LOG_LEVEL: "silent" });
  if (isProduction) {
    await engine.sandbox.start();
    await setUpKeyStore(postgres.url(), { ...keyStore, keys: keyVaultFrom(config) });
  }
  const app = await createContext("api", config, providersFrom(config));
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
  // A connection that is in use and has no open query reports the kill itself, and the query after it fails.
  admin.on("connect", (client) => client.on("error", () => {}));
  return {
    dir,
    postgres,
    admin,
    app,
    engine,
    api,
    secretKey,
    portalHost,
    apiUrl,
    platformId: seedId("larkspur"),
    close: async () => {
      await api.stop();
      await engine.close();
      await app.close();
      await admin.end();
      await postgres.stop();
    },
  };
}

/** How many rows there are, by what follows `from`. */
export const countOf = async ({ admin }: World, from: string): Promise<number> =>
  (await admin.query<{ count: number }>(`select count(*)::int as count from ${from}`)).rows[0]?.count ?? 0;

/** Production refuses the default secrets, the file of keys and the made-up sanctions list, so all are replaced. The sandbox plays KMS. */
function whatProductionNeeds(dir: string): Record<string, string> {
  const list = path.join(dir, "sanctions");
  cpSync(path.join(root, "apps/api/sanctions"), list, { recursive: true });
  const secrets = sharedSecrets.map((name) => [name, randomBytes(16).toString("hex")]);
  return {
    ...Object.fromEntries(secrets),
    KEY_VAULT_VENDOR: "kms",
    KMS_KEY_ID: "arn:aws:kms:us-east-1:000000000000:key/inlay-proof",
    AUDIT_KEY: randomBytes(32).toString("hex"),
    SANCTIONS_LIST_FILE: path.join(list, "sdn.csv"),
  };
}
