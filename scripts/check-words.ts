// Every sentence of the portal's screens is in the catalogs, and every sentence has a Spanish translation.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./stack.ts";

const portal = path.join(root, "apps/portal");
const committed = path.join(portal, "src/locales");
mkdirSync(path.join(root, ".local"), { recursive: true });
const extracted = mkdtempSync(path.join(root, ".local/words-"));
// The creation date does not affect the sentences.
const wordsIn = (folder: string, locale: string) =>
  readFileSync(path.join(folder, `${locale}.po`), "utf8").replace(/^"POT-Creation-Date.*\n/m, "");

try {
  for (const locale of ["en", "es"]) cpSync(path.join(committed, `${locale}.po`), path.join(extracted, `${locale}.po`));
  execFileSync(path.join(root, "node_modules/.bin/lingui"), ["extract", "--clean"], {
    cwd: portal,
    env: { ...process.env, PORTAL_CATALOGUES: extracted },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stale = ["en", "es"].filter((locale) => wordsIn(extracted, locale) !== wordsIn(committed, locale));
  const missing = [...wordsIn(extracted, "es").matchAll(/^msgid (.+)\nmsgstr ""\n(?!")/gm)].map(
    ([, english]) => english,
  );
  if (stale.length > 0) console.log(`   The catalogs are out of date. Run \`npm run words -w @inlay/portal\`.`);
  for (const english of missing) console.log(`   No Spanish translation of ${english}`);
  process.exitCode = stale.length + missing.length > 0 ? 1 : 0;
} finally {
  rmSync(extracted, { recursive: true, force: true });
}
