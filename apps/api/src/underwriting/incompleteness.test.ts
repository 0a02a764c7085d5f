import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../additional-inputs/public.ts";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import type { EmailMessage, EmailSender } from "../providers/email/port.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { emailAboutInputs, waitForInputs } from "./incompleteness.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [waitForInputs]);
});
afterAll(() => server.close());

const began = Date.UTC(2027, 2, 1, 15);
const day = (days: number) => new Date(began + days * 86_400_000);
/** Advances the business clock day by day, and runs what is due on each day. */
async function pass(applicant: Applicant, from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at++) await time.passTo(applicant, day(at));
}
const rowsOf = async (table: string, { id }: Applicant) =>
  (await server.database.admin.query(`select * from app.${table} where business_id = $1 order by id`, [id])).rows;
/** The recorded events, each with its day. */
async function happened(applicant: Applicant): Promise<string[]> {
  const events = (await rowsOf("event", applicant)).filter(({ kind }) =>
    ["additional_input.reminded", "additional_input.notice_given", "application.incomplete"].includes(kind),
  );
  return events.map(({ kind, happened_at: at }) => `${kind.split(".")[1]} ${Math.floor((at - began) / 86_400_000)}`);
}
async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await time.set(applicant, day(0));
  await agree(applicant);
  return applicant;
}
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const raise = (applicant: Applicant, subStep: "RECOLLECT_PLAID" | "VERIFY_CREDIT_REPORT_UNLOCKED") =>
  inScope(server.app.pool, tenantOf(applicant), (tx) =>
    raiseInput(tx, { ...tenantOf(applicant), subStep, by: { kind: "SYSTEM", id: null }, requestId: null }),
  );
const unlock = (applicant: Applicant) =>
  applicant.as({
    method: "PUT",
    url: "/api/v1/completeStep",
    payload: { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "VERIFY_CREDIT_REPORT_UNLOCKED", data: {} },
  });

describe("unanswered additional input", () => {
  it("sends a reminder at once and on days 2, 5, 10 and 20, the notice on day 25, and closes the application 15 days later", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_PLAID");
    await pass(applicant, 0, 45);
    expect(await happened(applicant)).toEqual([
      ...["reminded 0", "reminded 2", "reminded 5", "reminded 10", "reminded 20", "notice_given 25", "incomplete 41"],
    ]);
    expect(await rowsOf("loan_application", applicant)).toMatchObject([{ status: "LOAN_APPLICATION_INCOMPLETE" }]);
  });

  it("raised after day 25 of the application gives the notice at once", async () => {
    const applicant = await anApplicant();
    await pass(applicant, 1, 28);
    await raise(applicant, "RECOLLECT_PLAID");
    await pass(applicant, 28, 50);
    expect(await happened(applicant)).toEqual(["notice_given 28", "incomplete 44"]);
  });

  it("stops its reminders once answered, and a later input starts a new period", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    await pass(applicant, 0, 3);
    expect((await unlock(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    await pass(applicant, 4, 6);
    await raise(applicant, "RECOLLECT_PLAID");
    await pass(applicant, 6, 8);
    expect(await happened(applicant)).toEqual(["reminded 0", "reminded 2", "reminded 6", "reminded 8"]);
  });

  it("keeps its reminders while another input is open", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    await raise(applicant, "RECOLLECT_PLAID");
    await pass(applicant, 0, 0);
    await unlock(applicant);
    await pass(applicant, 1, 2);
    expect(await happened(applicant)).toEqual(["reminded 0", "reminded 2"]);
  });
});

describe("additional input email", () => {
  /** Handles the event and renders the email directly, without Restate. */
  async function emailFor(applicant: Applicant, kind: string): Promise<EmailMessage | undefined> {
    const event = (await rowsOf("event", applicant)).filter((row) => row.kind === kind).at(-1);
    const write = await emailAboutInputs(server.app, { ...tenantOf(applicant), id: event.id, body: event.body });
    await inScope(server.app.pool, { platformId: applicant.platform.id, businessId: "whole platform" }, write);
    const message = (await rowsOf("email", applicant)).find(
      ({ key }) => key === `additional-input/${event.id}` || (event.body.dueOn && key.startsWith("notice/")),
    );
    if (!message) return undefined;
    const sent: EmailMessage[] = [];
    const emailSender: EmailSender = { send: async (email) => void sent.push(email), close: () => {} };
    await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id: message.id });
    return sent[0];
  }

  it("names what is missing; the notice also names the last day and the consequence of not answering", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_PLAID");
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    await pass(applicant, 0, 25);
    const reminder = await emailFor(applicant, "additional_input.reminded");
    expect(reminder).toMatchObject({ subject: "We need a little more from you", to: "rosa@harbor.test" });
    for (const words of ["Your credit report, unlocked", "Your bank, connected again"])
      expect(reminder?.text).toContain(words);

    await server.database.admin.query("update app.business_user set locale = 'es' where business_id = $1", [
      applicant.id,
    ]);
    const notice = await emailFor(applicant, "additional_input.notice_given");
    expect(notice?.subject).toBe("Su solicitud está incompleta: responda antes del final del 10 de abril de 2027");
    expect(notice?.text).toContain("Su banco, conectado de nuevo");
    expect(notice?.text).toContain("no podremos seguir considerando la solicitud");
  });

  it("of the notice stops the clock that began when the application was received", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_PLAID");
    await pass(applicant, 0, 25);
    const [application] = await rowsOf("loan_application", applicant);
    const [clock] = await rowsOf("notice_clock", applicant);
    expect(clock).toMatchObject({ kind: "INCOMPLETE", started_at: application.received_at, sent_at: null });
    expect(clock.due_at.getTime() - clock.started_at.getTime()).toBe(30 * 86_400_000);
    await emailFor(applicant, "additional_input.notice_given");
    await handleEvents(server, applicant.id);
    const [stopped] = await rowsOf("notice_clock", applicant);
    expect(stopped.sent_at <= stopped.due_at).toBe(true);
    expect(stopped.next_action_at).toBeNull();
  });

  it("is not sent when everything was answered in the meantime", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    await pass(applicant, 0, 0);
    await unlock(applicant);
    expect(await emailFor(applicant, "additional_input.reminded")).toBeUndefined();
  });
});
