import { randomUUID } from "node:crypto";
import { type ClosingStep, closingSteps } from "@inlay/lending/offers/closing.ts";
import { itemsOf } from "../banking/banking.fixture.ts";
import { businessTime } from "../clock/business-time.fixture.ts";
import { sendSignings, signOpen } from "../disclosures/signing.fixture.ts";
import { type Answered, sendTo, type TestServer } from "../http/server.fixture.ts";
import { type Wishes as Applied, completedApplicant, decide } from "../offers/decided.fixture.ts";
import type { Applicant } from "../onboarding/consents/consent.fixture.ts";
import { deliverInvitations, exchange, tokenIn } from "../people/invitations.fixture.ts";
import { newPhone, runWorkflows } from "../people/step-up.fixture.ts";
import { stepUp } from "../people/step-up-session.fixture.ts";
import type { TestSandbox } from "../providers/sandbox.fixture.ts";
import { dueJobs } from "../slices.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";

/** The servers of a test. */
export type World = { server: TestServer; sandbox: TestSandbox };

/** The debt to another lender that a loan pays off. */
export const otherDebt = randomUUID();

/** What is applied for, by how many owners beside the primary one, and what of the loan pays another lender off. */
type Wishes = Applied & {
  coOwners?: number;
  payoffCents?: number;
  /** What has happened to the business before its application is decided. */
  beforeDecision?: (applicant: Applicant) => Promise<void>;
};

/** An owner who has chosen an offer. */
export type Closing = Applicant & {
  tenant: { platformId: string; businessId: string };
  applicationId: string;
  offerId: string;
};

type Signed = Pick<Applicant, "as">;
export const putEvent = (person: Signed, eventType: string, answer: object = {}): Promise<Answered> =>
  person.as({ method: "PUT", url: "/api/v1/workflow/offers/complete-step", payload: { eventType, ...answer } });
const post = (person: Signed, path: string, payload: object = {}): Promise<Answered> =>
  person.as({ method: "POST", url: `/api/v1${path}`, payload });

export const readStep = async (person: Signed, step: string) =>
  (await person.as({ url: `/api/v1/workflow/offers/step/${step}` })).body["existingData"] as Record<string, unknown>;

