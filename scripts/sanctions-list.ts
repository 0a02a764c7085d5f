// Writes the made-up sanctions list that stands in for the real one outside production. The same list every time:
// `node scripts/sanctions-list.ts`, then commit what changed.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { madeUpList } from "./made-up-list.ts";

const folder = path.resolve(import.meta.dirname, "../apps/api/sanctions");
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(madeUpList())) writeFileSync(path.join(folder, file), text);
