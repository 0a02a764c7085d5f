import { randomUUID } from "node:crypto";
import type { ApplicationCase } from "@inlay/contracts/staff/application-case.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Answered, type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { applied, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { decideApplications } from "./decide-applications.ts";

let server: TestServer;
let sandbox: TestSandbox;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  maker = await signedInMember(server, ["UNDERWRITER"]);
  checker = await signedInMember(server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const decide = (applicant: Applicant) => decideApplications(server.app, { ...tenantOf(applicant), id: randomUUID() });
const reason = "seen the lease and the invoices";

type Open = { applicant: Applicant; applicationId: string; path: string };
type Wishes = { bankUser?: string; prepare?: (businessId: string) => Promise<unknown> };

/** A term loan whose data is complete and that was decided once. */
async function decided({ bankUser = "user_shrinking", prepare }: Wishes = {}): Promise<Open> {
  const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"], bankUser });
  await handleEvents(server, applicant.id);
  await prepare?.(applicant.id);
  await decide(applicant);
  const [{ id }] = await rows("select id from app.loan_application where business_id = $1", applicant.id);
  return { applicant, applicationId: id, path: `/businesses/${applicant.id}/applications/${id}` };
}

/** The business is eight months old, which is an exception to the policy. */
const young = (businessId: string) =>
  rows(
    `update app.report set summary = summary
       || case source when 'BUSINESS_CREDIT' then jsonb_build_object('incorporatedOn', current_date - 250)
         else jsonb_build_object('formation', summary -> 'formation' || jsonb_build_object('on', current_date - 250)) end
     where business_id = $1 and source in ('BUSINESS_CREDIT', 'BUSINESS_VERIFICATION')`,
    businessId,
  );
/** The bank data covers two months, which staff review. */
const shortHistory = (businessId: string) =>
  rows("delete from app.bank_transaction where business_id = $1 and posted_on < current_date - 60", businessId);

const caseOf = async ({ path }: Open) => (await maker.as("GET", path)).body as ApplicationCase;
async function lastDecision(open: Open): Promise<ApplicationCase["decisions"][number]> {
  const [last] = (await caseOf(open)).decisions;
  if (!last) throw new Error("the application is not decided");
  return last;
}
async function rule(open: Open, ruling: object, by = maker): Promise<Answered> {
  const { id } = await lastDecision(open);
  return by.as("POST", `${open.path}/rulings`, { ...ruling, decisionId: id, reason });
}
async function approve(asked: Answered, by = checker): Promise<Answered> {
  const { requestId } = asked.body;
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason: "agreed" });
}
const answer = ({ status, body }: Answered) => [status, body["code"] ?? body["state"]];
/** The runs that were started after the one of the completion. */
const runsOf = async ({ applicant }: Open) =>
  (
    await rows("select id from app.workflow_run where kind = 'decide-applications' and business_id = $1", applicant.id)
  ).slice(1);
const rulingsOf = ({ applicationId }: Open) =>
  rows("select kind, code from app.ruling where application_id = $1 order by created_at", applicationId);

describe("queue of applications", () => {
  it("lists what waits for a decision or for capital, the oldest promise first, page by page", async () => {
    const [second, first, done] = [await decided(), await decided(), await decided({ bankUser: "user_good" })];
    const promise = (days: number, { applicationId }: Open) =>
      rows(
        "update app.loan_application set promised_at = promised_at - make_interval(days => $1) where id = $2",
        days,
        applicationId,
      );
    await promise(300, second);
    await promise(400, first);
    await promise(500, done);
    const page = await maker.as("GET", "/applications?limit=1");
    expect(page.body).toMatchObject({ hasMore: true, applications: [{ applicationId: first.applicationId }] });
    const [listed] = page.body["applications"] as Record<string, string>[];
    expect(listed).toMatchObject({
      businessId: first.applicant.id,
      businessName: expect.stringMatching(/^Harbor/),
      reference: expect.stringMatching(/^\w{4}-\w{4}$/),
      platformName: "Test platform",
      product: "TERM_LOAN",
      status: "ASSIGN_TO_CAPITAL_PROVIDER",
      amountRequestedCents: 4_000_000,
      lastDecision: { outcome: "REVIEW", review: { rules: [], exceptions: [], isDenialToConfirm: true } },
    });
    const daysBetween = (from = "", to = "") => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(daysBetween(listed?.["completedAt"], listed?.["decideBy"])).toBe(28);
    const next = await maker.as("GET", `/applications?limit=1&after=${first.applicationId}`);
    expect(next.body["applications"]).toMatchObject([{ applicationId: second.applicationId }]);
    const all = (await maker.as("GET", "/applications?limit=100")).body["applications"] as { applicationId: string }[];
    expect(all.map(({ applicationId }) => applicationId)).not.toContain(done.applicationId);
  });
});

