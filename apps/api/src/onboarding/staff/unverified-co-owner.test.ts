import { randomUUID } from "node:crypto";
import { rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopCoOwner } from "../../additional-inputs/public.ts";
import { openTask } from "../../approvals/public.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { enter, type Guest, invitedCoOwners } from "../../people/invitations.fixture.ts";
import { signedInMember, type TestMember } from "../../staff/staff.fixture.ts";

let server: TestServer;
let maker: TestMember;
let checker: TestMember;
beforeAll(async () => {
  server = await testServer();
  [maker, checker] = [await signedInMember(server, ["UNDERWRITER"]), await signedInMember(server, ["UNDERWRITER"])];
});
afterAll(() => server.close());

const reason = "The bureau has an old address";
const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const base = "/api/secondary-owners/v2";
const complete = (guest: Guest, completedStep: string, data: object = {}) =>
  guest.as({ method: "PUT", url: `${base}/complete-step`, payload: { completedStep, data } });
const current = async (guest: Guest) =>
  (await guest.as({ method: "GET", url: `${base}/workflow` })).body["currentStep"];

/** A co-owner who has consented and whose last report has this outcome, with the task about it. */
async function unverified(outcome: string) {
  const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
  const ownerId = ownerIds[0] ?? "";
  const guest = await enter(server, tokens[0] ?? "");
  await complete(guest, "START_FLOW");
  const person = { ...rightCoOwnerPerson, secondaryOwnerEmail: `${randomUUID()}@owner.test` };
  await complete(guest, "COLLECT_PERSONAL_DETAILS", person);
  await complete(guest, "COLLECT_CONSENT", rightConsent);
  await rows("update app.report set outcome = $2 where subject_id = $1", ownerId, outcome);
  const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
  await inScope(server.app.pool, tenant, (tx) =>
    openTask(tx, { kind: "CO_OWNER_UNVERIFIED", subjectId: ownerId, ...tenant, dueAt: new Date() }),
  );
  const [task] = await rows("select id from app.task where subject_id = $1", ownerId);
  return { applicant, guest, ownerId, tenant, path: `/tasks/${task.id}/co-owner` };
}
const isTaskOpen = async (ownerId: string) =>
  (await rows("select from app.task where subject_id = $1 and closed_at is null", ownerId)).length > 0;
const isOnboarded = async (ownerId: string) =>
  (await rows("select onboarded_at from app.business_owner where id = $1", ownerId))[0].onboarded_at !== null;
async function approve(by: TestMember, requestId: unknown) {
  const { body } = await by.as("GET", `/requests/${requestId}`);
  return by.as("POST", `/requests/${requestId}/approve`, { payloadHash: body["payloadHash"], reason });
}

describe("an unverified co-owner", () => {
  it.each([
    ["LOCKED", "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED"],
    ["MISMATCH", "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION"],
  ])("after %s is asked again by one staff member", async (outcome, subStep) => {
    const { guest, ownerId, path } = await unverified(outcome);
    expect(await current(guest)).toBe("WAITING_FOR_OFFERS");
    const operations = await signedInMember(server, ["OPERATIONS"]);
    const asked = await operations.as("POST", `${path}/ask-again`, { reason });
    expect(asked).toMatchObject({ status: 200, body: { state: "APPROVED" } });
    expect(await current(guest)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(
      await rows("select sub_step, raised_by, raised_by_id from app.additional_input where owner_id = $1", ownerId),
    ).toEqual([{ sub_step: subStep, raised_by: "STAFF", raised_by_id: operations.id }]);
    expect(await isTaskOpen(ownerId)).toBe(false);
    expect(await operations.as("POST", `${path}/ask-again`, { reason })).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE" },
    });
  });

  it("counts as complete when two staff members waive the verification, not when one does", async () => {
    const { applicant, ownerId, path } = await unverified("MISMATCH");
    const asked = await maker.as("POST", `${path}/waive`, { reason });
    expect(asked).toMatchObject({ status: 202, body: { state: "PENDING" } });
    expect((await approve(maker, asked.body["requestId"])).body["code"]).toBe("SECOND_PERSON_NEEDED");
    const operations = await signedInMember(server, ["OPERATIONS"]);
    expect((await approve(operations, asked.body["requestId"])).status).toBe(403);
    expect(await isOnboarded(ownerId)).toBe(false);
    expect((await approve(checker, asked.body["requestId"])).body).toMatchObject({ state: "APPROVED" });
    expect(await isOnboarded(ownerId)).toBe(true);
    expect(await isTaskOpen(ownerId)).toBe(false);
    expect(
      await rows(
        `select e.kind, e.actor_id, a.action from app.event e join app.audit a using (stream, sequence)
         where e.business_id = $1 and e.kind in ('co_owner.verification_waived', 'co_owner.onboarding_completed') order by e.sequence`,
        applicant.id,
      ),
    ).toEqual([
      { kind: "co_owner.verification_waived", actor_id: checker.id, action: "staff.co-owner.waive-verification" },
      { kind: "co_owner.onboarding_completed", actor_id: null, action: "co-owner.complete" },
    ]);
  });

  it("is not waived any more after they were asked again or stopped", async () => {
    const asked = await unverified("MISMATCH");
    const waiving = await maker.as("POST", `${asked.path}/waive`, { reason });
    await maker.as("POST", `${asked.path}/ask-again`, { reason });
    expect(await approve(checker, waiving.body["requestId"])).toMatchObject({
      status: 409,
      body: { code: "WRONG_STATE", message: expect.stringContaining("CLOSED") },
    });
    expect(await isOnboarded(asked.ownerId)).toBe(false);

    const stopped = await unverified("MISMATCH");
    const late = await maker.as("POST", `${stopped.path}/waive`, { reason });
    const { tenant, ownerId, path } = stopped;
    await inScope(server.app.pool, tenant, (tx) => stopCoOwner(tx, { ...tenant, ownerId }));
    expect((await approve(checker, late.body["requestId"])).status).toBe(409);
    expect(await isOnboarded(ownerId)).toBe(false);
    expect((await maker.as("POST", `${path}/ask-again`, { reason })).status).toBe(409);
    expect(await isTaskOpen(ownerId)).toBe(true);
  });
});
