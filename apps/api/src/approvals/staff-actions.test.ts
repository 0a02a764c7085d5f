import { randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { tierFor } from "@inlay/lending/access/approval-tiers.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppContext } from "../context.ts";
import { inScope } from "../db/scope.ts";
import type { TestDatabase } from "../db/test-database.fixture.ts";
import { afterAllHaveRead, testDatabase } from "../db/test-database.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { contestedBusiness, newMember } from "../staff/staff.fixture.ts";
import { decide, requestAction, type StaffAction } from "./staff-actions.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** A test action that inserts a row for each performed transfer, so that the test can count them. */
const transfer: StaffAction<{ amountCents: number }> = {
  kind: "test.transfer",
  action: "staff.owner-conflict.resolve",
  needs: ({ amountCents }, tiers) => tierFor(tiers, amountCents),
  perform: async (tx, { platformId, businessId, subjectId, payload, memberId }) => {
    if (payload.amountCents < 0) throw new Refusal("NO_AVAILABLE_BALANCE");
    await tx
      .insertInto("interaction")
      .values({
        platform_id: platformId,
        business_id: businessId ?? "",
        name: subjectId,
        user_id: payerOf.get(platformId) ?? "",
        details: JSON.stringify({ memberId }),
      })
      .execute();
  },
};
const payerOf = new Map<string, string>();

type Scene = Awaited<ReturnType<typeof scene>>;
async function scene(database: TestDatabase, app: AppContext) {
  const { platformId, businessId, first } = await contestedBusiness(database);
  payerOf.set(platformId, first);
  const maker = await newMember(database, ["OPERATIONS"]);
  const within = <M extends { caller: typeof maker.caller }>({ caller }: M) => ({ ...caller, platformId, businessId });
  const subjectId = randomUUID();
  return {
    platformId,
    businessId,
    subjectId,
    maker,
    within,
    requestAction: (amountCents: number, by = maker) =>
      inScope(app.pool, { platformId, businessId }, (tx) =>
        requestAction(tx, app, transfer, {
          caller: within(by),
          subjectId,
          payload: { amountCents },
          reason: "because",
          requestId: "r",
        }),
      ),
    hashOf: async (id: string) => {
      const { rows } = await database.admin.query<{ hash: string }>(
        "select encode(payload_hash, 'hex') as hash from app.staff_request where id = $1",
        [id],
      );
      return rows[0]?.hash ?? "";
    },
    performed: async () => {
      const { rowCount } = await database.admin.query("select from app.interaction where name = $1", [subjectId]);
      return rowCount;
    },
  };
}

const decideIn = (
  { platformId, businessId, within }: Scene,
  app: AppContext,
  by: Awaited<ReturnType<typeof newMember>>,
  staffRequestId: string,
  payloadHash: string,
  verdict: "APPROVED" | "REJECTED" = "APPROVED",
) =>
  inScope(app.pool, { platformId, businessId }, (tx) =>
    decide(tx, app, [transfer as StaffAction], {
      caller: within(by),
      staffRequestId,
      verdict,
      payloadHash,
      reason: "agreed",
      requestId: "r",
    }),
  );

const codeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === "fulfilled" ? "done" : ((settled.reason as Refusal).code ?? String(settled.reason));

describe("staff action for one person", () => {
  it("is performed at once and recorded with requester and reason", async () => {
    const it = await scene(server.database, server.app);
    const outcome = await it.requestAction(2_500_000);
    expect(outcome.state).toBe("APPROVED");
    expect(await it.performed()).toBe(1);
    const { rows } = await server.database.admin.query(
      "select maker_id, maker_reason, checker_id, state from app.staff_request where id = $1",
      [outcome.requestId],
    );
    expect(rows).toEqual([{ maker_id: it.maker.id, maker_reason: "because", checker_id: null, state: "APPROVED" }]);
    const audit = await server.database.admin.query(
      "select action, actor_kind, actor_id from app.audit where object_id = $1",
      [outcome.requestId],
    );
    expect(audit.rows).toEqual([
      { action: "staff.owner-conflict.resolve", actor_kind: "STAFF", actor_id: it.maker.id },
    ]);
  });

  it("stores nothing when it is refused", async () => {
    const it = await scene(server.database, server.app);
    await expect(it.requestAction(-1)).rejects.toMatchObject({ code: "NO_AVAILABLE_BALANCE" });
    const { rowCount } = await server.database.admin.query("select from app.staff_request where subject_id = $1", [
      it.subjectId,
    ]);
    expect(rowCount).toBe(0);
  });
});

describe("staff action for two people", () => {
  it("waits for the approver and is recorded with both people", async () => {
    const it = await scene(server.database, server.app);
    const { requestId, state } = await it.requestAction(2_500_001);
    expect({ state, performed: await it.performed() }).toEqual({ state: "PENDING", performed: 0 });
    const checker = await newMember(server.database, ["UNDERWRITER"]);
    await decideIn(it, server.app, checker, requestId, await it.hashOf(requestId));
    expect(await it.performed()).toBe(1);
    const { rows } = await server.database.admin.query(
      "select kind, actor_id from app.event where body->>'staffRequestId' = $1 order by sequence",
      [requestId],
    );
    expect(rows).toEqual([
      { kind: "staff_request.made", actor_id: it.maker.id },
      { kind: "staff_request.approved", actor_id: checker.id },
    ]);
  });

  it("is not performed after a rejection and can be requested again", async () => {
    const it = await scene(server.database, server.app);
    const { requestId } = await it.requestAction(2_500_001);
    const checker = await newMember(server.database, ["UNDERWRITER"]);
    await decideIn(it, server.app, checker, requestId, await it.hashOf(requestId), "REJECTED");
    expect(await it.performed()).toBe(0);
    await expect(decideIn(it, server.app, checker, requestId, await it.hashOf(requestId))).rejects.toMatchObject({
      code: "WRONG_STATE",
    });
    expect((await it.requestAction(2_500_001)).state).toBe("PENDING");
  });

  it("cannot be approved by its requester, which rests on the table's check constraint", async () => {
    const it = await scene(server.database, server.app);
    const { requestId } = await it.requestAction(2_500_001);
    for (const verdict of ["APPROVED", "REJECTED"] as const) {
      await expect(
        decideIn(it, server.app, it.maker, requestId, await it.hashOf(requestId), verdict),
      ).rejects.toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    }
    expect(await it.performed()).toBe(0);

    await unguarded("alter table app.staff_request drop constraint maker_is_not_checker", async (database, app) => {
      const there = await scene(database, app);
      const asked = await there.requestAction(2_500_001);
      await decideIn(there, app, there.maker, asked.requestId, await there.hashOf(asked.requestId));
      expect(await there.performed()).toBe(1);
    });
  });

  it("is approved only with the payload's hash, by a permitted role, and above the highest tier by treasury", async () => {
    const it = await scene(server.database, server.app);
    const { requestId } = await it.requestAction(25_000_001);
    const hash = await it.hashOf(requestId);
    const say = async (roles: Parameters<typeof newMember>[1], seen: string) =>
      decideIn(it, server.app, await newMember(server.database, roles), requestId, seen);
    await expect(say(["ADMIN"], hash)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(say(["OPERATIONS"], hash)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(say(["TREASURY"], hash)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(say(["OPERATIONS", "TREASURY"], "0".repeat(64))).rejects.toMatchObject({ code: "VERSION_MISMATCH" });
    await say(["OPERATIONS", "TREASURY"], hash);
    expect(await it.performed()).toBe(1);
  });

  it("cannot be changed after the request: neither requester, payload nor hash", async () => {
    const it = await scene(server.database, server.app);
    const { requestId } = await it.requestAction(2_500_001);
    const change = (set: string) =>
      inScope(server.app.pool, it, async (tx) => {
        await sql.raw(`update app.staff_request set ${set} where id = '${requestId}'`).execute(tx);
      });
    for (const set of [
      `maker_id = '${randomUUID()}'`,
      `payload = '{"amountCents": 1}'`,
      "people = 1",
      "maker_reason = 'x'",
    ])
      await expect(change(set)).rejects.toThrow("permission denied");
    await expect(change("payload_hash = default")).rejects.toThrow("permission denied");
  });
});

type Together = <T>(work: () => Promise<T>) => Promise<T>;
const atOnce: Together = (work) => work();
const onceAllHaveRead =
  (database: TestDatabase): Together =>
  (work) =>
    afterAllHaveRead(database, { table: "app.staff_request", count: 20 }, work);

describe("concurrent approvals by 20 members", () => {
  const race = async (database: TestDatabase, app: AppContext, together: Together = atOnce) => {
    const there = await scene(database, app);
    const { requestId } = await there.requestAction(2_500_001);
    const hash = await there.hashOf(requestId);
    const checkers = await Promise.all(Array.from({ length: 20 }, () => newMember(database, ["UNDERWRITER"])));
    const said = await together(() =>
      Promise.allSettled(checkers.map((checker) => decideIn(there, app, checker, requestId, hash))),
    );
    return { performed: await there.performed(), said: said.map(codeOf).sort() };
  };

  it("let exactly one succeed in each of 50 rounds, and the action is performed once", async () => {
    for (let round = 0; round < 50; round++) {
      const { performed, said } = await race(server.database, server.app);
      expect({ round, performed, said }).toEqual({
        round,
        performed: 1,
        said: [...Array(19).fill("WRONG_STATE"), "done"],
      });
    }
  });

  it("all succeed without the table's trigger, so the trigger is the guard", async () => {
    await unguarded("drop trigger decide_once on app.staff_request", async (database, app) => {
      const raced = await race(database, app, onceAllHaveRead(database));
      expect(raced.performed).toBe(20);
    });
  });
});

describe("concurrent identical requests by 20 members", () => {
  const race = async (database: TestDatabase, app: AppContext, together: Together = atOnce) => {
    const there = await scene(database, app);
    const makers = await Promise.all(Array.from({ length: 20 }, () => newMember(database, ["OPERATIONS"])));
    const asked = await together(() =>
      Promise.allSettled(makers.map((maker) => there.requestAction(2_500_001, maker))),
    );
    return asked.map(codeOf).filter((code) => code === "done").length;
  };

  it("let exactly one succeed in each of 20 rounds", async () => {
    for (let round = 0; round < 20; round++) expect(await race(server.database, server.app)).toBe(1);
  });

  it("all succeed without the unique index, so the index is the guard", async () => {
    await unguarded("drop index app.one_pending_request", async (database, app) => {
      const raced = await race(database, app, onceAllHaveRead(database));
      expect(raced).toBe(20);
    });
  });
});

/** Runs `work` with an app context on a database that lacks one of its guards. */
async function unguarded(loss: string, work: (database: TestDatabase, app: AppContext) => Promise<void>) {
  const database = await testDatabase();
  try {
    await database.admin.query(loss);
    await work(database, { ...server.app, pool: database.pool("app", { max: 20 }) });
  } finally {
    await database.close();
  }
}
