import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { closeApplications } from "./close-applications.ts";
import { watchPromise } from "./promised-answer.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [watchPromise]);
});
afterAll(() => server.close());

const admin = (text: string, values: unknown[]) => server.database.admin.query(text, values);
async function hoursAfterApplying(applicant: Applicant, hours: number): Promise<void> {
  const { rows } = await admin("select max(received_at) as at from app.loan_application where business_id = $1", [
    applicant.id,
  ]);
  await time.passTo(applicant, new Date(rows[0].at.getTime() + hours * 3_600_000));
}
const openTasks = async ({ id }: Applicant) =>
  (await admin("select kind from app.task where business_id = $1 and closed_at is null", [id])).rows;
async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  return applicant;
}

describe("application without an answer", () => {
  it("is a task of staff when the promised 48 hours have passed, and not before", async () => {
    const applicant = await anApplicant();
    await hoursAfterApplying(applicant, 47);
    expect(await openTasks(applicant)).toEqual([]);
    await hoursAfterApplying(applicant, 49);
    expect(await openTasks(applicant)).toEqual([{ kind: "ANSWER_OVERDUE" }]);
  });

  it("is no task any more when it is closed", async () => {
    const applicant = await anApplicant();
    await hoursAfterApplying(applicant, 49);
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, tenant, (tx) =>
      closeApplications(
        tx,
        tenant,
        { because: "LOAN_APPLICATION_INCOMPLETE" },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    );
    expect(await openTasks(applicant)).toEqual([]);
  });
});
