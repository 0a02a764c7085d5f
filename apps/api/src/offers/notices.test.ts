import { createHash } from "node:crypto";
import { denialReasons } from "@inlay/lending/underwriting/denial-reasons.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { textOf } from "../providers/document-renderer/typst/pdf-text.fixture.ts";
import { type EmailMessage, EmailRefused } from "../providers/email/port.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { signedInMember } from "../staff/staff.fixture.ts";
import { destroyKey, tenantOf } from "../underwriting/decisions/applied.fixture.ts";
import { alarmAboutNotice } from "../underwriting/notices/clocks.ts";
import { sendNotices } from "../underwriting/notices/send-notices.ts";
import { closeApplications } from "../underwriting/public.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { applicationDeadlines } from "./application-deadlines.ts";
import { completedApplicant, confirmLastDenial, decide, type Wishes } from "./decided.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let time: BusinessTime;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
  time = businessTime(server, [applicationDeadlines, alarmAboutNotice]);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const dayMs = 86_400_000;

/** The owner consents again, on the Spanish page. */
const consentInSpanish = ({ id }: Applicant) =>
  rows(
    `insert into app.consent (platform_id, business_id, user_id, role, kind, text_version, language, shown_text, given_at, given_from, user_agent, request_id)
     select platform_id, business_id, user_id, role, kind, text_version, 'es', shown_text, given_at + interval '1 second', given_from, user_agent, request_id
     from app.consent where business_id = $1`,
    id,
  );

/** An application for a term loan that was denied by its figures, before its notices are written. */
async function denied(wishes: Wishes = {}, prepare?: (applicant: Applicant) => Promise<unknown>): Promise<Applicant> {
  const applicant = await completedApplicant(server, sandbox, { bankUser: "user_shrinking", ...wishes });
  await prepare?.(applicant);
  await decide(server, applicant);
  await confirmLastDenial(server, applicant);
  await decide(server, applicant);
  const [{ status }] = await rows("select status from app.loan_application where business_id = $1", applicant.id);
  if (status !== "NO_OFFERS") throw new Error(`the application is ${status}`);
  return applicant;
}

const clocksOf = ({ id }: Applicant) =>
  rows(
    `select id, kind, started_at as "startedAt", due_at as "dueAt", sent_at as "sentAt", delivered_at as "deliveredAt", ended_at as "endedAt"
     from app.notice_clock where business_id = $1 order by kind`,
    id,
  );
const noticesOf = ({ id }: Applicant) =>
  rows(
    `select id, owner_id as "ownerId", reasons, action, creditor, encode(pdf_sha256, 'hex') as sha256, sent_at as "sentAt",
       refused_at as "refusedAt", delivered_at as "deliveredAt" from app.adverse_action_notice where business_id = $1
     order by owner_id nulls first`,
    id,
  );
const tasksOf = ({ id }: Applicant) =>
  rows(
    `select kind, due_at as "dueAt" from app.task where business_id = $1 and kind like 'NOTICE%' and closed_at is null`,
    id,
  );

/** Writes the notices that are ordered, as the workflow does. */
async function write(applicant: Applicant): Promise<void> {
  const ordered = await rows(
    "select id from app.workflow_run where kind = 'send-notices' and business_id = $1",
    applicant.id,
  );
  for (const { id } of ordered) await sendNotices(server.app, { ...tenantOf(applicant), id });
}

/** Delivers the emails of notices, to a server that accepts or refuses them, and handles the events. */
async function deliver(applicant: Applicant, send: (message: EmailMessage) => Promise<void> = async () => {}) {
  const queued = await rows(
    "select id from app.email where business_id = $1 and key like 'notice/%' and sent_at is null order by id",
    applicant.id,
  );
  const messages: EmailMessage[] = [];
  const emailSender = {
    send: async (message: EmailMessage) => {
      await send(message);
      messages.push(message);
    },
    close: () => {},
  };
  for (const { id } of queued)
    await deliverEmail(server.app, emailSender, { ...tenantOf(applicant), id }).catch((error: unknown) => {
      if (!(error instanceof EmailRefused)) throw error;
    });
  await handleEvents(server, applicant.id);
  return messages;
}

const list = async (person: Pick<Applicant, "as">) =>
  (await person.as({ method: "GET", url: "/api/v1/notices" })).body["notices"] as { id: string }[];
