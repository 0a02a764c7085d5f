import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { migrate, provision, type Role, urlFor } from "../apps/api/src/db/migrate.ts";
import { createPool } from "../apps/api/src/db/pool.ts";
import type { Scope } from "../apps/api/src/db/scope.ts";
import { end } from "../scripts/killable.ts";
import { randomSecrets, setUpLocalKeyStore } from "../scripts/local-environment.ts";
import { startPostgres } from "../scripts/postgres.ts";
import { freePort, until } from "../scripts/processes.ts";
import { root } from "../scripts/stack.ts";

/** A PostgreSQL as durable as in production, with one business to post entries for. No other process runs. */
export type LedgerGround = {
  admin: pg.Pool;
  app: pg.Pool;
  url(role: Role): string;
  /** The environment of a server on this database, with a key store beside it. */
  environment: Record<string, string>;
  scope: Scope;
  /** kill -9 of the server and of all its processes. Returns when a new server answers. */
  crash(): Promise<void>;
  close(): Promise<void>;
};

export async function ledgerGround(name: string, connections: number): Promise<LedgerGround> {
  const dir = path.join(root, ".local/proofs", name);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const where = { dir: path.join(dir, "postgres"), port: await freePort() };
  let postgres = await startPostgres(where);
  await provision(postgres.url(), "inlay", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay", "inlay"));
  const keyFile = path.join(dir, "keys.json");
  const keyStore = await setUpLocalKeyStore(postgres.url(), { database: "inlay_keys", password: "inlay", keyFile });
  const admin = createPool(postgres.url("inlay"), { max: 2, waitMs: 60_000, name: "inlay-proof" });
  const app = createPool(urlFor("app", postgres.url(), "inlay", "inlay"), { max: connections });
  // An idle connection that dies emits an error event, which would end this process without a listener. The next statement on the
  // connection fails, and the proof counts that failure.
  for (const pool of [admin, app]) pool.on("connect", (client) => client.on("error", () => {}));
  const scope = { platformId: randomUUID(), businessId: randomUUID() };
  await admin.query("insert into app.platform (id, name) values ($1, 'Proof')", [scope.platformId]);
  await admin.query("insert into app.business (id, platform_id) values ($1, $2)", [scope.businessId, scope.platformId]);
  return {
    admin,
    app,
    scope,
    environment: {
      INLAY_ENV: "sandbox",
      DATABASE_URL: urlFor("app", postgres.url(), "inlay", "inlay"),
      ...keyStore,
      ...randomSecrets(),
      PORTAL_DIST: "/nowhere",
      LOG_LEVEL: "silent",
    },
    url: (role) => urlFor(role, postgres.url(), "inlay", "inlay"),
    crash: async () => {
      const { rows } = await admin.query<{ pid: number }>("select pid from pg_stat_activity");
      const gone = end(postgres.child, "SIGKILL");
      for (const { pid } of rows) process.kill(pid, "SIGKILL");
      await gone;
      // The shared memory of the dead server is released after a moment, and no other server starts before that.
      await until("PostgreSQL is back", async () => {
        postgres = await startPostgres(where);
        return true;
      });
    },
    close: async () => {
      await app.end();
      await admin.end();
      await postgres.stop();
    },
  };
}
