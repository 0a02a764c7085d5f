import type { Answered } from "./onboarding-model.ts";

/**
 * A second implementation of what happens after consent, written from the tables of rules and not from the code: what is asked for, whom the
 * application waits for, and what each of the days brings. All times are business time in milliseconds.
 */
export const aDay = 86_400_000;
const anHour = 3_600_000;

// Reminders on days 2, 5 and 10 to whoever is waited for; on day 14 the primary owner decides and staff see a task.
const reminderDays = [2, 5, 10, 14];
// Inputs after consent: emails on these days after the question, the notice of incompleteness on this day after the application, and the
// application is closed when the notice's last day is over.
const emailDays = [2, 5, 10, 20];
const noticeDay = 25;
const noticeLasts = 15;
const promisedHours = 48;
const accountantDays = 5;
const bankDays = 29;
const verifierHours = 6;
const mostPulls = 3;
const verifiedFrom = 25;

/** The inputs in the order in which they are asked. */
const queue = [
  "VERIFY_USER_IDENTITY_INFORMATION",
  "VERIFY_BUSINESS_INFORMATION",
  "VERIFY_BUSINESS_TAX_ID",
  "VERIFY_CREDIT_REPORT_UNLOCKED",
  "RECOLLECT_PLAID",
  "UPDATE_PRIMARY_BANK_ACCOUNT",
  "RECOLLECT_BANK_INFO",
  "RECOLLECT_BANK_STATEMENTS",
  "RECOLLECT_RAILZ",
  "RECOLLECT_TAX_RETURNS",
  "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS",
  "ADDITIONAL_DOCUMENTS_UPLOAD",
];
export const listOfOwners = "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";

export type CoOwner = {
  id: string;
  email: string;
  percentage: number;
  isControlPerson: boolean;
  /** At the bureau the file of this co-owner is locked for every pull. */
  isLocked: boolean;
  step: "START_FLOW" | "COLLECT_PERSONAL_DETAILS" | "COLLECT_CONSENT" | "WAITING_FOR_OFFERS";
  hasEntered: boolean;
  invitation: "NONE" | "WORKING" | "BOUNCED" | "DECLINED";
  isAskedToUnlock: boolean;
  pulls: number;
  finishedAt: number | null;
  /** Null: nobody reminds them. Without a next time they have not answered until the last day. */
  reminder: { askedAt: number; nextAt: number | null } | null;
};

export type Bank = {
  itemId: string;
  institution: string;
  hasChecking: boolean;
  isLost: boolean;
  timesLost: number;
  nextReadAt: number | null;
};

export type Model = Omit<Answered, "done" | "products"> & {
  products: Answered["products"];
  done: Set<string>;
  now: number;
  isCreditChecked: boolean;
  application: {
    status: "OPEN" | "LOAN_APPLICATION_WITHDRAWN" | "LOAN_APPLICATION_INCOMPLETE";
    receivedAt: number;
    /** When the promise of an answer is looked at next. */
    watchedAt: number;
    closedAt: number | null;
    isAnswerOverdue: boolean;
  } | null;
  applications: number;
  /** The open inputs of the primary owner, each with whether a rule settles it by itself. */
  inputs: Map<string, "RULE" | "ASKED">;
  /** The causes that inputs were asked for. The same cause asks once. */
  asked: Set<string>;
  request: { askedAt: number; nextAt: number; dueOn: string | null } | null;
  coOwners: CoOwner[];
  accountant: { n: number; invitedAt: number; isWaitedOut: boolean } | null;
  accountants: number;
  isCorporation: boolean;
  hasEin: boolean;
  returns: number;
  verifications: { dueAt: number; attempt: number }[];
  attempts: number;
  banks: Bank[];
  hasTypedAccount: boolean;
};

