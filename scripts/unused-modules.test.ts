import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/**
 * knip counts a module as used when a test imports it, and every module of a package as an entry point, because the packages export
 * their whole `src`. This test counts a module of a package as used only when code that runs imports it.
 */
const waiting: Record<string, string> = {
  // Rules that have their tests and vectors, and whose screens and routes are not built yet.
  "packages/lending/src/mechanics/invoices/{*-line-status,public-*}.ts": "servicing of invoices and bills",
  "packages/lending/src/products/*/{line-status,public-*}.ts": "servicing and notices of lines",
  "packages/lending/src/revenue-share/*": "statements for partners",
  "packages/lending/src/calendar/settlement-estimate.ts": "servicing",
  // Calls without a route. A screen that loads another call does not load their shapes.
  // Lists that tests compare the server's routes with.
  "packages/contracts/src/calls/{all,later}.ts": "every portal call has a route or is listed as later",
};

type Sources = ReadonlyMap<string, string>;

const isTest = (file: string) => /\.(test|suite|fixture|spec)\.tsx?$|^(e2e|proofs)\//.test(file);
const isEntry = (file: string) => !file.startsWith("packages/") || file === "packages/embed/src/index.ts";

function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, name = ""]) => name);
  return specifiers.map((name) =>
    name.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), name)
      : name.replace(/^@inlay\/([^/]+)\//, "packages/$1/src/"),
  );
}

/** The modules of packages that no code outside of tests imports, directly or through another module. */
function unusedModules(sources: Sources): string[] {
  const modules = [...sources.keys()].filter((file) => !isTest(file));
  const used = new Set(modules.filter(isEntry));
  // A set can grow while it is iterated; what is added is visited as well.
  for (const file of used)
    for (const target of importsOf(file, sources.get(file) ?? "")) if (modules.includes(target)) used.add(target);
  return modules.filter((file) => file.startsWith("packages/") && !used.has(file));
}

/** What a list of patterns gets wrong: modules that it does not excuse, and patterns that match a used module or none. */
function faults(sources: Sources, patterns: readonly string[]): { unlisted: string[]; stale: string[] } {
  const unused = new Set(unusedModules(sources));
  const modules = [...sources.keys()].filter((file) => !isTest(file));
  const matched = (pattern: string) => modules.filter((file) => path.matchesGlob(file, pattern));
  const listed = new Set(patterns.flatMap(matched));
  return {
    unlisted: [...unused].filter((file) => !listed.has(file)),
    stale: patterns.filter((pattern) => {
      const files = matched(pattern);
      return files.length === 0 || files.some((file) => !unused.has(file));
    }),
  };
}

it("unused modules: every module of a package is used by an app or a script, or waits for a stated reason", () => {
  const listing = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "apps", "packages", "scripts"], {
    encoding: "utf8",
  });
  const files = listing.split("\n").filter((file) => /\/src\/.*\.(ts|tsx|css)$|^scripts\/.*\.(ts|mjs)$/.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  expect(faults(sources, Object.keys(waiting))).toEqual({ unlisted: [], stale: [] });
});

it("unused modules: a module that only a test imports is unused, and a pattern for a used module is stale", () => {
  const sources = new Map([
    ["apps/api/src/main.ts", 'import { a } from "@inlay/lending/a.ts";'],
    ["packages/lending/src/a.ts", 'export { b } from "./b.ts";'],
    ["packages/lending/src/b.ts", ""],
    ["packages/lending/src/c.ts", 'import { b } from "./b.ts";'],
    ["packages/lending/src/c.test.ts", 'import { c } from "./c.ts";'],
  ]);
  expect(unusedModules(sources)).toEqual(["packages/lending/src/c.ts"]);
  expect(faults(sources, ["packages/lending/src/c.ts"])).toEqual({ unlisted: [], stale: [] });
  const stale = ["packages/lending/src/b.ts", "packages/lending/src/gone.ts", "packages/lending/src/{b,c}.ts"];
  expect(faults(sources, stale)).toEqual({ unlisted: [], stale });
});
