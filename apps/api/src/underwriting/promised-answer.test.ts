import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { invitedCoOwners } from "../people/invitations.fixture.ts";
import { closeApplications } from "./close-applications.ts";
import { promisedAnswer, watchPromise } from "./promised-answer.ts";

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
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const after = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);
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

  it("is promised no date while a co-owner is waited for, and 48 hours after the last one has finished", async () => {
    const { applicant, ownerIds } = await invitedCoOwners(server, 2);
    const promised = () => inScope(server.app.pool, tenantOf(applicant), (tx) => promisedAnswer(tx, applicant.id));
    const { receivedAt } = await promised();
    const finish = (ownerId: string | undefined, hours: number) =>
      admin("update app.business_owner set onboarded_at = $2 where id = $1", [ownerId, after(receivedAt, hours)]);
    expect((await promised()).promisedBy).toBeNull();
    await finish(ownerIds[0], 60);
    expect((await promised()).promisedBy).toBeNull();
    await hoursAfterApplying(applicant, 95);
    expect(await openTasks(applicant)).toEqual([]);
    await finish(ownerIds[1], 100);
    expect((await promised()).promisedBy).toEqual(after(receivedAt, 100 + 48));
    await hoursAfterApplying(applicant, 147);
    expect(await openTasks(applicant)).toEqual([]);
    await hoursAfterApplying(applicant, 149);
    expect(await openTasks(applicant)).toEqual([{ kind: "ANSWER_OVERDUE" }]);
  });

  it("is not delayed by a co-owner who need not be verified", async () => {
    const { applicant, ownerIds } = await invitedCoOwners(server, 1);
    await admin("update app.business_owner set ownership_basis_points = 2400 where id = $1", [ownerIds[0]]);
    const promised = await inScope(server.app.pool, tenantOf(applicant), (tx) => promisedAnswer(tx, applicant.id));
    expect(promised.promisedBy).toEqual(after(promised.receivedAt, 48));
  });

  it("is no task any more when it is closed", async () => {
    const applicant = await anApplicant();
    await hoursAfterApplying(applicant, 49);
    await inScope(server.app.pool, tenantOf(applicant), (tx) =>
      closeApplications(
        tx,
        tenantOf(applicant),
        { because: "LOAN_APPLICATION_INCOMPLETE" },
        { actor: { kind: "SYSTEM", id: null }, requestId: null },
      ),
    );
    expect(await openTasks(applicant)).toEqual([]);
  });
});
