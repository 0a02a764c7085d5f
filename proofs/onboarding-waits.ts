import {
  aDay,
  type CoOwner,
  isOpen,
  listOfOwners,
  type Model,
  mustBeVerified,
  openInputs,
} from "./onboarding-application-model.ts";
import type { Ground, Person, TestPlatform } from "./onboarding-ground.ts";
import { expectedStep } from "./onboarding-model.ts";
import type { Walker } from "./onboarding-walker.ts";
import { hold } from "./proof.ts";

/** Who is waited for in a state, until when, and what happens then. */
type Wait = { who: string; until: string; next: string };

const beforeConsent: Wait = {
  who: "the primary owner",
  until: "2 days after the last completed step",
  next: "one reminder. After it nothing is promised to anybody: the answers stay until the owner returns or retention deletes them",
};
const input: Wait = {
  who: "the primary owner",
  until: "days 2, 5, 10 and 20 after the question, day 25 after the application",
  next: "an email on each of the days, on the last one the notice of incompleteness",
};
const co = (next: string): Wait => ({ who: "the co-owner", until: "days 2, 5, 10 and 14 after the question", next });
const decides =
  "a reminder with a new link on each of the days; on the last one the primary owner decides and staff have a task";
const reopened =
  "nothing is promised to anybody; the owner may apply again at any time, and the answers stay until retention deletes them";

export const waits: Record<string, Wait> = {
  "START_FLOW, nothing answered": {
    who: "the primary owner",
    until: "the end of the session",
    next: "nothing is kept and nothing is promised to anybody; the owner enters again from the platform's page",
  },
  ...Object.fromEntries(
    [
      ...["START_FLOW", "SELECT_PRODUCTS", "COLLECT_PERSONAL_DETAILS", "COLLECT_BUSINESS_DETAILS", "COLLECT_PLAID"],
      ...["COLLECT_BANK_STATEMENTS", "COLLECT_BANK_INFO", "COLLECT_RAILZ", "COLLECT_BUSINESS_TAX"],
      ...["COLLECT_EXISTING_DEBT", "COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"],
      "COLLECT_CONSENT",
    ]
      .slice(1)
      .map((step) => [step, beforeConsent]),
  ),
  ...Object.fromEntries(
    [
      ...["VERIFY_BUSINESS_INFORMATION", "RECOLLECT_PLAID", "RECOLLECT_BANK_INFO", "RECOLLECT_BANK_STATEMENTS"],
      ...["RECOLLECT_RAILZ", "RECOLLECT_TAX_RETURNS", listOfOwners],
    ].map((subStep) => [subStep, input]),
  ),
  "notice of incompleteness": {
    who: "the primary owner",
    until: "the end of the 15th day after the notice",
    next: "the application is closed as LOAN_APPLICATION_INCOMPLETE, and an email says so",
  },
  "co-owner invited": co(decides),
  "co-owner begun": co(decides),
  "co-owner asked to unlock the credit file": co(decides),
  "co-owner has not answered": {
    who: "the primary owner, and staff",
    until: `the dates of ${listOfOwners}, and the task's due date`,
    next: "the primary owner removes, replaces or waits, which reminds the co-owner again; else the notice of incompleteness",
  },
  "co-owner declined": {
    who: "the primary owner",
    until: `the dates of ${listOfOwners}`,
    next: "the primary owner removes, replaces or confirms, which invites the co-owner again; else the notice of incompleteness",
  },
  "co-owner's credit file stays locked": {
    who: "staff",
    until: "the due date of the task CO_OWNER_UNVERIFIED",
    next: "staff waive the report or close the application",
  },
  "co-owner below 25 %": {
    who: "nobody: the co-owner is invited, and the application is decided without them",
    until: "days 2, 5, 10 and 14 after the invitation",
    next: "a reminder on each of the days; on the last one the reminders end",
  },
  "accountant invited": {
    who: "the accountant",
    until: "day 5 after the invitation",
    next: "the primary owner is asked by RECOLLECT_RAILZ once the application is made",
  },
  "business verification": {
    who: "the verifier",
    until: "6 hours after the last question",
    next: "the verification is read again",
  },
  "bank data": { who: "the bank", until: "29 days after the last reading", next: "the transactions are read again" },
  "typed account": {
    who: "the processor, then the primary owner",
    until: "30 days to send the micro-entries, 10 banking days to confirm them",
    next: "the verification expires, the owner is told and may start another",
  },
  OFFERS_PENDING: {
    who: "Inlay's underwriters",
    until: "48 hours after the application, or after the last co-owner who must be verified has finished",
    next: "staff have the task ANSWER_OVERDUE",
  },
  "OFFERS_PENDING, answer overdue": {
    who: "staff",
    until: "the due date of the task ANSWER_OVERDUE",
    next: "staff decide about the application",
  },
  "OFFERS_PENDING, data complete": {
    who: "Inlay's underwriters",
    until: "days 15, 20 and 28 after the data was complete",
    next: "staff have the tasks DECISION_LATE and DECISION_URGENT; on the last day a decision goes out in any case",
  },
  LOAN_APPLICATION_WITHDRAWN: { who: "nobody", until: "closed on the day of the withdrawal", next: reopened },
  LOAN_APPLICATION_INCOMPLETE: { who: "nobody", until: "closed after the last day of the notice", next: reopened },
};

