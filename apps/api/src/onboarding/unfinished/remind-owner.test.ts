import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../../clock/business-time.fixture.ts";
import { inScope } from "../../db/scope.ts";
import { type Answered, sendTo, type TestServer, testServer } from "../../http/server.fixture.ts";
import { deliverEmail } from "../../notifications/public.ts";
import { remind } from "../../notifications/reminders.ts";
import type { EmailMessage, EmailSender } from "../../providers/email/port.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../consents/consent.fixture.ts";
import { remindOwner } from "./remind-owner.ts";

let server: TestServer;
let time: BusinessTime;
beforeAll(async () => {
  server = await testServer();
  time = businessTime(server, [remind]);
});
afterAll(() => server.close());

const aDayMs = 86_400_000;
const query = async (text: string, { id }: Applicant) => (await server.database.admin.query(text, [id])).rows;

/** Moves the clock of the business day by day from its last completed step, and returns the emails with the day of each. */
async function emailsUntil(applicant: Applicant, days: number): Promise<{ day: number; email: EmailMessage }[]> {
  const [row] = await query("select app.business_now($1) as now", applicant);
  const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
  const sent: { day: number; email: EmailMessage }[] = [];
  for (let day = 1; day <= days; day++) {
    await time.passTo(applicant, new Date(row.now.getTime() + day * aDayMs));
    const events = await query(
      `update app.event set handled_at = now() where business_id = $1 and handled_at is null
         and kind = 'reminder.requested' returning id, kind, stream, body`,
      applicant,
    );
    for (const event of events)
      await inScope(server.app.pool, tenant, await remindOwner(server.app, { ...tenant, ...event }));
    const emailSender: EmailSender = { send: async (email) => void sent.push({ day, email }), close: () => {} };
    const emails = await query(
      "select id from app.email where business_id = $1 and template = 'unfinished-application' and sent_at is null",
      applicant,
    );
    for (const { id } of emails) await deliverEmail(server.app, emailSender, { ...tenant, id });
  }
  return sent;
}

/** The token of the link that refuses reminders, which follows the hash sign. */
const tokenIn = (email: EmailMessage | undefined): string =>
  /refuseReminders=yes#([\w-]+)/.exec(email?.text ?? "")?.[1] ?? "";
const refuse = (token: string, origin = new URL(server.app.config.PORTAL_URL).origin): Promise<Answered> =>
  sendTo(server.fastify, { method: "POST", url: "/api/v1/reminders/refuse", headers: { origin }, payload: { token } });
const withdrawAndApplyAgain = async (applicant: Applicant) => {
  for (const [name, payload] of [
    ["withdraw", { reason: "OTHER" }],
    ["apply-again", {}],
  ] as const) {
    const answer = await applicant.as({ method: "POST", url: `/api/v1/loan-applications/${name}`, payload });
    expect(answer.status).toBe(200);
  }
};

describe("owner who stopped before consent", () => {
  it("is reminded once, two days after the last completed step", async () => {
    const applicant = await applicantAtConsent(server);
    const sent = await emailsUntil(applicant, 20);
    expect(sent.map(({ day }) => day)).toEqual([2]);
    expect(sent[0]?.email).toMatchObject({
      subject: expect.stringMatching(/is saved$/),
      text: expect.stringMatching(/One step is left.*only once/s),
    });
  });

  it("who completes another step is reminded two days after that one", async () => {
    const applicant = await applicantAtConsent(server);
    expect(await emailsUntil(applicant, 1)).toEqual([]);
    const { status } = await complete(applicant, "COLLECT_PERSONAL_DETAILS", {
      ...rightAnswers.COLLECT_PERSONAL_DETAILS,
      primaryBusinessOwnerLastName: "Ortiz",
    });
    expect(status).toBe(200);
    expect((await emailsUntil(applicant, 3)).map(({ day }) => day)).toEqual([2]);
    await complete(applicant, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
    expect(await emailsUntil(applicant, 3)).toEqual([]);
  });

  it.each([
    ["has consented", (applicant: Applicant) => agree(applicant)],
    [
      "was stopped",
      (applicant: Applicant) => query("update app.onboarding set stopped_at = now() where business_id = $1", applicant),
    ],
    [
      "may not sign in any more",
      (applicant: Applicant) =>
        query("update app.business_user set deactivated_at = now() where business_id = $1", applicant),
    ],
    [
      "is not the primary owner any more",
      (applicant: Applicant) => query("delete from app.user_role where business_id = $1", applicant),
    ],
  ])("is not reminded when they %s", async (_, change) => {
    const applicant = await applicantAtConsent(server);
    await change(applicant);
    expect(await emailsUntil(applicant, 3)).toEqual([]);
  });

  it("is reminded of a new application after withdrawing one", async () => {
    const applicant = await applicantAtConsent(server);
    expect(await emailsUntil(applicant, 3)).toHaveLength(1);
    await agree(applicant);
    await withdrawAndApplyAgain(applicant);
    expect((await emailsUntil(applicant, 5)).map(({ day }) => day)).toEqual([2]);
  });

  it("is reminded of a new application two days after the last step that they completed in it", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await withdrawAndApplyAgain(applicant);
    expect(await emailsUntil(applicant, 1)).toEqual([]);
    const changed = { ...rightAnswers.COLLECT_PERSONAL_DETAILS, primaryBusinessOwnerLastName: "Ortiz" };
    expect((await complete(applicant, "COLLECT_PERSONAL_DETAILS", changed)).status).toBe(200);
    expect((await emailsUntil(applicant, 3)).map(({ day }) => day)).toEqual([2]);
  });

  it("who refuses reminders gets none of a new application", async () => {
    const applicant = await applicantAtConsent(server);
    const [sent] = await emailsUntil(applicant, 3);
    for (const answer of [await refuse(tokenIn(sent?.email)), await refuse(tokenIn(sent?.email))])
      expect(answer).toMatchObject({ status: 200, body: { refused: true } });
    await agree(applicant);
    await withdrawAndApplyAgain(applicant);
    expect(await emailsUntil(applicant, 5)).toEqual([]);
    const events = await query(
      "select kind from app.event where business_id = $1 and kind = 'reminder.refused'",
      applicant,
    );
    expect(events).toHaveLength(1);
  });

  it("cannot refuse with another token, or from another page", async () => {
    const applicant = await applicantAtConsent(server);
    const [sent] = await emailsUntil(applicant, 3);
    expect(await refuse("x".repeat(43))).toMatchObject({ status: 404, body: { code: "REMINDER_LINK_INVALID" } });
    expect(await refuse(tokenIn(sent?.email), "https://attacker.test")).toMatchObject({ status: 403 });
    expect(await query("select refused_at from app.reminder where business_id = $1", applicant)).toEqual([
      { refused_at: null },
    ]);
  });
});
