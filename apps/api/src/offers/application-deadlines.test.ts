import { randomUUID } from "node:crypto";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { invitedCoOwners } from "../people/invitations.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { applied, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { closeApplications, promisedAnswer } from "../underwriting/public.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { applicationDeadlines } from "./application-deadlines.ts";
import { decideApplications } from "./decide-applications.ts";

let server: TestServer;
let sandbox: TestSandbox;
let time: BusinessTime;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  time = businessTime(server, [applicationDeadlines]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const admin = (text: string, values: unknown[]) => server.database.admin.query(text, values);
async function hoursAfterApplying(applicant: Applicant, hours: number): Promise<void> {
  const { rows } = await admin("select max(received_at) as at from app.loan_application where business_id = $1", [
    applicant.id,
  ]);
  await time.passTo(applicant, new Date(rows[0].at.getTime() + hours * 3_600_000));
}
const after = (from: Date, hours: number) => new Date(from.getTime() + hours * 3_600_000);
const openTasks = async ({ id }: Applicant) =>
  (await admin("select kind from app.task where business_id = $1 and closed_at is null order by kind", [id])).rows;
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

  it("is a task of staff also when the promise began to count after its date, because a co-owner was removed", async () => {
    const { applicant, ownerIds } = await invitedCoOwners(server, 1);
    await hoursAfterApplying(applicant, 60);
    expect(await openTasks(applicant)).toEqual([]);
    await admin("update app.business_owner set ownership_basis_points = 500, is_control_person = false where id = $1", [
      ownerIds[0],
    ]);
    await hoursAfterApplying(applicant, 120);
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

const decide = (applicant: Applicant) => decideApplications(server.app, { ...tenantOf(applicant), id: randomUUID() });
const standing = async ({ id }: Applicant) =>
  (
    await admin(
      `select status, offer_step as "offerStep", denial_reasons as reasons, next_action_at as "nextAt" from app.loan_application
       where business_id = $1`,
      [id],
    )
  ).rows[0];
const daysAfterCompletion = async (applicant: Applicant, days: number): Promise<void> => {
  const { rows } = await admin("select completed_at as at from app.loan_application where business_id = $1", [
    applicant.id,
  ]);
  await time.passTo(applicant, after(rows[0].at, days * 24));
};
const startedDecisions = async ({ id }: Applicant) =>
  (await admin("select from app.workflow_run where business_id = $1 and kind = 'decide-applications'", [id])).rowCount;

/** An applicant for a term loan whose data is complete, at a bank that leads to offers or to a review. */
async function complete(
  bankUser: "user_good" | "user_shrinking",
  settings: Partial<PlatformSettings> = {},
): Promise<Applicant> {
  const applicant = await applied(server, sandbox, { products: ["TERM_LOAN"], bankUser, settings });
  await handleEvents(server, applicant.id);
  return applicant;
}

describe("complete application without a decision", () => {
  it("is an alarm for staff on days 15 and 20", async () => {
    const applicant = await complete("user_shrinking");
    await decide(applicant);
    await daysAfterCompletion(applicant, 14.9);
    const early = [{ kind: "ANSWER_OVERDUE" }, { kind: "DECISION_REVIEW" }];
    expect(await openTasks(applicant)).toEqual(early);
    await daysAfterCompletion(applicant, 15);
    expect(await openTasks(applicant)).toEqual([{ kind: "ANSWER_OVERDUE" }, { kind: "DECISION_LATE" }, early[1]]);
    await daysAfterCompletion(applicant, 20);
    expect(await openTasks(applicant)).toContainEqual({ kind: "DECISION_URGENT" });
  });

  it("is not alarmed about again once staff have resolved the alarm", async () => {
    const applicant = await complete("user_shrinking");
    await daysAfterCompletion(applicant, 3);
    await admin("update app.task set closed_at = now() where business_id = $1", [applicant.id]);
    await daysAfterCompletion(applicant, 15);
    expect(await openTasks(applicant)).toEqual([{ kind: "DECISION_LATE" }]);
  });

  it("is decided on day 28, with the reasons of the rules that staff have left open", async () => {
    const applicant = await complete("user_shrinking");
    await decide(applicant);
    const before = await startedDecisions(applicant);
    await daysAfterCompletion(applicant, 27.9);
    expect(await startedDecisions(applicant)).toBe(before);
    await decide(applicant);
    expect(await standing(applicant)).toMatchObject({ status: "ASSIGN_TO_CAPITAL_PROVIDER" });
    await daysAfterCompletion(applicant, 28);
    expect(await startedDecisions(applicant)).toBe((before ?? 0) + 1);
    await decide(applicant);
    const { reasons, ...rest } = await standing(applicant);
    expect(rest).toEqual({ status: "NO_OFFERS", offerStep: "NO_OFFERS_EXTENDED", nextAt: null });
    expect(reasons.length).toBeGreaterThan(0);
    expect(await openTasks(applicant)).toEqual([]);
  });

  it("is decided on day 28 also when its bank cannot be reached", async () => {
    const applicant = await complete("user_good");
    await sandbox.put("/faults/plaid", { faults: [{ kind: "outage" }] });
    try {
      await expect(decide(applicant)).rejects.toThrow();
      await daysAfterCompletion(applicant, 28);
      await decide(applicant);
    } finally {
      await sandbox.put("/faults/plaid", { faults: [] });
    }
    expect(["NO_OFFERS", "WAITING_FOR_ACCEPTANCE"]).toContain((await standing(applicant)).status);
  });

  it("ends on day 28 without funding when no capital provider was found", async () => {
    const applicant = await complete("user_good");
    await admin("update app.capital_provider set capacity_cents = reserved_cents", []);
    await decide(applicant).finally(() => admin("update app.capital_provider set capacity_cents = 2500000000000", []));
    expect(await standing(applicant)).toMatchObject({ status: "UNASSIGNED" });
    await daysAfterCompletion(applicant, 28);
    expect(await standing(applicant)).toMatchObject({ status: "NO_OFFERS", reasons: ["NO_FUNDING_AVAILABLE"] });
    expect(await openTasks(applicant)).toEqual([]);
  });
});

describe("offers", () => {
  const reserved = async ({ id }: Applicant) =>
    (await admin("select from app.capital_reservation where business_id = $1 and released_at is null", [id])).rowCount;

  it("are shown without a mark-up when the platform has submitted none for 24 hours, and then expire", async () => {
    const applicant = await complete("user_good", { markupEnabled: true });
    await decide(applicant);
    const { nextAt: dueAt } = await standing(applicant);
    await time.passTo(applicant, after(dueAt, -0.1));
    expect(await standing(applicant)).toMatchObject({ status: "WAITING_FOR_PLATFORM_MARKUP" });
    await time.passTo(applicant, dueAt);
    const shown = { status: "WAITING_FOR_ACCEPTANCE", offerStep: "DISPLAY_OFFERS" };
    expect(await standing(applicant)).toEqual({ ...shown, reasons: null, nextAt: after(dueAt, 26 * 24) });
  });

  it("are announced to expire three days before, once, and the owner is told when they have", async () => {
    const applicant = await complete("user_good");
    await decide(applicant);
    const { nextAt: remindedAt } = await standing(applicant);
    const templates = async () => {
      await handleEvents(server, applicant.id);
      const { rows } = await admin(
        "select template from app.email where business_id = $1 and template like 'offers-ex%' order by id",
        [applicant.id],
      );
      return rows.map(({ template }) => template);
    };
    await time.passTo(applicant, after(remindedAt, -0.1));
    expect(await templates()).toEqual([]);
    await time.passTo(applicant, after(remindedAt, 1));
    await time.passTo(applicant, after(remindedAt, 30));
    expect(await templates()).toEqual(["offers-expiring"]);
    await time.passTo(applicant, after(remindedAt, 3 * 24));
    expect(await templates()).toEqual(["offers-expiring", "offers-expired"]);
  });

  it("expire also after one was chosen, and keep what was chosen", async () => {
    const applicant = await complete("user_good");
    await decide(applicant);
    const [offer] = (await admin("select id from app.offer where business_id = $1", [applicant.id])).rows;
    await applicant.as({
      method: "PUT",
      url: "/api/v1/workflow/offers/complete-step",
      payload: { eventType: "OFFER_SELECTED", selectedOffers: [{ offerId: offer.id }] },
    });
    expect(["COLLECT_TAX_ID", "COLLECT_PERSONAL_PHONE_NUMBER", "COLLECT_PERSONA"]).toContain(
      (await standing(applicant)).offerStep,
    );
    const { nextAt: remindedAt } = await standing(applicant);
    await time.passTo(applicant, after(remindedAt, 3 * 24));
    expect(await standing(applicant)).toMatchObject({ offerStep: "OFFERS_EXPIRED" });
    expect(await reserved(applicant)).toBe(0);
    const { rows } = await admin(
      "select status, chosen_amount_cents is not null as chosen from app.offer where id = $1",
      [offer.id],
    );
    expect(rows).toEqual([{ status: "EXPIRED", chosen: true }]);
  });

  it("wait ten more days for co-signers once the owner has signed, then for the vendor's word, and stay once everybody has", async () => {
    const signedOffer = async (status: "VIEWED" | "COMPLETED") => {
      const applicant = await complete("user_good");
      await decide(applicant);
      const tenant = tenantOf(applicant);
      await admin("update app.offer set state = 'OH' where business_id = $1", [applicant.id]);
      await admin(
        `with signed as (
           insert into app.signing (platform_id, business_id, reference, name, status, original_sha256, places, kind, offer_id, amount_cents,
             vendor_document_id, signed_sha256)
           select platform_id, business_id, id::text, 'Financing agreement', $2, sha256('x'), '[]', 'AGREEMENT', id, amount_cents,
             id::text, case $2 when 'COMPLETED' then sha256('y') end
           from app.offer where business_id = $1 order by app.offer.id limit 1 returning *)
         insert into app.signing_signer (platform_id, business_id, signing_id, signer_id, first_name, last_name, email, signing_order, completed_at)
         select platform_id, business_id, id, 'primary', 'Rosa', 'Marín', 'rosa@owner.test', 1, now() from signed`,
        [tenant.businessId, status],
      );
      const { nextAt: remindedAt } = await standing(applicant);
      return { applicant, expiresAt: after(remindedAt, 3 * 24) };
    };
    const { applicant, expiresAt } = await signedOffer("VIEWED");
    const startedEndings = async () =>
      (await admin("select from app.workflow_run where business_id = $1 and kind = 'end-signatures'", [applicant.id]))
        .rowCount;
    await time.passTo(applicant, after(expiresAt, 10 * 24 - 0.1));
    expect(await standing(applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS" });
    expect(await startedEndings()).toBe(0);
    await time.passTo(applicant, after(expiresAt, 10 * 24));
    expect(await startedEndings()).toBe(1);
    expect(await standing(applicant)).toMatchObject({
      offerStep: "DISPLAY_OFFERS",
      nextAt: after(expiresAt, 10 * 24 + 1),
    });
    const signed = await signedOffer("COMPLETED");
    await time.passTo(signed.applicant, after(signed.expiresAt, 20 * 24));
    expect(await standing(signed.applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS", nextAt: null });
    expect(await reserved(signed.applicant)).toBe(1);
  });

  it("expire together after 30 days and release their capital, and their application ends 60 days later", async () => {
    const applicant = await complete("user_good");
    await decide(applicant);
    const { nextAt: remindedAt } = await standing(applicant);
    const expiresAt = after(remindedAt, 3 * 24);
    await time.passTo(applicant, after(expiresAt, -0.1));
    expect(await standing(applicant)).toMatchObject({ offerStep: "DISPLAY_OFFERS" });
    expect(await reserved(applicant)).toBe(1);
    await time.passTo(applicant, expiresAt);
    expect(await standing(applicant)).toEqual({
      status: "WAITING_FOR_ACCEPTANCE",
      offerStep: "OFFERS_EXPIRED",
      reasons: null,
      nextAt: after(expiresAt, 60 * 24),
    });
    expect(await reserved(applicant)).toBe(0);
    const { rows } = await admin("select distinct status from app.offer where business_id = $1", [applicant.id]);
    expect(rows).toEqual([{ status: "EXPIRED" }]);
    await time.passTo(applicant, after(expiresAt, 60 * 24));
    expect(await standing(applicant)).toMatchObject({ status: "EXPIRED", offerStep: "OFFERS_EXPIRED", nextAt: null });
  });
});
