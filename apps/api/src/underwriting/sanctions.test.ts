import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import { type TestDatabase, testDatabase } from "../db/test-database.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { advanceOrder } from "../payments/advance-order.ts";
import { aDebtor } from "../payments/payments.fixture.ts";
import { createOrder } from "../payments/public.ts";
import type { Sanctions } from "../providers/sanctions/port.ts";
import { contestedBusiness, newMember, signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { decideScreening, isNobodyListed, type ScreeningSubject, screenName } from "./sanctions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const system = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
const listed = "Alexander Vorshenko";
const reason = "born forty years later, in another country";

type Tenant = { platformId: string; businessId: string };

const screenIn = async (
  app: AppContext,
  { platformId, businessId }: Tenant,
  name: string,
  id: string = randomUUID(),
) => {
  const subject: ScreeningSubject = { platformId, businessId, kind: "PERSON", id, name: { name, kind: "PERSON" } };
  const write = await screenName(app, subject, system);
  return { id, ...(await inScope(app.pool, { platformId, businessId }, write)) };
};
const screen = (tenant: Tenant, name: string, id?: string) => screenIn(server.app, tenant, name, id);
const isClear = ({ platformId, businessId }: Tenant, { pool } = server.app) =>
  inScope(pool, { platformId, businessId }, (tx) => isNobodyListed(tx, businessId));
const openTasks = async (subjectId: string) => {
  const { rowCount } = await server.database.admin.query(
    "select from app.task where kind = 'SANCTIONS_REVIEW' and subject_id = $1 and closed_at is null",
    [subjectId],
  );
  return rowCount;
};
const screeningsOf = async (by: TestMember, { businessId }: Tenant) =>
  (await by.as("GET", `/businesses/${businessId}/sanctions`)).body["screenings"] as {
    id: string;
    verdict: string | null;
    decidedBy: string | null;
  }[];
const decide = (by: TestMember, { businessId }: Tenant, screeningId: string, verdict: "clear" | "confirm") =>
  by.as("POST", `/businesses/${businessId}/sanctions/${screeningId}/${verdict}`, { reason });
const agree = async (by: TestMember, requestId: unknown) => {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
};
/** Clears a screening with two staff members. */
const clear = async (tenant: Tenant, screeningId: string) => {
  const [maker, checker] = [
    await signedInMember(server, ["UNDERWRITER"]),
    await signedInMember(server, ["OPERATIONS"]),
  ];
  const asked = await decide(maker, tenant, screeningId, "clear");
  return agree(checker, asked.body["requestId"]);
};

describe("screened name", () => {
  it("that is not listed is clear, and is saved with the hash of the list", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id, isClear: clearly } = await screen(tenant, "Mary Smith");
    expect({ clearly, tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({
      clearly: true,
      tasks: 0,
      stands: true,
    });
    const { rows } = await server.database.admin.query(
      "select result, name, length(list_sha256) as hash, list_published_at is not null as dated from app.sanctions_screening where subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ result: "CLEAR", name: "Mary Smith", hash: 32, dated: true }]);
  });

  it("that may be listed stops the business's money and opens one task, however often it is screened", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id, isClear: clearly } = await screen(tenant, listed);
    await screen(tenant, listed, id);
    expect({ clearly, tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({
      clearly: false,
      tasks: 1,
      stands: false,
    });
    expect(await isClear(await contestedBusiness(server.database))).toBe(true);
  });

  it("leaves ids and results in the events, and no name", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id } = await screen(tenant, listed);
    const { rows } = await server.database.admin.query<{ kind: string; body: object }>(
      "select kind, body from app.event where business_id = $1",
      [tenant.businessId],
    );
    expect(rows).toMatchObject([
      { kind: "sanctions_screening.made", body: { subjectId: id, result: "POSSIBLE_MATCH" } },
    ]);
    expect(JSON.stringify(rows).toLowerCase()).not.toContain("vorshenko");
  });

  it("that matched stays a match under a later name: only staff clear it", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id } = await screen(tenant, listed);
    expect((await screen(tenant, "Mary Smith", id)).isClear).toBe(true);
    expect({ tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({ tasks: 1, stands: false });
  });

  it("is in no answer of the portal, whatever the result", async () => {
    const platform = await server.platform();
    const person = await server.person(platform);
    const before = await person.as({ method: "GET", url: "/api/v1/workflow" });
    const own = await server.database.admin.query<{ id: string }>(
      "select id from app.business where platform_id = $1",
      [platform.id],
    );
    await screen({ platformId: platform.id, businessId: own.rows[0]?.id ?? "" }, listed);
    const after = await person.as({ method: "GET", url: "/api/v1/workflow" });
    expect({ status: after.status, body: after.body }).toEqual({ status: 200, body: before.body });
  });
});

