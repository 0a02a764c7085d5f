import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isEventKind } from "@inlay/contracts/events/catalog.ts";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const texts = ["apps", "packages", "e2e", "proofs", "scripts"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|sql)$/.test(file) && !/node_modules|dist\//.test(file))
    .map((file) => [path.join(folder, file), readFileSync(path.join(root, folder, file), "utf8")] as const),
);
const filesWith = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text)).map(([file]) => file);

it("events: only app.begin_record inserts rows, and only record.ts calls it, so every event is one of the catalog", () => {
  // The second replaces the function.
  expect(filesWith(/insert into app\.event\b|insertInto\("event"\)/)).toEqual([
    "apps/api/migrations/0005-record.sql",
    "apps/api/migrations/0076-handled-when-recorded.sql",
  ]);
  expect(filesWith(/(select|from|perform)\s+app\.begin_record\(/)).toEqual(["apps/api/src/db/record.ts"]);
});

/** Literals like 'payment.settled' in SQL. The names of tables, settings and staff actions have the same form. */
function kindsIn(file: string, text: string): string[] {
  const literals = file.endsWith(".sql") ? /'([a-z_]+\.[a-z_]+)'/g : /\bkind = '([a-z_]+\.[a-z_]+)'/g;
  return [...text.matchAll(literals)].map(([, kind]) => kind ?? "");
}
const others = /^((app|inlay|ledger_months)\.|policy\.activate$)/;

it("events: every kind that SQL names is in the catalog", () => {
  const named = texts.flatMap(([file, text]) => kindsIn(file, text).map((kind) => ({ file, kind })));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(({ kind }) => !others.test(kind) && !isEventKind(kind))).toEqual([]);
  expect(kindsIn("a.sql", "values (p, b, 'payment_order.failed_payment')")).toEqual(["payment_order.failed_payment"]);
});
