import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { pullReport } from "../underwriting/public.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { applicationDeadlines } from "./application-deadlines.ts";
import { completedApplicant, decide, type Wishes } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let time: BusinessTime;
let underwriter: TestMember;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  time = businessTime(server, [applicationDeadlines]);
  underwriter = await signedInMember(server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const now = async ({ id }: Applicant): Promise<Date> => (await rows("select app.business_now($1) as now", id))[0].now;
const later = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);

/** An applicant whose offers have expired a moment after they were made, so that the data is recent. */
async function expired(wishes: Wishes = {}): Promise<Applicant> {
  const applicant = await completedApplicant(server, sandbox, wishes);
  await decide(server, applicant);
  const at = await now(applicant);
  await rows("update app.offer set expires_at = $2 where business_id = $1", applicant.id, at);
  await rows("update app.loan_application set next_action_at = $2 where business_id = $1", applicant.id, at);
  await time.passTo(applicant, later(at, 0.01));
  expect(await standing(applicant)).toMatchObject({ offerStep: "OFFERS_EXPIRED" });
  return applicant;
}
const standing = async ({ id }: Applicant) =>
  (
    await rows(
      'select id, status, offer_step as "offerStep", round, next_action_at as "nextAt" from app.loan_application where business_id = $1 order by id',
      id,
    )
  )[0];
const offersOf = ({ id }: Applicant) =>
  rows(
    `select id, status, refresh_of as "refreshOf", amount_cents::int as amount, terms, markup_percentage::float as markup, expires_at as "expiresAt"
     from app.offer where business_id = $1 order by created_at, (terms ->> 'durationDays')::int`,
    id,
  );
