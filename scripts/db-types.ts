// Writes the table types from a freshly migrated database. With --check, fails if they are out of date.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { migrate, provision, urlFor } from "../apps/api/src/db/migrate.ts";
import { startPostgres } from "./postgres.ts";
import { freePort } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "..");
const local = path.join(root, ".local");
mkdirSync(local, { recursive: true });
const dir = mkdtempSync(path.join(local, "db-types-"));
const postgres = await startPostgres({ dir, port: await freePort(), settings: { fsync: "off" } });
try {
  await provision(postgres.url(), "inlay", "inlay");
  await migrate(urlFor("owner", postgres.url(), "inlay", "inlay"));
  const generated = spawnSync(
    path.join(root, "node_modules/.bin/kysely-codegen"),
    [
      ...["--dialect", "postgres", "--url", postgres.url("inlay")],
      ...["--include-pattern", "app.*", "--default-schema", "app", "--date-parser", "string"],
      ...["--type-mapping", '{"int8":"number","bytea":"Buffer"}'],
      ...["--out-file", path.join(root, "apps/api/src/db/schema.generated.ts")],
      ...(process.argv.includes("--check") ? ["--verify"] : []),
    ],
    { encoding: "utf8" },
  );
  if (generated.status !== 0) {
    console.error(`${generated.stdout}${generated.stderr}\nThe table types are out of date. Run: npm run db:types`);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