export const newModel = (now: number, isCreditChecked: boolean): Model => ({
  products: [],
  providesStatements: false,
  hasDebts: false,
  isAccountProvided: false,
  done: new Set(),
  now,
  isCreditChecked,
  application: null,
  applications: 0,
  inputs: new Map(),
  asked: new Set(),
  request: null,
  coOwners: [],
  accountant: null,
  accountants: 0,
  isCorporation: false,
  hasEin: false,
  returns: 0,
  verifications: [],
  attempts: 0,
  banks: [],
  hasTypedAccount: false,
});

export const isOpen = ({ application }: Model): boolean => application?.status === "OPEN";
export const openInputs = ({ inputs }: Model): string[] => queue.filter((subStep) => inputs.has(subStep));
export const mustBeVerified = ({ percentage, isControlPerson }: CoOwner): boolean =>
  isControlPerson || percentage >= verifiedFrom;
/** The offers workflow of the business. */
export const offerStep = ({ application, done }: Model): string | null => {
  if (!application || !done.has("COLLECT_CONSENT")) return null;
  return application.status === "OPEN" ? "OFFERS_PENDING" : application.status;
};

/** Consent makes the application, invites the co-owners and asks for whatever has become missing since it was collected. */
export function consent(model: Model): void {
  const { now } = model;
  model.done.add("COLLECT_CONSENT");
  model.application = {
    status: "OPEN",
    receivedAt: now,
    watchedAt: now + promisedHours * anHour,
    closedAt: null,
    isAnswerOverdue: false,
  };
  model.applications++;
  verify(model);
  inviteAll(model, false);
  for (const bank of model.banks) if (bank.nextReadAt === null && !bank.isLost) bank.nextReadAt = now + bankDays * aDay;
  findMissing(model);
  if (model.inputs.size > 0 && !model.request) askOwner(model);
}

function verify(model: Model): void {
  model.attempts++;
  model.verifications.push({ dueAt: model.now + verifierHours * anHour, attempt: model.attempts });
}

/** Asks the primary owner. An input that is open already is not asked twice. */
export function raise(model: Model, subStep: string, how: "RULE" | "ASKED"): void {
  if (model.inputs.has(subStep)) return;
  model.inputs.set(subStep, how);
  if (!isOpen(model)) return;
  if (!model.request) askOwner(model);
  else if (model.request.dueOn === null) requestDue(model);
}
function askOwner(model: Model): void {
  model.request = { askedAt: model.now, nextAt: model.now, dueOn: null };
  requestDue(model);
}

/** The primary owner has answered, or the input is not needed any more. */
export function settleInput(model: Model, subStep: string): void {
  model.inputs.delete(subStep);
  if (model.inputs.size === 0) model.request = null;
}

function requestDue(model: Model): void {
  const { request, application, now } = model;
  if (!request) return;
  if (!application || !isOpen(model)) {
    model.request = null;
  } else if (request.dueOn !== null) {
    close(model, "LOAN_APPLICATION_INCOMPLETE");
  } else if (application.receivedAt + noticeDay * aDay <= now) {
    const today = Date.parse(dateOf(now));
    request.dueOn = dateOf(today + noticeLasts * aDay);
    request.nextAt = today + (noticeLasts + 1) * aDay;
  } else {
    const days = emailDays.map((one) => request.askedAt + one * aDay).filter((at) => at > now);
    request.nextAt = Math.min(...days, application.receivedAt + noticeDay * aDay);
  }
}
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Closes the application. Nobody is waited for any more; the open inputs are kept for another application. */
export function close(model: Model, status: "LOAN_APPLICATION_WITHDRAWN" | "LOAN_APPLICATION_INCOMPLETE"): void {
  if (!model.application) return;
  model.application.status = status;
  model.application.closedAt = model.now;
  model.request = null;
  model.accountant = null;
}

/** The consent is asked for again. So is the accounting data that an accountant was to bring, who is not waited for any more. */
export function applyAgain(model: Model): void {
  model.done.delete("COLLECT_CONSENT");
  if (model.isCorporation && !model.accountant && model.returns === 0) model.done.delete("COLLECT_RAILZ");
}

