import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../../additional-inputs/public.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { deliverEmail } from "../../notifications/public.ts";
import { invitedCoOwners } from "../../people/invitations.fixture.ts";
import type { EmailMessage, EmailSender } from "../../providers/email/port.ts";
import { closedApplicationEmail } from "../../underwriting/closed-application-email.ts";
import { closeApplications } from "../../underwriting/public.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../consents/consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rowsOf = async (table: string, { id }: Applicant) =>
  (await server.database.admin.query(`select * from app.${table} where business_id = $1 order by id`, [id])).rows;
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const withdraw = (applicant: Applicant, payload: object = { reason: "NO_LONGER_NEEDED", note: "Sold the oven" }) =>
  applicant.as({ method: "POST", url: "/api/v1/loan-applications/withdraw", payload });
const applyAgain = (applicant: Applicant) =>
  applicant.as({ method: "POST", url: "/api/v1/loan-applications/apply-again" });
const offerStep = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow/offers" })).body["currentStep"];
const closeAsIncomplete = (applicant: Applicant) =>
  inScope(server.app.pool, tenantOf(applicant), (tx) =>
    closeApplications(
      tx,
      tenantOf(applicant),
      { because: "LOAN_APPLICATION_INCOMPLETE" },
      { actor: { kind: "SYSTEM", id: null }, requestId: null },
    ),
  );
async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  return applicant;
}

/** Handles the events of closed applications and delivers their emails directly, without Restate. */
async function closingEmails(applicant: Applicant): Promise<EmailMessage[]> {
  const events = (await rowsOf("event", applicant)).filter(({ kind }) =>
    ["application.incomplete", "application.withdrawn"].includes(kind),
  );
  const scope = { platformId: applicant.platform.id, businessId: "whole platform" } as const;
  for (const { id, kind, stream, body } of events) {
    const event = { ...tenantOf(applicant), id, kind, stream, body };
    await inScope(server.app.pool, scope, await closedApplicationEmail(server.app, event));
  }
  const sent: EmailMessage[] = [];
  const emailSender: EmailSender = { send: async (email) => void sent.push(email), close: () => {} };
  const emails = (await rowsOf("email", applicant)).filter(({ key }) => key.startsWith("application-closed/"));
  for (const { id } of emails) await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id });
  return sent;
}

describe("withdrawing the application", () => {
  it("closes every open application with the reason, and the portal says so", async () => {
    const applicant = await anApplicant();
    expect(await offerStep(applicant)).toBe("OFFERS_PENDING");
    expect((await withdraw(applicant)).status).toBe(200);
    for (const row of await rowsOf("loan_application", applicant))
      expect(row).toMatchObject({
        status: "LOAN_APPLICATION_WITHDRAWN",
        withdrawal_reason: "NO_LONGER_NEEDED",
        withdrawal_note: "Sold the oven",
      });
    expect(await offerStep(applicant)).toBe("LOAN_APPLICATION_WITHDRAWN");
  });

  it("ends the requests for more input and their reminders", async () => {
    const applicant = await anApplicant();
    await inScope(server.app.pool, tenantOf(applicant), (tx) =>
      raiseInput(tx, {
        ...tenantOf(applicant),
        subStep: "RECOLLECT_BANK_STATEMENTS",
        by: { kind: "SYSTEM", id: null },
        requestId: null,
      }),
    );
    await withdraw(applicant);
    expect(await rowsOf("input_request", applicant)).toMatchObject([
      { closed_at: expect.any(Date), next_action_at: null },
    ]);
  });

  it("of concurrent requests succeeds once", async () => {
    const applicant = await anApplicant();
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(applicant)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await withdraw(applicant)).body).toMatchObject({ code: "NO_OPEN_APPLICATION" });
  });

  it("is refused without a reason, and before an application was made", async () => {
    const applicant = await anApplicant();
    expect((await withdraw(applicant, {})).status).toBe(400);
    expect((await withdraw(await applicantAtConsent(server))).status).toBe(409);
  });

  it("is confirmed by one email for all applications", async () => {
    const applicant = await anApplicant();
    await withdraw(applicant);
    const emails = await closingEmails(applicant);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.subject).toMatch(/was withdrawn$/);
    expect(emails[0]?.text).toContain("write to support@inlay.example at once");
  });
});

