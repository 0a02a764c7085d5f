// Every sentence of the portal's screens is in the catalogs, and every sentence has a Spanish translation.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./stack.ts";

const portal = path.join(root, "apps/portal");
const committed = path.join(portal, "src/locales");
mkdirSync(path.join(root, ".local"), { recursive: true });
const extracted = mkdtempSync(path.join(root, ".local/words-"));
/** The catalogs of the first page and of the areas, by their paths within the folder. */
const catalogs = globSync("**/*.po", { cwd: committed });
// The creation date does not affect the sentences.
const wordsIn = (folder: string, catalog: string) =>
  readFileSync(path.join(folder, catalog), "utf8").replace(/^"POT-Creation-Date.*\n/m, "");

try {
  for (const catalog of catalogs) cpSync(path.join(committed, catalog), path.join(extracted, catalog));
  execFileSync(path.join(root, "node_modules/.bin/lingui"), ["extract", "--clean"], {
    cwd: portal,
    env: { ...process.env, PORTAL_CATALOGUES: extracted },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const found = globSync("**/*.po", { cwd: extracted });
  const stale = found.filter(
    (catalog) => !catalogs.includes(catalog) || wordsIn(extracted, catalog) !== wordsIn(committed, catalog),
  );
  const missing = found
    .filter((catalog) => path.basename(catalog) === "es.po")
    .flatMap((catalog) => [...wordsIn(extracted, catalog).matchAll(/^msgid (.+)\nmsgstr ""\n(?!")/gm)])
    .map(([, english]) => english);
  if (stale.length > 0) console.log(`   The catalogs are out of date. Run \`npm run words -w @inlay/portal\`.`);
  for (const english of missing) console.log(`   No Spanish translation of ${english}`);
  process.exitCode = stale.length + missing.length > 0 ? 1 : 0;
} finally {
  rmSync(extracted, { recursive: true, force: true });
}
