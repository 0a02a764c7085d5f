import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { groups } from "./environment.ts";
import { root } from "./stack.ts";

const names = groups.flatMap(({ variables }) => Object.keys(variables));

describe("environment variables", () => {
  it("are declared once", () => {
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("of the sandbox are the declared ones, because it cannot import the declarations", () => {
    const source = ["main.ts", "vendors.ts"].map((file) =>
      readFileSync(path.join(root, "apps/sandbox/src", file), "utf8"),
    );
    const read = [...source.join("").matchAll(/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g)].map(([, name]) => name);
    expect(read.length).toBeGreaterThan(10);
    expect(read.filter((name) => !names.includes(String(name)))).toEqual([]);
  });
});