/** One state that a business is in, with the server's row that has the model's date. */
type Waiting = { state: string; row: string; at: number | "any" };

/** Every state of a business by the model, each with the row in which the server must hold its date. */
export function waitingIn(
  model: Model,
  { settings }: TestPlatform,
  ownersReminder: Walker["ownersReminder"],
): Waiting[] {
  const found: Waiting[] = [];
  const add = (state: string, row: string, at: number | "any") => found.push({ state, row, at });
  const { application, request, accountant } = model;
  if (accountant && !accountant.isWaitedOut) add("accountant invited", "accountant", accountant.invitedAt + 5 * aDay);
  if (!application || !model.done.has("COLLECT_CONSENT")) {
    const step = expectedStep(model, settings);
    if (ownersReminder === null) add("START_FLOW, nothing answered", "session", "any");
    else if (ownersReminder === "ENDED") add(step, "none", "any");
    else add(step, "OWNER", ownersReminder);
    return found;
  }
  if (!isOpen(model)) {
    add(application.status, `closed ${application.status}`, application.closedAt ?? "any");
    return found;
  }
  if (application.isAnswerOverdue) add("OFFERS_PENDING, answer overdue", "task ANSWER_OVERDUE", "any");
  else add("OFFERS_PENDING", "application", application.watchedAt);
  const [first] = openInputs(model);
  if (first && request) add(request.dueOn ? "notice of incompleteness" : first, "request", request.nextAt);
  else if (first) throw new Error(`${first} is open, and nobody is asked for it`);
  for (const { dueAt } of model.verifications) add("business verification", "verification", dueAt);
  for (const { nextReadAt, itemId } of model.banks)
    if (nextReadAt !== null) add("bank data", `bank ${itemId}`, nextReadAt);
  if (model.done.has("COLLECT_BANK_INFO") || model.hasTypedAccount) add("typed account", "typed account", "any");
  for (const owner of model.coOwners) if (owner.finishedAt === null) addCoOwner(model, owner, add);
  return found;
}

function addCoOwner(model: Model, owner: CoOwner, add: (state: string, row: string, at: number | "any") => void): void {
  const { id, reminder } = owner;
  const row = `CO_OWNER ${id}`;
  if (!mustBeVerified(owner)) {
    if (typeof reminder?.nextAt === "number") add("co-owner below 25 %", row, reminder.nextAt);
    return;
  }
  const request = model.request?.nextAt;
  const isListOpen = model.inputs.has(listOfOwners) && request !== undefined;
  if (owner.pulls >= 3) add("co-owner's credit file stays locked", `task CO_OWNER_UNVERIFIED ${id}`, "any");
  else if (!owner.hasEntered && owner.invitation === "DECLINED" && isListOpen)
    add("co-owner declined", "request", request);
  else if (typeof reminder?.nextAt === "number") {
    const step = owner.isAskedToUnlock ? "asked to unlock the credit file" : owner.hasEntered ? "begun" : "invited";
    add(`co-owner ${step}`, row, reminder.nextAt);
  } else if (reminder && isListOpen) {
    add("co-owner has not answered", "request", request);
    add("co-owner has not answered", `task CO_OWNER_UNANSWERED ${id}`, "any");
  } else throw new Error(`the application waits for a co-owner at ${owner.step} without a date`);
}

