// Every sentence of the portal's screens is in the catalogues, and every one of them in Spanish.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./stack.ts";

const portal = path.join(root, "apps/portal");
const kept = path.join(portal, "src/locales");
mkdirSync(path.join(root, ".local"), { recursive: true });
const found = mkdtempSync(path.join(root, ".local/words-"));
// When the catalogue was written says nothing about its words.
const wordsIn = (folder: string, locale: string) =>
  readFileSync(path.join(folder, `${locale}.po`), "utf8").replace(/^"POT-Creation-Date.*\n/m, "");

try {
  for (const locale of ["en", "es"]) cpSync(path.join(kept, `${locale}.po`), path.join(found, `${locale}.po`));
  execFileSync(path.join(root, "node_modules/.bin/lingui"), ["extract", "--clean"], {
    cwd: portal,
    env: { ...process.env, PORTAL_CATALOGUES: found },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stale = ["en", "es"].filter((locale) => wordsIn(found, locale) !== wordsIn(kept, locale));
  const missing = [...wordsIn(found, "es").matchAll(/^msgid (.+)\nmsgstr ""\n(?!")/gm)].map(([, english]) => english);
  if (stale.length > 0) console.log(`   The catalogues are out of date. Run \`npm run words -w @inlay/portal\`.`);
  for (const english of missing) console.log(`   No Spanish for ${english}`);
  process.exitCode = stale.length + missing.length > 0 ? 1 : 0;
} finally {
  rmSync(found, { recursive: true, force: true });
}
