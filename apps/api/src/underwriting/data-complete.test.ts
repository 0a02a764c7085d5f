import { randomUUID } from "node:crypto";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import { rightConsent, rightCoOwnerPerson } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type Applicant, agree, applicantAtConsent } from "../onboarding/consents/consent.fixture.ts";
import { enter, type Guest, invitedCoOwners } from "../people/invitations.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import { pullReport, screenApplicants } from "./public.ts";

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

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const handleEvent = (applicant: Applicant) => handleEvents(server, applicant.id);
/** Saves a good outcome for every report of the business, without calling a vendor. */
const reportsCome = async (applicant: Applicant, outcome: Record<string, string> = {}) => {
  const good = {
    BUSINESS_OWNER_CREDIT: "REPORT",
    BUSINESS_CREDIT: "NO_HIT",
    BUSINESS_VERIFICATION: "FOUND",
    ...outcome,
  };
  for (const [source, how] of Object.entries(good))
    await server.database.admin.query("update app.report set outcome = $3 where business_id = $1 and source = $2", [
      applicant.id,
      source,
      how,
    ]);
  await happened(applicant, reportUpdated);
};
const reportUpdated: Event = {
  kind: "report.updated",
  body: { reportId: randomUUID(), source: "BUSINESS_CREDIT", outcome: "NO_HIT" },
};
async function happened(applicant: Applicant, event: Event): Promise<void> {
  await recordEvent(server, { platformId: applicant.platform.id, businessId: applicant.id }, event);
  await handleEvent(applicant);
}
const isComplete = async ({ id }: Applicant): Promise<boolean[]> =>
  (
    await rows(
      "select completed_at is not null as yes from app.loan_application where business_id = $1 order by id",
      id,
    )
  ).map(({ yes }) => yes);
const trail = ({ id }: Applicant, kind: string) =>
  rows(
    "select a.action from app.event e join app.audit a using (stream, sequence) where e.business_id = $1 and kind = $2",
    id,
    kind,
  );

async function withCoOwners(count: number, settings: Partial<PlatformSettings> = {}) {
  const { applicant, ownerIds, tokens } = await invitedCoOwners(server, count, settings);
  const guests: Guest[] = [];
  for (const token of tokens) guests.push(await enter(server, token));
  return { applicant, ownerIds, guests };
}
const complete = async (guest: Guest | undefined, completedStep: string, data: object = {}) => {
  const url = "/api/secondary-owners/v2/complete-step";
  const answer = await guest?.as({ method: "PUT", url, payload: { completedStep, data } });
  expect(answer?.status).toBe(200);
};
async function agreeAs(guest: Guest | undefined, lastName: string, n = 0) {
  await complete(guest, "START_FLOW");
  await complete(guest, "COLLECT_PERSONAL_DETAILS", {
    ...rightCoOwnerPerson,
    secondaryOwnerLastName: lastName,
    secondaryOwnerEmail: `${lastName}-${n}-${Math.random()}@owner.test`.toLowerCase(),
  });
  await complete(guest, "COLLECT_CONSENT", rightConsent);
}
async function pull(applicant: Applicant, ownerId: string | undefined): Promise<void> {
  const [{ round_id: id }] = await rows(
    "select round_id from app.report where subject_id = $1 order by attempt desc",
    ownerId,
  );
  await pullReport(
    server.app,
    { platformId: applicant.platform.id, businessId: applicant.id, id },
    "SECONDARY_OWNER_CREDIT",
  );
}
const isDone = async (ownerId: string | undefined): Promise<boolean> =>
  (await rows("select onboarded_at from app.business_owner where id = $1", ownerId))[0].onboarded_at !== null;

