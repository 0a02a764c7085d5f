import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxAuditKey } from "../config.ts";
import { auditBreak } from "./audit.fixture.ts";
import { auditHash } from "./audit-chain.ts";
import { createPool } from "./pool.ts";
import { type Fact, record } from "./record.ts";
import { inScope, type Scope } from "./scope.ts";
import { type TestDatabase, testDatabase } from "./test-database.fixture.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function aBusiness(): Promise<Scope> {
  const platformId = randomUUID();
  const businessId = randomUUID();
  await database.admin.query("insert into app.platform (id, name) values ($1, 'Test')", [platformId]);
  await database.admin.query("insert into app.business (id, platform_id) values ($1, $2)", [businessId, platformId]);
  return { platformId, businessId };
}

const somethingHappened = ({ platformId, businessId }: Scope, n = 0) => ({
  platformId,
  businessId,
  kind: "onboarding.survey_answered" as const,
  body: { reason: null, version: n },
  action: "test.do",
  object: { kind: "test", id: businessId },
  after: { n },
  actor: { kind: "SYSTEM", id: null } as const,
  requestId: null,
});

const sequences = async ({ businessId }: Scope) =>
  (
    await database.admin.query("select sequence from app.event where stream = $1 order by sequence", [businessId])
  ).rows.map((r) => r.sequence);

const firstBreak = ({ businessId }: Scope) => auditBreak(database, businessId);

describe("business events", () => {
  it("are numbered without gaps by 100 concurrent writers, a third of which roll back", async () => {
    const pool = database.pool("app", { max: 20 });
    const scope = await aBusiness();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        inScope(pool, scope, async (tx) => {
          await record(tx, somethingHappened(scope, n));
          if (n % 3 === 0) throw new Error("roll back");
        }),
      ),
    );
    const kept = outcomes.filter((outcome) => outcome.status === "fulfilled").length;
    expect(kept).toBe(66);
    expect(await sequences(scope)).toEqual(Array.from({ length: kept }, (_, n) => n + 1));
    expect(await firstBreak(scope)).toBeNull();
  });

  it("are handled when they are recorded if no slice handles them, and otherwise wait to be relayed and handled", async () => {
    const scope = await aBusiness();
    await inScope(database.pool(), scope, async (tx) => {
      await record(tx, somethingHappened(scope));
      const body = { userId: randomUUID(), role: "OPERATOR" } as const;
      await record(tx, { ...somethingHappened(scope), kind: "user.role_claimed", body });
    });
    const { rows } = await database.admin.query(
      `select kind, relayed_at is not null as relayed, handled_at is not null as handled from app.event
       where stream = $1 order by sequence`,
      [scope.businessId],
    );
    expect(rows).toEqual([
      { kind: "onboarding.survey_answered", relayed: true, handled: true },
      { kind: "user.role_claimed", relayed: false, handled: false },
    ]);
  });

  it("have the business clock's time where there is one, and the wall clock's besides", async () => {
    const scope = await aBusiness();
    await database.admin.query(
      "insert into app.business_clock (business_id, platform_id, now_at) values ($1, $2, '2031-05-06T07:08:09Z')",
      [scope.businessId, scope.platformId],
    );
    await inScope(database.pool(), scope, (tx) => record(tx, somethingHappened(scope)));
    const { rows } = await database.admin.query("select happened_at, recorded_at from app.event where stream = $1", [
      scope.businessId,
    ]);
    expect(rows[0].happened_at.toISOString()).toBe("2031-05-06T07:08:09.000Z");
    expect(Math.abs(rows[0].recorded_at - Date.now())).toBeLessThan(60_000);
  });

  it("each have one audit row with the actor", async () => {
    const scope = await aBusiness();
    await inScope(database.pool(), scope, async (tx) => {
      await record(tx, somethingHappened(scope));
    });
    const { rows } = await database.admin.query(
      "select action, actor_kind, object_id from app.audit where stream = $1",
      [scope.businessId],
    );
    expect(rows).toEqual([{ action: "test.do", actor_kind: "SYSTEM", object_id: scope.businessId }]);
  });
});

