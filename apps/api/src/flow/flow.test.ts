import { randomUUID } from "node:crypto";
import { Refusal } from "@inlay/contracts/errors.ts";
import { step } from "@inlay/contracts/onboarding/step.ts";
import { defaultSettings } from "@inlay/contracts/platform-settings.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod/mini";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import type { Person } from "../http/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { createFlow, type Flow, type Position, type StepFlow } from "./flow.ts";
import type { StepHandler, StepRequest } from "./step-handler.ts";

let server: TestServer;
let caller: Person;
beforeAll(async () => {
  server = await testServer();
  const platform = await server.platform();
  await server.person(platform);
  const { rows } = await server.database.admin.query(
    "select id, business_id from app.business_user where platform_id = $1",
    [platform.id],
  );
  caller = {
    kind: "person",
    sessionId: randomUUID(),
    platformId: platform.id,
    businessId: rows[0].business_id,
    userId: rows[0].id,
    userIndex: 0,
    email: null,
    origin: "https://portal.inlay.test",
    locale: null,
    language: "en",
    roles: [],
  };
  await server.database.admin.query(`
    create table app.test_subject (id uuid primary key, is_editable boolean not null);
    create table app.test_answer (subject_id uuid not null, step text not null, hash bytea not null, value text, is_edit boolean not null);
    grant select, update on app.test_subject to inlay_app;
    grant select, insert on app.test_answer to inlay_app`);
});
afterAll(() => server.close());

/** How often an answer was parsed and prepared. */
const counted = { parsed: 0, prepared: 0 };
const typed = z.string().check(
  z.minLength(1),
  z.check(() => {
    counted.parsed++;
  }),
);
const screen = z.object({ greeting: z.string() });
const contracts = {
  NAME: step({ screen, completion: z.strictObject({ name: typed }) }),
  NUMBER: step({ screen, completion: z.strictObject({ name: typed, number: typed }), secrets: ["number"] }),
};
type Subject = Position & { id: string };
type Request = StepRequest & { subjectId: string };
type Handler<S extends keyof typeof contracts> = StepHandler<(typeof contracts)[S], Request & Subject, string>;

const load = async () => ({ greeting: "hello" });
const name: Handler<"NAME"> = { load, complete: async (_, answer) => answer.name };
const number: Handler<"NUMBER"> = {
  load,
  prepare: async (_, __, answer) => {
    counted.prepared++;
    return `encrypted ${answer.number.length}`;
  },
  complete: async ({ ready }) => String(ready),
};

const description: Flow<typeof contracts, Request, Subject, string> = {
  contracts,
  handlers: { NAME: name, NUMBER: number },
  waits: { WAIT: async () => ({ isLate: false }) },
  stepOf: (wireName) => (wireName.startsWith("WIRE.") ? wireName.slice("WIRE.".length) : null),
  loadSubject: async ({ tx, subjectId }, lock) => {
    const { rows: subjects } = await sql<{ is_editable: boolean }>`
      select is_editable from app.test_subject where id = ${subjectId} ${lock ? sql`for update` : sql``}`.execute(tx);
    const { rows } = await sql<{ step: string }>`
      select step from app.test_answer where subject_id = ${subjectId}`.execute(tx);
    const plan = ["NAME", "NUMBER", "WAIT"];
    const current = plan.find((one) => !rows.some((row) => row.step === one)) ?? null;
    return { id: subjectId, plan, current, isEditable: subjects[0]?.is_editable ?? false };
  },
  drafts: { ownerIdOf: () => null, fieldsOf: () => ["name"] },
  lastAnswer: async ({ tx, id }, of) => {
    const { rows } = await sql<{ hash: Buffer }>`
      select hash from app.test_answer where subject_id = ${id} and step = ${of} order by is_edit desc limit 1`.execute(
      tx,
    );
    return rows[0]?.hash ?? null;
  },
  saveCompletion: async ({ tx, id }, { step: of, hash, before, learned }) => {
    await sql`insert into app.test_answer values (${id}, ${of}, ${hash}, ${learned}, ${before !== null})`.execute(tx);
  },
};
const flow = createFlow(description);

