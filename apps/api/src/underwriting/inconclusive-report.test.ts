import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTask } from "../approvals/public.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { signedInMember, type TestMember } from "../staff/staff.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";

let server: TestServer;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  server = await testServer();
  [maker, checker] = [await signedInMember(server, ["UNDERWRITER"]), await signedInMember(server, ["UNDERWRITER"])];
});
afterAll(() => server.close());

const reason = "The register spells the name differently";
const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

/** An application with usable reports, except for the last one of three about this source, and the task about it. */
async function inconclusive(source: "BUSINESS_OWNER_CREDIT" | "BUSINESS_VERIFICATION", ofBusiness = false) {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  const { id: businessId, platform } = applicant;
  await rows(
    "update app.report set outcome = case source when 'BUSINESS_VERIFICATION' then 'FOUND' else 'REPORT' end where business_id = $1",
    businessId,
  );
  await rows("update app.report set outcome = 'NO_HIT' where business_id = $1 and source = $2", businessId, source);
  await rows(
    `insert into app.report (id, platform_id, business_id, round_id, source, subject_kind, subject_id, attempt, consent_id, outcome)
     select gen_random_uuid(), platform_id, business_id, round_id, source, subject_kind, subject_id, n, consent_id, 'NO_HIT'
     from app.report, generate_series(2, 3) n where business_id = $1 and source = $2`,
    businessId,
    source,
  );
  const [report] = await rows("select id from app.report where business_id = $1 and attempt = 3", businessId);
  const subjectId = ofBusiness ? businessId : report.id;
  const tenant = { platformId: platform.id, businessId };
  await inScope(server.app.pool, tenant, (tx) =>
    openTask(tx, { kind: "REPORT_INCONCLUSIVE", subjectId, ...tenant, dueAt: new Date() }),
  );
  const [task] = await rows("select id from app.task where subject_id = $1", subjectId);
  await handleEvents(server, businessId);
  return { applicant, reportId: report.id as string, taskId: task.id as string, path: `/tasks/${task.id}/report` };
}
const isComplete = async ({ id }: Applicant): Promise<boolean> => {
  await handleEvents(server, id);
  return (
    (await rows("select completed_at from app.loan_application where business_id = $1", id))[0].completed_at !== null
  );
};
const isOpen = async (taskId: string) =>
  (await rows("select closed_at from app.task where id = $1", taskId))[0].closed_at === null;
async function approve(by: TestMember, requestId: unknown) {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}
const trail = (businessId: string, kind: string) =>
  rows(
    `select e.actor_id, e.body ->> 'reportId' as report, a.action from app.event e join app.audit a using (stream, sequence)
     where e.business_id = $1 and e.kind = $2`,
    businessId,
    kind,
  );

describe("an inconclusive report", () => {
  it("is pulled once more at the request of one staff member, with its event", async () => {
    const { applicant, reportId, taskId, path } = await inconclusive("BUSINESS_VERIFICATION");
    const operations = await signedInMember(server, ["OPERATIONS"]);
    expect(await operations.as("POST", `${path}/pull-again`, { reason })).toMatchObject({
      status: 200,
      body: { state: "APPROVED" },
    });
    expect(
      await rows(
        "select source, outcome, round_id from app.report where business_id = $1 and attempt = 4",
        applicant.id,
      ),
    ).toEqual([{ source: "BUSINESS_VERIFICATION", outcome: null, round_id: expect.any(String) }]);
    expect(
      await rows("select from app.workflow_run where kind = 'pull-reports' and business_id = $1", applicant.id),
    ).toHaveLength(2);
    expect(await isOpen(taskId)).toBe(false);
    expect(await trail(applicant.id, "report.requested")).toEqual([
      { actor_id: operations.id, report: reportId, action: "staff.report.pull-again" },
    ]);
  });

  it("lets the application go on when two staff members accept it, not when one does", async () => {
    const { applicant, reportId, taskId, path } = await inconclusive("BUSINESS_VERIFICATION");
    const asked = await maker.as("POST", `${path}/accept`, { reason });
    expect(asked).toMatchObject({ status: 202, body: { state: "PENDING" } });
    expect((await approve(maker, asked.body["requestId"])).body["code"]).toBe("SECOND_PERSON_NEEDED");
    const operations = await signedInMember(server, ["OPERATIONS"]);
    expect((await approve(operations, asked.body["requestId"])).status).toBe(403);
    expect(await isComplete(applicant)).toBe(false);
    expect((await approve(checker, asked.body["requestId"])).body).toMatchObject({ state: "APPROVED" });
    expect(await isComplete(applicant)).toBe(true);
    expect(await isOpen(taskId)).toBe(false);
    expect(await trail(applicant.id, "report.accepted")).toEqual([
      { actor_id: checker.id, report: reportId, action: "staff.report.accept" },
    ]);
  });

  it("is not accepted any more after it was pulled again", async () => {
    const { applicant, path } = await inconclusive("BUSINESS_VERIFICATION");
    const asked = await maker.as("POST", `${path}/accept`, { reason });
    await maker.as("POST", `${path}/pull-again`, { reason });
    expect(await approve(checker, asked.body["requestId"])).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", message: expect.stringContaining("CLOSED") },
    });
    expect(await isComplete(applicant)).toBe(false);
    expect((await maker.as("POST", `${path}/pull-again`, { reason })).status).toBe(409);
  });

  it("about a person is not pulled without that person's consent, and can be accepted", async () => {
    const { applicant, reportId, taskId, path } = await inconclusive("BUSINESS_OWNER_CREDIT", true);
    const { id } = applicant;
    await rows("update app.business_owner set user_id = null where business_id = $1 and is_primary", id);
    expect(await maker.as("POST", `${path}/pull-again`, { reason })).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", message: expect.stringContaining("NO_CONSENT") },
    });
    expect(await isOpen(taskId)).toBe(true);
    const asked = await maker.as("POST", `${path}/accept`, { reason });
    await approve(checker, asked.body["requestId"]);
    expect(await trail(id, "report.accepted")).toMatchObject([{ report: reportId }]);
    expect(await isComplete(applicant)).toBe(true);
  });
});