/** The rules about collected data: a cause asks once, and an input whose causes are gone is settled. */
export function findMissing(model: Model): void {
  if (!isOpen(model)) return;
  const missing: [subStep: string, cause: string][] = [];
  for (const { itemId, isLost, timesLost } of model.banks)
    if (isLost) missing.push(["RECOLLECT_PLAID", `${itemId} ${timesLost}`]);
  const { accountant, now } = model;
  if (accountant && accountant.invitedAt + accountantDays * aDay <= now)
    missing.push(["RECOLLECT_RAILZ", `accountant ${accountant.n}`]);
  if (model.isCorporation && !accountant && model.returns === 1)
    missing.push(["RECOLLECT_TAX_RETURNS", `application ${model.applications}`]);
  for (const [subStep, cause] of missing)
    if (!model.asked.has(`${subStep} ${cause}`)) {
      model.asked.add(`${subStep} ${cause}`);
      raise(model, subStep, "RULE");
    }
  for (const [subStep, how] of model.inputs)
    if (how === "RULE" && !missing.some(([one]) => one === subStep)) settleInput(model, subStep);
}

// People.

export const newCoOwner = (of: Pick<CoOwner, "id" | "email" | "percentage" | "isLocked">): CoOwner => ({
  ...of,
  isControlPerson: false,
  step: "START_FLOW",
  hasEntered: false,
  invitation: "NONE",
  isAskedToUnlock: false,
  pulls: 0,
  finishedAt: null,
  reminder: null,
});

/** Whoever was asked and has neither finished nor declined. */
const isReminded = (model: Model, owner: CoOwner): boolean =>
  isOpen(model) &&
  owner.finishedAt === null &&
  (owner.step !== "WAITING_FOR_OFFERS" || owner.isAskedToUnlock) &&
  (owner.hasEntered || owner.invitation !== "DECLINED");

const sendLink = (model: Model, owner: CoOwner): void => {
  if (owner.hasEntered) return;
  const isRefused = owner.email.startsWith("refused");
  owner.invitation = isRefused ? "BOUNCED" : "WORKING";
  if (isRefused) raise(model, listOfOwners, "ASKED");
};

/** Invites whoever holds no working invitation; those who declined only when the primary owner confirms the list. */
export function inviteAll(model: Model, isConfirmed: boolean): void {
  for (const owner of model.coOwners) {
    const holdsOne = owner.invitation === "WORKING" || (owner.invitation === "DECLINED" && !isConfirmed);
    if (owner.hasEntered || holdsOne) continue;
    owner.reminder = { askedAt: model.now, nextAt: model.now + 2 * aDay };
    sendLink(model, owner);
  }
  // Nobody is waited for without a date.
  for (const owner of model.coOwners)
    if (!owner.reminder && mustBeVerified(owner) && isReminded(model, owner)) remindNow(model, owner);
}

function remindNow(model: Model, owner: CoOwner): void {
  owner.reminder = null;
  if (!isReminded(model, owner)) return;
  owner.reminder = { askedAt: model.now, nextAt: model.now + 2 * aDay };
  sendLink(model, owner);
}

function reminderDue(model: Model, owner: CoOwner): void {
  const { reminder } = owner;
  if (!reminder) return;
  const day = Math.floor((model.now - reminder.askedAt) / aDay);
  const next = reminderDays.find((one) => one > day);
  if (!isReminded(model, owner)) owner.reminder = null;
  else if (next !== undefined) {
    reminder.nextAt = reminder.askedAt + next * aDay;
    sendLink(model, owner);
  } else if (mustBeVerified(owner)) {
    reminder.nextAt = null;
    raise(model, listOfOwners, "ASKED");
  } else owner.reminder = null;
}

