import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { type Answered, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { buildServer } from "../http/server.ts";
import type { OutsideTime } from "../providers/outside-time/port.ts";
import { dueJobs, slices } from "../slices.ts";
import { type DueGround, dueGround, stillOutside } from "./clock.fixture.ts";
import { type Clock, startClock } from "./start-clock.ts";

let server: TestServer;
let ground: DueGround;
let platform: TestPlatform;
const clocks: Clock[] = [];
beforeAll(async () => {
  server = await testServer();
  ground = await dueGround(server.database, server.app);
  platform = await server.platform();
});
afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.stop()));
});
afterAll(() => server.close());

const letTimePass = (outside: OutsideTime, kinds = ground.kinds): Clock => {
  const clock = startClock(server.app, server.database.pool("engine"), kinds, outside);
  clocks.push(clock);
  return clock;
};
const still = () => stillOutside(server.database);

type Sut = {
  platformId: string;
  businessId: string;
  get(): Promise<Answered>;
  advance(body: object): Promise<Answered>;
};

/** A business whose clock is at noon of 2027-01-01 or, with null, a business without its own clock. */
async function aBusiness(now: string | null = "2027-01-01T12:00:00.000Z"): Promise<Sut> {
  const made = await server.partner(platform, {
    method: "POST",
    url: "/api/platform/v1/businesses",
    payload: { platformBusinessId: randomUUID() },
  });
  const url = `/api/platform/v1/sandbox/businesses/${made.body["id"]}/clock`;
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.business where platform_business_id = $1",
    [made.body["platformBusinessId"]],
  );
  const of = { platformId: platform.id, businessId: rows[0]?.id ?? "" };
  if (now) {
    await server.database.admin.query(
      "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, $3)",
      [of.businessId, of.platformId, now],
    );
  }
  return {
    ...of,
    get: () => server.partner(platform, { method: "GET", url }),
    advance: (payload) => server.partner(platform, { method: "POST", url: `${url}/advance`, payload }),
  };
}

const arrived = (business: Sut) =>
  until("the clock has arrived", async () => (await business.get()).body["advancingTo"] === null);
const doneFor = async ({ businessId }: Sut) =>
  (
    await server.database.admin.query<{ label: string; now: Date }>(
      `select label, now_at as now from app.done d where label like $1 order by n`,
      [`${businessId}%`],
    )
  ).rows.map(({ label, now }) => [label.slice(businessId.length + 1), now.toISOString()]);
const eventsOf = async ({ businessId }: Sut) =>
  (
    await server.database.admin.query<{ kind: string; at: Date }>(
      "select kind, happened_at as at from app.event where stream = $1 order by sequence",
      [businessId],
    )
  ).rows.map(({ kind, at }) => [kind, at.toISOString()]);

describe("business clock", () => {
  it("follows real time until it is advanced", async () => {
    const business = await aBusiness(null);
    const { status, body } = await business.get();
    expect({ status, ...body }).toMatchObject({ status: 200, frozen: false, advancingTo: null, progress: null });
    expect(Math.abs(Date.parse(String(body["now"])) - Date.now())).toBeLessThan(60_000);
  });

  it("starts an advance, reports its progress, and reports its arrival", async () => {
    const business = await aBusiness(null);
    const asked = await business.advance({ days: 3 });
    expect(asked.status).toBe(202);
    const from = Date.parse(String(asked.body["now"]));
    const target = new Date(from + 3 * 86_400_000).toISOString();
    expect(asked.body).toMatchObject({ advancingTo: target, progress: { daysDone: 0, daysTotal: 3 }, frozen: true });
    letTimePass(still());
    await arrived(business);
    expect((await business.get()).body).toMatchObject({ now: target, advancingTo: null, progress: null, frozen: true });
    expect((await eventsOf(business)).map(([kind]) => kind)).toEqual([
      ...["business.created", "clock.advance_started", "clock.advanced"],
    ]);
  });

  it("advances to noon of a given date", async () => {
    const business = await aBusiness();
    expect((await business.advance({ toDate: "2027-03-31" })).body["advancingTo"]).toBe("2027-03-31T12:00:00.000Z");
  });

  it("refuses to go back or too far, and refuses an ambiguous or empty request", async () => {
    const business = await aBusiness();
    expect(await business.advance({ toDate: "2026-12-31" })).toMatchObject({
      status: 409,
      body: {
        code: "CLOCK_BACKWARDS",
        detail: "The test clock refused: it only goes forward, and it is already 2027-01-01T12:00:00.000Z.",
      },
    });
    expect(await business.advance({ toDate: "2027-01-01" })).toMatchObject({ status: 409 });
    for (const body of [{ days: 732 }, { toDate: "2029-06-01" }]) {
      expect(await business.advance(body)).toMatchObject({ status: 409, body: { code: "CLOCK_TOO_FAR" } });
    }
    for (const body of [{}, { days: 1, toDate: "2027-02-01" }, { days: 0 }, { days: 1.5 }, { toDate: "soon" }]) {
      expect((await business.advance(body)).status).toBe(400);
    }
    expect((await business.get()).body).toMatchObject({ now: "2027-01-01T12:00:00.000Z", advancingTo: null });
    const back = server.database.admin.query(
      "update app.business_clock set now_at = '2020-01-01' where business_id = $1",
      [business.businessId],
    );
    await expect(back).rejects.toThrow("a clock does not go back");
  });

  it("accepts one advance at a time: of ten requests at once one wins", async () => {
    const business = await aBusiness(null);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => business.advance({ days: n + 1 })));
    const codes = answers.map(({ status, body }) => (status === 202 ? "won" : body["code"])).toSorted();
    expect(codes).toEqual([...Array.from({ length: 9 }, () => "CLOCK_RUNNING"), "won"]);
    const winner = answers.find(({ status }) => status === 202);
    expect((await business.get()).body["advancingTo"]).toBe(winner?.body["advancingTo"]);
  });

  it("does not exist in production", async () => {
    const { app } = server;
    const production = await buildServer({ ...app, config: { ...app.config, isProduction: true } }, slices);
    const url = `/api/platform/v1/sandbox/businesses/platform:x/clock`;
    for (const [method, path] of [
      ["GET", url],
      ["POST", `${url}/advance`],
    ] as const) {
      expect(production.hasRoute({ method, url: path.replace("platform:x", ":businessId") })).toBe(false);
      expect((await production.inject({ method, url: path })).statusCode).toBe(404);
    }
    await production.close();
  });
});

