import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allShards } from "../clock/clock.fixture.ts";
import { duePages } from "../clock/due-pages.ts";
import { createSweep, type Sweep } from "../clock/sweep.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { closeApplications } from "./close-applications.ts";
import { watchPromise } from "./promised-answer.ts";

let server: TestServer;
let sweep: Sweep;
beforeAll(async () => {
  server = await testServer();
  const jobs = [watchPromise] as const;
  sweep = createSweep(server.app, jobs, duePages(server.database.pool("engine"), jobs), new AbortController().signal);
});
afterAll(() => server.close());

const admin = (text: string, values: unknown[]) => server.database.admin.query(text, values);
async function hoursAfterApplying({ id, platform }: Applicant, hours: number): Promise<void> {
  await admin(
    `insert into app.business_clock (business_id, platform_id, now_at)
     select $1, $2, max(received_at) + make_interval(hours => $3) from app.loan_application where business_id = $1
     on conflict (business_id) do update set now_at = excluded.now_at`,
    [id, platform.id, hours],
  );
  for (let idle = 0; idle < 2; ) idle = (await sweep.roundOfOwnTimes(allShards)) > 0 ? 0 : idle + 1;
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