/** Fails where a step of the fixture was refused. */
function expected(answer: Answered): Answered {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/** An owner who has applied, been offered and chosen the largest offer. The decision did not wait for the co-owners. */
export async function chosenOffer({ server, sandbox }: World, wishes: Wishes = {}): Promise<Closing> {
  const { beforeDecision, ...applied } = wishes;
  const applicant = await completedApplicant(server, sandbox, applied);
  await beforeDecision?.(applicant);
  await decide(server, applicant);
  await handleEvents(server, applicant.id);
  for (let n = 0; n < (wishes.coOwners ?? 0); n++)
    await server.database.admin.query(
      `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
       values ($1, $2, false, 'START_FLOW', $3, 'Ortega', $4)`,
      [applicant.platform.id, applicant.id, `Luis${"ABCD"[n]}`, `${randomUUID()}@owner.test`],
    );
  if (wishes.payoffCents)
    await server.database.admin.query(
      "update app.offer set terms = jsonb_set(terms, '{existingDebts}', $2) where business_id = $1 and terms ->> 'productType' = 'TERM_LOAN'",
      [
        applicant.id,
        JSON.stringify([{ debtType: "EXTERNAL_DEBT", existingDebtId: otherDebt, payoffCents: wishes.payoffCents }]),
      ],
    );
  const { rows } = await server.database.admin.query<{ id: string; application: string }>(
    "select id, application_id as application from app.offer where business_id = $1 order by amount_cents desc, id limit 1",
    [applicant.id],
  );
  const [offer] = rows;
  if (!offer) throw new Error("the application has no offers");
  expected(await putEvent(applicant, "OFFER_SELECTED", { selectedOffers: [{ offerId: offer.id }] }));
  const tenant = { platformId: applicant.platform.id, businessId: applicant.id };
  return { ...applicant, tenant, applicationId: offer.application, offerId: offer.id };
}

/** The step of the application and its status. */
export async function standingOf({ server }: World, { applicationId }: Closing) {
  const { rows } = await server.database.admin.query<{ step: string; status: string }>(
    "select offer_step as step, status from app.loan_application where id = $1",
    [applicationId],
  );
  const [row] = rows;
  if (!row) throw new Error("there is no application");
  return row;
}

/** Requests a code for a number and reads it on the phone. */
export async function phoneCode({ server, sandbox }: World, person: Closing, phoneNumber: string) {
  const sent = expected(await post(person, "/workflow/offers/personal-phone/code", { phoneNumber }));
  await runWorkflows(server, person.platform);
  const { messages } = await sandbox.ask<{ messages: { body: string }[] }>(
    `/messages.json?${new URLSearchParams({ to: phoneNumber })}`,
  );
  const code = /\b(\d{6})\b/.exec(messages[0]?.body ?? "")?.[1] ?? "none";
  return { phoneNumber, challengeId: String(sent.body["challengeId"]), code };
}

/** A person submits their pictures on the vendor's page. */
export async function submitPictures({ sandbox }: World, opened: Record<string, unknown>): Promise<void> {
  for (const step of ["enter", "begin", "submit"]) {
    const response = await fetch(`${sandbox.url}/persona/page/${step}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sessionToken: opened["sessionToken"] }),
    });
    if (!response.ok) throw new Error(`the vendor's page refused ${step}`);
  }
}
export const initialize = (person: Signed): Promise<Answered> =>
  post(person, "/workflow/offers/persona-inquiries/initialize");

/** Reads and signs the disclosure, if there is one, and opens the agreement. Returns the link where the owner signs it. */
export async function presentAgreement({ server }: World, closing: Closing): Promise<string> {
  const { tenant, offerId } = closing;
  const send = () => sendSignings(server.app, server.database.admin, tenant, offerId);
  const { body } = expected(await post(closing, `/offers/${offerId}/disclosure`, { amountCents: null }));
  const disclosure = body["disclosure"] as { id: string; needsSignature: boolean } | null;
  if (disclosure) expected(await closing.as({ url: `/api/v1/disclosures/${disclosure.id}/file` }));
  if (disclosure?.needsSignature) {
    expected(await post(closing, `/disclosures/${disclosure.id}/signing`));
    await send();
    await signOpen(server.app, server.database.admin, tenant, offerId, "DISCLOSURE");
    await handleEvents(server, tenant.businessId);
  }
  const open = async () => expected(await post(closing, `/offers/${offerId}/agreement`, { amountCents: null }));
  await open();
  await send();
  return ((await open()).body["link"] as { url: string }).url;
}

/** Signs what the primary owner signs, and the vendor reports it. */
export async function signDocuments(world: World, closing: Closing): Promise<void> {
  const { server } = world;
  await presentAgreement(world, closing);
  await signOpen(server.app, server.database.admin, closing.tenant, closing.offerId, "AGREEMENT");
  await handleEvents(server, closing.id);
}

/** Authorizes debits, as the owner does after linking a bank. Returns the checking account. */
export async function authorizedAccount(closing: Closing): Promise<string> {
  const itemIds = (await itemsOf(closing)).map(({ itemId }) => itemId);
  expected(
    await closing.as({
      method: "POST",
      url: "/api/v1/plaid/items/mark-as-connected",
      payload: { itemIds, achAuthorized: true },
    }),
  );
  const accounts = (await readStep(closing, "SELECT_PRIMARY_BANK_ACCOUNT"))["accountsV2"] as {
    id: string;
    isChecking: boolean;
  }[];
  const checking = accounts.find(({ isChecking }) => isChecking);
  if (!checking) throw new Error("the owner has no checking account");
  return checking.id;
}

/** How the owner completes each step. */
const completions: { [Step in ClosingStep]: (world: World, closing: Closing) => Promise<Answered> } = {
  COLLECT_TAX_ID: (_, closing) => putEvent(closing, "TAX_ID_COLLECTED", { entityType: "CORPORATE_TAX" }),
  COLLECT_PERSONAL_PHONE_NUMBER: async (world, closing) =>
    putEvent(closing, "PERSONAL_PHONE_NUMBER_COLLECTED", await phoneCode(world, closing, newPhone())),
  COLLECT_PERSONA: async (world, closing) => {
    await submitPictures(world, expected(await initialize(closing)).body);
    return putEvent(closing, "PERSONA_COLLECTED");
  },
  SELECT_PRIMARY_BANK_ACCOUNT: async (_, closing) =>
    putEvent(closing, "PRIMARY_BANK_ACCOUNT_SELECTED", { primaryBankAccountId: await authorizedAccount(closing) }),
  COLLECT_LEGAL_AGREEMENTS: async (world, closing) => {
    await signDocuments(world, closing);
    return putEvent(closing, "LEGAL_AGREEMENTS_COLLECTED");
  },
};

/** Completes the current step as the owner would. */
export async function completeCurrent(world: World, closing: Closing): Promise<Answered> {
  const { step } = await standingOf(world, closing);
  const current = closingSteps.find((one) => one === step);
  if (!current) throw new Error(`${step} is no closing step`);
  return expected(await completions[current](world, closing));
}

/** An owner who has completed every closing step before this one. */
export async function closingAt(world: World, step: ClosingStep, wishes: Wishes = {}): Promise<Closing> {
  const closing = await chosenOffer(world, wishes);
  for (let at = await standingOf(world, closing); at.step !== step; at = await standingOf(world, closing))
    await completeCurrent(world, closing);
  return closing;
}

/** An application whose offer everybody has signed: it is in CLOSE_LOAN. */
export async function acceptedApplication(world: World, wishes: Wishes = {}): Promise<Closing> {
  const closing = await closingAt(world, "COLLECT_LEGAL_AGREEMENTS", wishes);
  await completeCurrent(world, closing);
  await handleEvents(world.server, closing.id);
  const { status } = await standingOf(world, closing);
  if (status !== "CLOSE_LOAN") throw new Error(`the application is in ${status}`);
  return closing;
}

/** A co-owner who has opened the link in the last email that asked for their signature. The session has stepped up. */
export type CoOwner = Signed & { ownerId: string };

/** Runs what is due now, and handles the events of it. */
export async function passDays({ server }: World, closing: Closing, days = 0): Promise<void> {
  const { rows } = await server.database.admin.query<{ now: Date }>("select app.business_now($1) as now", [closing.id]);
  const now = rows[0]?.now ?? new Date();
  await businessTime(server, dueJobs).passTo(closing, new Date(now.getTime() + days * 86_400_000));
  await handleEvents(server, closing.id);
}

export async function coOwnersOf({ server }: World, closing: Closing): Promise<string[]> {
  const { rows } = await server.database.admin.query<{ id: string }>(
    "select id from app.business_owner where business_id = $1 and not is_primary order by created_at, id",
    [closing.id],
  );
  return rows.map(({ id }) => id);
}

/** Opens the link of the email that asks a co-owner to sign. */
export async function enterAsCoOwner(world: World, closing: Closing, ownerId: string): Promise<CoOwner> {
  const { server } = world;
  const { rows } = await server.database.admin.query<{ email: string }>(
    "select email from app.business_owner where id = $1",
    [ownerId],
  );
  await passDays(world, closing);
  const emails = await deliverInvitations(server, closing);
  const message = emails.filter(({ to, subject }) => to === rows[0]?.email && subject.includes("sign")).at(-1);
  const answer = await exchange(server, tokenIn(message));
  if (answer.status !== 200) throw new Error(`not entered: ${answer.text}`);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  await stepUp(server.app.pool, cookie.slice(cookie.indexOf("=") + 1));
  const headers = {
    cookie,
    origin: new URL(server.app.config.PORTAL_URL).origin,
    "user-index": String(answer.body["userIndex"]),
  };
  return {
    ownerId,
    as: (options) => sendTo(server.fastify, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

export const coOwnerStep = async (coOwner: CoOwner) =>
  (await coOwner.as({ url: "/api/v1/owners/workflow/offers" })).body["currentStep"];
export const putCoOwnerEvent = (coOwner: CoOwner, eventType: string): Promise<Answered> =>
  coOwner.as({ method: "PUT", url: "/api/v1/owners/workflow/offers/complete-step", payload: { eventType } });
export const openAsCoOwner = (coOwner: CoOwner): Promise<Answered> =>
  post(coOwner, "/owners/workflow/offers/agreement");