const open = (person: Pick<Applicant, "as">, id: string) =>
  person.as({ method: "POST", url: `/api/v1/notices/${id}/open` });
const pdfOf = (person: Pick<Applicant, "as">, id: string) =>
  person.as({ method: "GET", url: `/api/v1/notices/${id}/pdf` });

describe("notice of a denial", () => {
  it("names the creditor, the reasons in the order of the decision and the federal agency, in the portal, the email and the PDF alike", async () => {
    const applicant = await denied();
    const [{ denial_reasons: reasons }] = await rows(
      "select denial_reasons from app.loan_application where business_id = $1",
      applicant.id,
    );
    await write(applicant);
    const [notice, ...others] = await noticesOf(applicant);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ ownerId: null, action: "DENIED", reasons, creditor: { name: "Inlay Funding LLC" } });
    const [message] = await deliver(applicant);
    const opened = await open(applicant, notice.id);
    const text = (opened.body["text"] as { en: { title: string; sections: { blocks: object[] }[] } }).en;
    expect(text.title).toBe("Notice of action taken and reasons");
    expect(text.sections[1]?.blocks).toEqual([
      { kind: "LIST", items: reasons.map((reason: keyof typeof denialReasons) => denialReasons[reason]) },
    ]);
    const attached = Buffer.from(message?.attachments?.[0]?.content ?? "");
    expect(createHash("sha256").update(attached).digest("hex")).toBe(notice.sha256);
    const words = (all: string) => all.replace(/[\s\u200b]+/g, " ");
    const pdf = words((await textOf(attached)).text);
    expect(attached.toString("latin1")).toContain("pdfuaid");
    for (const sentence of sentencesIn(text)) {
      expect(pdf).toContain(words(sentence));
      expect(words(message?.text ?? "")).toContain(words(sentence.replaceAll("\n", ", ")));
    }
    expect(pdf).toContain("Federal Trade Commission");
    expect(pdf).not.toMatch(/credit score/i);
  });

  it("is written once by repeated and concurrent runs, with one email", async () => {
    const applicant = await denied();
    await Promise.all([write(applicant), write(applicant), write(applicant)]);
    await write(applicant);
    expect(await noticesOf(applicant)).toHaveLength(1);
    expect(
      await rows("select from app.email where business_id = $1 and key like 'notice/%'", applicant.id),
    ).toHaveLength(1);
    expect(
      await rows("select from app.event where business_id = $1 and kind = 'notice.issued'", applicant.id),
    ).toHaveLength(1);
    await deliver(applicant);
    await write(applicant);
    expect(await noticesOf(applicant)).toHaveLength(1);
  });

  it("stops both clocks when the mail server has accepted it, and is delivered when its reader opens it", async () => {
    const applicant = await denied();
    await write(applicant);
    const [complete, denial] = await clocksOf(applicant);
    expect([complete.kind, denial.kind]).toEqual(["COMPLETE_APPLICATION", "DENIAL"]);
    expect(complete.dueAt.getTime() - complete.startedAt.getTime()).toBe(30 * dayMs);
    expect(denial.dueAt.getTime() - denial.startedAt.getTime()).toBe(7 * dayMs);
    expect([complete.sentAt, denial.sentAt]).toEqual([null, null]);
    await deliver(applicant);
    for (const { sentAt, deliveredAt } of await clocksOf(applicant))
      expect([sentAt === null, deliveredAt]).toEqual([false, null]);
    const [notice] = await noticesOf(applicant);
    expect((await open(applicant, notice.id)).status).toBe(200);
    expect((await open(applicant, notice.id)).status).toBe(200);
    expect((await noticesOf(applicant))[0].deliveredAt).not.toBeNull();
    expect((await clocksOf(applicant))[1].deliveredAt).not.toBeNull();
    expect(
      await rows("select from app.event where business_id = $1 and kind = 'notice.opened'", applicant.id),
    ).toHaveLength(1);
  });

  it("alarms staff on day 5 of 7 while it was not sent, and the alarm ends when it is", async () => {
    const applicant = await denied();
    const [, denial] = await clocksOf(applicant);
    await time.passTo(applicant, new Date(denial.startedAt.getTime() + 5 * dayMs - 60_000));
    expect(await tasksOf(applicant)).toEqual([]);
    await time.passTo(applicant, new Date(denial.startedAt.getTime() + 5 * dayMs));
    expect(await tasksOf(applicant)).toEqual([{ kind: "NOTICE_DUE", dueAt: denial.dueAt }]);
    await write(applicant);
    await deliver(applicant);
    expect(await tasksOf(applicant)).toEqual([]);
  });

  it("that bounces is a task of staff with the day on which it is due, until its reader opens it in the portal", async () => {
    const applicant = await denied();
    await write(applicant);
    await deliver(applicant, async () => {
      throw new EmailRefused("no such mailbox");
    });
    const [, denial] = await clocksOf(applicant);
    expect(denial.sentAt).toBeNull();
    expect(await tasksOf(applicant)).toEqual([{ kind: "NOTICE_UNDELIVERED", dueAt: denial.dueAt }]);
    const [notice] = await noticesOf(applicant);
    expect(notice.refusedAt).not.toBeNull();
    await open(applicant, notice.id);
    expect(await tasksOf(applicant)).toEqual([]);
    expect((await clocksOf(applicant))[1]).toMatchObject({ sentAt: expect.any(Date), deliveredAt: expect.any(Date) });
  });

  it("is written in the language of the consent", async () => {
    const applicant = await denied({}, consentInSpanish);
    await write(applicant);
    const [message] = await deliver(applicant);
    expect(message?.subject).toMatch(/^Aviso de la decisión tomada y sus motivos: /);
  });

  it("cannot be read once the key of the business is destroyed", async () => {
    const applicant = await denied();
    await write(applicant);
    const [notice] = await noticesOf(applicant);
    await destroyKey(applicant.id, null);
    expect((await open(applicant, notice.id)).status).toBe(404);
    expect((await pdfOf(applicant, notice.id)).status).toBe(404);
  });
});