describe("loan application", () => {
  it("is data-complete once all reports have arrived, with one event and one audit row", async () => {
    const applicant = await applicantAtConsent(server, { products: ["FAST_PAY", "MCA"] });
    await agree(applicant);
    await handleEvent(applicant);
    expect(await isComplete(applicant)).toEqual([false, false]);
    await reportsCome(applicant);
    expect(await isComplete(applicant)).toEqual([true, true]);
    await happened(applicant, reportUpdated);
    expect(await trail(applicant, "application.completed")).toEqual([
      { action: "application.complete-data" },
      { action: "application.complete-data" },
    ]);
  });

  it.each([
    ["BUSINESS_OWNER_CREDIT", "MISMATCH"],
    ["BUSINESS_OWNER_CREDIT", "LOCKED"],
    ["BUSINESS_VERIFICATION", "NOT_FOUND"],
    ["BUSINESS_VERIFICATION", "PENDING"],
    ["BUSINESS_CREDIT", "REFUSED"],
  ])("waits while the last outcome of %s is %s", async (source, outcome) => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await reportsCome(applicant, { [source]: outcome });
    expect(await isComplete(applicant)).toEqual([false]);
  });

  it("waits for open inputs, for a stop, and for unscanned documents", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const own = [applicant.platform.id, applicant.id];
    const query = (text: string, values: unknown[]) => server.database.admin.query(text, values);
    await query(
      "insert into app.additional_input (platform_id, business_id, sub_step, raised_by, raised_at) values ($1, $2, 'MANUAL_OVERRIDE', 'STAFF', now())",
      own,
    );
    await query("update app.onboarding set stopped_at = now() where business_id = $1", [applicant.id]);
    await query(
      `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, is_counted)
       values ($1, $2, 'BANK_STATEMENT', 'USER', 'SCANNING', 'a.pdf', 'pdf', true)`,
      own,
    );
    await reportsCome(applicant);
    expect(await isComplete(applicant)).toEqual([false]);
    await query("update app.onboarding set stopped_at = null where business_id = $1", [applicant.id]);
    await happened(applicant, { kind: "onboarding.reopened", body: {} });
    expect(await isComplete(applicant)).toEqual([false]);
    await query("update app.additional_input set released_at = now() where business_id = $1", [applicant.id]);
    await happened(applicant, {
      kind: "additional_input.released",
      body: { additionalInputId: randomUUID(), subStep: "MANUAL_OVERRIDE" },
    });
    expect(await isComplete(applicant)).toEqual([false]);
    await query(
      "update app.business_document set status = 'READY', bytes = 1, sha256 = '\\x00', looked_at = now() where business_id = $1",
      [applicant.id],
    );
    await happened(applicant, {
      kind: "document.ready",
      body: { documentId: randomUUID(), documentType: "BANK_STATEMENT" },
    });
    expect(await isComplete(applicant)).toEqual([true]);
  });

  it("waits for a disconnected bank that was never read, until its owner has answered the request about it", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    const query = (text: string) => server.database.admin.query(text, [applicant.platform.id, applicant.id]);
    await query(
      `insert into app.bank_item (platform_id, business_id, vendor_item_id, token_hash, status, institution_id, accounts_read_at, times_lost)
       values ($1, $2, gen_random_uuid(), uuid_send(gen_random_uuid()), 'DISCONNECTED', 'ins_100001', now(), 1)`,
    );
    await reportsCome(applicant);
    expect(await isComplete(applicant)).toEqual([false]);
    await query(
      `insert into app.additional_input (platform_id, business_id, sub_step, raised_by, raised_at, done_at, causes)
       select $1, $2, 'RECOLLECT_PLAID', 'SYSTEM', now(), now(), array['bank/' || id || '/lost/1']
       from app.bank_item where business_id = $2`,
    );
    await happened(applicant, reportUpdated);
    expect(await isComplete(applicant)).toEqual([true]);
  });

  it("waits for a co-owner below 25 % only as the control person", async () => {
    const { applicant, ownerIds } = await withCoOwners(1);
    const owns = (changes: string) =>
      server.database.admin.query(`update app.business_owner set ${changes} where id = $1`, [ownerIds[0]]);
    await owns("ownership_basis_points = 2499, is_control_person = true");
    await reportsCome(applicant);
    expect(await isComplete(applicant)).toEqual([false]);
    await owns("is_control_person = false");
    await happened(applicant, reportUpdated);
    expect(await isComplete(applicant)).toEqual([true]);
  });

  it("waits for every co-owner of 25 % or more, and is data-complete with the last of them", async () => {
    const { applicant, ownerIds, guests } = await withCoOwners(2);
    await reportsCome(applicant);
    for (const n of [0, 1]) {
      expect(await isComplete(applicant)).toEqual([false]);
      await agreeAs(guests[n], "Ortega", n);
      await pull(applicant, ownerIds[n]);
      await handleEvent(applicant);
    }
    expect(await isComplete(applicant)).toEqual([true]);
  });
});

