import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../scripts/processes.ts";
import { type TestDatabase, testDatabase } from "./db/test-database.fixture.ts";
import { createLimits, deleteExpiredRegularly } from "./limits.ts";
import { createLog } from "./log.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

describe("expired rate limits", () => {
  it("are deleted regularly, and counters that still run are kept", async () => {
    const limits = createLimits(database.pool("app"));
    await limits.count("partnerRead", "running");
    await database.admin.query("insert into app.rate_limit (key, points, expire) values ('anonymous:over', 60, $1)", [
      Date.now() - 1,
    ]);
    const keys = async () =>
      (await database.admin.query<{ key: string }>("select key from app.rate_limit order by key")).rows;
    expect(await keys()).toHaveLength(2);
    const deleting = deleteExpiredRegularly({ limits, log: createLog("test", "silent") }, 20);
    await until("the expired counter is deleted", async () => (await keys()).length === 1);
    await deleting.stop();
    expect(await keys()).toEqual([{ key: "partnerRead:running" }]);
  });
});