/** Every text of a notice. */
function sentencesIn(text: object): string[] {
  return Object.entries(text).flatMap(([name, value]) =>
    typeof value === "string" ? (name === "kind" ? [] : [value]) : sentencesIn(value as object),
  );
}

const withdraw = (applicant: Applicant) =>
  inScope(server.app.pool, tenantOf(applicant), (tx) =>
    closeApplications(
      tx,
      tenantOf(applicant),
      { because: "LOAN_APPLICATION_WITHDRAWN", withdrawal: { reason: "OTHER", note: "" } },
      { actor: { kind: "SYSTEM", id: null }, requestId: null },
    ),
  );

describe("complete application", () => {
  it("without any answer alarms staff on day 25 of 30", async () => {
    const applicant = await completedApplicant(server, sandbox, { bankUser: "user_shrinking" });
    const [complete] = await clocksOf(applicant);
    await time.passTo(applicant, new Date(complete.startedAt.getTime() + 25 * dayMs - 60_000));
    expect(await tasksOf(applicant)).toEqual([]);
    await time.passTo(applicant, new Date(complete.startedAt.getTime() + 25 * dayMs));
    expect(await tasksOf(applicant)).toEqual([{ kind: "NOTICE_DUE", dueAt: complete.dueAt }]);
  });

  it("that is decided on day 28 has its notice sent within the 30 days", async () => {
    const applicant = await completedApplicant(server, sandbox, { bankUser: "user_shrinking" });
    const [complete] = await clocksOf(applicant);
    await time.passTo(applicant, new Date(complete.startedAt.getTime() + 28 * dayMs));
    await decide(server, applicant);
    await write(applicant);
    await deliver(applicant);
    for (const { sentAt, dueAt } of await clocksOf(applicant)) expect(sentAt <= dueAt).toBe(true);
    expect(await clocksOf(applicant)).toHaveLength(2);
    expect(await tasksOf(applicant)).toEqual([]);
  });

  it("is answered by its offers", async () => {
    const applicant = await completedApplicant(server, sandbox, { statement: { amountRequestedCents: 1_000_000 } });
    await decide(server, applicant);
    expect(await clocksOf(applicant)).toMatchObject([{ kind: "COMPLETE_APPLICATION", sentAt: expect.any(Date) }]);
  });

  it("that is withdrawn needs no notice", async () => {
    const applicant = await completedApplicant(server, sandbox);
    await withdraw(applicant);
    expect(await clocksOf(applicant)).toMatchObject([{ sentAt: null, endedAt: expect.any(Date) }]);
  });
});

