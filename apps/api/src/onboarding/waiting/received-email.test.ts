import { agreements } from "@inlay/contracts/onboarding/agreements.ts";
import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { deliverEmail } from "../../notifications/public.ts";
import { invitedCoOwners } from "../../people/invitations.fixture.ts";
import { referenceOf } from "../../people/public.ts";
import type { EmailMessage } from "../../providers/email/port.ts";
import { closeApplications } from "../../underwriting/public.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../consents/consent.fixture.ts";
import { receivedEmail } from "./received-email.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const tenantOf = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const emails = ({ id }: Applicant) =>
  rows(
    "select id, recipient, locale from app.email where business_id = $1 and template = 'application-received' order by id",
    id,
  );
async function delivered(applicant: Applicant): Promise<EmailMessage> {
  await handleEvents(server, applicant.id);
  const [{ id }] = await emails(applicant);
  const sent: EmailMessage[] = [];
  const emailSender = { send: async (message: EmailMessage) => void sent.push(message), close: () => {} };
  await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id });
  if (!sent[0]) throw new Error("no email was sent");
  return sent[0];
}
const plain = (text: string) => text.replace(/\s+/g, " ");

describe("email about a received application", () => {
  it("says the reference number, when the application arrived and by when the owner hears", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await server.database.admin.query(
      "update app.loan_application set received_at = '2026-11-17T20:12:00Z' where business_id = $1",
      [applicant.id],
    );
    const { subject, text, to } = await delivered(applicant);
    const reference = await inScope(server.app.pool, tenantOf(applicant), (tx) => referenceOf(tx, applicant.id));
    expect(subject).toBe(`We have your application: ${reference}`);
    expect(to).toBe(rightAnswers.COLLECT_PERSONAL_DETAILS.primaryBusinessOwnerEmail);
    expect(plain(text)).toContain(`Your reference number is ${reference}.`);
    expect(plain(text)).toContain("Received: Tuesday, November 17 at 3:12 PM EST.");
    expect(plain(text)).toContain("within 48 hours or less, by Thursday, November 19 at 3:12 PM EST at the latest.");
  });

  it("is in the language in which the owner accepted the terms", async () => {
    const applicant = await applicantAtConsent(server);
    const versions = Object.fromEntries(
      (["TERMS_AND_PRIVACY", "E_SIGN", "SOFT_PULL"] as const).map((kind) => [kind, agreements[kind].version]),
    );
    await agree(applicant, { shown: { language: "es", versions } });
    const { subject, text } = await delivered(applicant);
    expect(subject).toMatch(/^Recibimos su solicitud: /);
    expect(plain(text)).toContain("en 48 horas o menos, a más tardar el");
  });

  it("names no date while a co-owner has not done their part", async () => {
    const { applicant } = await invitedCoOwners(server, 1);
    const { text } = await delivered(applicant);
    expect(plain(text)).toContain("within 48 hours or less after the last owner has done their part.");
    expect(text).not.toContain("at the latest");
  });

  it("is sent once for an application, however many products it is for and however often it is submitted or handled", async () => {
    const applicant = await applicantAtConsent(server, { products: ["TERM_LOAN", "MCA", "FAST_PAY"] });
    await Promise.all(Array.from({ length: 5 }, () => agree(applicant)));
    const submitted = await rows(
      "select * from app.event where business_id = $1 and kind = 'application.submitted'",
      applicant.id,
    );
    expect(submitted).toHaveLength(3);
    await handleEvents(server, applicant.id);
    for (const { id, body } of submitted) {
      const event = { id, stream: applicant.id, kind: "application.submitted" as const, body };
      const write = await receivedEmail(server.app, { ...event, ...tenantOf(applicant) });
      await inScope(server.app.pool, tenantOf(applicant), write);
    }
    expect(await emails(applicant)).toHaveLength(1);
  });

  it("is sent again for a later application", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await handleEvents(server, applicant.id);
    const by = { actor: { kind: "SYSTEM", id: null }, requestId: null } as const;
    await inScope(server.app.pool, tenantOf(applicant), (tx) =>
      closeApplications(tx, tenantOf(applicant), { because: "LOAN_APPLICATION_INCOMPLETE" }, by),
    );
    const again = await applicant.as({ method: "POST", url: "/api/v1/loan-applications/apply-again" });
    expect(again.status).toBe(200);
    await agree(applicant);
    await handleEvents(server, applicant.id);
    expect(await emails(applicant)).toHaveLength(2);
  });
});