/** The primary owner confirms the list: whoever cannot be reached or has not answered is asked again. */
export function confirmList(model: Model, controlPersonId: string | null): void {
  for (const owner of model.coOwners) owner.isControlPerson = owner.id === controlPersonId;
  if (!model.done.has("COLLECT_CONSENT")) return;
  settleInput(model, listOfOwners);
  const silent = model.coOwners.filter(({ reminder }) => reminder?.nextAt === null);
  inviteAll(model, true);
  for (const owner of silent) if (owner.reminder?.nextAt === null) remindNow(model, owner);
}

export function decline(model: Model, owner: CoOwner): void {
  owner.hasEntered = false;
  owner.invitation = "DECLINED";
  raise(model, listOfOwners, "ASKED");
}

const finish = (model: Model, owner: CoOwner): void => {
  owner.finishedAt = model.now;
  owner.reminder = null;
};

/** A pull of the co-owner's credit file, after their consent or after they unlocked it. */
export function pullFile(model: Model, owner: CoOwner): void {
  owner.isAskedToUnlock = false;
  if (!model.isCreditChecked || !owner.isLocked) {
    finish(model, owner);
    return;
  }
  owner.pulls++;
  // After the last pull staff decide.
  if (owner.pulls >= mostPulls) return;
  owner.isAskedToUnlock = true;
  remindNow(model, owner);
}

// Time.

/** Lets time pass: whatever is due happens at its own moment. */
export function passTime(model: Model, until: number): void {
  for (;;) {
    const due = dueIn(model).filter(({ at }) => at <= until);
    const [first] = due.sort((a, b) => a.at - b.at);
    if (!first) break;
    model.now = Math.max(model.now, first.at);
    first.happens();
    findMissing(model);
  }
  model.now = until;
}

/** The promise begins when the last co-owner who must be verified has finished. Null before. */
function promisedAt(model: Model, receivedAt: number): number | null {
  const begins = model.coOwners.filter(mustBeVerified).map(({ finishedAt }) => finishedAt);
  if (begins.includes(null)) return null;
  return Math.max(receivedAt, ...begins.map(Number)) + promisedHours * anHour;
}

function dueIn(model: Model): { at: number; happens(): void }[] {
  const { application, request, accountant } = model;
  const due: { at: number; happens(): void }[] = [];
  if (application && isOpen(model) && !application.isAnswerOverdue)
    due.push({
      at: application.watchedAt,
      happens: () => {
        const dueAt = promisedAt(model, application.receivedAt) ?? model.now + promisedHours * anHour;
        if (dueAt > model.now) application.watchedAt = dueAt;
        else application.isAnswerOverdue = true;
      },
    });
  if (request) due.push({ at: request.nextAt, happens: () => requestDue(model) });
  if (accountant && !accountant.isWaitedOut)
    due.push({
      at: accountant.invitedAt + accountantDays * aDay,
      happens: () => {
        accountant.isWaitedOut = true;
      },
    });
  for (const owner of model.coOwners)
    if (typeof owner.reminder?.nextAt === "number")
      due.push({ at: owner.reminder.nextAt, happens: () => reminderDue(model, owner) });
  for (const bank of model.banks)
    if (bank.nextReadAt !== null)
      due.push({
        at: bank.nextReadAt,
        happens: () => {
          bank.nextReadAt = isOpen(model) && !bank.isLost ? model.now + bankDays * aDay : null;
        },
      });
  for (const verification of model.verifications)
    due.push({ at: verification.dueAt, happens: () => readVerification(model, verification) });
  return due;
}

function readVerification(model: Model, verification: Model["verifications"][number]): void {
  model.verifications = model.verifications.filter((one) => one !== verification);
  if (!model.hasEin && verification.attempt < mostPulls) raise(model, "VERIFY_BUSINESS_INFORMATION", "ASKED");
}

/** The business gave its tax number, and the registers are asked again. */
export function correctBusiness(model: Model): void {
  model.hasEin = true;
  settleInput(model, "VERIFY_BUSINESS_INFORMATION");
  verify(model);
}