describe("counter-offer", () => {
  it("is sent with the combined notice: what was asked for, the best offer with its APR, and the reasons", async () => {
    const applicant = await completedApplicant(server, sandbox, { statement: { amountRequestedCents: 24_000_000 } });
    await decide(server, applicant);
    expect((await clocksOf(applicant)).map(({ kind, sentAt }) => [kind, sentAt])).toEqual([
      ["COMPLETE_APPLICATION", null],
      ["COUNTER_OFFER", null],
    ]);
    await write(applicant);
    const [notice] = await noticesOf(applicant);
    expect(notice).toMatchObject({ action: "COUNTER_OFFERED", ownerId: null });
    const [message] = await deliver(applicant);
    const [best] = await rows(
      "select amount_cents as cents, apr_percentage as apr from app.offer where business_id = $1 order by amount_cents desc, id limit 1",
      applicant.id,
    );
    const offered = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(best.cents / 100);
    expect(message?.text).toContain("$240,000.00");
    expect(message?.text).toContain(`${offered} (APR ${Number(best.apr).toFixed(2)}%)`);
    for (const { sentAt } of await clocksOf(applicant)) expect(sentAt).not.toBeNull();
  });
});

describe("counter-offer of an application that is withdrawn", () => {
  it("needs no notice, and one that was written can still be opened", async () => {
    const applicant = await completedApplicant(server, sandbox, { statement: { amountRequestedCents: 24_000_000 } });
    await decide(server, applicant);
    await write(applicant);
    await withdraw(applicant);
    const [notice] = await noticesOf(applicant);
    expect((await open(applicant, notice.id)).status).toBe(200);
    for (const { sentAt, endedAt } of await clocksOf(applicant))
      expect([sentAt, endedAt]).toEqual([null, expect.any(Date)]);
  });
});