describe("application closed as incomplete", () => {
  it("is shown before what is still asked for, and an email says what to do", async () => {
    const applicant = await anApplicant();
    await closeAsIncomplete(applicant);
    expect(await offerStep(applicant)).toBe("LOAN_APPLICATION_INCOMPLETE");
    const emails = await closingEmails(applicant);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("You may apply again at any time");
  });
});

describe("applying again", () => {
  it("after a closed application asks for consent with all other answers kept, and makes new applications", async () => {
    const applicant = await anApplicant();
    const first = await rowsOf("loan_application", applicant);
    await withdraw(applicant);
    const { status, body } = await applyAgain(applicant);
    expect({ status, step: body["currentStep"] }).toEqual({ status: 200, step: "ONBOARDING.COLLECT_CONSENT" });
    expect(await offerStep(applicant)).toBeNull();
    expect((await agree(applicant)).status).toBe(200);
    expect(await offerStep(applicant)).toBe("OFFERS_PENDING");
    const all = await rowsOf("loan_application", applicant);
    expect(all).toHaveLength(first.length * 2);
  });

  it("asks again for input that the closed application still missed", async () => {
    const applicant = await anApplicant();
    await inScope(server.app.pool, tenantOf(applicant), (tx) =>
      raiseInput(tx, {
        ...tenantOf(applicant),
        subStep: "ADDITIONAL_DOCUMENTS_UPLOAD",
        by: { kind: "SYSTEM", id: null },
        requestId: null,
      }),
    );
    await closeAsIncomplete(applicant);
    await applyAgain(applicant);
    expect((await agree(applicant)).body["currentStep"]).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(await rowsOf("input_request", applicant)).toMatchObject([{}, { closed_at: null }]);
  });

  it("reminds a co-owner whose reminders ended with the closed application", async () => {
    const { applicant } = await invitedCoOwners(server, 1);
    await withdraw(applicant);
    await server.database.admin.query(
      "update app.reminder set ended_at = now(), next_action_at = null where business_id = $1",
      [applicant.id],
    );
    await applyAgain(applicant);
    await agree(applicant);
    const reminders = (await rowsOf("reminder", applicant)).filter(({ kind }) => kind === "CO_OWNER");
    expect(reminders).toMatchObject([{ next_action_at: null }, { next_action_at: expect.any(Date) }]);
  });

  it("asks again for the accounting data that the withdrawn accountant was to bring", async () => {
    const applicant = await applicantAtConsent(server, {
      products: ["TERM_LOAN"],
      settings: {
        accountingSource: "RAILZ",
        hiddenSteps: ["COLLECT_PLAID", "COLLECT_EXISTING_DEBT", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
      },
    });
    await complete(applicant, "COLLECT_RAILZ", rightAnswers.COLLECT_RAILZ);
    expect((await agree(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    await withdraw(applicant);
    expect((await applyAgain(applicant)).body["currentStep"]).toBe("ONBOARDING.COLLECT_RAILZ");
    const answered = await complete(applicant, "COLLECT_RAILZ", rightAnswers.COLLECT_RAILZ);
    expect(answered.body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
    expect(await rowsOf("accountant_invitation", applicant)).toMatchObject([
      { withdrawn_at: expect.any(Date) },
      { withdrawn_at: null, next_action_at: expect.any(Date) },
    ]);
  });

  it("is refused while an application is open", async () => {
    const applicant = await anApplicant();
    expect(await applyAgain(applicant)).toMatchObject({ status: 409, body: { code: "APPLICATION_NOT_CLOSED" } });
  });
});