describe("audit trail", () => {
  async function trailOf(length: number) {
    const scope = await aBusiness();
    await inScope(database.pool(), scope, async (tx) => {
      for (let n = 0; n < length; n++) await record(tx, somethingHappened(scope, n));
    });
    // An attacker with superuser rights can disable the trigger.
    await database.admin.query("alter table app.audit disable trigger append_only");
    return scope;
  }

  it("cannot be changed or shortened by the role that serves requests", async () => {
    const pool = database.pool();
    for (const statement of ["update app.audit set action = 'x'", "delete from app.audit", "truncate app.audit"]) {
      await expect(pool.query(statement)).rejects.toThrow("permission denied");
    }
  });

  it("cannot be changed by the owner of the table either", async () => {
    await database.admin.query("alter table app.audit enable trigger append_only");
    for (const statement of ["update app.audit set action = 'x'", "delete from app.audit", "truncate app.audit"]) {
      await expect(database.pool("owner").query(statement)).rejects.toThrow("append-only");
    }
  });

  it("detects an edited row", async () => {
    const scope = await trailOf(5);
    await database.admin.query("update app.audit set action = 'forged' where stream = $1 and sequence = 3", [
      scope.businessId,
    ]);
    expect(await firstBreak(scope)).toBe(3);
  });

  it("detects a deleted row", async () => {
    const scope = await trailOf(5);
    await database.admin.query("delete from app.audit where stream = $1 and sequence = 2", [scope.businessId]);
    expect(await firstBreak(scope)).toBe(2);
  });

  it("detects a chain that was made again without the key", async () => {
    const scope = await trailOf(5);
    const { rows } = await database.admin.query(
      `update app.audit set action = 'forged' where stream = $1 and sequence = 3 returning stream, sequence, platform_id as "platformId",
         business_id as "businessId", action, actor_kind as "actorKind", actor_id as "actorId", object_kind as "objectKind",
         object_id as "objectId", before_hash as "beforeHash", after_hash as "afterHash", request_id as "requestId",
         recorded_at as "recordedAt", (select p.hash from app.audit p where p.stream = $1 and p.sequence = 2) as previous`,
      [scope.businessId],
    );
    const [{ previous, ...entry }] = rows as [Parameters<typeof auditHash>[2] & { previous: Buffer }];
    await database.admin.query("delete from app.audit where stream = $1 and sequence > 3", [scope.businessId]);
    const forge = async (key: string) => {
      const hash = auditHash(key, previous, entry);
      await database.admin.query("update app.audit set hash = $2 where stream = $1 and sequence = 3", [
        entry.stream,
        hash,
      ]);
      await database.admin.query("update app.stream set audit_sequence = 3, audit_hash = $2 where id = $1", [
        entry.stream,
        hash,
      ]);
    };
    await forge("a guessed key of at least 32 characters");
    expect(await firstBreak(scope)).toBe(3);
    // With the key the same forgery is a valid chain: it is the key that protects it, and the anchor that notices the missing end.
    await forge(sandboxAuditKey);
    expect(await firstBreak(scope)).toBeNull();
    const anchor = new Map([[scope.businessId, { sequence: 5, hash: "00" }]]);
    expect(await auditBreak(database, scope.businessId, anchor)).toBe(4);
  });

  it("refuses two commands of one transaction that do not wait for each other", async () => {
    const scope = await aBusiness();
    const overlapping = inScope(database.pool(), scope, (tx) =>
      Promise.all([record(tx, somethingHappened(scope, 1)), record(tx, somethingHappened(scope, 2))]),
    );
    await expect(overlapping).rejects.toThrow("recorded at the same time");
    expect(await sequences(scope)).toEqual([]);
  });

  it("cannot be written through a connection without the key", async () => {
    const scope = await aBusiness();
    const keyless = createPool(database.url("app"), { max: 1 });
    await expect(inScope(keyless, scope, (tx) => record(tx, somethingHappened(scope)))).rejects.toThrow(
      "key of the audit",
    );
    await keyless.end();
    expect(await sequences(scope)).toEqual([]);
  });

  it("detects a truncated end", async () => {
    const scope = await trailOf(5);
    await database.admin.query("delete from app.audit where stream = $1 and sequence = 5", [scope.businessId]);
    expect(await firstBreak(scope)).toBe(5);
  });
});

const circumstances = {
  platformId: randomUUID(),
  businessId: null,
  action: "platform.update",
  object: { kind: "platform", id: randomUUID() },
  actor: { kind: "SYSTEM", id: null },
  requestId: null,
} as const;

it("audit row: a misspelled field does not compile", () => {
  const fact: Fact = {
    ...circumstances,
    kind: "debits.held",
    body: {},
    // @ts-expect-error -- `after` is the field; the type check refuses an unknown one.
    aftr: { name: "New name" },
  };
  expect(fact).not.toHaveProperty("after");
});

describe("event catalog", () => {
  it("event: an unknown kind, and a missing, misspelled or wrong field of the body do not compile", () => {
    const facts: Fact[] = [
      { ...circumstances, kind: "sales_day.recorded", body: figures },
      // @ts-expect-error -- the catalog has no such kind.
      { ...circumstances, kind: "sales_day.happened", body: figures },
      // @ts-expect-error -- userId is missing.
      { ...circumstances, kind: "user.created", body: {} },
      // @ts-expect-error -- the field is named userId.
      { ...circumstances, kind: "user.created", body: { userID: randomUUID() } },
      // @ts-expect-error -- the body has no such field.
      { ...circumstances, kind: "user.created", body: { userId: randomUUID(), note: 1 } },
      // @ts-expect-error -- the body belongs to another kind.
      { ...circumstances, kind: "user.created", body: figures },
      // @ts-expect-error -- the step is not one of the list.
      { ...circumstances, kind: "onboarding.step_completed", body: { step: "COLLECT_NOTHING" } },
    ];
    expect(facts).toHaveLength(7);
  });

  it("event: a body that does not fit the catalog is refused and rolls the command back", async () => {
    const scope = await aBusiness();
    const wrong = { ...somethingHappened(scope), body: { reason: null, version: 1, email: "ana@acme.test" } };
    const command = inScope(database.pool(), scope, async (tx) => {
      await record(tx, somethingHappened(scope));
      await record(tx, wrong);
    });
    await expect(command).rejects.toThrow(/^the body of onboarding\.survey_answered does not fit/);
    await expect(command).rejects.not.toThrow("ana@acme.test");
    expect(await sequences(scope)).toEqual([]);
  });

  it("event: the row has the version of the catalog", async () => {
    const scope = await aBusiness();
    await inScope(database.pool(), scope, (tx) => record(tx, somethingHappened(scope)));
    const { rows } = await database.admin.query("select kind, version from app.event where stream = $1", [
      scope.businessId,
    ]);
    expect(rows).toEqual([{ kind: "onboarding.survey_answered", version: 1 }]);
  });
});

const figures = {
  salesDayId: randomUUID(),
  date: "2026-11-15",
  channel: "all",
  revision: 1,
  closed: true,
  grossCents: 100,
  refundsCents: 0,
};