let subjectId = "";
beforeEach(async () => {
  subjectId = await newSubject(true);
  Object.assign(counted, { parsed: 0, prepared: 0 });
  await server.database.admin.query("delete from app.onboarding_draft");
});
async function newSubject(isEditable: boolean): Promise<string> {
  const id = randomUUID();
  await server.database.admin.query("insert into app.test_subject values ($1, $2)", [id, isEditable]);
  return id;
}

/** Runs a call of the flow in its own transaction. Returns its result, or the code of its refusal. */
const run = <T>(call: (request: Request) => Promise<T>): Promise<T | string> =>
  inScope(server.app.pool, caller, (tx) =>
    call({ tx, app: server.app, caller, settings: defaultSettings(), subjectId }),
  ).catch((error: unknown) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });
const origin = { requestId: "test", address: "127.0.0.1", userAgent: "test" };
const complete = (wireName: string, data: unknown, one: StepFlow<Request> = flow) =>
  run(async (request) => {
    const sent = { step: wireName, data };
    const prepared = one.needsPreparation(sent) ? await one.prepare(server.app, caller, sent) : undefined;
    await one.complete({ ...request, ...origin }, sent, prepared);
    return "OK";
  });
const saved = async () => {
  const { rows } = await server.database.admin.query(
    "select step, value, is_edit from app.test_answer where subject_id = $1 order by is_edit, step",
    [subjectId],
  );
  return rows.map(({ step: of, value, is_edit }) => `${of} ${value}${is_edit ? " (edit)" : ""}`);
};

describe("step", () => {
  it("completed once: is saved, and the same answer again changes nothing", async () => {
    expect(await complete("WIRE.NAME", { name: "Rosa" })).toBe("OK");
    expect(await complete("WIRE.NAME", { name: "Rosa" })).toBe("OK");
    expect(await saved()).toEqual(["NAME Rosa"]);
  });

  it("completed with a different answer: is edited while the flow is editable", async () => {
    await complete("WIRE.NAME", { name: "Rosa" });
    expect(await complete("WIRE.NAME", { name: "Rosalind" })).toBe("OK");
    expect(await saved()).toEqual(["NAME Rosa", "NAME Rosalind (edit)"]);
  });

  it("completed with a different answer: is refused when the flow is not editable, and the same answer is not", async () => {
    subjectId = await newSubject(false);
    await complete("WIRE.NAME", { name: "Rosa" });
    expect(await complete("WIRE.NAME", { name: "Rosalind" })).toBe("STEP_NOT_CURRENT");
    expect(await complete("WIRE.NAME", { name: "Rosa" })).toBe("OK");
    expect(await saved()).toEqual(["NAME Rosa"]);
  });

  it("not reached yet: is not completed, shown or drafted, whatever is wrong with the answer", async () => {
    expect(await complete("WIRE.NUMBER", {})).toBe("STEP_NOT_CURRENT");
    expect(await run((request) => flow.load(request, "WIRE.NUMBER"))).toBe("STEP_NOT_CURRENT");
    expect(await run((request) => flow.saveDraft(request, "WIRE.NUMBER", { name: "R" }))).toBe("STEP_NOT_CURRENT");
    expect(await saved()).toEqual([]);
  });

  it.each(["WIRE.OTHER", "NAME", "WIRE.constructor", ""])("named %j: does not exist", async (wireName) => {
    expect(await complete(wireName, {})).toBe("NOT_FOUND");
    expect(await run((request) => flow.load(request, wireName))).toBe("NOT_FOUND");
    expect(await run((request) => flow.saveDraft(request, wireName, {}))).toBe("NOT_FOUND");
  });

  it("with an invalid answer: is refused field by field and not saved", async () => {
    const refused = await run((request) =>
      flow
        .complete({ ...request, ...origin }, { step: "WIRE.NAME", data: { name: "" } })
        .catch((error) => error.fields),
    );
    expect(refused).toMatchObject([{ in: "BODY", pointer: "/name", code: "REQUIRED" }]);
    expect(await saved()).toEqual([]);
  });

  it("that waits: is shown only while it is current, and never completed", async () => {
    const shown = () => run((request) => flow.load(request, "WIRE.WAIT"));
    expect(await shown()).toBe("STEP_NOT_CURRENT");
    await complete("WIRE.NAME", { name: "Rosa" });
    await complete("WIRE.NUMBER", { name: "Rosa", number: "900-00-0001" });
    expect(await shown()).toEqual({ existingData: { isLate: false }, draft: null });
    expect(await complete("WIRE.WAIT", {})).toBe("NOT_FOUND");
  });
});

