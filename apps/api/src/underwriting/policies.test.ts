import { randomUUID } from "node:crypto";
import { firstPolicy } from "@inlay/lending/underwriting/policy/first-policy.ts";
import { type Policy, policySchema } from "@inlay/lending/underwriting/policy/policy.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope, staffScope, statement } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { applied, decidedAbout, destroyKey, tenantOf } from "./decisions/applied.fixture.ts";
import { encryptRun, saveRun } from "./decisions/decisions.ts";
import { currentPolicy } from "./policies.ts";
import { comparePage } from "./shadow-run.ts";

let server: TestServer;
let sandbox: TestSandbox;
let ada: TestMember;
let ben: TestMember;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  ada = await signedInMember(server, ["UNDERWRITER"]);
  ben = await signedInMember(server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const reason = "losses of young businesses";
const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const current = async () => (await inScope(server.app.pool, staffScope, currentPolicy)).version;

let number = 0;
/** A policy of a new version, with some fields changed. */
const policyWith = (change: (policy: Policy) => Policy = (policy) => policy): Policy =>
  policySchema.parse({ ...change(firstPolicy), version: `2026-12-01.${++number}` });
/** Leaves no room for an offer. */
const denying = (policy: Policy): Policy =>
  policySchema.parse({ ...policy, eligibility: { ...policy.eligibility, maxExposureCents: 0 } });

const propose = (policy: object, by = ada) => by.as("POST", "/policies", { policy, reason });
async function proposed(change?: (policy: Policy) => Policy): Promise<string> {
  const policy = policyWith(change);
  expect((await propose(policy)).status).toBe(201);
  return policy.version;
}
const tryOut = (version: string, days?: number) =>
  ada.as("POST", `/policies/${version}/shadow-runs`, { ...(days && { days }), reason });
/** Runs all pages of a shadow run, as its workflow does. */
async function finish(id: unknown, limits?: Parameters<typeof comparePage>[2]): Promise<number> {
  let pages = 1;
  while (await comparePage(server.app, String(id), limits)) pages++;
  return pages;
}
async function tried(version: string, days?: number) {
  const { body } = await tryOut(version, days);
  await finish(body["id"]);
  return (await ada.as("GET", `/shadow-runs/${body["id"]}`)).body;
}
const activate = (version: string, by = ada) => by.as("POST", `/policies/${version}/activate`, { reason });
async function approve(by: TestMember, requestId: unknown) {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}
const eventsAbout = async (key: string, id: unknown) =>
  (await rows(`select kind from app.event where body ->> '${key}' = $1 order by id`, id)).map(({ kind }) => kind);

describe("credit policy", () => {
  it("is proposed under a version that is never changed", async () => {
    const policy = policyWith();
    const { status, body } = await propose(policy);
    expect(status).toBe(201);
    expect(body).toMatchObject({ version: policy.version, proposedBy: ada.id, activatedAt: null, isCurrent: false });
    expect((await ada.as("GET", `/policies/${policy.version}`)).body["policy"]).toEqual(policy);
    for (const again of [policy, denying(policy), firstPolicy])
      expect((await propose(again)).body).toMatchObject({ code: "POLICY_VERSION_TAKEN" });
    expect(await eventsAbout("policyVersion", policy.version)).toEqual(["policy.proposed"]);
    const change = inScope(server.app.pool, staffScope, (tx) =>
      tx.updateTable("policy").set({ version: "2027-01-01.1" }).where("version", "=", policy.version).execute(),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });

  it("is refused with the name of each wrong, missing or unknown field", async () => {
    const { nsfCount: _, ...rating } = firstPolicy.rating;
    const wrong = {
      ...firstPolicy,
      version: "2026-12-02.1",
      eligibility: { ...firstPolicy.eligibility, minFicoScore: 200, minFico: 640 },
      rating,
      aprCaps: [{ ...firstPolicy.aprCaps[0], maxAprPercentage: "high" }],
    };
    const { status, body } = await propose(wrong);
    expect(status).toBe(400);
    const fields = body["fields"] as { pointer: string; message: string }[];
    expect(fields.map(({ pointer }) => pointer).sort()).toEqual([
      "/policy/aprCaps/0/maxAprPercentage",
      "/policy/eligibility/minFico",
      "/policy/eligibility/minFicoScore",
      "/policy/rating/nsfCount",
    ]);
    for (const { pointer, message } of fields)
      expect(message).toContain(pointer.slice("/policy/".length).replaceAll("/", "."));
  });

  it("is refused if it offers a product where the state-product matrix does not", async () => {
    const aprCaps = firstPolicy.aprCaps.map((row) => ({ ...row, states: [...row.states, "TX"] }));
    const { status, body } = await propose({ ...firstPolicy, version: "2026-12-02.2", aprCaps });
    expect(status).toBe(400);
    expect(body["fields"]).toMatchObject([
      {
        pointer: "/policy/aprCaps",
        message: "aprCaps: not available by the state-product matrix: MCA in TX, INTEGRATED_MCA in TX",
      },
    ]);
  });

  it("is listed newest first, page by page, with the policy of the program at the end", async () => {
    const versions = [await proposed(), await proposed()];
    const page = await ada.as("GET", "/policies?limit=1");
    expect(page.body).toMatchObject({ policies: [{ version: versions[1] }], hasMore: true });
    const next = await ada.as("GET", `/policies?limit=1&after=${versions[1]}`);
    expect(next.body).toMatchObject({ policies: [{ version: versions[0] }], hasMore: true });
    const all = (await ada.as("GET", "/policies?limit=100")).body["policies"] as { version: string }[];
    expect(all.at(-1)).toEqual({
      version: firstPolicy.version,
      proposedBy: null,
      proposedAt: null,
      activatedAt: null,
      isCurrent: true,
    });
    const end = await ada.as("GET", `/policies?after=${firstPolicy.version}`);
    expect(end.body).toEqual({ policies: [], hasMore: false });
    expect((await ada.as("GET", "/policies/2099-01-01.1")).status).toBe(404);
  });
});

describe("shadow run", () => {
  it("compares the last decision of each application of every tenant, counts destroyed ones, and stores no business", async () => {
    const [first, second, lost] = [
      await applied(server, sandbox, { products: ["TERM_LOAN"] }),
      await applied(server, sandbox, { products: ["TERM_LOAN"] }),
      await applied(server, sandbox, { products: ["TERM_LOAN"] }),
    ];
    const { facts, run } = await decidedAbout(server, first);
    expect(run.decision.outcome).toBe("OFFERS");
    // A run that left something to staff precedes the decision about the second business.
    const { snapshot, tenant, application, run: later } = await decidedAbout(server, second);
    await rows("update app.decision set number = 3 where id = $1", later.id);
    const open = { ...later.decision, outcome: "REVIEW" as const, reasons: ["BANKRUPTCY" as const], offers: [] };
    const referred = await encryptRun(snapshot.keys, open, later.rulings);
    await inScope(server.app.pool, tenant, (tx) =>
      saveRun(tx, tenant, application, { ...snapshot, isSaved: true }, referred),
    );
    await decidedAbout(server, lost);
    await destroyKey(lost.id, null);

    const version = await proposed(denying);
    const { body: asked } = await tryOut(version);
    expect(asked).toMatchObject({ version, days: 90, state: "RUNNING", requestedBy: ada.id });
    expect((await ada.as("GET", `/shadow-runs/${asked["id"]}`)).body["report"]).toBeNull();
    expect(await finish(asked["id"], { pageSize: 1, mostDecisions: 100 })).toBe(3);
    const { report, state, isCut } = (await ada.as("GET", `/shadow-runs/${asked["id"]}`)).body as {
      report: { total: { before: { offeredCents: number } } };
      state: string;
      isCut: boolean;
    };
    expect({ state, isCut }).toEqual({ state: "DONE", isCut: false });
    const offered = Math.max(...run.decision.offers.map(({ amountCents }) => amountCents));
    expect(report).toMatchObject({
      destroyed: 1,
      unreadable: 0,
      total: {
        decisions: 2,
        before: { approved: 2, referred: 0 },
        after: { approved: 0, offeredCents: 0 },
        noLongerApproved: 2,
        newlyApproved: 0,
        approveRateBefore: 1,
        approveRateAfter: 0,
      },
      segments: { product: [{ value: "TERM_LOAN", decisions: 2 }] },
      fourFifths: { areGroupsMadeUp: true, before: { ratio: 1 }, after: { ratio: null } },
    });
    expect(report.total.before.offeredCents).toBeGreaterThanOrEqual(offered);
    const [stored] = await rows("select to_jsonb(r)::text as text from app.shadow_run r where id = $1", asked["id"]);
    for (const private_ of [facts.business.name, first.id, second.id, application.id])
      expect(stored?.["text"]).not.toContain(private_);
    expect(await eventsAbout("shadowRunId", asked["id"])).toEqual(["shadow_run.requested", "shadow_run.ended"]);
    const audit = await rows("select action from app.audit where object_id = $1", asked["id"]);
    expect(audit).toHaveLength(2);
    expect(
      await rows("select from app.workflow_run where kind = 'run-shadow-policy' and id = $1", asked["id"]),
    ).toHaveLength(1);
    // No decision was changed or added.
    expect(await rows("select from app.decision where policy_version = $1", version)).toEqual([]);
  });

  it("counts a page once and ends once, whatever number of attempts compare it", async () => {
    await decidedAbout(server, await applied(server, sandbox, { products: ["TERM_LOAN"] }));
    const { body } = await tryOut(await proposed());
    const id = String(body["id"]);
    await Promise.all([1, 2, 3].map(() => comparePage(server.app, id, { pageSize: 1, mostDecisions: 100 })));
    await Promise.all([1, 2, 3].map(() => comparePage(server.app, id)));
    const [run = {}] = await rows("select tally from app.shadow_run where id = $1", id);
    const { total, destroyed } = run["tally"] as { total: { decisions: number }; destroyed: number };
    const [all] = await rows("select count(distinct application_id)::int as count from app.decision");
    expect(total.decisions + destroyed).toBe(all?.["count"]);
    expect(await eventsAbout("shadowRunId", id)).toEqual(["shadow_run.requested", "shadow_run.ended"]);
  });

  it("compares the newest decisions of the days that it was asked for, up to a number", async () => {
    const { run } = await decidedAbout(server, await applied(server, sandbox, { products: ["TERM_LOAN"] }));
    const all = await tried(await proposed());
    await rows("update app.decision set created_at = now() - interval '40 days' where id = $1", run.id);
    const count = ({ report }: Record<string, unknown>) => {
      const { total, destroyed } = report as { total: { decisions: number }; destroyed: number };
      return total.decisions + destroyed;
    };
    expect(count(await tried(await proposed(), 30))).toBe(count(all) - 1);
    expect(count(await tried(await proposed(), 50))).toBe(count(all));
    const { body } = await tryOut(await proposed());
    await finish(body["id"], { pageSize: 1, mostDecisions: 1 });
    const cut = (await ada.as("GET", `/shadow-runs/${body["id"]}`)).body;
    expect([cut["isCut"], count(cut)]).toEqual([true, 1]);
    for (const days of [0, 366]) expect((await tryOut(await proposed(), days || -1)).status).toBe(400);
  });

  it("counts a loss that is known, and as avoided where the business would not be approved", async () => {
    const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"] });
    await decidedAbout(server, applicant);
    const product = randomUUID();
    await rows(
      `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, loan_status, product_state)
       values ($1, $2, $3, 'TERM_LOAN', 'EQUITY', '{}', 'CURRENT', 'ACTIVE')`,
      product,
      applicant.platform.id,
      applicant.id,
    );
    await rows(
      `insert into app.obligation (platform_id, business_id, issued_product_id, number, due_on, owed_principal_cents, owed_interest_cents,
         owed_fee_cents, paid_principal_cents, waived_principal_cents)
       values ($1, $2, $3, 1, current_date, 100000, 0, 0, 30000, 10000)`,
      applicant.platform.id,
      applicant.id,
      product,
    );
    const losses = async (change?: (policy: Policy) => Policy) => {
      const { report } = (await tried(await proposed(change))) as { report: { total: { losses: object } } };
      return report.total.losses;
    };
    expect(await losses()).toMatchObject({ known: 0 });
    await rows("update app.issued_product set loan_status = 'DEFAULTED' where id = $1", product);
    expect(await losses()).toEqual({ known: 1, lostCents: 70_000, avoidedCents: 0 });
    expect(await losses(denying)).toEqual({ known: 1, lostCents: 70_000, avoidedCents: 70_000 });
  });

  it("runs once at a time for a version, and ends as failed where the policy cannot decide", async () => {
    await decidedAbout(server, await applied(server, sandbox, { products: ["TERM_LOAN"] }));
    // Nothing would be paid out, so there is no APR.
    const version = await proposed((policy) => {
      const { LOW, MEDIUM, HIGH } = policy.sizing.TERM_LOAN.byRating;
      const [low, medium, high] = [LOW, MEDIUM, HIGH].map((one) => ({ ...one, feePercentage: 100 }));
      const byRating = { LOW: low, MEDIUM: medium, HIGH: high } as typeof policy.sizing.TERM_LOAN.byRating;
      return { ...policy, sizing: { ...policy.sizing, TERM_LOAN: { ...policy.sizing.TERM_LOAN, byRating } } };
    });
    const { body } = await tryOut(version);
    expect((await tryOut(version)).body).toMatchObject({ code: "SHADOW_RUN_RUNNING" });
    await finish(body["id"]);
    expect((await ada.as("GET", `/shadow-runs/${body["id"]}`)).body).toMatchObject({ state: "FAILED", report: null });
    expect((await activate(version)).body).toMatchObject({ code: "POLICY_NOT_TRIED" });
    expect((await tryOut("2099-01-01.1")).status).toBe(404);
    expect((await ada.as("GET", `/shadow-runs/${randomUUID()}`)).status).toBe(404);
  });
});

describe("activation of a policy", () => {
  it("is refused before a shadow run of exactly this version has finished", async () => {
    const [version, other] = [await proposed(), await proposed()];
    expect((await activate(version)).body).toMatchObject({ code: "POLICY_NOT_TRIED" });
    await tried(other);
    const { body } = await tryOut(version);
    expect((await activate(version)).body).toMatchObject({ code: "POLICY_NOT_TRIED" });
    await finish(body["id"]);
    expect((await activate(version)).body).toMatchObject({ state: "PENDING" });
    expect((await activate("2099-01-01.1")).status).toBe(404);
  });

  it("takes two people; the policy then decides, and a further one replaces it", async () => {
    const before = await current();
    const version = await proposed();
    await tried(version);
    const asked = await activate(version);
    expect((await approve(ada, asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    expect(await current()).toBe(before);
    expect((await approve(ben, asked.body["requestId"])).body).toMatchObject({ state: "APPROVED" });
    expect(await current()).toBe(version);
    expect((await ada.as("GET", `/policies/${version}`)).body).toMatchObject({ isCurrent: true });
    expect((await activate(version)).body).toMatchObject({ code: "WRONG_STATE" });
    expect(await eventsAbout("policyVersion", version)).toContain("policy.activated");
    const next = await proposed();
    await tried(next);
    await approve(ben, (await activate(next)).body["requestId"]);
    expect(await current()).toBe(next);
    // The way back is the same: a version that was tried can be activated again.
    await approve(ben, (await activate(version)).body["requestId"]);
    expect(await current()).toBe(version);
  });

  it("is refused by the database without a finished run of the version, and without a request of two people", async () => {
    const [version, other] = [await proposed(), await proposed()];
    const { id: finished } = (await tried(version)) as { id: string };
    const { id: ofOther } = (await tried(other)) as { id: string };
    const running = (await tryOut(version)).body["id"];
    const request = async (kind: string, people: number, state: string) => {
      const [row] = await rows(
        `insert into app.staff_request (platform_id, kind, subject_id, payload, people, maker_id, maker_reason, checker_id, checker_reason, state, decided_at)
         values ($1, $2, gen_random_uuid(), '{}', $3, $4, 'r', $5, 'r', $6, case when $6 = 'PENDING' then null else now() end) returning id`,
        staffScope.platformId,
        kind,
        people,
        ada.id,
        ben.id,
        state,
      );
      return row?.["id"] as string;
    };
    const insert = (staff_request_id: string, shadow_run_id: unknown) =>
      inScope(server.app.pool, staffScope, (tx) =>
        tx
          .insertInto("policy_activation")
          .values({ version, staff_request_id, shadow_run_id: String(shadow_run_id) })
          .execute(),
      );
    const approved = await request("policy.activate", 2, "APPROVED");
    for (const run of [ofOther, running, randomUUID()])
      await expect(insert(approved, run)).rejects.toThrow(/tried_before/);
    for (const [kind, people, state] of [
      ["policy.activate", 1, "APPROVED"],
      ["policy.activate", 2, "PENDING"],
      ["policy.activate", 2, "REJECTED"],
      ["debits.release", 2, "APPROVED"],
    ] as const)
      await expect(insert(await request(kind, people, state), finished)).rejects.toThrow(/approved_by_two/);
    await insert(approved, finished);
    expect(await current()).toBe(version);
  });
});

describe("list of past decisions", () => {
  it("is empty outside the staff scope", async () => {
    const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"] });
    await decidedAbout(server, applicant);
    const list =
      "select count(*)::int as count from app.list_decisions_to_compare('-infinity', 'infinity', null, 1000)";
    const count = (scope: Parameters<typeof inScope>[1]) =>
      inScope(server.app.pool, scope, async (tx) => statement<{ count: number }>(tx, list, []));
    expect(await count(tenantOf(applicant))).toEqual([{ count: 0 }]);
    expect((await count(staffScope))[0]?.count).toBeGreaterThan(0);
  });
});