const tasks = async ({ id }: Applicant) =>
  (await rows("select kind from app.task where business_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );
const reserved = async ({ id }: Applicant) =>
  (await rows("select from app.capital_reservation where business_id = $1 and released_at is null", id)).length;
const kinds = async ({ id }: Applicant) =>
  (await rows("select kind from app.event where business_id = $1 order by sequence", id)).map(({ kind }) => kind);
const decisionsStarted = async ({ id }: Applicant) =>
  (await rows("select from app.workflow_run where business_id = $1 and kind = 'decide-applications'", id)).length;
const refresh = (person: Pick<Applicant, "as">) =>
  person.as({ method: "POST", url: "/api/v1/workflow/offers/refresh" });
const confirm = async (applicant: Applicant, by = underwriter) =>
  by.as("POST", `/businesses/${applicant.id}/applications/${(await standing(applicant)).id}/refresh`, {
    reason: "the data is newer now",
  });

/** An applicant whose new offers would be worse than the expired ones, so that they are left to staff. */
async function leftToStaff() {
  const applicant = await expired();
  const old = await offersOf(applicant);
  await rows("update app.offer set amount_cents = amount_cents + 500000 where business_id = $1", applicant.id);
  expect((await refresh(applicant)).body).toEqual({ refreshed: false });
  return { applicant, old, requestedAt: await now(applicant) };
}

describe("refreshing expired offers", () => {
  it("makes the same offers again at once when the data is recent, each in place of an old one", async () => {
    const applicant = await expired();
    const old = await offersOf(applicant);
    expect(await reserved(applicant)).toBe(0);
    expect((await refresh(applicant)).body).toEqual({ refreshed: true });
    expect(await standing(applicant)).toMatchObject({
      status: "WAITING_FOR_ACCEPTANCE",
      offerStep: "DISPLAY_OFFERS",
      round: 2,
    });
    const all = await offersOf(applicant);
    expect(all.slice(0, old.length).map(({ status }) => status)).toEqual(old.map(() => "EXPIRED"));
    const renewed = all.slice(old.length);
    expect(renewed.map(({ terms, amount }) => ({ terms, amount }))).toEqual(
      old.map(({ terms, amount }) => ({ terms, amount })),
    );
    expect(renewed.map(({ refreshOf }) => refreshOf)).toEqual(old.map(({ id }) => id));
    const thirtyDays = later(await now(applicant), 30 * 24).getTime();
    expect(Math.abs(renewed[0].expiresAt.getTime() - thirtyDays)).toBeLessThan(60_000);
    expect(await reserved(applicant)).toBe(1);
    expect(await tasks(applicant)).toEqual([]);
    expect((await kinds(applicant)).slice(-2)).toEqual(["application.refresh_requested", "application.offered"]);
    const { body } = await applicant.as({ method: "GET", url: "/api/v1/offers" });
    expect(body).toMatchObject({ offerGroups: [{ offers: renewed.map(() => ({ status: "WAITING_FOR_SELECTION" })) }] });
  });

  it("carries the platform's mark-up again", async () => {
    const first = await completedApplicant(server, sandbox, { settings: { markupEnabled: true } });
    await decide(server, first);
    const [{ id: applicationId, rating }] = await rows(
      `select a.id, d.credit_result as rating from app.loan_application a join app.decision d on d.application_id = a.id
       where a.business_id = $1`,
      first.id,
    );
    await rows(
      `insert into app.platform_markup (platform_id, product, rating, markup_percentage, application_id)
       values ($1, 'TERM_LOAN', $2, 0.5, $3)`,
      first.platform.id,
      rating,
      applicationId,
    );
    const applicant = await expired({ platform: first.platform, settings: { markupEnabled: true } });
    const marked = (await offersOf(applicant)).map(({ markup }) => markup);
    expect(marked).toContain(0.5);
    expect((await refresh(applicant)).body).toEqual({ refreshed: true });
    expect((await offersOf(applicant)).slice(marked.length).map(({ markup }) => markup)).toEqual(marked);
  });

  it("is left to staff when the terms would be worse, who are reminded, told, and confirm", async () => {
    const { applicant, old, requestedAt } = await leftToStaff();
    expect(await standing(applicant)).toMatchObject({ status: "CREATE_OFFERS", offerStep: "OFFER_REFRESH_PENDING" });
    expect(await tasks(applicant)).toEqual(["OFFER_REFRESH_REQUESTED"]);
    expect((await refresh(applicant)).body).toEqual({ refreshed: false });
    expect(await offersOf(applicant)).toHaveLength(old.length);
    await time.passTo(applicant, later(requestedAt, 35));
    expect(await tasks(applicant)).toEqual(["OFFER_REFRESH_REQUESTED"]);
    await time.passTo(applicant, later(requestedAt, 37));
    expect(await tasks(applicant)).toEqual(["OFFER_REFRESH_REQUESTED", "OFFER_REFRESH_URGENT"]);
    await time.passTo(applicant, later(requestedAt, 49));
    expect(await tasks(applicant)).toEqual(["ANSWER_OVERDUE", "OFFER_REFRESH_REQUESTED", "OFFER_REFRESH_URGENT"]);
    expect((await confirm(applicant)).status).toBe(200);
    expect(await standing(applicant)).toMatchObject({ status: "WAITING_FOR_ACCEPTANCE", offerStep: "DISPLAY_OFFERS" });
    expect(await tasks(applicant)).toEqual([]);
    expect(await offersOf(applicant)).toHaveLength(2 * old.length);
    expect((await confirm(applicant)).body).toMatchObject({ code: "WRONG_STATE" });
  });

  it("is decided on the last day for a decision when staff do not answer, also by worse offers", async () => {
    const { applicant, old, requestedAt } = await leftToStaff();
    await time.passTo(applicant, later(requestedAt, 27 * 24));
    await decide(server, applicant);
    expect(await standing(applicant)).toMatchObject({ offerStep: "OFFER_REFRESH_PENDING" });
    const started = await decisionsStarted(applicant);
    await time.passTo(applicant, later(requestedAt, 28 * 24));
    expect(await decisionsStarted(applicant)).toBe(started + 1);
    await decide(server, applicant);
    expect(await standing(applicant)).toMatchObject({ status: "WAITING_FOR_ACCEPTANCE", offerStep: "DISPLAY_OFFERS" });
    expect(await offersOf(applicant)).toHaveLength(2 * old.length);
    expect(await tasks(applicant)).toEqual([]);
  });

  it("asks for reports again when the data is older than 30 days, and refreshes when all of it is recent", async () => {
    const applicant = await expired();
    await rows("update app.report set pulled_at = pulled_at - interval '40 days' where business_id = $1", applicant.id);
    expect((await refresh(applicant)).body).toEqual({ refreshed: false });
    expect(await tasks(applicant)).toEqual(["OFFER_REFRESH_REQUESTED"]);
    const rounds = await rows(
      "select round_id as id, source from app.report where business_id = $1 and outcome is null order by source",
      applicant.id,
    );
    expect(rounds.map(({ source }) => source)).toEqual(["BUSINESS_CREDIT", "BUSINESS_OWNER_CREDIT"]);
    for (const { id, source } of rounds) await pullReport(server.app, { ...tenantOf(applicant), id }, source);
    const before = await decisionsStarted(applicant);
    await handleEvents(server, applicant.id);
    expect(await decisionsStarted(applicant)).toBeGreaterThan(before);
    await decide(server, applicant);
    expect(await standing(applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS" });
    expect(await tasks(applicant)).toEqual([]);
  });

  it("is pending while the bank does not answer", async () => {
    const applicant = await expired();
    await sandbox.put("/faults/plaid", { faults: [{ kind: "outage" }] });
    const { body } = await refresh(applicant).finally(() => sandbox.put("/faults/plaid", { faults: [] }));
    expect(body).toEqual({ refreshed: false });
    expect(await standing(applicant)).toMatchObject({ offerStep: "OFFER_REFRESH_PENDING" });
    expect(await rows("select from app.report where business_id = $1 and outcome is null", applicant.id)).toEqual([]);
    // The workflow asks the bank again.
    await decide(server, applicant);
    expect(await standing(applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS" });
  });

  it("ends without offers when staff confirm what the rules deny", async () => {
    const applicant = await expired();
    await rows("update app.report set pulled_at = pulled_at - interval '40 days' where business_id = $1", applicant.id);
    await refresh(applicant);
    await rows("delete from app.bank_transaction where business_id = $1 and amount_cents > 0", applicant.id);
    expect((await confirm(applicant)).status).toBe(200);
    expect(await standing(applicant)).toMatchObject({ status: "NO_OFFERS", offerStep: "NO_OFFERS_EXTENDED" });
    expect(await tasks(applicant)).toEqual([]);
    expect((await kinds(applicant)).at(-1)).toBe("application.declined");
  });

  it("can be begun by staff, and never replaces offers that are open", async () => {
    const applicant = await expired();
    expect((await confirm(applicant)).status).toBe(200);
    expect(await standing(applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS", round: 2 });
    expect((await confirm(applicant)).body).toMatchObject({ code: "WRONG_STATE" });
    expect((await refresh(applicant)).body).toMatchObject({ code: "STEP_NOT_CURRENT_EXCEPTION" });
  });

  it("makes new offers once, however many requests come at once", async () => {
    const applicant = await expired();
    const old = await offersOf(applicant);
    const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(applicant)));
    expect(answers.filter(({ body }) => body["refreshed"] === true)).toHaveLength(1);
    expect(await offersOf(applicant)).toHaveLength(2 * old.length);
    expect(await reserved(applicant)).toBe(1);
  });

  it("begins a new application after 60 days, with the answers kept and consent asked for again", async () => {
    const applicant = await expired();
    const { nextAt } = await standing(applicant);
    await time.passTo(applicant, later(nextAt, 0.1));
    expect(await standing(applicant)).toMatchObject({ status: "EXPIRED" });
    expect((await refresh(applicant)).body).toEqual({ refreshed: false });
    const { body } = await applicant.as({ method: "GET", url: "/api/v1/workflow" });
    expect(body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("is refused to everybody but the primary owner", async () => {
    const applicant = await expired();
    const [{ reference }] = await rows(
      "select platform_business_id as reference from app.business where id = $1",
      applicant.id,
    );
    const operator = await server.person(applicant.platform, { platformBusinessId: reference, roles: ["OPERATOR"] });
    expect((await refresh(operator)).status).toBe(403);
    const support = await signedInMember(server, ["OPERATIONS"]);
    expect((await confirm(applicant, support)).status).toBe(403);
  });
});
