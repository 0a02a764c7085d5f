import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = path.resolve(import.meta.dirname, "../apps/api/src");

/** Tables that a second room writes, with the reason. */
const exceptions: Record<string, { rooms: string[]; because: string }> = {
  bank_account: {
    rooms: ["banking", "underwriting"],
    because: "a screening sets sanctions_clear_on, and underwriting is a floor below banking",
  },
  business: {
    rooms: ["onboarding", "people"],
    because: "the steps save what the owner says about the business",
  },
  business_owner: {
    rooms: ["additional-inputs", "onboarding", "people"],
    because: "the steps save what an owner says, and a report stops or completes a co-owner from a floor below people",
  },
  offer: {
    rooms: ["funding", "offers"],
    because: "a payoff letter changes the payoff of a chosen offer, and funding is below offers",
  },
  onboarding: {
    rooms: ["additional-inputs", "onboarding"],
    because: "a report stops onboarding from a floor below it",
  },
};

it("tables: one room writes each table, except where a reason is listed", () => {
  const writers = new Map<string, Set<string>>();
  for (const file of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    const [room = ""] = file.split(path.sep);
    // Seeds write every table of a new database.
    if (!file.endsWith(".ts") || /\.(test|suite|fixture)\.ts$/.test(file) || room === "seed") continue;
    const text = readFileSync(path.join(sources, file), "utf8");
    const found = text.matchAll(
      /(?:insertInto|updateTable|deleteFrom)\(\s*"(\w+)|(?:insert into|update|delete from) app\.(\w+)/g,
    );
    for (const [, built, plain] of found) {
      const table = built ?? plain ?? "";
      writers.set(table, (writers.get(table) ?? new Set()).add(room));
    }
  }
  expect(writers.size).toBeGreaterThan(60);
  const shared = [...writers].filter(([, rooms]) => rooms.size > 1).map(([table, rooms]) => [table, [...rooms].sort()]);
  const listed = Object.entries(exceptions).map(([table, { rooms }]) => [table, rooms]);
  expect(Object.fromEntries(shared)).toEqual(Object.fromEntries(listed));
});
