import { randomUUID } from "node:crypto";
import type { Call } from "@inlay/contracts/call.ts";
import { portalCalls } from "@inlay/contracts/calls/all.ts";
import { later } from "@inlay/contracts/calls/later.ts";
import {
  rightConsent,
  rightCoOwnerIdentity,
  rightCoOwnerPerson,
  withWrong,
  wrongConsents,
  wrongCoOwnerIdentities,
  wrongCoOwnerPersons,
} from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { onboardingWireSteps } from "@inlay/lending/onboarding/steps.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { enter, type Guest, invitedCoOwners } from "../../people/invitations.fixture.ts";
import { settlePrimaryOwner } from "../../people/public.ts";
import { PullRefused } from "../../providers/credit/port.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { pullReport } from "../../underwriting/public.ts";
import type { Applicant } from "../consents/consent.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const base = "/api/secondary-owners/v2";
const identity = "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION";
const unlocked = "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED";
const complete = (guest: Guest, completedStep: string, data: object = {}, subStep?: string) =>
  guest.as({
    method: "PUT",
    url: `${base}/complete-step`,
    payload: { completedStep, data, ...(subStep && { subStep }) },
  });
const answer = (guest: Guest, subStep: string, data: object = {}) =>
  complete(guest, "REQUEST_ADDITIONAL_USER_INPUT", data, subStep);
const current = async (guest: Guest) =>
  (await guest.as({ method: "GET", url: `${base}/workflow` })).body["currentStep"];
const step = async (guest: Guest, name: string) => {
  const { status, body } = await guest.as({ method: "GET", url: `${base}/step/${name}` });
  return { status, data: body["existingData"] };
};
const reportStatus = async (guest: Guest) =>
  (await guest.as({ method: "GET", url: `${base}/credit-reports-status` })).body;
const agreement = rightConsent;
const person = (details: object = {}) => ({
  ...rightCoOwnerPerson,
  secondaryOwnerEmail: `${randomUUID()}@owner.test`,
  ...details,
});
const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;

async function coOwners(count: number, settings: Partial<PlatformSettings> = {}) {
  const { applicant, ownerIds, tokens } = await invitedCoOwners(server, count, settings);
  const guests: Guest[] = [];
  for (const token of tokens) guests.push(await enter(server, token));
  const [guest, ownerId] = [guests[0] as Guest, ownerIds[0] ?? ""];
  return { applicant, guests, ownerIds, guest, ownerId };
}

async function goToWaiting(guest: Guest, details: object = {}): Promise<void> {
  await complete(guest, "START_FLOW");
  await complete(guest, "COLLECT_PERSONAL_DETAILS", person(details));
  const last = await complete(guest, "COLLECT_CONSENT", agreement);
  if (last.status !== 200) throw new Error(last.text);
}

/** Pulls the last report of this co-owner, as the worker does. */
async function pull(applicant: Applicant, ownerId: string, app = server.app): Promise<void> {
  const [report] = await rows(
    "select round_id from app.report where subject_id = $1 order by attempt desc limit 1",
    ownerId,
  );
  const ids = { platformId: applicant.platform.id, businessId: applicant.id, id: report.round_id };
  await pullReport(app, ids, "SECONDARY_OWNER_CREDIT");
}