describe("clock advance", () => {
  it("handles everything due at its own moment, in order, including what becomes due again", async () => {
    const business = await aBusiness();
    const label = (text: string) => `${business.businessId} ${text}`;
    await ground.makeDue(business, label("fee"), "2027-01-20T05:00:00.000Z", { kind: 1 });
    await ground.makeDue(business, label("weekly"), "2027-01-06T05:00:00.000Z", { everyDays: 7 });
    await ground.makeDue(business, label("overdue"), "2026-12-24T00:00:00.000Z");
    await ground.makeDue(business, label("too late"), "2027-01-31T12:00:00.001Z");
    await business.advance({ days: 30 });
    letTimePass(still());
    await arrived(business);
    expect(await doneFor(business)).toEqual([
      ["overdue", "2027-01-01T12:00:00.000Z"],
      ["weekly", "2027-01-06T05:00:00.000Z"],
      ["weekly", "2027-01-13T05:00:00.000Z"],
      ["weekly", "2027-01-20T05:00:00.000Z"],
      ["fee", "2027-01-20T05:00:00.000Z"],
      ["weekly", "2027-01-27T05:00:00.000Z"],
    ]);
  });

  it("stops at the microsecond at which something is due", async () => {
    const business = await aBusiness();
    await ground.makeDue(business, `${business.businessId} odd`, "2027-01-01T18:00:00.000001Z");
    await business.advance({ days: 1 });
    letTimePass(still());
    await arrived(business);
    expect(await doneFor(business)).toEqual([["odd", "2027-01-01T18:00:00.000Z"]]);
  });

  it("moves the vendors' time day by day, and stops where a vendor event is due", async () => {
    const business = await aBusiness();
    const settles = new Date("2027-01-02T13:30:00.000Z");
    const outside = stillOutside(server.database, business.businessId, (now) => ({
      nextAt: now < settles ? settles : null,
    }));
    await business.advance({ days: 3 });
    letTimePass(outside);
    await arrived(business);
    expect(outside.times.map((at) => at.toISOString())).toEqual([
      "2027-01-01T12:00:00.000Z",
      "2027-01-01T23:59:59.999Z",
      "2027-01-02T13:30:00.000Z",
      "2027-01-02T23:59:59.999Z",
      "2027-01-03T23:59:59.999Z",
      "2027-01-04T12:00:00.000Z",
    ]);
  });

  it("lets the vendors act before our own commands of the same moment", async () => {
    const business = await aBusiness();
    const label = `${business.businessId} ours`;
    await ground.makeDue(business, label, "2027-01-02T13:30:00.000Z");
    const sightings: number[] = [];
    const outside = stillOutside(server.database, business.businessId, async (now) => {
      if (now.toISOString() === "2027-01-02T13:30:00.000Z") sightings.push((await doneFor(business)).length);
      return {};
    });
    await business.advance({ days: 2 });
    letTimePass(outside);
    await arrived(business);
    expect(sightings[0]).toBe(0);
    expect(sightings.at(-1)).toBe(1);
  });

  it("waits at a stop until its workflows have ended and the vendors have sent everything", async () => {
    const business = await aBusiness();
    await ground.makeDue(business, `${business.businessId} pays`, "2027-01-05T05:00:00.000Z", {
      mode: "starts workflow",
    });
    await ground.makeDue(business, `${business.businessId} next`, "2027-01-06T05:00:00.000Z");
    let isQuiet = false;
    let asked = 0;
    const outside = stillOutside(server.database, business.businessId, () => {
      asked++;
      return { isQuiet };
    });
    await business.advance({ days: 30 });
    letTimePass(outside);
    await until("it was asked often", () => asked > 5);
    expect((await business.get()).body["now"]).toBe("2027-01-01T12:00:00.000Z");
    isQuiet = true;
    const clockNow = async () => (await business.get()).body["now"];
    await until("the workflow is open", async () => (await clockNow()) === "2027-01-05T05:00:00.000Z");
    const before = asked;
    await until("it was asked often again", () => asked > before + 5);
    expect(await clockNow()).toBe("2027-01-05T05:00:00.000Z");
    expect((await business.get()).body["progress"]).toEqual({ daysDone: 3, daysTotal: 30 });
    await server.database.admin.query("update app.workflow_run set state = 'DONE' where business_id = $1", [
      business.businessId,
    ]);
    await arrived(business);
    expect(await doneFor(business)).toEqual([
      ["pays", "2027-01-05T05:00:00.000Z"],
      ["next", "2027-01-06T05:00:00.000Z"],
    ]);
  });

  it("asks the vendors again when a workflow has called them in between", async () => {
    const business = await aBusiness();
    // A workflow starts and ends between two checks, and calls a vendor after the vendors were asked.
    const calls = [true, true, false];
    let seen = 0;
    const outside = stillOutside(server.database, business.businessId, async () => {
      seen++;
      if (calls.shift()) {
        await server.database.admin.query(
          "insert into app.workflow_run (kind, id, platform_id, business_id, state) values ('deliver-email', uuidv7(), $1, $2, 'DONE')",
          [business.platformId, business.businessId],
        );
      }
      return {};
    });
    await business.advance({ days: 1 });
    letTimePass(outside);
    await arrived(business);
    // Three checks at the first stop, two of them disturbed; one at the end of the day and one at the target.
    expect(seen).toBe(5);
  });

  it("resumes where it was interrupted, and does nothing twice", async () => {
    const business = await aBusiness();
    await ground.makeDue(business, `${business.businessId} daily`, "2027-01-02T05:00:00.000Z", { everyDays: 1 });
    await business.advance({ days: 60 });
    const outside = stillOutside(server.database, business.businessId);
    for (const stopsSeen of [20, 60, 90]) {
      const clock = letTimePass(outside);
      await until("it has passed some stops", () => outside.times.length >= stopsSeen);
      await clock.stop();
      expect((await business.get()).body["advancingTo"]).toBe("2027-03-02T12:00:00.000Z");
    }
    letTimePass(outside);
    await arrived(business);
    const done = await doneFor(business);
    expect(done).toHaveLength(60);
    expect(new Set(done.map(([, at]) => at)).size).toBe(60);
    expect((await eventsOf(business)).filter(([kind]) => kind === "clock.advanced")).toHaveLength(1);
  });

  it("waits for vendors that do not answer, and then continues", async () => {
    const business = await aBusiness();
    let isAway = true;
    const outside = stillOutside(server.database, business.businessId, () => {
      if (isAway) throw new Error("unreachable");
      return {};
    });
    await business.advance({ days: 1 });
    letTimePass(outside);
    await until("the failure was logged", () =>
      server.logged.join().includes("a clock advance failed and will be retried"),
    );
    expect((await business.get()).body["now"]).toBe("2027-01-01T12:00:00.000Z");
    isAway = false;
    await arrived(business);
  });
});

