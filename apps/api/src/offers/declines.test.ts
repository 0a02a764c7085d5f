import type { Decline } from "@inlay/contracts/decline.ts";
import { addDays, addMonths, businessDate } from "@inlay/lending/calendar/business-date.ts";
import { easternInstant } from "@inlay/lending/calendar/eastern-time.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { type Applicant, agree } from "../onboarding/consents/consent.fixture.ts";
import type { EmailMessage } from "../providers/email/port.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { destroyKey, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { remindOfAppeal } from "./appeals/appeals.ts";
import { completedApplicant, confirmLastDenial, decide, type Wishes } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let time: BusinessTime;
let underwriter: TestMember;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  time = businessTime(server, [remindOfAppeal]);
  underwriter = await signedInMember(server, ["UNDERWRITER"]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

/** An owner whose business is eight months old, which staff did not except from the policy. */
async function declined(wishes: Wishes = {}): Promise<Applicant> {
  const applicant = await completedApplicant(server, sandbox, wishes);
  await rows(
    `update app.report set summary = summary
       || case source when 'BUSINESS_CREDIT' then jsonb_build_object('incorporatedOn', current_date - 250)
         else jsonb_build_object('formation', summary -> 'formation' || jsonb_build_object('on', current_date - 250)) end
     where business_id = $1 and source in ('BUSINESS_CREDIT', 'BUSINESS_VERIFICATION')`,
    applicant.id,
  );
  await decide(server, applicant);
  await confirmLastDenial(server, applicant);
  await decide(server, applicant);
  return applicant;
}
const read = async (applicant: Applicant): Promise<Decline> => {
  const { status, body } = await applicant.as({ method: "GET", url: "/api/v1/loan-applications/decline" });
  expect(status).toBe(200);
  return body as Decline;
};
const applyAgain = (applicant: Applicant) =>
  applicant.as({ method: "POST", url: "/api/v1/loan-applications/apply-again" });
const appeal = (applicant: Applicant, text = "Our oldest customer confirms that we began in 2021.") =>
  applicant.as({ method: "POST", url: "/api/v1/loan-applications/appeal", payload: { text } });
const openTasks = async ({ id }: Applicant) =>
  (await rows("select kind from app.task where business_id = $1 and closed_at is null order by kind", id)).map(
    ({ kind }) => kind,
  );
/** Nine in the morning in New York, some days after this one. */
const morningAfter = (day: string, days: number) => easternInstant(addDays(businessDate(day), days), 9 * 60);

describe("declined application", () => {
  it("tells what would have led to an offer and when to come back, the same at each reading", async () => {
    const applicant = await declined();
    const shown = await read(applicant);
    const declinedOn = businessDate(shown.declinedOn);
    const on = shown.changes[0]?.on;
    expect(shown).toMatchObject({
      changes: [{ kind: "TIME_IN_BUSINESS", from: 8, to: 12, productType: null }],
      comeBackOn: on,
      canApplyAgain: false,
      appeal: null,
    });
    // The facts are of the day in UTC, which may be one later than in New York.
    expect([declinedOn, addDays(declinedOn, 1)].map((day) => addMonths(day, 4))).toContain(on);
    expect(await read(applicant)).toEqual(shown);
  });

  it("tells no changes once the facts are destroyed, and still when to come back", async () => {
    const applicant = await declined();
    await destroyKey(applicant.id, null);
    const shown = await read(applicant);
    expect(shown).toMatchObject({ changes: [], comeBackOn: addDays(businessDate(shown.declinedOn), 90) });
  });

  it("tells no changes where the rules made an offer and it failed for another cause", async () => {
    const applicant = await completedApplicant(server, sandbox, {
      settings: { platformDisbursementAccountExpected: true },
    });
    await rows(
      "update app.loan_application set completed_at = now() - interval '28 days' where business_id = $1",
      applicant.id,
    );
    await decide(server, applicant);
    expect((await read(applicant)).changes).toEqual([]);
  });

  it("is not there before a decision", async () => {
    const applicant = await completedApplicant(server, sandbox);
    const refused = { status: 409, body: { code: "NO_DECLINED_APPLICATION" } };
    expect(await applicant.as({ method: "GET", url: "/api/v1/loan-applications/decline" })).toMatchObject(refused);
    expect(await appeal(applicant)).toMatchObject(refused);
  });
});

describe("applying again after a denial", () => {
  it("is refused for 90 days, and then asks for consent with all other answers kept", async () => {
    const applicant = await declined();
    const { declinedOn } = await read(applicant);
    await time.passTo(applicant, morningAfter(declinedOn, 89));
    expect(await applyAgain(applicant)).toMatchObject({ status: 409, body: { code: "REAPPLY_TOO_SOON" } });
    expect((await read(applicant)).canApplyAgain).toBe(false);
    await time.passTo(applicant, morningAfter(declinedOn, 90));
    expect((await read(applicant)).canApplyAgain).toBe(true);
    expect((await applyAgain(applicant)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
    expect((await agree(applicant)).status).toBe(200);
    const applications = await rows(
      "select status from app.loan_application where business_id = $1 order by id",
      applicant.id,
    );
    expect(applications).toEqual([{ status: "NO_OFFERS" }, { status: "ASSIGN_TO_CAPITAL_PROVIDER" }]);
  });

  it("counts from the last of several denials", async () => {
    const applicant = await declined();
    const { declinedOn } = await read(applicant);
    await rows(
      `insert into app.loan_application (platform_id, business_id, product, status, offer_step, denial_reasons, received_at, declined_at)
       select platform_id, business_id, 'MCA', status, offer_step, denial_reasons, received_at - interval '1 hour', declined_at + interval '3 days'
       from app.loan_application where business_id = $1`,
      applicant.id,
    );
    await time.passTo(applicant, morningAfter(declinedOn, 92));
    expect((await applyAgain(applicant)).body).toMatchObject({ code: "REAPPLY_TOO_SOON" });
    await time.passTo(applicant, morningAfter(declinedOn, 94));
    expect((await applyAgain(applicant)).status).toBe(200);
  });
});

describe("appeal", () => {
  it("is a task of staff with the day that the owner was promised, and a second one the day before", async () => {
    const applicant = await declined();
    const { status, body } = await appeal(applicant);
    expect(status).toBe(200);
    expect(body).toMatchObject({ outcome: null, message: null, answeredAt: null });
    expect((await read(applicant)).appeal).toEqual(body);
    const [task] = await rows(
      "select due_at from app.task where kind = 'APPEAL_REQUESTED' and business_id = $1",
      applicant.id,
    );
    // The end of the working day, in New York.
    expect(task.due_at.toLocaleDateString("sv-SE", { timeZone: "America/New_York" })).toBe(body["answerBy"]);
    const [{ at }] = await rows("select next_action_at as at from app.appeal where business_id = $1", applicant.id);
    await time.passTo(applicant, new Date(at.getTime() - 60_000));
    expect(await openTasks(applicant)).toEqual(["APPEAL_REQUESTED"]);
    await time.passTo(applicant, at);
    expect(await openTasks(applicant)).toEqual(["APPEAL_REQUESTED", "APPEAL_URGENT"]);
  });

  it("is made once for a decision, however often it is sent", async () => {
    const applicant = await declined();
    const answers = await Promise.all([appeal(applicant), appeal(applicant), appeal(applicant)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await appeal(applicant)).body).toMatchObject({ code: "APPEAL_ALREADY_MADE" });
    expect(await openTasks(applicant)).toEqual(["APPEAL_REQUESTED"]);
  });

  it("is refused without a text, with one that is too long, and with a tax or account number", async () => {
    const applicant = await declined();
    for (const text of ["", "x".repeat(2001), "My SSN is 900 12 3456", "account 000123456789"])
      expect((await appeal(applicant, text)).status).toBe(400);
    expect((await read(applicant)).appeal).toBeNull();
  });

  it("that is upheld is answered once by an email, closes the tasks, and leaves the wait", async () => {
    const applicant = await declined();
    const id = String((await appeal(applicant)).body["appealId"]);
    expect((await read(applicant)).appeal?.isLate).toBe(false);
    await time.passTo(applicant, new Date(Date.now() + 20 * 86_400_000));
    expect((await read(applicant)).appeal?.isLate).toBe(true);
    const { status } = await answer(applicant, id, "UPHELD", "The register names 2026 as the year.");
    expect(status).toBe(200);
    expect(await openTasks(applicant)).toEqual([]);
    const { appeal: answered, canApplyAgain } = await read(applicant);
    expect(answered).toMatchObject({
      outcome: "UPHELD",
      isLate: false,
      message: "The register names 2026 as the year.",
    });
    expect(canApplyAgain).toBe(false);
    const emails = await emailsTo(applicant);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toMatch(/^We looked at the decision again/);
    expect(emails[0]?.text).toContain("The register names 2026 as the year.");
    expect(await answer(applicant, id, "RECONSIDERED", "Or not.")).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE" },
    });
  });

  it("that is reconsidered lets the owner apply again at once", async () => {
    const applicant = await declined();
    expect((await applyAgain(applicant)).body).toMatchObject({ code: "REAPPLY_TOO_SOON" });
    const id = String((await appeal(applicant)).body["appealId"]);
    await answer(applicant, id, "RECONSIDERED", "You are right.");
    expect((await read(applicant)).canApplyAgain).toBe(true);
    expect((await emailsTo(applicant))[0]?.text).toContain("You do not have to wait.");
    expect((await applyAgain(applicant)).status).toBe(200);
  });

  it("is read by underwriters and operations, and answered by underwriters", async () => {
    const applicant = await declined();
    const id = String((await appeal(applicant)).body["appealId"]);
    const operations = await signedInMember(server, ["OPERATIONS"]);
    const listed = await operations.as("GET", `/businesses/${applicant.id}/appeals`);
    expect(listed.body).toMatchObject({ appeals: [{ appealId: id, outcome: null }] });
    expect((await answer(applicant, id, "UPHELD", "No.", operations)).status).toBe(403);
  });

  it("is not answered by somebody who has ruled on the application", async () => {
    const applicant = await declined();
    const id = String((await appeal(applicant)).body["appealId"]);
    await rows("update app.ruling set ruled_by = $2 where business_id = $1", applicant.id, underwriter.id);
    expect(await answer(applicant, id, "UPHELD", "No.")).toMatchObject({
      status: 403,
      body: { code: "APPEAL_AGAINST_OWN_RULING" },
    });
    expect((await read(applicant)).appeal).toMatchObject({ outcome: null });
    expect((await answer(applicant, id, "UPHELD", "No.", await signedInMember(server, ["UNDERWRITER"]))).status).toBe(
      200,
    );
  });
});

const answer = ({ id }: Applicant, appealId: string, outcome: string, message: string, by = underwriter) =>
  by.as("POST", `/businesses/${id}/appeals/${appealId}/answer`, {
    outcome,
    message,
    reason: "read the register again",
  });

async function emailsTo(applicant: Applicant): Promise<EmailMessage[]> {
  await handleEvents(server, applicant.id);
  const queued = await rows(
    "select id from app.email where business_id = $1 and template = 'appeal-answered' and sent_at is null",
    applicant.id,
  );
  const sent: EmailMessage[] = [];
  const sender = { send: async (email: EmailMessage) => void sent.push(email), close: () => {} };
  for (const { id } of queued) await deliverEmail(server.app, sender, { ...tenantOf(applicant), id });
  return sent;
}
