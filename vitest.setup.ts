import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate, provision, urlFor } from "./apps/api/src/db/migrate.ts";
import { setUpLocalKeyStore, waitLongerThanDeployed } from "./scripts/local-environment.ts";
import { startPostgres } from "./scripts/postgres.ts";
import { freePort } from "./scripts/processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's address of the one PostgreSQL that all test files share. */
    postgresUrl: string;
    /** The key store and the key file that all servers of the run share. */
    keyStore: { KEY_STORE_URL: string; KEY_VAULT_FILE: string };
  }
}

/** One PostgreSQL for the whole run, with a migrated template that each file clones for itself. */
export default async function setup(project: TestProject) {
  const local = path.join(import.meta.dirname, ".local");
  mkdirSync(local, { recursive: true });
  const dir = mkdtempSync(path.join(local, "test-"));
  // What a test cluster holds need not survive a power cut; crash proofs run on a cluster that does.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: 300,
    shared_buffers: "256MB",
  };
  const postgres = await startPostgres({ dir, port: await freePort(), settings });
  await provision(postgres.url(), "inlay_template", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay_template", "inlay"));
  await waitLongerThanDeployed(postgres.url());
  const keyFile = path.join(dir, "keys.json");
  project.provide("postgresUrl", postgres.url());
  project.provide(
    "keyStore",
    await setUpLocalKeyStore(postgres.url(), { database: "inlay_keys", password: "inlay", keyFile }),
  );
  return async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
