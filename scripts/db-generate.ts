// Writes what is generated from the migrations: the checksums of new files, the table types, and docs/database.md from a freshly migrated
// database. With --check, writes nothing and fails if one of them is out of date.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { keyStoreDir, migrate, migrationsDir, provision, urlFor } from "../apps/api/src/db/migrate.ts";
import { listNewMigrations } from "../apps/api/src/db/migration-checksums.ts";
import { databaseDocument } from "./database-document.ts";
import { startPostgres } from "./postgres.ts";
import { freePort } from "./processes.ts";
import { root } from "./stack.ts";

const isCheck = process.argv.includes("--check");
const stale = (what: string) => {
  console.error(`${what} out of date. Run: npm run generate`);
  process.exitCode = 1;
};

if (!isCheck) for (const migrations of [migrationsDir, keyStoreDir]) listNewMigrations(migrations);
const local = path.join(root, ".local");
mkdirSync(local, { recursive: true });
const dir = mkdtempSync(path.join(local, "db-generate-"));
const postgres = await startPostgres({ dir, port: await freePort(), settings: { fsync: "off" } });
try {
  await provision(postgres.url(), "inlay", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay", "inlay"));
  writeTypes(postgres.url("inlay"));
  await writeDocument(postgres.url("inlay"));
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}

function writeTypes(url: string): void {
  const generated = spawnSync(
    path.join(root, "node_modules/.bin/kysely-codegen"),
    [
      ...["--dialect", "postgres", "--url", url],
      ...["--include-pattern", "app.*", "--default-schema", "app", "--date-parser", "string"],
      ...["--type-mapping", '{"int8":"number","bytea":"Buffer"}'],
      ...["--out-file", path.join(root, "apps/api/src/db/schema.generated.ts")],
      ...(isCheck ? ["--verify"] : []),
    ],
    { encoding: "utf8" },
  );
  if (generated.status === 0) return;
  console.error(`${generated.stdout}${generated.stderr}`);
  stale("The table types are");
}

async function writeDocument(url: string): Promise<void> {
  const file = path.join(root, "docs/database.md");
  const text = await databaseDocument(url, migrationsDir);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) stale("docs/database.md is");
}