describe("prequalification", () => {
  const expiring = async (
    of: { platformId: string; businessId: string | null },
    expiresOn: string,
    product: string,
    isReplaced = false,
  ) =>
    server.database.admin.query(
      `insert into app.prequalification (platform_id, business_id, product, prequal_type, is_prequalified, prequalified_amount_cents,
         terms, prequal_date, expires_date, replaced_at)
       values ($1, $2, $5, $3, true, 2500000, '{}', '2026-01-01', $4, case when $6::boolean then now() end)`,
      [of.platformId, of.businessId, of.businessId ? "STANDARD" : "ANON", expiresOn, product, isReplaced],
    );

  it("expires once when its last day is over and no other has replaced it, with an event for its partner", async () => {
    const business = await aBusiness();
    await expiring(business, "2027-01-14", "TERM_LOAN");
    await expiring(business, "2027-01-12", "TERM_LOAN", true);
    await expiring(business, "2027-02-20", "LOC_TERM_LOAN");
    await business.advance({ days: 40 });
    letTimePass(still(), dueJobs);
    await arrived(business);
    expect((await eventsOf(business)).filter(([kind]) => kind === "prequalification.expired")).toEqual([
      ["prequalification.expired", "2027-01-15T00:00:00.000Z"],
    ]);
  });

  it("without a business expires by real time", async () => {
    await expiring({ platformId: platform.id, businessId: null }, "2026-01-31", "TERM_LOAN");
    letTimePass(still(), dueJobs);
    await until("it has expired", async () => {
      const { rowCount } = await server.database.admin.query(
        "select from app.event where stream = $1 and kind = 'prequalification.expired'",
        [platform.id],
      );
      return rowCount === 1;
    });
  });
});
