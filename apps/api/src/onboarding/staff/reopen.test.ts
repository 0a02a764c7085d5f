import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopOnboarding } from "../../additional-inputs/stop.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { signedInMember, type TestMember } from "../../staff/staff.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../consents/consent.fixture.ts";

let server: TestServer;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  server = await testServer();
  [maker, checker] = [await signedInMember(server, ["UNDERWRITER"]), await signedInMember(server, ["OPERATIONS"])];
});
afterAll(() => server.close());

const reason = "the vendor had taken it for another business";
const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const current = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
const ask = (by: TestMember, { id }: Applicant, more: object = {}) =>
  by.as("POST", `/businesses/${id}/onboarding/reopen`, { reason, ...more });
const approve = async (by: TestMember, requestId: unknown) => {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
};
async function stopped(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
  await inScope(server.app.pool, tenant, (tx) => stopOnboarding(tx, tenant));
  expect(await current(applicant)).toBe("ONBOARDING_ERROR");
  return applicant;
}

describe("stopped business", () => {
  it("waits for offers again when two staff members approve, not when one does", async () => {
    const applicant = await stopped();
    const asked = await ask(maker, applicant);
    expect(asked.body).toMatchObject({ state: "PENDING" });
    expect(await current(applicant)).toBe("ONBOARDING_ERROR");
    expect((await approve(maker, asked.body["requestId"])).body["code"]).toBe("SECOND_PERSON_NEEDED");
    expect((await approve(checker, asked.body["requestId"])).body).toMatchObject({ state: "APPROVED" });
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    const trail = await rows(
      `select e.kind, e.actor_id, a.action from app.event e join app.audit a using (stream, sequence)
       where e.business_id = $1 and e.kind = 'onboarding.reopened'`,
      applicant.id,
    );
    expect(trail).toEqual([{ kind: "onboarding.reopened", actor_id: checker.id, action: "staff.onboarding.reopen" }]);
  });

  it("asks its owner for the input that the reopening names", async () => {
    const applicant = await stopped();
    const asked = await ask(maker, applicant, { subStep: "VERIFY_BUSINESS_INFORMATION" });
    await approve(checker, asked.body["requestId"]);
    expect(await current(applicant)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(
      await rows("select sub_step, raised_by from app.additional_input where business_id = $1", applicant.id),
    ).toEqual([{ sub_step: "VERIFY_BUSINESS_INFORMATION", raised_by: "STAFF" }]);
  });

  it.each([
    [{ subStep: "ADDITIONAL_DOCUMENTS_UPLOAD" }, "Please say what the owner is to send"],
    [{ request: "The lease" }, "Only documents are asked for in words"],
  ])("is not reopened with %j", async (more, message) => {
    expect((await ask(maker, await stopped(), more)).body["fields"]).toMatchObject([{ message }]);
  });

  it("stays stopped over a sanctions match until the match is cleared", async () => {
    const applicant = await stopped();
    const [screening] = await rows(
      `insert into app.sanctions_screening (platform_id, business_id, subject_kind, subject_id, name, result, score, matches, list_sha256,
         list_published_at, screened_at)
       values ($1, $2, 'BUSINESS', $2, 'Harbor', 'POSSIBLE_MATCH', 0.9, '[{"entryId":"1"}]', '\\x00', now(), now()) returning id`,
      applicant.platform.id,
      applicant.id,
    );
    const first = await ask(maker, applicant);
    expect((await approve(checker, first.body["requestId"])).status).toBe(409);
    expect(await current(applicant)).toBe("ONBOARDING_ERROR");
    await server.database.admin.query(
      "insert into app.sanctions_decision (platform_id, business_id, screening_id, verdict, decided_by) values ($1, $2, $3, 'CLEARED', $4)",
      [applicant.platform.id, applicant.id, screening.id, maker.id],
    );
    await approve(checker, first.body["requestId"]);
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
  });

  it("is not reopened twice, and a business that was not stopped is not reopened", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const asked = await ask(maker, applicant);
    expect((await approve(checker, asked.body["requestId"])).body["code"]).toBe("WRONG_STATE");
  });
});

describe("owner conflict resolved for another person", () => {
  async function contested(hasConsented: boolean) {
    const applicant = await applicantAtConsent(server);
    if (hasConsented) await agree(applicant);
    const other = await server.person(applicant.platform, { email: `second-${applicant.id}@owner.test` });
    const [user] = await rows("select id from app.business_user where email = $1", `second-${applicant.id}@owner.test`);
    await server.database.admin.query("update app.business_user set business_id = $1 where id = $2", [
      applicant.id,
      user.id,
    ]);
    await server.database.admin.query(
      "insert into app.user_role (platform_id, business_id, user_id, role) values ($1, $2, $3, 'PRIMARY_OWNER_CONFLICT')",
      [applicant.platform.id, applicant.id, user.id],
    );
    return { applicant, other, userId: user.id as string };
  }
  const settle = async (applicant: Applicant, primaryOwnerId: string) => {
    const path = `/businesses/${applicant.id}/owner-conflict/resolve`;
    const asked = await maker.as("POST", path, { primaryOwnerId, reason });
    expect((await approve(checker, asked.body["requestId"])).body).toMatchObject({ state: "APPROVED" });
  };

  it("raises VERIFY_USER_IDENTITY_INFORMATION for the new owner", async () => {
    const { applicant, userId } = await contested(true);
    await settle(applicant, userId);
    expect(
      await rows("select sub_step, raised_by from app.additional_input where business_id = $1", applicant.id),
    ).toEqual([{ sub_step: "VERIFY_USER_IDENTITY_INFORMATION", raised_by: "STAFF" }]);
  });

  it("reopens the personal details step for the new owner before consent", async () => {
    const { applicant, userId } = await contested(false);
    await settle(applicant, userId);
    const steps = await rows("select step from app.onboarding_step where business_id = $1", applicant.id);
    expect(steps).not.toContainEqual({ step: "COLLECT_PERSONAL_DETAILS" });
    expect(steps).toContainEqual({ step: "COLLECT_BUSINESS_DETAILS" });
    expect(await rows("select from app.additional_input where business_id = $1", applicant.id)).toEqual([]);
  });

  it("asks nothing of an owner who stays the owner", async () => {
    const { applicant } = await contested(true);
    const [owner] = await rows("select user_id from app.business_owner where business_id = $1", applicant.id);
    await settle(applicant, owner.user_id);
    expect(await rows("select from app.additional_input where business_id = $1", applicant.id)).toEqual([]);
  });
});
