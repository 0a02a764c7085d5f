import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestPlatform, type TestServer, testServer } from "../../http/server.fixture.ts";

let server: TestServer;
let platform: TestPlatform;
beforeAll(async () => {
  server = await testServer();
  platform = await server.platform();
});
afterAll(() => server.close());

const base = "/api/platform/v1";
const send = (method: "GET" | "POST" | "PUT", path: string, payload?: object, headers: Record<string, string> = {}) =>
  server.partner(platform, { method, url: `${base}${path}`, ...(payload && { payload }), headers });
const newBusiness = async () =>
  String((await send("POST", "/businesses", { platformBusinessId: randomUUID() })).body["id"]);
const figures = { grossCents: 125_000, refundsCents: 5_000, transactionCount: 42, closed: false };
const put = (businessId: string, date: string, more: object = {}, headers = {}) =>
  send("PUT", `/businesses/${businessId}/sales-days/${date}`, { ...figures, ...more }, headers);
const countOf = async (query: string, businessId: string) =>
  (await server.database.admin.query(query, [uuidOf("business", businessId)])).rowCount;
const eventsOf = (businessId: string) =>
  countOf("select from app.event where business_id = $1 and kind = 'sales_day.recorded'", businessId);

describe("sales day", () => {
  it("is stored with a revision for every change", async () => {
    const businessId = await newBusiness();
    const first = await put(businessId, "2026-01-05");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      object: "sales_day",
      businessId,
      channel: "all",
      date: "2026-01-05",
      source: "PLATFORM",
      revision: 1,
      ...figures,
    });
    expect(first.body["id"]).toMatch(/^sal_/);
    expect((await put(businessId, "2026-01-05")).body).toEqual(first.body);
    const closed = await put(businessId, "2026-01-05", { closed: true, grossCents: 130_000 });
    expect(closed.body).toMatchObject({ id: first.body["id"], revision: 2, closed: true, grossCents: 130_000 });
    expect((await put(businessId, "2026-01-05", { channel: "web" })).body["revision"]).toBe(1);
    const { rows } = await server.database.admin.query(
      "select revision, gross_cents::int as gross, is_closed from app.sales_day_revision where sales_day_id = $1 order by 1",
      [uuidOf("salesDay", String(first.body["id"]))],
    );
    expect(rows).toEqual([
      { revision: 1, gross: 125_000, is_closed: false },
      { revision: 2, gross: 130_000, is_closed: true },
    ]);
    expect(await eventsOf(businessId)).toBe(3);
  });

  it("has one revision for each distinct value of concurrent writes", async () => {
    const businessId = await newBusiness();
    const same = await Promise.all(Array.from({ length: 10 }, () => put(businessId, "2026-01-06")));
    expect(new Set(same.map(({ text }) => text)).size).toBe(1);
    expect(await eventsOf(businessId)).toBe(1);
    const grown = await Promise.all(
      Array.from({ length: 10 }, (_, n) => put(businessId, "2026-01-06", { transactionCount: 100 + n })),
    );
    expect(grown.map(({ body }) => Number(body["revision"])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 2),
    );
  });

  it("is refused for a future date by the business's own clock", async () => {
    const businessId = await newBusiness();
    const setClock = (now: string) =>
      server.database.admin.query(
        `insert into app.business_clock (business_id, platform_id, now_at) select id, platform_id, $2 from app.business where id = $1
          on conflict (business_id) do update set now_at = excluded.now_at`,
        [uuidOf("business", businessId), now],
      );
    await setClock("2030-06-14T23:59:00Z");
    expect((await put(businessId, "2030-06-14")).status).toBe(200);
    const refused = await put(businessId, "2030-06-15");
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: "VALIDATION_FAILED",
        errors: [{ in: "PATH", pointer: "/date", message: "date must not be in the future." }],
      },
    });
    await setClock("2030-06-15T00:00:00Z");
    expect((await put(businessId, "2030-06-15")).status).toBe(200);
  });

  it("is refused for a nonexistent date and for invalid figures", async () => {
    const businessId = await newBusiness();
    expect((await put(businessId, "2026-02-30")).body["errors"]).toMatchObject([{ message: "Invalid ISO date." }]);
    const wrong = await put(businessId, "2026-01-05", { grossCents: -1, refundsCents: 1.5, chanel: "web" });
    expect((wrong.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      ...["/grossCents", "/refundsCents", "/chanel"],
    ]);
  });

  it("is changed only at the version in If-Match and once per idempotency key", async () => {
    const businessId = await newBusiness();
    const first = await put(businessId, "2026-01-05");
    const etag = String(first.headers["etag"]);
    const key = { "idempotency-key": randomUUID() };
    const second = await put(businessId, "2026-01-05", { grossCents: 1 }, { "if-match": etag, ...key });
    expect(second.body["revision"]).toBe(2);
    const replayed = await put(businessId, "2026-01-05", { grossCents: 1 }, { "if-match": etag, ...key });
    expect(replayed.text).toBe(second.text);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    expect((await put(businessId, "2026-01-05", { grossCents: 2 }, { "if-match": etag })).status).toBe(412);
    expect((await put(businessId, "2026-01-09", {}, { "if-match": '"1"' })).status).toBe(412);
  });

  it("supports a dry run", async () => {
    const businessId = await newBusiness();
    const path = `/businesses/${businessId}/sales-days/2026-01-05?dryRun=true`;
    expect((await send("PUT", path, figures)).body).toMatchObject({
      object: "dry_run",
      operation: "putSalesDay",
      result: { id: null, revision: 1 },
      effects: { events: ["sales_day.recorded"] },
    });
    expect(await eventsOf(businessId)).toBe(0);
  });

  it("is listed by date range, page by page", async () => {
    const businessId = await newBusiness();
    const other = await newBusiness();
    const dates = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08"];
    for (const date of dates) await put(businessId, date);
    const path = (of: string) => `/businesses/${of}/sales-days?from=2026-01-06&to=2026-01-08&limit=2&order=asc`;
    const first = await send("GET", path(businessId));
    const datesIn = ({ body }: typeof first) => (body["data"] as { date: string }[]).map(({ date }) => date);
    expect(datesIn(first)).toEqual(["2026-01-06", "2026-01-07"]);
    const cursor = `&cursor=${first.body["nextCursor"]}`;
    expect(datesIn(await send("GET", path(businessId) + cursor))).toEqual(["2026-01-08"]);
    expect((await send("GET", path(other) + cursor)).body["code"]).toBe("CURSOR_MISMATCH");
    expect((await send("GET", path(other))).body["data"]).toEqual([]);
  });
});

