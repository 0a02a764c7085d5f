import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestDatabase, testDatabase } from "./db/test-database.fixture.ts";
import { createLimits, networkOf } from "./limits.ts";

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

describe("rate limit of a caller who is refused", () => {
  const pointsOf = async (key: string) =>
    (await database.admin.query("select points from app.rate_limit where key = $1", [key])).rows;

  it("is not written to the database again", async () => {
    const limits = createLimits(database.pool("app"), { anonymous: 3 });
    for (let n = 0; n < 3; n++) await limits.count("anonymous", "192.0.2.1");
    for (let n = 0; n < 5; n++)
      await expect(limits.count("anonymous", "192.0.2.1")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await pointsOf("anonymous:192.0.2.1")).toEqual([{ points: 3 }]);
  });

  it("is written once by a process that did not count the earlier requests", async () => {
    const limits = createLimits(database.pool("app"), { anonymous: 3 });
    for (let n = 0; n < 3; n++) await limits.count("anonymous", "192.0.2.2");
    const other = createLimits(database.pool("app"), { anonymous: 3 });
    for (let n = 0; n < 5; n++)
      await expect(other.count("anonymous", "192.0.2.2")).rejects.toMatchObject({
        code: "RATE_LIMITED",
        context: { class: "anonymous", retryAfterSeconds: expect.any(Number) },
      });
    expect(await pointsOf("anonymous:192.0.2.2")).toEqual([{ points: 4 }]);
  });

  it("starts again when its time is over", async () => {
    const limits = createLimits(database.pool("app"), { anonymous: 1 });
    await limits.count("anonymous", "192.0.2.3");
    await expect(limits.count("anonymous", "192.0.2.3")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      await expect(limits.count("anonymous", "192.0.2.3")).resolves.toMatchObject({ limit: 1, remaining: 0 });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("rate limit by address", () => {
  it("counts an IPv4 address by itself and an IPv6 address by its /64", () => {
    const networks = {
      "192.0.2.1": "192.0.2.1",
      "::ffff:192.0.2.1": "192.0.2.1",
      "2001:db8:1:2::1": "2001:db8:1:2::/64",
      "2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd": "2001:db8:1:2::/64",
      "2001:db8:1:3::1": "2001:db8:1:3::/64",
      "2001:db8::1": "2001:db8:0:0::/64",
      "64:ff9b::192.0.2.33": "64:ff9b:0:0::/64",
      "fe80::1%eth0": "fe80:0:0:0::/64",
      "::1": "0:0:0:0::/64",
      unknown: "no address",
      "": "no address",
    };
    for (const [address, network] of Object.entries(networks)) expect(networkOf(address)).toBe(network);
  });

  it("refuses a caller who changes the IPv6 address within a /64", async () => {
    const limits = createLimits(database.pool("app"), { anonymous: 2 });
    await limits.count("anonymous", "2001:db8:9:9::1");
    await limits.count("anonymous", "2001:db8:9:9::2");
    await expect(limits.count("anonymous", "2001:db8:9:9::3")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await limits.count("anonymous", "2001:db8:9:a::1");
  });
});
