import type { Event } from "@inlay/contracts/events/catalog.ts";
import { type LoanApplicationState, unfinishedStates } from "@inlay/lending/applications/loan-application.ts";
import { addDays, type BusinessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import type { UploadRejection } from "@inlay/lending/documents/document.ts";
import { closeRequest, openInputs, updateRequest } from "../additional-inputs/public.ts";
import type { DueJob } from "../clock/public.ts";
import type { AppContext } from "../context.ts";
import { record } from "../db/record.ts";
import { inScope, type Tx } from "../db/scope.ts";
import { prepareEmail, queueEmail } from "../notifications/public.ts";
import { actionPage, settingsOf } from "../platforms/public.ts";
import { closeApplications } from "./close-applications.ts";
import { startClock } from "./notices/clocks.ts";
import type { Tenant } from "./reports.ts";

// The response period for inputs after consent. The law gives 30 days from the application to state in writing what is
// missing and by when it is needed; the notice goes out a little earlier.
const emailDays = [0, 2, 5, 10, 20];
const noticeDay = 25;
const answerDays = 15;

const aDayMs = 86_400_000;
const later = (from: Date, days: number) => new Date(from.getTime() + days * aDayMs);
const beginningOf = (date: BusinessDate) => new Date(`${date}T00:00:00Z`);
const system = { kind: "SYSTEM", id: null } as const;

/** Reminds the owner of open inputs, gives the notice of incompleteness, and closes the application when the notice's last day is over. */
export const waitForInputs: DueJob = {
  name: "additional-input.wait",
  table: "input_request",
  act: async (tx, { platformId, businessId, id }, now) => {
    if (!businessId) throw new Error("an input request must belong to a business");
    const tenant = { platformId, businessId };
    const request = await tx
      .selectFrom("input_request")
      .select(["asked_at", "due_on"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (!(await isWaitedFor(tx, businessId))) return closeRequest(tx, businessId);
    if (request.due_on) {
      // Without an application there is nothing to close but the request.
      const by = { actor: system, requestId: null };
      const closed = await closeApplications(tx, tenant, { because: "LOAN_APPLICATION_INCOMPLETE" }, by);
      if (closed === 0) await closeRequest(tx, businessId);
      return;
    }
    const first = await earliestApplication(tx, businessId);
    const noticeAt = first && later(first.receivedAt, noticeDay);
    if (noticeAt && noticeAt <= now) {
      const dueOn = addDays(dateAt(now), answerDays);
      // The owner may still answer on the whole of the last day.
      await updateRequest(tx, id, {
        notice_given_at: now,
        due_on: dueOn,
        next_action_at: beginningOf(addDays(dueOn, 1)),
      });
      const clock = { kind: "INCOMPLETE", applicationId: first.id, startedAt: first.receivedAt } as const;
      await startClock(tx, tenant, clock);
      return recordEvent(tx, tenant, id, {
        kind: "additional_input.notice_given",
        body: { inputRequestId: id, dueOn },
      });
    }
    const nextEmail = emailDays.map((day) => later(request.asked_at, day)).find((at) => at > now);
    const next = [nextEmail, noticeAt].filter((at) => at != null).sort((a, b) => a.getTime() - b.getTime())[0];
    await updateRequest(tx, id, { next_action_at: next ?? null });
    await recordEvent(tx, tenant, id, { kind: "additional_input.reminded", body: { inputRequestId: id, dueOn: null } });
  },
};

const givenUp: LoanApplicationState[] = [
  "NO_OFFERS",
  "EXPIRED",
  "LOAN_APPLICATION_INCOMPLETE",
  "LOAN_APPLICATION_WITHDRAWN",
];

/** Whether an application or a loan of the business needs what is asked for. A late report may ask after the application was closed. */
async function isWaitedFor(tx: Tx, businessId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("loan_application")
    .select("id")
    .where("business_id", "=", businessId)
    .where("status", "not in", givenUp)
    .executeTakeFirst();
  return row !== undefined;
}

type DueEvent = Event<"additional_input.notice_given" | "additional_input.reminded">;
const recordEvent = async (tx: Tx, tenant: Tenant, id: string, event: DueEvent) => {
  await record(tx, {
    ...tenant,
    ...event,
    action: "additional-input.wait",
    object: { kind: "input request", id },
    actor: system,
    requestId: null,
  });
};

async function earliestApplication(tx: Tx, businessId: string): Promise<{ id: string; receivedAt: Date } | null> {
  const row = await tx
    .selectFrom("loan_application")
    .select(["id", "received_at as receivedAt"])
    .where("business_id", "=", businessId)
    .where("status", "in", unfinishedStates)
    .orderBy("received_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

type RecordedEvent = {
  id: string;
  platformId: string;
  businessId: string | null;
  body: DueEvent["body"];
};

/** The email of a reminder or a notice. It lists the inputs that are open when it is prepared. */
export async function emailAboutInputs(
  app: AppContext,
  { id, platformId, businessId, body }: RecordedEvent,
): Promise<(tx: Tx) => Promise<void>> {
  if (!businessId) return async () => {};
  const found = await inScope(app.pool, { platformId, businessId }, async (tx) => ({
    settings: await settingsOf(tx, platformId),
    items: (await openInputs(tx, businessId)).map(({ subStep }) => subStep),
    clock: await tx
      .selectFrom("notice_clock")
      .select("id")
      .where("business_id", "=", businessId)
      .where("kind", "=", "INCOMPLETE")
      .where("sent_at", "is", null)
      .executeTakeFirst(),
    unusable: await tx
      .selectFrom("business_document")
      .select(["file_name as fileName", "rejection_reason as reason"])
      .where("business_id", "=", businessId)
      .where("is_counted", "=", true)
      .where("status", "=", "REJECTED")
      .orderBy("id")
      .execute(),
    owner: await tx
      .selectFrom("user_role as r")
      .innerJoin("business_user as u", "u.id", "r.user_id")
      .innerJoin("business as b", "b.id", "r.business_id")
      // The primary owner's row may still hold the details of a previous owner, so it is joined by user.
      .leftJoin("business_owner as o", (join) => join.onRef("o.user_id", "=", "u.id").on("o.is_primary", "=", true))
      .select(["u.locale", "b.name", "u.email as user_email", "u.first_name as user_name"])
      .select(["o.email as owner_email", "o.first_name as owner_name"])
      .where("r.business_id", "=", businessId)
      .where("r.role", "=", "PRIMARY_OWNER")
      .executeTakeFirst(),
  }));
  const { settings, items, unusable, owner, clock } = found;
  const recipient = owner?.owner_email ?? owner?.user_email;
  if (items.length === 0 || !owner || !recipient) return async () => {};
  const locale = owner.locale === "es" ? "es" : "en";
  const message = await prepareEmail(app, {
    platformId,
    businessId,
    // The key of a notice names its clock, which stops when the email was sent.
    key: body.dueOn && clock ? `notice/${clock.id}` : `additional-input/${id}`,
    template: "additional-input" as const,
    locale,
    recipient,
    params: {
      firstName: owner.owner_name ?? owner.user_name,
      businessName: owner.name,
      items,
      url: actionPage(app, { id: platformId, settings }, locale).href,
      dueOn: body.dueOn,
      unusable: unusable as { fileName: string; reason: UploadRejection }[],
    },
  });
  return (tx) => queueEmail(tx, message);
}
