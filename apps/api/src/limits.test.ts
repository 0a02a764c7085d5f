import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "./db/test-database.fixture.ts";
import { createLimits } from "./limits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe("expired rate limits", () => {
  it("are deleted, and counters that still run are kept", async () => {
    const limits = createLimits(database.pool("app"));
    await limits.count("partnerRead", "running");
    await database.admin.query("insert into app.rate_limit (key, points, expire) values ('anonymous:over', 60, $1)", [
      Date.now() - 1,
    ]);
    const keys = async () =>
      (await database.admin.query<{ key: string }>("select key from app.rate_limit order by key")).rows;
    expect(await keys()).toHaveLength(2);
    await limits.deleteExpired();
    expect(await keys()).toEqual([{ key: "partnerRead:running" }]);
  });
});