describe("co-owner's steps", () => {
  it("lead from the invitation through details and consent to waiting", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    expect((await guest.as({ method: "GET", url: `${base}/workflow` })).body).toEqual({
      currentStep: "ONBOARDING.START_FLOW",
      platformProgramName: expect.any(String),
      steps: ["ONBOARDING.COLLECT_PERSONAL_DETAILS", "ONBOARDING.COLLECT_CONSENT", "WAITING_FOR_OFFERS"],
    });
    expect((await step(guest, "ONBOARDING.START_FLOW")).data).toMatchObject({
      businessName: expect.stringMatching(/^Harbor/),
      invitedBy: "Rosa Marín",
      isCreditCheckEnabled: true,
    });
    expect((await complete(guest, "ONBOARDING.START_FLOW")).body["currentStep"]).toBe(
      "ONBOARDING.COLLECT_PERSONAL_DETAILS",
    );
    expect((await step(guest, "COLLECT_PERSONAL_DETAILS")).data).toMatchObject({ secondaryOwnerFirstName: "LuisA" });
    expect((await complete(guest, "COLLECT_PERSONAL_DETAILS", person())).body["currentStep"]).toBe(
      "ONBOARDING.COLLECT_CONSENT",
    );
    const listed = await applicant.as({ method: "GET", url: "/api/v1/workflow/secondary-owners" });
    expect(listed.body["secondaryOwners"]).toMatchObject([{ id: ownerId, currentStep: "ONBOARDING.COLLECT_CONSENT" }]);
    expect((await complete(guest, "COLLECT_CONSENT", agreement)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect(await current(guest)).toBe("WAITING_FOR_OFFERS");
  });

  it("keep a draft for that co-owner alone, and only of the step's own fields", async () => {
    const { guests, applicant } = await coOwners(2);
    const [guest, other] = guests as [Guest, Guest];
    const save = (fields: object, name = "COLLECT_PERSONAL_DETAILS") =>
      guest.as({ method: "PUT", url: `${base}/step/${name}/draft`, payload: { fields } });
    const draft = async (tenant: Guest | Applicant, root = base) =>
      (await tenant.as({ method: "GET", url: `${root}/step/COLLECT_PERSONAL_DETAILS` })).body["draft"];
    expect((await save({ city: "Austin" })).body["code"]).toBe("STEP_NOT_CURRENT_EXCEPTION");
    for (const one of guests) await complete(one, "START_FLOW");
    expect((await save({ city: "Austin" })).status).toBe(200);
    expect((await save({ city: "Austin", zipcode: "787" })).status).toBe(200);
    expect((await save({ ssn: "900-00-0001" })).status).toBe(400);
    expect(await draft(guest)).toEqual({ city: "Austin", zipcode: "787" });
    expect([await draft(other), await draft(applicant, "/api/v1")]).toEqual([null, null]);
    await complete(guest, "COLLECT_PERSONAL_DETAILS", person());
    expect(await draft(guest)).toBeNull();
  });

  it("are refused to the primary owner, and the primary owner's steps to the co-owner", async () => {
    const { guest, applicant } = await coOwners(1);
    expect((await applicant.as({ method: "GET", url: `${base}/workflow` })).status).toBe(403);
    expect((await guest.as({ method: "GET", url: "/api/v1/step/START_FLOW" })).status).toBe(403);
    const workflow = await guest.as({ method: "GET", url: "/api/v1/workflow" });
    expect(workflow.body["currentStep"]).toBe("BLOCKED_ON_PRIMARY_OWNER");
  });

  it("cannot be corrected or removed by the primary owner once begun", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await complete(guest, "START_FLOW");
    const url = `/api/v1/workflow/secondary-owners/${ownerId}`;
    for (const method of ["PATCH", "DELETE"] as const) {
      const late = await applicant.as({ method, url, ...(method === "PATCH" && { payload: { firstName: "X" } }) });
      expect(late.body["code"]).toBe("CO_OWNER_HAS_BEGUN");
    }
  });

  it.each(wrongCoOwnerPersons)("with $field $value say: $sentence", async (input) => {
    shared ??= await coOwners(1);
    await complete(shared.guest, "START_FLOW");
    const refused = await complete(shared.guest, "COLLECT_PERSONAL_DETAILS", withWrong(rightCoOwnerPerson, input));
    expect({ status: refused.status, fields: refused.body["fields"] }).toMatchObject({
      status: 400,
      fields: [{ pointer: `/${input.field}`, message: input.sentence }],
    });
  });
  let shared: Awaited<ReturnType<typeof coOwners>> | undefined;

  it.each(wrongConsents)("with $field $value say: $sentence", async (input) => {
    shared ??= await coOwners(1);
    await complete(shared.guest, "START_FLOW");
    await complete(shared.guest, "COLLECT_PERSONAL_DETAILS", person());
    const refused = await complete(shared.guest, "COLLECT_CONSENT", withWrong(agreement, input));
    expect({ status: refused.status, fields: refused.body["fields"] }).toMatchObject({
      status: 400,
      fields: [{ pointer: `/${input.field}`, message: input.sentence }],
    });
  });

  it.each(wrongCoOwnerIdentities)("for identity verification with $field $value say: $sentence", async (input) => {
    unknown ??= coOwners(1).then(async (them) => {
      await goToWaiting(them.guest, { secondaryOwnerLastName: "Nofile" });
      await pull(them.applicant, them.ownerId);
      return them;
    });
    const refused = await answer((await unknown).guest, identity, withWrong(rightCoOwnerIdentity, input));
    expect({ status: refused.status, fields: refused.body["fields"] }).toMatchObject({
      status: 400,
      fields: [{ pointer: `/${input.field.replaceAll(".", "/")}`, message: input.sentence }],
    });
  });
  let unknown: ReturnType<typeof coOwners> | undefined;

  it("refuse an email address of another person in the business", async () => {
    const { guest, applicant } = await coOwners(2);
    await complete(guest, "START_FLOW");
    const others = await rows(
      "select email from app.business_owner where business_id = $1 order by is_primary",
      applicant.id,
    );
    for (const { email } of others.slice(1)) {
      const refused = await complete(guest, "COLLECT_PERSONAL_DETAILS", person({ secondaryOwnerEmail: email }));
      expect(refused.body["code"]).toBe("USER_EMAIL_ALREADY_EXIST_EXCEPTION");
    }
  });

  it("refuse a step that is not open yet, and an earlier step after consent", async () => {
    const { guest } = await coOwners(1);
    expect((await complete(guest, "COLLECT_CONSENT", agreement)).status).toBe(409);
    expect((await step(guest, "COLLECT_CONSENT")).status).toBe(409);
    await goToWaiting(guest);
    expect((await complete(guest, "COLLECT_PERSONAL_DETAILS", person())).status).toBe(409);
    expect((await answer(guest, unlocked)).status).toBe(409);
  });

  it("accept changed details until consent", async () => {
    const { guest } = await coOwners(1);
    await complete(guest, "START_FLOW");
    await complete(guest, "COLLECT_PERSONAL_DETAILS", person({ secondaryOwnerLastName: "Ortiz" }));
    const changed = await complete(guest, "COLLECT_PERSONAL_DETAILS", person({ secondaryOwnerLastName: "Ortega" }));
    expect(changed.body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
    expect((await step(guest, "COLLECT_PERSONAL_DETAILS")).data).toMatchObject({ secondaryOwnerLastName: "Ortega" });
  });
});

describe("co-owner's consent", () => {
  it("is stored as their own evidence and requests their credit report once, however often it is sent", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await complete(guest, "START_FLOW");
    await complete(guest, "COLLECT_PERSONAL_DETAILS", person());
    const answers = await Promise.all(Array.from({ length: 15 }, () => complete(guest, "COLLECT_CONSENT", agreement)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body["currentStep"]}`))).toEqual(
      new Set(["200 WAITING_FOR_OFFERS"]),
    );
    const consents = await rows(
      "select c.kind, c.role from app.consent c join app.business_owner o on o.user_id = c.user_id where o.id = $1 order by c.kind",
      ownerId,
    );
    expect(consents).toEqual(
      ["E_SIGN", "SOFT_PULL", "TERMS_AND_PRIVACY"].map((kind) => ({ kind, role: "SECONDARY_OWNER" })),
    );
    const reports = await rows(
      "select r.source, c.kind, c.role from app.report r join app.consent c on c.id = r.consent_id where r.subject_id = $1",
      ownerId,
    );
    expect(reports).toEqual([{ source: "SECONDARY_OWNER_CREDIT", kind: "SOFT_PULL", role: "SECONDARY_OWNER" }]);
    await pull(applicant, ownerId);
    await pull(applicant, ownerId);
    const { pulls } = (await (await fetch(`${sandbox.url}/experian/pulls.json`)).json()) as {
      pulls: { reference: string }[];
    };
    const [{ id }] = (await rows("select id from app.report where subject_id = $1", ownerId)) as [{ id: string }];
    expect(pulls.filter(({ reference }) => reference === id)).toHaveLength(1);
  });

  it("needs the credit consent only where credit is checked, and otherwise requests no report", async () => {
    const { guest } = await coOwners(1);
    await complete(guest, "START_FLOW");
    await complete(guest, "COLLECT_PERSONAL_DETAILS", person());
    const refused = await complete(guest, "COLLECT_CONSENT", { agreeToTermsAndPrivacyPolicy: true });
    expect(refused.body["fields"]).toMatchObject([{ pointer: "/agreeToSoftPull", message: "Required" }]);

    const unchecked = await coOwners(1, { isCreditCheckEnabled: false });
    await complete(unchecked.guest, "START_FLOW");
    await complete(unchecked.guest, "COLLECT_PERSONAL_DETAILS", person());
    await complete(unchecked.guest, "COLLECT_CONSENT", { agreeToTermsAndPrivacyPolicy: true });
    expect(await rows("select from app.report where subject_id = $1", unchecked.ownerId)).toEqual([]);
    expect(await reportStatus(unchecked.guest)).toEqual({ complete: true, success: true });
  });
});

describe("co-owner's credit report", () => {
  it("with a usable result leaves the co-owner waiting", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await goToWaiting(guest);
    expect(await reportStatus(guest)).toEqual({ complete: false, success: false });
    await pull(applicant, ownerId);
    expect(await reportStatus(guest)).toEqual({ complete: true, success: true });
  });

  it("is neither waited for by the primary owner nor visible to them, pending or received", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await rows("update app.report set outcome = 'REPORT' where business_id = $1", applicant.id);
    const primary = async () =>
      (await applicant.as({ method: "GET", url: "/api/v1/businesses/credit-reports-status" })).body;
    expect(await primary()).toEqual({ complete: true, success: true });
    await goToWaiting(guest, { secondaryOwnerLastName: "Frozen" });
    expect(await primary()).toEqual({ complete: true, success: true });
    await pull(applicant, ownerId);
    expect(await primary()).toEqual({ complete: true, success: true });
  });

  it("that is locked raises an unlock input, and is requested again after the answer", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await goToWaiting(guest, { secondaryOwnerLastName: "Thawing" });
    await pull(applicant, ownerId);
    expect(await reportStatus(guest)).toEqual({ complete: true, success: false });
    expect(await current(guest)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect((await step(guest, "REQUEST_ADDITIONAL_USER_INPUT")).data).toMatchObject({
      subSteps: [{ subStep: unlocked }],
    });
    expect((await answer(guest, identity, {})).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(guest, unlocked)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body["currentStep"]}`))).toEqual(
      new Set(["200 WAITING_FOR_OFFERS"]),
    );
    expect(await rows("select from app.report where subject_id = $1", ownerId)).toHaveLength(2);
    expect(await reportStatus(guest)).toEqual({ complete: false, success: false });
    await pull(applicant, ownerId);
    expect(await reportStatus(guest)).toEqual({ complete: true, success: true });
  });

  it("without a hit raises identity verification; the number is stored encrypted and sent only to the bureau", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await goToWaiting(guest, { secondaryOwnerLastName: "Nofile" });
    await pull(applicant, ownerId);
    expect((await step(guest, "REQUEST_ADDITIONAL_USER_INPUT")).data).toMatchObject({
      subSteps: [{ subStep: identity }],
      person: { secondaryOwnerLastName: "Nofile" },
    });
    const { secondaryOwnerEmail: _, ...rest } = person();
    const personalStepPayload = { ...rest, secondaryOwnerEmail: `${randomUUID()}@owner.test` };
    const short = await answer(guest, identity, { personalStepPayload, ssn: "123" });
    expect(short.body["fields"]).toMatchObject([{ pointer: "/ssn", message: "Please enter a full SSN" }]);
    const done = await answer(guest, identity, { personalStepPayload, ssn: "900-00-0001" });
    expect(done.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    const again = await answer(guest, identity, { personalStepPayload, ssn: "900-00-0001" });
    expect(again.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect(await rows("select last4 from app.secret where owner_id = $1 and field = 'SSN'", ownerId)).toEqual([
      { last4: "0001" },
    ]);
    const events = await rows("select body::text from app.event where business_id = $1", applicant.id);
    expect(JSON.stringify(events)).not.toContain("900000001");
    await pull(applicant, ownerId);
    expect(await reportStatus(guest)).toEqual({ complete: true, success: true });
  });

  it("is requested three times at most, then opens a staff task", async () => {
    const { guest, applicant, ownerId } = await coOwners(1);
    await goToWaiting(guest, { secondaryOwnerLastName: "Frozen" });
    for (let n = 0; n < 2; n++) {
      await pull(applicant, ownerId);
      expect((await answer(guest, unlocked)).status).toBe(200);
    }
    await pull(applicant, ownerId);
    expect(await current(guest)).toBe("WAITING_FOR_OFFERS");
    expect(await rows("select kind from app.task where subject_id = $1", ownerId)).toEqual([
      { kind: "CO_OWNER_UNVERIFIED" },
    ]);
  });

  it("that the bureau rejects stops this co-owner and nobody else", async () => {
    const { guests, applicant, ownerIds } = await coOwners(2);
    for (const guest of guests) await goToWaiting(guest);
    const credit = {
      ...server.app.credit,
      pullPerson: async () => {
        throw new PullRefused("no");
      },
    };
    await pull(applicant, ownerIds[0] ?? "", { ...server.app, credit });
    expect(await current(guests[0] as Guest)).toBe("ONBOARDING_ERROR");
    expect(await current(guests[1] as Guest)).toBe("WAITING_FOR_OFFERS");
    const workflow = await applicant.as({ method: "GET", url: "/api/v1/workflow" });
    expect(workflow.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });
});