describe("possible match", () => {
  it("is cleared by two staff members: money goes out again, and the same match opens no task again", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id } = await screen(tenant, listed);
    await screen(tenant, listed, id);
    const maker = await signedInMember(server, ["UNDERWRITER"]);
    const [found] = await screeningsOf(maker, tenant);
    const asked = await decide(maker, tenant, found?.id ?? "", "clear");
    expect(asked.body["state"]).toBe("PENDING");
    expect((await agree(maker, asked.body["requestId"])).status).toBe(403);
    expect(await isClear(tenant)).toBe(false);
    const checker = await signedInMember(server, ["OPERATIONS"]);
    expect((await agree(checker, asked.body["requestId"])).status).toBe(200);
    expect({ tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({ tasks: 0, stands: true });
    expect((await screen(tenant, listed, id)).isClear).toBe(true);
    expect({ tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({ tasks: 0, stands: true });
    const all = await screeningsOf(maker, tenant);
    expect(all.map(({ verdict }) => verdict)).toEqual(["CLEARED", "CLEARED", "CLEARED"]);
    expect(all.map(({ decidedBy }) => decidedBy !== null)).toEqual([false, true, false]);
  });

  it("opens a task again when more entries match than were cleared, or another name is screened", async () => {
    const tenant = await contestedBusiness(server.database);
    const match = (entryId: string) => ({
      entryId,
      name: "X",
      kind: "PERSON" as const,
      programs: [],
      remarks: null,
      score: 0.9,
    });
    const finding = (...ids: string[]): AppContext => {
      const list = { sha256: "0".repeat(64), publishedAt: new Date(), entryCount: 1 };
      const sanctions: Sanctions = {
        version: async () => list,
        screen: async () => ({ result: "POSSIBLE_MATCH", score: 0.9, matches: ids.map(match), list }),
      };
      return { ...server.app, sanctions };
    };
    const { id } = await screenIn(finding("1", "2"), tenant, "Ann Doe");
    const [found] = await screeningsOf(await signedInMember(server, ["UNDERWRITER"]), tenant);
    await clear(tenant, found?.id ?? "");
    expect((await screenIn(finding("2"), tenant, "Ann Doe", id)).isClear).toBe(true);
    expect((await screenIn(finding("2", "3"), tenant, "Ann Doe", id)).isClear).toBe(false);
    expect(await openTasks(id)).toBe(1);
    const other = await contestedBusiness(server.database);
    const first = await screenIn(finding("1"), other, "Ann Doe");
    const [seen] = await screeningsOf(await signedInMember(server, ["UNDERWRITER"]), other);
    await clear(other, seen?.id ?? "");
    expect((await screenIn(finding("1"), other, "Ann Roe", first.id)).isClear).toBe(false);
  });

  it("is confirmed by one staff member at once, stays confirmed at the next screening, and can be cleared by two", async () => {
    const tenant = await contestedBusiness(server.database);
    const { id } = await screen(tenant, listed);
    const by = await signedInMember(server, ["OPERATIONS"]);
    const [found] = await screeningsOf(by, tenant);
    expect((await decide(by, tenant, found?.id ?? "", "confirm")).body["state"]).toBe("APPROVED");
    expect((await decide(by, tenant, found?.id ?? "", "confirm")).status).toBe(409);
    expect((await screen(tenant, listed, id)).isClear).toBe(false);
    expect({ tasks: await openTasks(id), stands: await isClear(tenant) }).toEqual({ tasks: 0, stands: false });
    expect((await clear(tenant, found?.id ?? "")).status).toBe(200);
    expect(await isClear(tenant)).toBe(true);
  });

  it("is required for a decision: a clear or unknown screening cannot be decided", async () => {
    const tenant = await contestedBusiness(server.database);
    await screen(tenant, "Mary Smith");
    const by = await signedInMember(server, ["OPERATIONS"]);
    const [found] = await screeningsOf(by, tenant);
    expect((await decide(by, tenant, found?.id ?? "", "confirm")).status).toBe(409);
    expect((await decide(by, tenant, randomUUID(), "confirm")).status).toBe(404);
    const foreign = await contestedBusiness(server.database);
    await screen(foreign, listed);
    const [theirs] = await screeningsOf(by, foreign);
    expect((await decide(by, tenant, theirs?.id ?? "", "confirm")).status).toBe(404);
  });
});

describe("ten simultaneous sanctions decisions", () => {
  const race = async (database: TestDatabase, app: AppContext) => {
    const tenant = await contestedBusiness(database);
    const { platformId, businessId } = tenant;
    await screenIn(app, tenant, listed);
    const { rows } = await database.admin.query<{ id: string }>(
      "select id from app.sanctions_screening where business_id = $1",
      [businessId],
    );
    const screeningId = rows[0]?.id ?? "";
    const crew = await Promise.all(Array.from({ length: 10 }, () => newMember(database, ["UNDERWRITER"])));
    // All transactions are open before the first one decides.
    const { promise: allOpen, resolve: begin } = Promise.withResolvers<void>();
    let present = 0;
    const said = await Promise.allSettled(
      crew.map(({ id: memberId }, n) =>
        inScope(app.pool, { platformId, businessId }, async (tx) => {
          if (++present === crew.length) begin();
          await allOpen;
          await decideScreening(tx, {
            screeningId,
            verdict: n % 2 ? "CLEARED" : "CONFIRMED",
            memberId,
            requestId: "r",
          });
        }),
      ),
    );
    const chain = await database.admin.query<{ first: number }>(
      "select count(*)::int as first from app.sanctions_decision where screening_id = $1 and replaces is null",
      [screeningId],
    );
    return { done: said.filter(({ status }) => status === "fulfilled").length, first: chain.rows[0]?.first };
  };

  it("form one chain: each replaces the one before it", async () => {
    for (let round = 0; round < 5; round++) expect((await race(server.database, server.app)).first).toBe(1);
  });

  it("form several chains without the table's constraint", async () => {
    const database = await testDatabase();
    try {
      await database.admin.query("alter table app.sanctions_decision drop constraint decision_taken");
      const app = { ...server.app, pool: database.pool("app", { max: 10 }) };
      expect((await race(database, app)).first).toBeGreaterThan(1);
    } finally {
      await database.close();
    }
  });
});

describe("screenings and decisions", () => {
  it("can be neither changed nor deleted by any role", async () => {
    const tenant = await contestedBusiness(server.database);
    await screen(tenant, listed);
    for (const table of ["sanctions_screening", "sanctions_decision"]) {
      for (const change of [`delete from app.${table}`, `update app.${table} set business_id = business_id`]) {
        await expect(server.database.admin.query(change)).rejects.toThrow("append-only");
        await expect(inScope(server.app.pool, tenant, (tx) => sql.raw(change).execute(tx))).rejects.toThrow(
          "permission denied",
        );
      }
    }
  });
});

describe("outgoing payment", () => {
  it("waits while a person of the business may be listed, and is sent when two staff members have cleared them", async () => {
    const debtor = await aDebtor(server, "1234567890", "2026-11-16T15:00:00Z");
    const orderId = await debtor.within((tx) => createOrder(tx, debtor.payout(), system));
    const now = new Date("2026-11-17T20:00:00Z");
    const move = () => debtor.within((tx) => advanceOrder.act(tx, { ...debtor, id: orderId, dueAt: now }, now));
    const claimed = async () => {
      const { rows } = await server.database.admin.query<{ claimed: boolean }>(
        "select claimed_at is not null as claimed from app.payment_order where id = $1",
        [orderId],
      );
      return rows[0]?.claimed;
    };
    await screen(debtor, listed);
    await move();
    expect(await claimed()).toBe(false);
    const held = await server.database.admin.query(
      "select from app.task where kind = 'PAYMENT_HELD' and subject_id = $1",
      [orderId],
    );
    expect(held.rowCount).toBe(1);
    const [found] = await screeningsOf(await signedInMember(server, ["UNDERWRITER"]), debtor);
    await clear(debtor, found?.id ?? "");
    await move();
    expect(await claimed()).toBe(true);
  });
});
