import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestEngine, testEngine } from "../workflows/engine.fixture.ts";

let server: TestServer;
let engine: TestEngine;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  engine = await testEngine(server.environment);
  platform = await server.platform();
  await Promise.all([engine.sandbox.start(), engine.worker.start()]);
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

it("clock advance: ninety days survive two kill -9 of the worker, and everything due happens once on its day", async () => {
  const platformBusinessId = randomUUID();
  await server.partner(platform, {
    method: "POST",
    url: "/api/platform/v1/businesses",
    payload: { platformBusinessId },
  });
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.business where platform_business_id = $1",
    [platformBusinessId],
  );
  const businessId = rows[0]?.id ?? "";
  await server.database.admin.query(
    `insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, '2027-01-01T12:00:00Z')`,
    [businessId, platform.id],
  );
  // More rows than a business has of one product, so that something is due every three days.
  await server.database.admin.query("drop index app.one_current_prequalification");
  await server.database.admin.query(
    `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, terms, prequal_date, expires_date)
     select $1, $2, 'TERM_LOAN', 'STANDARD', true, '{}', '2027-01-01', '2027-01-01'::date + n from generate_series(0, 87, 3) n`,
    [platform.id, businessId],
  );
  const url = `/api/platform/v1/sandbox/businesses/platform:${platformBusinessId}/clock`;
  const clock = async () => (await server.partner(platform, { method: "GET", url })).body;
  const asked = await server.partner(platform, { method: "POST", url: `${url}/advance`, payload: { days: 90 } });
  expect(asked.status).toBe(202);

  const daysDone = async () => ((await clock())["progress"] as { daysDone: number } | null)?.daysDone ?? 90;
  for (const day of [20, 55]) {
    await until(`day ${day}`, async () => (await daysDone()) >= day);
    await engine.worker.kill();
    expect((await clock())["advancingTo"]).toBe("2027-04-01T12:00:00.000Z");
    await engine.worker.start();
  }
  await until("it has arrived", async () => (await clock())["advancingTo"] === null);
  expect((await clock())["now"]).toBe("2027-04-01T12:00:00.000Z");

  const { rows: events } = await server.database.admin.query<{ at: Date }>(
    "select happened_at as at from app.event where stream = $1 and kind = 'prequalification.expired' order by sequence",
    [businessId],
  );
  expect(events.map(({ at }) => at.toISOString())).toEqual(
    Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2027, 0, 2 + 3 * n)).toISOString()),
  );
  const answer = await fetch(`${engine.sandboxUrl}/clock/${businessId}`);
  expect(await answer.json()).toMatchObject({ now: "2027-04-01T12:00:00.000Z" });
});