/**
 * Runs every reading call of the portal before and after a report about the first co-owner arrives. No answer to anybody else may change,
 * so that neither a figure nor the existence of a report can be inferred.
 */
describe("report about one co-owner", () => {
  // The support token contains the caller's identity and the time, and the session contains its remaining time, so both always differ.
  const skipped: readonly string[] = [...later, "getSupportToken", "getSession"];
  const reads = Object.entries(portalCalls as Record<string, Call>).filter(
    ([name, call]) => call.method === "GET" && !skipped.includes(name) && !call.sandboxOnly,
  );
  const urlsOf = ({ path }: Call, ids: string[]): string[] => {
    if (!path.includes(":")) return [path];
    const values = path.includes("/step/") ? onboardingWireSteps : ids;
    return values.map((value) => path.replace(/:\w+/, value));
  };
  async function walk(who: { as: Guest["as"] }, ids: string[]): Promise<string[]> {
    const answers = [];
    for (const [name, call] of reads)
      for (const url of urlsOf(call, ids)) {
        const { status, text } = await who.as({ method: "GET", url });
        answers.push(`${name} ${url} ${status} ${text.replace(/"requestId":"[^"]*"/, "")}`);
      }
    return answers;
  }

  it.each([
    ["Subprime", "REPORT", "560"],
    ["Frozen", "LOCKED", "frozen"],
    ["Nofile", "NO_HIT", "missing"],
  ])("(%s) is visible neither to the primary owner nor to another co-owner", async (lastName, outcome, word) => {
    const { guests, applicant, ownerIds } = await coOwners(2);
    const [first, second] = guests as [Guest, Guest];
    await goToWaiting(first, { secondaryOwnerLastName: lastName });
    await goToWaiting(second);
    const others = [applicant, second];
    // The first view of some pages is stored, so every page is viewed once before the comparison.
    for (const other of others) await walk(other, ownerIds);
    const before = [];
    for (const other of others) before.push(await walk(other, ownerIds));
    await pull(applicant, ownerIds[0] ?? "");
    const [report] = await rows("select outcome, summary::text from app.report where subject_id = $1", ownerIds[0]);
    expect(report.outcome).toBe(outcome);
    if (outcome === "REPORT") expect(report.summary).toContain(word);
    const after = [];
    for (const other of others) after.push(await walk(other, ownerIds));
    expect(after).toEqual(before);
    expect(before[0]?.length).toBeGreaterThan(30);
    for (const secret of ["ficoScore", `"${outcome}"`, "SECONDARY_OWNER_CREDIT", identity, unlocked])
      expect(JSON.stringify(after)).not.toContain(secret);
    if (outcome !== "REPORT") expect(await current(first)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  });

  it("does not reach another co-owner's steps: each sees only their own details", async () => {
    const { guests } = await coOwners(2);
    const [first, second] = guests as [Guest, Guest];
    await complete(first, "START_FLOW");
    await complete(first, "COLLECT_PERSONAL_DETAILS", person({ secondaryOwnerLastName: "Quetzalcoatl" }));
    await complete(second, "START_FLOW");
    expect(JSON.stringify((await step(second, "COLLECT_PERSONAL_DETAILS")).data)).not.toContain("Quetzalcoatl");
    const consents = await second.as({ method: "GET", url: "/api/v1/consents" });
    expect(consents.body).toEqual({ consents: [] });
  });
});

describe("resolving a primary owner conflict", () => {
  it("keeps a co-owner a co-owner, with their completed steps", async () => {
    const { guest, applicant } = await coOwners(1);
    await complete(guest, "START_FLOW");
    const [rival] = await rows(
      "insert into app.business_user (platform_id, business_id, email) values ($1, $2, $3) returning id",
      ...[applicant.platform.id, applicant.id, `${randomUUID()}@rival.test`],
    );
    await rows(
      "insert into app.user_role (platform_id, business_id, user_id, role) values ($1, $2, $3, 'PRIMARY_OWNER_CONFLICT')",
      ...[applicant.platform.id, applicant.id, rival.id],
    );
    const scope = { platformId: applicant.platform.id, businessId: applicant.id };
    await inScope(server.app.pool, scope, (tx) =>
      settlePrimaryOwner(tx, {
        ...scope,
        primaryOwnerId: rival.id,
        action: "staff.owner-conflict.resolve",
        requestId: "test",
        actor: { kind: "STAFF", id: randomUUID() },
      }),
    );
    expect(await current(guest)).toBe("ONBOARDING.COLLECT_PERSONAL_DETAILS");
    expect((await guest.as({ method: "GET", url: "/api/v1/business" })).body["roles"]).toEqual(["SECONDARY_OWNER"]);
  });
});
