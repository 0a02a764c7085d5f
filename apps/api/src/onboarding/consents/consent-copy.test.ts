import { agreements } from "@inlay/contracts/onboarding/agreements.ts";
import { rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { deliverEmail, emailConsentCopy } from "../../notifications/public.ts";
import { enter, invitedCoOwners } from "../../people/invitations.fixture.ts";
import type { EmailMessage } from "../../providers/email/port.ts";
import { handleEvents } from "../../workflows/handle-event.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "./consent.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const copies = ({ id }: Pick<Applicant, "id">) =>
  rows(
    "select id, recipient, locale from app.email where business_id = $1 and key like 'consent-copy/%' order by id",
    id,
  );
async function deliver(applicant: Applicant, emailId: string): Promise<EmailMessage> {
  const emails: EmailMessage[] = [];
  const emailSender = { send: async (message: EmailMessage) => void emails.push(message), close: () => {} };
  await deliverEmail(server.app, emailSender, {
    platformId: applicant.platform.id,
    businessId: applicant.id,
    id: emailId,
  });
  if (!emails[0]) throw new Error("no email was sent");
  return emails[0];
}
const plain = (text: string) => text.replace(/\s+/g, " ");

describe("person who consents", () => {
  it("gets one email with the exact text, its version and the time, and a PDF copy", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await handleEvents(server, applicant.id);
    const [message, ...more] = await copies(applicant);
    expect(more).toEqual([]);
    const { subject, text, attachments } = await deliver(applicant, message.id);
    expect(subject).toBe("A copy of what you agreed to");
    const given = await rows("select shown_text, text_version from app.consent where business_id = $1", applicant.id);
    expect(given).toHaveLength(3);
    for (const { shown_text, text_version } of given) {
      expect(plain(text)).toContain(plain(shown_text));
      expect(text).toContain(`Version ${text_version}`);
    }
    for (const line of ["Amount requested: $40,000.00", "What the money is for: A second oven", "Oregon"])
      expect(plain(text)).toContain(line);
    expect(text).toMatch(/\d{4} at \d+:\d\d [AP]M UTC/);
    expect(attachments).toMatchObject([{ name: "What you agreed to.pdf", type: "application/pdf" }]);
    expect(attachments?.[0]?.content.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("gets it in their language", async () => {
    const applicant = await applicantAtConsent(server);
    const versions = Object.fromEntries(
      (["TERMS_AND_PRIVACY", "E_SIGN", "SOFT_PULL"] as const).map((kind) => [kind, agreements[kind].version]),
    );
    await agree(applicant, { shown: { language: "es", versions } });
    await handleEvents(server, applicant.id);
    const [message] = await copies(applicant);
    const { subject, text } = await deliver(applicant, message.id);
    expect(subject).toBe("Una copia de lo que usted aceptó");
    expect(plain(text)).toContain("Usted acepta recibir por vía electrónica");
    expect(plain(text)).toContain("Estado desde el que se administra la empresa: Oregón");
  });

  it("gets one email, however often the event is handled", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await agree(applicant);
    const [event] = await rows(
      "select body from app.event where business_id = $1 and kind = 'consent.given'",
      applicant.id,
    );
    const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
    for (let times = 0; times < 3; times++) {
      const write = await emailConsentCopy(server.app, { ...tenant, body: event.body });
      await inScope(server.app.pool, tenant, write);
    }
    expect(await copies(applicant)).toHaveLength(1);
  });

  it("as a co-owner consents to the co-owner's text, and gets a copy of it", async () => {
    const { applicant, tokens } = await invitedCoOwners(server, 1);
    const guest = await enter(server, tokens[0] ?? "");
    const complete = (completedStep: string, data: object) =>
      guest.as({
        method: "PUT",
        url: "/api/secondary-owners/v2/complete-step",
        payload: { completedStep, data },
      });
    await complete("START_FLOW", {});
    const email = `co-${applicant.id}@owner.test`;
    await complete("COLLECT_PERSONAL_DETAILS", { ...rightCoOwnerPerson, secondaryOwnerEmail: email });
    const shown = await guest.as({ method: "GET", url: "/api/secondary-owners/v2/step/COLLECT_CONSENT" });
    expect(JSON.stringify(shown.body)).toContain("You confirm that you own a part of the business");
    expect(JSON.stringify(shown.body)).not.toContain(
      "to consider the business for financing, and you confirm that you may",
    );
    expect((await complete("COLLECT_CONSENT", rightConsent)).status).toBe(200);
    await handleEvents(server, applicant.id);
    const message = (await copies(applicant)).find(({ recipient }) => recipient === email);
    const { text } = await deliver(applicant, message?.id);
    expect(plain(text)).toContain("What we learn about you we tell neither to the other owners nor to the platform");
    expect(text).toContain("Version 2026-11-15-co-owner");
    expect(text).not.toContain("Rosa");
    expect(text).not.toContain("Amount requested");
  });
});
