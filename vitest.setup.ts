import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate, provision, urlFor } from "./apps/api/src/db/migrate.ts";
import { startPostgres } from "./scripts/postgres.ts";
import { freePort } from "./scripts/processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A superuser's address of the one PostgreSQL that all test files share. */
    postgresUrl: string;
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
  project.provide("postgresUrl", postgres.url());
  return async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}