/** The rows of a business that hold a date, by the names that the states use. */
export async function datesOf({ query }: Ground, { businessId }: Person): Promise<Map<string, number>> {
  const rows = await query<{ name: string; at: Date }>(
    `select r.kind || case when r.kind = 'CO_OWNER' then ' ' || r.subject_id else '' end as name, r.next_action_at as at
       from app.reminder r where r.business_id = $1 and r.next_action_at is not null and r.kind <> 'ACCOUNTANT'
     union all select 'accountant', next_action_at from app.accountant_invitation where business_id = $1 and next_action_at is not null
     union all select 'request', next_action_at from app.input_request where business_id = $1 and next_action_at is not null
     union all select case when next_action_at - completed_at in (interval '15 days', interval '20 days', interval '28 days')
       then 'decision' else 'application' end, next_action_at
       from app.loan_application where business_id = $1 and next_action_at is not null
     union all select 'verification', next_action_at from app.report where business_id = $1 and next_action_at is not null
     union all select 'bank ' || id, next_action_at from app.bank_item where business_id = $1 and next_action_at is not null
     union all select 'typed account', coalesce(confirm_by, send_by)::timestamptz from app.micro_entry_verification
       where business_id = $1 and status in ('CREATED', 'SENT', 'PENDING_VERIFICATION') and next_action_at is not null
     union all select 'task ' || kind || case kind when 'ANSWER_OVERDUE' then '' else ' ' || subject_id end, due_at from app.task
       where business_id = $1 and closed_at is null
     union all (select 'closed ' || (body ->> 'status'), happened_at from app.event
       where stream = $1 and kind in ('application.incomplete', 'application.withdrawn') order by sequence desc limit 1)
     union all (select 'session', max(s.expires_at) from app.session s join app.business_user u on u.id = s.user_id
       where u.business_id = $1)`,
    [businessId],
  );
  return new Map(rows.map(({ name, at }) => [name, at?.getTime()]));
}

/**
 * Compares the dates of the server with those of the model: every state has a row with its date, and a row that asks, reminds or alarms
 * somebody belongs to a state. A co-owner's reminders end when the next one is due after the application was closed. Returns the states
 * that only the server knows: the model does not follow when all data is complete, and nothing is decided here.
 */
export async function compareDates(
  ground: Ground,
  person: Person,
  model: Model,
  expected: readonly Waiting[],
  what: string,
): Promise<string[]> {
  const rows = await datesOf(ground, person);
  for (const { state, row, at } of expected) {
    if (!(state in waits)) throw new Error(`${what}: the list of waits has no state ${state}`);
    if (row === "none") continue;
    const found = rows.get(row);
    if (found === undefined) throw new Error(`${what}: ${state} has no date in the database (${row})`);
    if (at !== "any") hold(`${what}: the date of ${state}`, new Date(found).toISOString(), new Date(at).toISOString());
  }
  const awaited = /^(OWNER|request|application|accountant|task ANSWER_OVERDUE|CO_OWNER .+)$/;
  const reminded = model.coOwners.filter(({ reminder }) => reminder?.nextAt).map(({ id }) => `CO_OWNER ${id}`);
  for (const name of rows.keys()) {
    if (awaited.test(name) && !reminded.includes(name) && !expected.some(({ row }) => row === name))
      throw new Error(`${what}: the server still waits for ${name}, and the model for nobody`);
  }
  if (!rows.has("decision")) return [];
  hold(`${what}: only an open application is decided`, isOpen(model), true);
  return ["OFFERS_PENDING, data complete"];
}
