import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";

/** The list of checksums beside the migrations, in the format of `sha256sum`. Lines are only ever added. */
const listName = "SHA256SUMS";

/** The SHA-256 of each migration by file name. Throws if a file differs from the list, or if one of the two lacks an entry. */
export function verifiedChecksums(dir: string): Map<string, string> {
  const actual = checksumsOf(dir);
  const listed = listIn(dir);
  for (const name of new Set([...listed.keys(), ...actual.keys()])) {
    if (!actual.has(name)) throw new Error(`The migration ${name} is listed in ${listName}, but the file is missing.`);
    if (!listed.has(name)) throw new Error(`The migration ${name} is not listed in ${listName}. Run: npm run generate`);
    if (listed.get(name) !== actual.get(name)) {
      throw new Error(
        `The migration ${name} was changed: it differs from its checksum in ${listName}. Restore the file and write a new migration.`,
      );
    }
  }
  return actual;
}

/** Appends a line for each migration that has none. A line of a changed file stays as it is, so the next verification refuses the file. */
export function listNewMigrations(dir: string): void {
  const listed = listIn(dir);
  for (const [name, checksum] of checksumsOf(dir)) {
    if (!listed.has(name)) appendFileSync(path.join(dir, listName), `${checksum}  ${name}\n`);
  }
}

/**
 * Throws if an applied migration differs from its file, and stores the checksums of the pending ones. They are stored before the
 * migrations run, so that no migration is ever applied without a checksum.
 */
export async function storeChecksums(client: pg.Client, checksums: Map<string, string>): Promise<void> {
  await client.query(
    "create table if not exists public.migration_checksum (file text primary key, sha256 text not null)",
  );
  const applied = await appliedFiles(client);
  for (const { file, sha256 } of applied) {
    if (checksums.get(file) !== sha256) {
      throw new Error(
        `The migration ${file} differs from the text that was applied to this database. Restore the file and write a new migration, or recreate a database that is only for development.`,
      );
    }
  }
  const pending = [...checksums].filter(([name]) => !applied.some(({ file }) => file === name));
  await client.query(
    `insert into public.migration_checksum (file, sha256) select * from unnest($1::text[], $2::text[])
      on conflict (file) do update set sha256 = excluded.sha256`,
    [pending.map(([file]) => file), pending.map(([, sha256]) => sha256)],
  );
}

async function appliedFiles(client: pg.Client): Promise<{ file: string; sha256: string | null }[]> {
  const { rows: found } = await client.query("select from pg_class where oid = to_regclass('public.migration')");
  if (found.length === 0) return [];
  const { rows } = await client.query<{ file: string; sha256: string | null }>(
    `select m.name || '.sql' as file, c.sha256
      from public.migration m left join public.migration_checksum c on c.file = m.name || '.sql' order by m.id`,
  );
  return rows;
}

function checksumsOf(dir: string): Map<string, string> {
  const files = readdirSync(dir).filter((file) => file.endsWith(".sql"));
  const checksum = (file: string) =>
    createHash("sha256")
      .update(readFileSync(path.join(dir, file)))
      .digest("hex");
  return new Map(files.sort().map((file) => [file, checksum(file)]));
}

function listIn(dir: string): Map<string, string> {
  const lines = readFileSync(path.join(dir, listName), "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}