describe("co-owner", () => {
  it("is complete when the credit report is usable, not by consent alone", async () => {
    const { applicant, ownerIds, guests } = await withCoOwners(1);
    await agreeAs(guests[0], "Ortega");
    expect(await isDone(ownerIds[0])).toBe(false);
    await pull(applicant, ownerIds[0]);
    expect(await isDone(ownerIds[0])).toBe(true);
    expect(await trail(applicant, "co_owner.onboarding_completed")).toEqual([{ action: "co-owner.complete" }]);
  });

  it("is not complete while an input is open", async () => {
    const { applicant, ownerIds, guests } = await withCoOwners(1);
    await agreeAs(guests[0], "Frozen");
    await pull(applicant, ownerIds[0]);
    expect(await isDone(ownerIds[0])).toBe(false);
  });

  it("is complete at consent where credit is not checked", async () => {
    const { ownerIds, guests } = await withCoOwners(1, { isCreditCheckEnabled: false });
    await agreeAs(guests[0], "Ortega");
    expect(await isDone(ownerIds[0])).toBe(true);
  });

  it("reveals nothing to the other owners by being complete", async () => {
    const { applicant, ownerIds, guests } = await withCoOwners(2);
    await agreeAs(guests[0], "Ortega");
    const seen = async () => {
      const url = "/api/v1/workflow/secondary-owners";
      const mine = await applicant.as({ method: "GET", url });
      const theirs = await guests[1]?.as({ method: "GET", url: "/api/secondary-owners/v2/workflow" });
      return `${mine.text} ${theirs?.text}`;
    };
    const before = await seen();
    await pull(applicant, ownerIds[0]);
    await handleEvent(applicant);
    expect(await isDone(ownerIds[0])).toBe(true);
    expect(await seen()).toBe(before);
  });
});

describe("account holders", () => {
  const clearOn = async ({ id }: Applicant) =>
    (
      await rows(
        "select sanctions_clear_on is not null as yes from app.bank_account where business_id = $1 order by id",
        id,
      )
    ).map(({ yes }) => yes);
  const anAccount = (applicant: Applicant) =>
    server.database.admin.query(
      `insert into app.bank_account (platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on)
       values ($1, $2, 'Checking', '6789', 'checking', 'BUSINESS', 'MANUAL', '2027-01-04')`,
      [applicant.platform.id, applicant.id],
    );

  it("are recorded as clear when everybody was screened and nobody is listed", async () => {
    const applicant = await applicantAtConsent(server);
    await agree(applicant);
    await anAccount(applicant);
    expect(await clearOn(applicant)).toEqual([false]);
    await screenApplicants(server.app, { platformId: applicant.platform.id, businessId: applicant.id });
    expect(await clearOn(applicant)).toEqual([true]);
  });

  it("are not recorded as clear while one of them may be listed", async () => {
    const applicant = await applicantAtConsent(server, { lastName: "Vorshenko" });
    await agree(applicant);
    await server.database.admin.query(
      "update app.business_owner set first_name = 'Alexander' where business_id = $1 and is_primary",
      [applicant.id],
    );
    await anAccount(applicant);
    await screenApplicants(server.app, { platformId: applicant.platform.id, businessId: applicant.id });
    expect(await clearOn(applicant)).toEqual([false]);
  });
});
