// Writes the made-up sanctions list that replaces the real one outside production. The output is always the same.
// Run `node scripts/sanctions-list.ts`, then commit the changes.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { madeUpList } from "./made-up-list.ts";

const folder = path.resolve(import.meta.dirname, "../apps/api/sanctions");
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(madeUpList())) writeFileSync(path.join(folder, file), text);
