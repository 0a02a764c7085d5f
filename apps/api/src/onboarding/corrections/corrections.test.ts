import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { deliverEmail } from "../../notifications/public.ts";
import type { EmailMessage, EmailSender } from "../../providers/email/port.ts";
import { type Applicant, agree, applicantAtConsent } from "../consents/consent.fixture.ts";
import { answerCorrection } from "./answer-correction.ts";
import { correctionEmail } from "./correction-email.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const rowsOf = async (text: string, { id }: Applicant) => (await server.database.admin.query(text, [id])).rows;
const request = (applicant: Applicant, payload: object = { topic: "BUSINESS", text: "We moved to Main Street" }) =>
  applicant.as({ method: "POST", url: "/api/v1/corrections", payload });
const listed = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/corrections" })).body["corrections"];
const tasks = (applicant: Applicant) =>
  rowsOf("select kind, due_at from app.task where business_id = $1 and closed_at is null", applicant);
async function anApplicant(): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  return applicant;
}

/** Answers as staff do, and delivers the email that follows. */
async function answer(
  applicant: Applicant,
  correctionId: string,
  payload: { subStep: "VERIFY_BUSINESS_INFORMATION" | null; message: string },
): Promise<EmailMessage[]> {
  const scope = { platformId: applicant.platform.id, businessId: "whole platform" } as const;
  const action = { ...tenantOf(applicant), subjectId: correctionId, payload, memberId: randomUUID(), requestId: "r" };
  await inScope(server.app.pool, scope, (tx) =>
    answerCorrection.perform(tx, { ...action, reason: "asked", app: server.app } as never),
  );
  const events = await rowsOf(
    "select id, kind, stream, body from app.event where business_id = $1 and kind = 'correction.answered'",
    applicant,
  );
  for (const event of events)
    await inScope(server.app.pool, scope, await correctionEmail(server.app, { ...tenantOf(applicant), ...event }));
  const sent: EmailMessage[] = [];
  const emailSender: EmailSender = { send: async (email) => void sent.push(email), close: () => {} };
  const emails = await rowsOf(
    "select id from app.email where business_id = $1 and template = 'correction-answered' and sent_at is null",
    applicant,
  );
  for (const { id } of emails) await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id });
  return sent;
}

describe("correction after consent", () => {
  it("is a task of staff with the day that the owner was promised", async () => {
    const applicant = await anApplicant();
    const { status, body } = await request(applicant);
    expect(status).toBe(200);
    expect(body).toMatchObject({ topic: "BUSINESS", outcome: null, answeredAt: null });
    expect(await listed(applicant)).toEqual([body]);
    const [task] = await tasks(applicant);
    expect(task.kind).toBe("CORRECTION_REQUESTED");
    // The end of the working day, in New York.
    expect(task.due_at.toLocaleDateString("sv-SE", { timeZone: "America/New_York" })).toBe(body["answerBy"]);
  });

  it("is requested once for each topic, however often it is sent", async () => {
    const applicant = await anApplicant();
    const answers = await Promise.all([request(applicant), request(applicant), request(applicant)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await request(applicant)).body).toMatchObject({ code: "CORRECTION_ALREADY_REQUESTED" });
    expect((await request(applicant, { topic: "OTHER", text: "My name" })).status).toBe(200);
    expect(await tasks(applicant)).toHaveLength(2);
  });

  it.each(["12-3456789", "My SSN is 900 12 3456", "account 000123456789", "021.000.021"])(
    "is refused with a tax or account number: %s",
    async (text) => {
      const applicant = await anApplicant();
      expect((await request(applicant, { topic: "BANK", text })).status).toBe(400);
      expect(await listed(applicant)).toEqual([]);
    },
  );

  it("is not possible before consent, or when the application is closed", async () => {
    const applicant = await applicantAtConsent(server);
    const refused = { status: 409, body: { code: "CORRECTION_NOT_POSSIBLE" } };
    expect(await request(applicant)).toMatchObject(refused);
    await agree(applicant);
    await applicant.as({ method: "POST", url: "/api/v1/loan-applications/withdraw", payload: { reason: "OTHER" } });
    expect(await request(applicant)).toMatchObject(refused);
  });

  it("is answered by an email with the answer, and the owner reads it on the page too", async () => {
    const applicant = await anApplicant();
    const id = String((await request(applicant)).body["correctionId"]);
    const emails = await answer(applicant, id, { subStep: null, message: "We have both addresses on file." });
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain("We have both addresses on file.");
    expect(emails[0]?.text).not.toMatch(/https?:/);
    expect(await listed(applicant)).toMatchObject([
      { outcome: "ANSWERED", message: "We have both addresses on file." },
    ]);
    expect(await tasks(applicant)).toEqual([]);
  });

  it("that the owner has to make is asked for as an additional input", async () => {
    const applicant = await anApplicant();
    const id = String((await request(applicant)).body["correctionId"]);
    const emails = await answer(applicant, id, { subStep: "VERIFY_BUSINESS_INFORMATION", message: "Please enter it." });
    expect(emails[0]?.text).toMatch(/https?:/);
    expect(await rowsOf("select sub_step from app.additional_input where business_id = $1", applicant)).toEqual([
      { sub_step: "VERIFY_BUSINESS_INFORMATION" },
    ]);
  });

  it("is answered once", async () => {
    const applicant = await anApplicant();
    const id = String((await request(applicant)).body["correctionId"]);
    await answer(applicant, id, { subStep: null, message: "Done." });
    await expect(answer(applicant, id, { subStep: null, message: "Again." })).rejects.toMatchObject({
      code: "WRONG_STATE",
    });
  });
});
