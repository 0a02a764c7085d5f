import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { lifecycle } from "./lifecycle.ts";

type Lifecycle = Pick<ReturnType<typeof lifecycle>, "name" | "states" | "events" | "targets" | "isOver">;

const source = path.resolve(import.meta.dirname, "..");
const files = globSync("**/*.ts", { cwd: source })
  .filter((file) => !file.endsWith(".test.ts") && file !== "flow/lifecycle.ts")
  .filter((file) => readFileSync(path.join(source, file), "utf8").includes("= lifecycle("));
const isLifecycle = (value: unknown): value is Lifecycle =>
  typeof value === "object" && value !== null && "states" in value && "targets" in value && "isOver" in value;
const lifecycles = (await Promise.all(files.map((file) => import(path.join(source, file)))))
  .flatMap((module) => Object.values(module).filter(isLifecycle))
  .toSorted((a, b) => a.name.localeCompare(b.name));

/** The states from which no sequence of events leads to a final one. */
function stuck({ states, events, targets, isOver }: Lifecycle): string[] {
  const saved = new Set<string>(states.filter(isOver));
  for (let before = -1; before !== saved.size; ) {
    before = saved.size;
    for (const state of states)
      if (events.some((event) => targets(state, event).some((to) => saved.has(to)))) saved.add(state);
  }
  return states.filter((state) => !saved.has(state));
}

/** What stands as long as its business does. */
const endless = ["bank item", "servicing workflow"];

describe("lifecycles", () => {
  it("are all found, and end unless they are named", () => {
    expect(lifecycles.length).toBeGreaterThanOrEqual(files.length);
    const withoutEnd = lifecycles.filter(({ states, isOver }) => !states.some(isOver)).map(({ name }) => name);
    expect(withoutEnd).toEqual(endless);
  });

  it.each(lifecycles.filter(({ name }) => !endless.includes(name)))(
    "$name: a way leads from every state to an end",
    (one) => {
      expect(stuck(one)).toEqual([]);
    },
  );
});