describe("draft", () => {
  const save = (fields: Record<string, string>) => run((request) => flow.saveDraft(request, "WIRE.NAME", fields));
  const shown = () => run((request) => flow.load(request, "WIRE.NAME"));

  it("is shown with its step until the step is completed", async () => {
    expect(await shown()).toEqual({ existingData: { greeting: "hello" }, draft: null });
    await save({ name: "R" });
    await save({ name: "Ro" });
    expect(await shown()).toMatchObject({ draft: { name: "Ro" } });
    await complete("WIRE.NAME", { name: "Rosa" });
    expect(await shown()).toMatchObject({ draft: null });
  });

  it("accepts only the fields of its step's drafts", async () => {
    expect(await save({ number: "900-00-0001" })).toBe("VALIDATION_FAILED");
    expect(await shown()).toMatchObject({ draft: null });
  });

  it("is refused by a flow that keeps none", async () => {
    const undrafted = createFlow({ ...description, drafts: null });
    expect(await run((request) => undrafted.saveDraft(request, "WIRE.NAME", { name: "R" }))).toBe("NOT_FOUND");
    expect(await run((request) => undrafted.load(request, "WIRE.NAME"))).toMatchObject({ draft: null });
  });
});

describe("preparation", () => {
  it("is needed only by a step that declares it", () => {
    const needed = (wireName: string) => flow.needsPreparation({ step: wireName, data: {} });
    expect(["WIRE.NAME", "WIRE.NUMBER", "WIRE.WAIT", "WIRE.OTHER"].map(needed)).toEqual([false, true, false, false]);
  });

  it("reaches the handler, and the answer is parsed once", async () => {
    await complete("WIRE.NAME", { name: "Rosa" });
    counted.parsed = 0;
    await complete("WIRE.NUMBER", { name: "Rosa", number: "900-00-0001" });
    expect(await saved()).toEqual(["NAME Rosa", "NUMBER encrypted 11"]);
    expect(counted).toEqual({ parsed: 2, prepared: 1 });
  });

  it("does not run for an invalid answer, which is refused in the completion", async () => {
    await complete("WIRE.NAME", { name: "Rosa" });
    expect(await complete("WIRE.NUMBER", { name: "Rosa" })).toBe("VALIDATION_FAILED");
    expect(counted.prepared).toBe(0);
  });
});

describe("completions at once", () => {
  const several = [1, 2, 3, 4];

  /** Sends an answer of each, and lets none continue before all of them wait for the subject's lock. */
  async function atOnce(answerOf: (one: number) => object): Promise<string[]> {
    const holder = await server.database.admin.connect();
    try {
      await holder.query("begin");
      await holder.query("select from app.test_subject where id = $1 for update", [subjectId]);
      const sent = Promise.all(several.map((one) => complete("WIRE.NAME", answerOf(one))));
      await until("every completion waits for the lock", async () => {
        const { rows } = await server.database.admin.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length === several.length;
      });
      await holder.query("commit");
      return await sent;
    } finally {
      // Destroying the connection releases a lock that is still held.
      holder.release(true);
    }
  }

  it("with the same answer: one is saved, and all succeed", async () => {
    expect(await atOnce(() => ({ name: "Rosa" }))).toEqual(several.map(() => "OK"));
    expect(await saved()).toEqual(["NAME Rosa"]);
  });

  it("with different answers to a step that cannot be edited: exactly one wins", async () => {
    subjectId = await newSubject(false);
    const results = await atOnce((one) => ({ name: `Rosa ${one}` }));
    expect(results.sort()).toEqual(["OK", "STEP_NOT_CURRENT", "STEP_NOT_CURRENT", "STEP_NOT_CURRENT"]);
    expect(await saved()).toHaveLength(1);
  });
});
