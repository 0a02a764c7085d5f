import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { completedApplicant, confirmLastDenial, decide as decideAbout, type Wishes } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const decide = (applicant: Applicant) => decideAbout(server, applicant);
const completed = (wishes: Wishes = {}) => completedApplicant(server, sandbox, wishes);
const confirmDenial = (applicant: Applicant) => confirmLastDenial(server, applicant);

const standing = ({ id }: Applicant) =>
  rows("select product, status, offer_step from app.loan_application where business_id = $1 order by product", id);
const decisionsOf = ({ id }: Applicant) =>
  rows(
    `select d.outcome, d.number, d.reasons from app.decision d join app.loan_application a on a.id = d.application_id
     where d.business_id = $1 order by a.product, d.number`,
    id,
  );
const offersOf = ({ id }: Applicant) =>
  rows(
    `select o.status, o.is_locked, o.amount_cents::int as "amountCents", a.product from app.offer o
     join app.loan_application a on a.id = o.application_id where o.business_id = $1 order by a.product, o.amount_cents`,
    id,
  );
const eventsOf = async ({ id }: Applicant, kind: string) =>
  (await rows("select body from app.event where business_id = $1 and kind = $2", id, kind)).map(({ body }) => body);
const tasksOf = async ({ id }: Applicant) =>
  (await rows("select kind from app.task where business_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );

const startedDecisions = async ({ id }: Applicant) =>
  (await rows("select from app.workflow_run where business_id = $1 and kind = 'decide-applications'", id)).length;

describe("decision about an application", () => {
  it("creates offers, shows them and reserves capital for the largest", async () => {
    const applicant = await completed({ products: ["TERM_LOAN", "MCA"] });
    await decide(applicant);
    const shown = { status: "WAITING_FOR_ACCEPTANCE", offer_step: "DISPLAY_OFFERS" };
    expect(await standing(applicant)).toEqual([
      { product: "MCA", ...shown },
      { product: "TERM_LOAN", ...shown },
    ]);
    expect(await decisionsOf(applicant)).toEqual([
      { outcome: "OFFERS", number: 1, reasons: [] },
      { outcome: "OFFERS", number: 1, reasons: [] },
    ]);
    const offers = await offersOf(applicant);
    const largest = (product: string) =>
      Math.max(...offers.filter((one) => one.product === product).map(({ amountCents }) => amountCents));
    for (const offer of offers) expect(offer).toMatchObject({ status: "WAITING_FOR_SELECTION", is_locked: true });
    const reserved = await rows(
      `select a.product, r.amount_cents::int as "amountCents" from app.capital_reservation r
       join app.loan_application a on a.id = r.application_id where r.business_id = $1 and r.released_at is null order by 1`,
      applicant.id,
    );
    expect(reserved).toEqual(["MCA", "TERM_LOAN"].map((product) => ({ product, amountCents: largest(product) })));
    expect(await eventsOf(applicant, "application.offered")).toHaveLength(2);
    expect(await tasksOf(applicant)).toEqual([]);
  });

  it("is made once, whatever number of runs look at it", async () => {
    const applicant = await completed();
    await Promise.all([decide(applicant), decide(applicant), decide(applicant)]);
    await decide(applicant);
    expect(await decisionsOf(applicant)).toHaveLength(1);
    expect(await eventsOf(applicant, "application.offered")).toHaveLength(1);
    expect(await rows("select from app.decision_snapshot where business_id = $1", applicant.id)).toHaveLength(1);
    expect(await rows("select from app.capital_reservation where business_id = $1", applicant.id)).toHaveLength(1);
  });

  it("leaves to staff what the rules leave open, and is not repeated before they have ruled", async () => {
    const applicant = await completed({ bankUser: "user_shrinking" });
    await decide(applicant);
    await decide(applicant);
    expect(await decisionsOf(applicant)).toMatchObject([{ outcome: "REVIEW", number: 1 }]);
    expect(await standing(applicant)).toMatchObject([
      { status: "ASSIGN_TO_CAPITAL_PROVIDER", offer_step: "OFFERS_PENDING" },
    ]);
    expect(await tasksOf(applicant)).toEqual(["DECISION_REVIEW"]);
    expect(await eventsOf(applicant, "application.referred")).toHaveLength(1);
  });

  it("is a denial with its reasons once staff have confirmed it, on the facts that they saw", async () => {
    const applicant = await completed({ bankUser: "user_shrinking" });
    await decide(applicant);
    await confirmDenial(applicant);
    await decide(applicant);
    const [first, second] = await decisionsOf(applicant);
    expect(second).toEqual({ outcome: "NO_OFFERS", number: 2, reasons: first?.reasons });
    expect(await standing(applicant)).toMatchObject([{ status: "NO_OFFERS", offer_step: "NO_OFFERS_EXTENDED" }]);
    expect(await rows("select from app.decision_snapshot where business_id = $1", applicant.id)).toHaveLength(1);
    expect(await eventsOf(applicant, "application.declined")).toHaveLength(1);
    expect(await tasksOf(applicant)).toEqual([]);
  });

  it("waits for the platform's mark-up where the platform sets one, and shows nothing before", async () => {
    const applicant = await completed({ settings: { markupEnabled: true } });
    await decide(applicant);
    expect(await standing(applicant)).toMatchObject([
      { status: "WAITING_FOR_PLATFORM_MARKUP", offer_step: "OFFERS_PENDING" },
    ]);
    for (const offer of await offersOf(applicant)) expect(offer).toMatchObject({ is_locked: false });
    expect(await eventsOf(applicant, "application.priced")).toMatchObject([{ dueAt: expect.any(String) }]);
    expect(await eventsOf(applicant, "application.offered")).toEqual([]);
  });

  it("waits for the account that the platform provides for payouts, and is made when it comes", async () => {
    const applicant = await completed({ settings: { platformDisbursementAccountExpected: true } });
    await decide(applicant);
    expect(await decisionsOf(applicant)).toEqual([]);
    const startedBefore = await startedDecisions(applicant);
    const numbers = { accountNumber: "000123456789", routingNumber: "021000021" };
    const account = { createdMethod: "PLATFORM", name: "Operating account", accountType: "CHECKING", ...numbers };
    const { status } = await server.partner(applicant.platform, {
      method: "POST",
      url: "/api/platform/v1/bank-accounts",
      payload: { businessId: applicant.businessId, ...account },
    });
    expect(status).toBe(201);
    await handleEvents(server, applicant.id);
    expect(await startedDecisions(applicant)).toBe(startedBefore + 1);
    await decide(applicant);
    expect(await standing(applicant)).toMatchObject([{ status: "WAITING_FOR_ACCEPTANCE" }]);
  });

  it("is a denial on the last day when that account has not come", async () => {
    const applicant = await completed({ settings: { platformDisbursementAccountExpected: true } });
    await rows(
      "update app.loan_application set completed_at = now() - interval '28 days' where business_id = $1",
      applicant.id,
    );
    await decide(applicant);
    expect(await standing(applicant)).toMatchObject([{ status: "NO_OFFERS" }]);
  });

  it("leaves an application without a capital provider to staff", async () => {
    const applicant = await completed();
    await rows("update app.capital_provider set capacity_cents = reserved_cents");
    try {
      await decide(applicant);
    } finally {
      await rows("update app.capital_provider set capacity_cents = 2500000000000");
    }
    expect(await standing(applicant)).toMatchObject([{ status: "UNASSIGNED", offer_step: "OFFERS_PENDING" }]);
    expect(await offersOf(applicant)).toEqual([]);
    expect(await tasksOf(applicant)).toEqual(["CAPITAL_NEEDED"]);
  });

  it("is not made about an application that was withdrawn, and a withdrawal releases its capital", async () => {
    const withdraw = (applicant: Applicant) =>
      applicant.as({ method: "POST", url: "/api/v1/loan-applications/withdraw", payload: { reason: "OTHER" } });
    const early = await completed();
    expect((await withdraw(early)).status).toBe(200);
    await decide(early);
    expect(await decisionsOf(early)).toEqual([]);
    const late = await completed();
    await decide(late);
    expect((await withdraw(late)).status).toBe(200);
    const open = "select from app.capital_reservation where business_id = $1 and released_at is null";
    expect(await rows(open, late.id)).toEqual([]);
  });
});