describe("case of an application", () => {
  it("shows facts, rules, sizes, offers and decisions with their hashes, and no private number", async () => {
    const open = await decided({ bankUser: "user_good" });
    const { status, text, body } = await maker.as("GET", open.path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      contents: "READABLE",
      application: { status: "WAITING_FOR_ACCEPTANCE", capitalProviderId: "CONCAR_SPV_1" },
      decision: {
        creditResult: "LOW",
        stages: [{ model: "ELIGIBILITY_TERM_LOAN_V1" }, { model: "CREDIT_TERM_LOAN_V1" }],
        exceptions: [],
      },
      facts: { owners: [{ isPrimary: true, credit: { ficoScore: expect.any(Number) } }] },
      decisions: [{ number: 1, outcome: "OFFERS", snapshotHash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      rulings: [],
    });
    const { decision, facts, offers } = body as ApplicationCase;
    expect(decision?.stages[0]?.rules).toContainEqual(
      expect.objectContaining({
        id: "ELIG_AGE",
        outcome: "PASS",
        threshold: 12,
        sentence: expect.stringMatching(/needed/),
      }),
    );
    expect(decision?.sizes).toContainEqual(expect.objectContaining({ binding: "DEBT_SERVICE", result: "OFFERED" }));
    expect(offers).toHaveLength(decision?.sizes.length ?? 0);
    expect(facts?.bank.days).toHaveLength(365);
    const secrets = await rows("select last4 from app.secret where business_id = $1", open.applicant.id);
    expect(secrets.length).toBeGreaterThan(0);
    for (const number of ["990000001", "transactionId", "accountId"]) expect(text).not.toContain(number);
  });

  it("is unknown under another business, and to another tenant's decision", async () => {
    const [mine, theirs] = [await decided(), await decided()];
    const foreign = `/businesses/${mine.applicant.id}/applications/${theirs.applicationId}`;
    expect((await maker.as("GET", foreign)).status).toBe(404);
    const { id } = await lastDecision(theirs);
    expect((await maker.as("GET", `${mine.path}/decisions/${id}/replay`)).status).toBe(404);
    const ruled = { kind: "DENIAL_CONFIRMED", decisionId: id, reason };
    expect((await maker.as("POST", `${mine.path}/rulings`, ruled)).status).toBe(404);
    expect((await maker.as("POST", `${foreign}/rulings`, ruled)).status).toBe(404);
  });

  it("repeats a decision to the same bytes, and is DESTROYED with the key of its owner", async () => {
    const open = await decided();
    const { id } = await lastDecision(open);
    const replay = () => maker.as("GET", `${open.path}/decisions/${id}/replay`);
    expect((await replay()).body).toEqual({ decisionId: id, result: "SAME" });
    const url = new URL(inject("postgresUrl"));
    url.pathname = new URL(inject("keyStore").KEY_STORE_URL).pathname;
    const keyStore = new pg.Client({ connectionString: url.href });
    await keyStore.connect();
    await keyStore.query(
      `update keys.data_key set wrapped = null, master_key_id = null, destroyed_at = now(), destroyed_because = 'test'
       where business_id = $1 and person_id is not null`,
      [open.applicant.id],
    );
    await keyStore.end();
    expect((await replay()).body).toEqual({ decisionId: id, result: "DESTROYED" });
    expect(await caseOf(open)).toMatchObject({
      contents: "DESTROYED",
      decision: null,
      facts: null,
      decisions: [{ outcome: "REVIEW", reasons: ["EXCESSIVE_OBLIGATIONS"] }],
    });
    expect(answer(await rule(open, { kind: "DENIAL_CONFIRMED" }))).toEqual([409, "WRONG_STATE"]);
  });
});

describe("ruling of staff about an application", () => {
  it("one person confirms a denial; the ruling, its event and the next run are saved together", async () => {
    const open = await decided();
    expect(answer(await rule(open, { kind: "DENIAL_CONFIRMED" }))).toEqual([200, "APPROVED"]);
    expect(await runsOf(open)).toHaveLength(1);
    const [{ body, actor_id }] = await rows(
      "select body, actor_id from app.event where business_id = $1 and kind = 'application.ruled'",
      open.applicant.id,
    );
    expect({ body, actor_id }).toMatchObject({ body: { ruling: "DENIAL_CONFIRMED", code: null }, actor_id: maker.id });
    const audited =
      "select from app.audit where business_id = $1 and action = 'staff.application.rule' and object_id = $2";
    expect(await rows(audited, open.applicant.id, open.applicationId)).toHaveLength(1);
    await decide(open.applicant);
    expect(await caseOf(open)).toMatchObject({
      application: { status: "NO_OFFERS", denialReasons: ["EXCESSIVE_OBLIGATIONS"] },
      decisions: [{ number: 2, outcome: "NO_OFFERS" }, { number: 1 }],
      rulings: [
        {
          kind: "DENIAL_CONFIRMED",
          requestedBy: { id: maker.id, name: "Test" },
          requestReason: reason,
          approvedBy: null,
        },
      ],
    });
    expect(answer(await rule(open, { kind: "DENIAL_CONFIRMED" }))).toEqual([409, "WRONG_STATE"]);
  });

  it("two people approve an exception, and the offers stay within its limits", async () => {
    const open = await decided({ bankUser: "user_good", prepare: young });
    expect(await lastDecision(open)).toMatchObject({ outcome: "REVIEW", review: { exceptions: ["TPE_2"] } });
    const asked = await rule(open, { kind: "EXCEPTION", code: "TPE_2" });
    expect(answer(asked)).toEqual([200, "PENDING"]);
    expect(await caseOf(open)).toMatchObject({
      decision: {
        exceptions: [{ code: "TPE_2", name: "Limited Business History", rules: ["ELIG_AGE"], isApproved: false }],
      },
      pendingRulings: [{ kind: "EXCEPTION", code: "TPE_2", requestedBy: { id: maker.id } }],
    });
    expect(answer(await approve(asked, maker))).toEqual([403, "SECOND_PERSON_NEEDED"]);
    expect([await rulingsOf(open), await runsOf(open)]).toEqual([[], []]);
    expect(answer(await approve(asked))).toEqual([200, "APPROVED"]);
    await decide(open.applicant);
    const after = await caseOf(open);
    expect(after).toMatchObject({
      application: { status: "WAITING_FOR_ACCEPTANCE" },
      rulings: [
        { code: "TPE_2", requestedBy: { id: maker.id }, approvedBy: { id: checker.id }, approvalReason: "agreed" },
      ],
    });
    for (const { amountCents } of after.offers) expect(amountCents).toBeLessThanOrEqual(2_500_000);
  });

  it("two people pass a failed rule or set another rating; one passes what waits for a review", async () => {
    const failed = await decided();
    expect(answer(await rule(failed, { kind: "RULE_PASSED", code: "RATE_DSCR" }))).toEqual([200, "PENDING"]);
    const rated = await decided();
    const asked = await rule(rated, { kind: "RESULT_OVERRIDE", code: "HIGH" });
    expect(answer(asked)).toEqual([200, "PENDING"]);
    await approve(asked);
    await decide(rated.applicant);
    expect((await caseOf(rated)).decision).toMatchObject({ modelResult: "FAIL", creditResult: "HIGH" });
    const reviewed = await decided({ bankUser: "user_good", prepare: shortHistory });
    expect(answer(await rule(reviewed, { kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY" }))).toEqual([200, "APPROVED"]);
    await decide(reviewed.applicant);
    const { decision } = await caseOf(reviewed);
    expect(decision?.stages[0]?.rules).toContainEqual(
      expect.objectContaining({ id: "ELIG_BANK_HISTORY", isPassedByStaff: true }),
    );
  });

  it("is refused with a code where the decision does not allow it", async () => {
    const open = await decided();
    expect(answer(await rule(open, { kind: "EXCEPTION", code: "TPE_1" }))).toEqual([409, "RULING_NOT_RAISED"]);
    expect(answer(await rule(open, { kind: "RULE_PASSED", code: "ELIG_STATE" }))).toEqual([409, "RULING_NOT_RAISED"]);
    expect(answer(await rule(open, { kind: "RESULT_OVERRIDE", code: "LOW" }))).toEqual([409, "RATING_MOVES_ONE_NOTCH"]);
    const unrated = await decided({ prepare: young });
    expect(answer(await rule(unrated, { kind: "RESULT_OVERRIDE", code: "HIGH" }))).toEqual([
      409,
      "RULING_NOT_IN_REVIEW",
    ]);
    const consent = { capitalProviderId: "EQUITY", providerConsent: "Letter of November 3" };
    for (const given of [{}, { providerConsent: "Letter" }, { capitalProviderId: "EQUITY" }])
      expect(answer(await rule(open, { kind: "EXCEPTION", code: "TPE_5", ...given }))).toEqual([409, "WRONG_STATE"]);
    const other = { kind: "EXCEPTION", code: "TPE_2", ...consent };
    expect(answer(await rule(unrated, other))).toEqual([409, "PROVIDER_CONSENT_NEEDED"]);
    expect([await rulingsOf(open), await runsOf(open)]).toEqual([[], []]);
  });

  it("is refused once the decision that the first person saw was followed by another", async () => {
    const open = await decided({
      bankUser: "user_good",
      prepare: async (id) => [await young(id), await shortHistory(id)],
    });
    const before = await lastDecision(open);
    const asked = await rule(open, { kind: "EXCEPTION", code: "TPE_2" });
    expect(answer(asked)).toEqual([200, "PENDING"]);
    expect(answer(await rule(open, { kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY" }, checker))).toEqual([
      200,
      "APPROVED",
    ]);
    await decide(open.applicant);
    expect(await lastDecision(open)).toMatchObject({ outcome: "REVIEW", number: 2 });
    expect(answer(await approve(asked))).toEqual([409, "DECISION_CHANGED"]);
    const late = { kind: "EXCEPTION", code: "TPE_2", decisionId: before.id, reason };
    expect(answer(await maker.as("POST", `${open.path}/rulings`, late))).toEqual([409, "DECISION_CHANGED"]);
    expect(await rulingsOf(open)).toEqual([{ kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY" }]);
  });

  it("is the only one about a decision, whoever rules at the same time", async () => {
    const open = await decided({ bankUser: "user_good", prepare: shortHistory });
    const { id } = await lastDecision(open);
    const about = { decisionId: id, reason };
    const answers = await Promise.all([
      maker.as("POST", `${open.path}/rulings`, { kind: "RULE_PASSED", code: "ELIG_BANK_HISTORY", ...about }),
      checker.as("POST", `${open.path}/rulings`, { kind: "DENIAL_CONFIRMED", ...about }),
    ]);
    expect(answers.map(answer).toSorted()).toEqual([
      [200, "APPROVED"],
      [409, "DECISION_CHANGED"],
    ]);
    expect(await rulingsOf(open)).toHaveLength(1);
  });
});

describe("capital for an application that found none", () => {
  const limits = "capacity_cents = 2500000000000, max_platform_basis_points = 10000, max_industry_basis_points = 10000";
  const restore = () => rows(`update app.capital_provider set ${limits}`);

  async function unassigned(limit: string): Promise<Open> {
    await rows(`update app.capital_provider set ${limit}`);
    const open = await decided({ bankUser: "user_good" });
    expect((await caseOf(open)).application).toMatchObject({ status: "UNASSIGNED" });
    return open;
  }
  async function assign(open: Open, capitalProviderId: string | null, by = maker): Promise<Answered> {
    const { id } = await lastDecision(open);
    return by.as("POST", `${open.path}/capital`, { decisionId: id, capitalProviderId, reason });
  }

  it("is refused with the reason of each provider and nothing is stored; once there is room, the offers are created once", async () => {
    const open = await unassigned("capacity_cents = reserved_cents");
    try {
      const queue = (await maker.as("GET", "/applications?limit=100")).body["applications"];
      const { applicationId } = open;
      expect(queue).toContainEqual(expect.objectContaining({ applicationId, status: "UNASSIGNED" }));
      const none = await assign(open, null);
      expect(answer(none)).toEqual([409, "NO_CAPITAL_AVAILABLE"]);
      expect(none.body["message"]).toContain("CONCAR_SPV_1 HEADROOM, EQUITY HEADROOM");
      expect(await rows("select from app.staff_request where subject_id = $1", applicationId)).toEqual([]);
    } finally {
      await restore();
    }
    const answers = await Promise.all([assign(open, "EQUITY"), assign(open, "EQUITY", checker)]);
    expect(answers.map(answer).toSorted()).toEqual([
      [200, "APPROVED"],
      [409, "WRONG_STATE"],
    ]);
    const { application, offers } = await caseOf(open);
    expect(application).toMatchObject({ status: "WAITING_FOR_ACCEPTANCE", capitalProviderId: "EQUITY" });
    expect(offers).toHaveLength(4);
    expect(await rows("select from app.task where business_id = $1 and closed_at is null", open.applicant.id)).toEqual(
      [],
    );
    expect(
      await rows("select from app.capital_reservation where application_id = $1", open.applicationId),
    ).toHaveLength(1);
    const offered = "select actor_id from app.event where business_id = $1 and kind = 'application.offered'";
    expect(await rows(offered, open.applicant.id)).toHaveLength(1);
  });

  it("goes beyond a provider's shares with its written consent, which two people approve as TPE_5", async () => {
    const open = await unassigned("max_platform_basis_points = 1, capacity_cents = 100000000");
    try {
      expect((await assign(open, null)).body["message"]).toContain("EQUITY PLATFORM_CONCENTRATION");
      const exception = { kind: "EXCEPTION", code: "TPE_5" };
      expect(answer(await rule(open, exception))).toEqual([409, "PROVIDER_CONSENT_NEEDED"]);
      const consent = { capitalProviderId: "EQUITY", providerConsent: "Letter of November 3" };
      const asked = await rule(open, { ...exception, ...consent });
      expect(answer(asked)).toEqual([200, "PENDING"]);
      expect(answer(await assign(open, null))).toEqual([409, "NO_CAPITAL_AVAILABLE"]);
      expect(answer(await approve(asked))).toEqual([200, "APPROVED"]);
      expect(await runsOf(open)).toEqual([]);
      expect(answer(await assign(open, "CONCAR_SPV_1"))).toEqual([409, "NO_CAPITAL_AVAILABLE"]);
      expect(answer(await assign(open, null))).toEqual([200, "APPROVED"]);
      expect(await caseOf(open)).toMatchObject({
        application: { capitalProviderId: "EQUITY" },
        rulings: [{ code: "TPE_5", ...consent, approvedBy: { id: checker.id } }],
      });
    } finally {
      await restore();
    }
  });

  it("is not assigned to an application that has offers or waits for a decision", async () => {
    for (const bankUser of ["user_good", "user_shrinking"])
      expect(answer(await assign(await decided({ bankUser }), null))).toEqual([409, "WRONG_STATE"]);
  });
});