describe("batch of sales days", () => {
  const row = (businessId: string, date: string, more: object = {}) => ({ businessId, date, ...figures, ...more });
  const batch = (rows: object[], headers = {}) => send("POST", "/sales-days/batch", { rows }, headers);
  type Result = { index: number; ok: boolean; salesDay: { revision: number } | null; problem: { code: string } | null };
  const resultsOf = ({ body }: Awaited<ReturnType<typeof batch>>) => body["results"] as Result[];

  it("answers row by row: an invalid row does not affect the others", async () => {
    const businessId = await newBusiness();
    const foreign = await server.platform();
    const theirs = await server.partner(foreign, {
      method: "POST",
      url: `${base}/businesses`,
      payload: { platformBusinessId: randomUUID() },
    });
    const answer = await batch([
      row(businessId, "2026-01-05"),
      row(String(theirs.body["id"]), "2026-01-05"),
      row(businessId, "2999-01-01"),
      row(businessId, "2026-01-06", { closed: true }),
    ]);
    expect(answer.status).toBe(201);
    expect(resultsOf(answer)).toMatchObject([
      { index: 0, ok: true, salesDay: { revision: 1 }, problem: null },
      { index: 1, ok: false, salesDay: null, problem: { code: "NOT_FOUND", status: 404 } },
      { index: 2, ok: false, salesDay: null, problem: { errors: [{ in: "BODY", pointer: "/date" }] } },
      { index: 3, ok: true, salesDay: { revision: 1, closed: true } },
    ]);
    expect(await eventsOf(businessId)).toBe(2);
  });

  it("has no effect when sent again, with the same key or with another", async () => {
    const businessId = await newBusiness();
    const rows = ["2026-01-05", "2026-01-06", "2026-01-07"].map((date) => row(businessId, date));
    const key = { "idempotency-key": randomUUID() };
    const first = await batch(rows, key);
    expect((await batch(rows)).body).toEqual(first.body);
    await put(businessId, "2026-01-06", { grossCents: 7 });
    const replayed = await batch(rows, key);
    expect(replayed.text).toBe(first.text);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    const listed = await send("GET", `/businesses/${businessId}/sales-days`);
    expect(listed.body["data"]).toMatchObject([{ revision: 1 }, { revision: 2, grossCents: 7 }, { revision: 1 }]);
    expect((await batch([rows[0] ?? {}], key)).status).toBe(422);
  });

  it("with a malformed row is refused before any row is stored", async () => {
    const businessId = await newBusiness();
    const refused = await batch([row(businessId, "2026-01-05"), row(businessId, "soon")]);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: "/rows/1/date" }] } });
    expect(await eventsOf(businessId)).toBe(0);
  });

  it("supports a dry run", async () => {
    const businessId = await newBusiness();
    const tried = await send("POST", "/sales-days/batch?dryRun=true", { rows: [row(businessId, "2026-01-05")] });
    expect(tried).toMatchObject({ status: 200, body: { object: "dry_run", result: { results: [{ ok: true }] } } });
    expect(await eventsOf(businessId)).toBe(0);
  });
});