describe("private notice", () => {
  /** Somebody else who signs in for the same business. Only an invitation makes a co-owner, so the role is set afterwards. */
  async function colleague({ platform, businessId }: Applicant, email: string, role: "SECONDARY_OWNER" | "OPERATOR") {
    const user = { email, roles: ["OPERATOR"], platformBusinessId: undefined, businessId };
    const person = await server.person(platform, user);
    await rows(
      "update app.user_role r set role = $2 from app.business_user u where u.id = r.user_id and u.email = $1",
      email,
      role,
    );
    return person;
  }

  /** A business whose co-owner's report is the reason: a low score, a judgment and the factors of the bureau's file. */
  async function deniedForCoOwner() {
    let coOwner = "";
    const applicant = await denied({ bankUser: "user_good" }, async ({ id, platform }) => {
      const [owner] = await rows(
        `insert into app.business_owner (platform_id, business_id, user_id, first_name, last_name, email, is_primary, ownership_basis_points, current_step, onboarded_at)
         values ($2, $1, null, 'Luis', 'Ortega', $3, false, 3000, 'WAITING_FOR_OFFERS', now()) returning id`,
        id,
        platform.id,
        `luis-${id}@owner.test`,
      );
      coOwner = owner.id;
      await rows(
        `insert into app.report (id, platform_id, business_id, round_id, source, subject_kind, subject_id, consent_id, attempt, outcome, summary, pulled_at)
         select gen_random_uuid(), platform_id, business_id, round_id, 'SECONDARY_OWNER_CREDIT', 'OWNER', $2, consent_id, 1, 'REPORT',
           summary || '{"ficoScore": 560, "scoreFactors": ["PUBLIC_RECORD", "DELINQUENCY", "REVOLVING_USE", "ACCOUNT_AGE", "RECENT_ACCOUNT", "INQUIRIES"]}', pulled_at
         from app.report where business_id = $1 and source = 'BUSINESS_OWNER_CREDIT'`,
        id,
        coOwner,
      );
    });
    const guest = await colleague(applicant, `luis-${applicant.id}@owner.test`, "SECONDARY_OWNER");
    const userId = (
      await rows("select id from app.business_user where email = $1", `luis-${applicant.id}@owner.test`)
    )[0].id;
    await rows("update app.business_owner set user_id = $2 where id = $1", coOwner, userId);
    await write(applicant);
    return { applicant, coOwner, guest };
  }

  it("goes to the co-owner alone, with score, range, key factors and rights; the business is told of a co-owner's credit only", async () => {
    const { applicant, coOwner, guest } = await deniedForCoOwner();
    const [business, own] = await noticesOf(applicant);
    expect(business).toMatchObject({ ownerId: null, reasons: ["GUARANTOR_CREDIT"] });
    expect(own).toMatchObject({ ownerId: coOwner, reasons: null });
    const messages = await deliver(applicant);
    expect(messages.map(({ to }) => to)).toHaveLength(2);
    const [toPrimary, toCoOwner] = messages;
    expect(toCoOwner?.to).toBe(`luis-${applicant.id}@owner.test`);
    expect(toCoOwner?.attachments ?? []).toEqual([]);
    for (const message of messages) expect(message.text).not.toMatch(/560|judgment|public record/i);
    expect(toCoOwner?.text).not.toMatch(/credit/i);
    expect(toPrimary?.text).not.toMatch(/Luis|Ortega/);
    const { status, body } = await open(guest, own.id);
    expect(status).toBe(200);
    const text = JSON.stringify((body["text"] as { en: object }).en);
    for (const words of [
      "Experian",
      "(888) 397-3742",
      "did not make the decision",
      "within 60 days",
      "dispute",
      '"560"',
      "from a low of 300 to a high of 850",
      "Too many inquiries in the last 12 months",
      "Luis Ortega",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("most recent account was opened");
    expect((await pdfOf(guest, own.id)).status).toBe(200);
  });

  it("is refused to everybody else: the primary owner, another owner, another business, the platform and staff without the right", async () => {
    const { applicant, guest } = await deniedForCoOwner();
    const [business, own] = await noticesOf(applicant);
    const stranger = await server.person(applicant.platform, {
      email: `x-${applicant.id}@owner.test`,
      roles: ["PRIMARY_OWNER"],
    });
    const other = await colleague(applicant, `y-${applicant.id}@owner.test`, "SECONDARY_OWNER");
    const operator = await colleague(applicant, `z-${applicant.id}@owner.test`, "OPERATOR");
    expect((await list(applicant)).map(({ id }) => id)).toEqual([business.id]);
    expect((await list(guest)).map(({ id }) => id)).toEqual([own.id]);
    expect(await list(other)).toEqual([]);
    for (const person of [applicant, stranger, other]) {
      expect((await open(person, own.id)).status).toBe(404);
      expect((await pdfOf(person, own.id)).status).toBe(404);
    }
    for (const person of [guest, other, stranger]) expect((await open(person, business.id)).status).toBe(404);
    for (const { id } of [business, own]) expect((await open(operator, id)).status).toBe(403);
    const print = `/businesses/${applicant.id}/notices/${own.id}/print`;
    const [operations, underwriter] = [
      await signedInMember(server, ["OPERATIONS"]),
      await signedInMember(server, ["UNDERWRITER"]),
    ];
    expect((await operations.as("POST", print)).status).toBe(403);
    expect((await underwriter.as("POST", print)).status).toBe(200);
    const printed = await rows(
      "select actor_id as id from app.event where business_id = $1 and kind = 'notice.printed'",
      applicant.id,
    );
    expect(printed).toEqual([{ id: underwriter.id }]);
  });

  it("cannot be read by anybody once the key of its reader is destroyed", async () => {
    const { applicant, coOwner, guest } = await deniedForCoOwner();
    const [business, own] = await noticesOf(applicant);
    await destroyKey(applicant.id, coOwner);
    expect((await open(guest, own.id)).status).toBe(404);
    expect((await open(applicant, business.id)).status).toBe(200);
  });

  it("of a sole proprietor is the notice of the business, whose email leaves out what the report says", async () => {
    const applicant = await denied({ bankUser: "user_good" }, async ({ id }) => {
      await rows("update app.business set is_sole_proprietorship = true where id = $1", id);
      await rows(
        `update app.report set summary = summary || '{"ficoScore": 560, "scoreFactors": ["DELINQUENCY"]}'
         where business_id = $1 and source = 'BUSINESS_OWNER_CREDIT'`,
        id,
      );
    });
    await write(applicant);
    const notices = await noticesOf(applicant);
    expect(notices).toMatchObject([{ ownerId: null, reasons: ["CREDIT_SCORE_BELOW_MINIMUM"] }]);
    const [message] = await deliver(applicant);
    expect(message?.attachments ?? []).toEqual([]);
    expect(message?.text).toContain("Credit Score did not meet credit criteria");
    expect(message?.text).not.toContain("560");
    const { body } = await open(applicant, notices[0].id);
    const text = JSON.stringify((body["text"] as { es: object }).es);
    for (const words of ['"560"', "Nivel de morosidad", "Ley federal de Igualdad de Oportunidades de Crédito"])
      expect(text).toContain(words);
  });
});
