import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { claimRoles } from "./roles.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function businessWithUsers(on: TestDatabase, count: number) {
  const [platformId, businessId] = [randomUUID(), randomUUID()];
  await on.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await on.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  const { rows } = await on.admin.query<{ id: string }>(
    "insert into app.business_user (platform_id, business_id, email) select $1, $2, n || '@test' from generate_series(1, $3) n returning id",
    [platformId, businessId, count],
  );
  return { platformId, businessId, userIds: rows.map((row) => row.id) };
}

/** All users claim to be the primary owner concurrently. Returns the outcome. */
async function race(on: TestDatabase, pool: ReturnType<TestDatabase["pool"]>, count: number) {
  const { platformId, businessId, userIds } = await businessWithUsers(on, count);
  const held = await Promise.all(
    userIds.map((userId) =>
      inScope(pool, { platformId, businessId }, (tx) =>
        claimRoles(tx, {
          platformId,
          businessId,
          userId,
          roles: ["PRIMARY_OWNER"],
          actor: { kind: "USER", id: userId },
          requestId: "test",
        }),
      ),
    ),
  );
  const all = held.flat();
  return {
    owners: all.filter((role) => role === "PRIMARY_OWNER").length,
    conflicts: all.filter((role) => role === "PRIMARY_OWNER_CONFLICT").length,
  };
}

describe("primary owner claim", () => {
  it("is won by exactly one of 50 concurrent users, and the others are in conflict, in 20 rounds of 20", async () => {
    const pool = database.pool("app", { max: 25 });
    for (let round = 0; round < 20; round++) {
      expect({ round, ...(await race(database, pool, 50)) }).toEqual({ round, owners: 1, conflicts: 49 });
    }
  });

  it("rests on the unique index: without it several users win", async () => {
    const unguarded = await testDatabase();
    try {
      await unguarded.admin.query("drop index app.one_primary_owner");
      expect((await race(unguarded, unguarded.pool("app", { max: 25 }), 50)).owners).toBeGreaterThan(1);
    } finally {
      await unguarded.close();
    }
  });
});
