import { randomUUID } from "node:crypto";
import type { AnswerableInput } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { agreements, consentKinds } from "@inlay/contracts/onboarding/agreements.ts";
import type { BuiltStep } from "@inlay/contracts/onboarding/steps.ts";
import {
  rightAnswers,
  rightConsent,
  rightCoOwnerIdentity,
  rightCoOwnerPerson,
  rightInputs,
  withWrong,
  wrongInputs,
} from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../../additional-inputs/additional-input.ts";
import { bankVendor, exchange, itemsOf } from "../../banking/banking.fixture.ts";
import { inScope } from "../../db/scope.ts";
import { readyDocument } from "../../documents/documents.fixture.ts";
import { type Answered, type TestServer, testServer } from "../../http/server.fixture.ts";
import { enter, type Guest, invitedCoOwners } from "../../people/invitations.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { accountantOf, connectAccounting } from "../../underwriting/accounting/accounting.fixture.ts";
import { pullReport } from "../../underwriting/public.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../consents/consent.fixture.ts";

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

type Sent = () => Promise<Answered>;
/** One completion: what is sent, and what a second tab sends instead. */
type StepSetup = { businessId: string; send: Sent; differ?: Sent };
type Case = {
  begin: () => Promise<StepSetup>;
  /**
   * How a different later answer ends: it is saved as an edit, refused as closed, ignored in favor of the first answer, or no different
   * answer exists.
   */
  later?: "EDITED" | "CLOSED" | "KEPT" | "SAME";
  /** The extra rows of an edit, because the first answer already had its effect. */
  leaves?: Effect;
};
/** The number of added rows by table. */
type Effect = Record<string, number>;

const query = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await server.database.admin.query(text, values)).rows as Row[];

/** The number of the business's rows by table, and for events by kind. */
async function rowsOf(businessId: string): Promise<Map<string, number>> {
  const tables = await query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'business_id'`,
  );
  const counts = tables
    .filter(({ name }) => name !== "event")
    .map(({ name }) => `select '${name}' as name, count(*)::int as count from app.${name} where business_id = $1`);
  const rows = await query<{ name: string; count: number }>(
    `${counts.join(" union all ")} union all select 'event ' || kind, count(*)::int from app.event where business_id = $1 group by kind`,
    businessId,
  );
  return new Map(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}
async function effectOf({ businessId }: StepSetup, staffAction: () => Promise<unknown>): Promise<Effect> {
  const before = await rowsOf(businessId);
  await staffAction();
  const after = await rowsOf(businessId);
  const changed = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, count]) => count !== 0).sort());
}

// The primary owner's steps.
const allBetween = [
  ...(["COLLECT_PLAID", "COLLECT_RAILZ", "COLLECT_BUSINESS_TAX", "COLLECT_EXISTING_DEBT"] as const),
  ...(["COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] as const),
];
type Between = (typeof allBetween)[number];

/** An owner at the first of these steps. The other steps between the details and the consent are hidden. */
const ownerAt = (steps: Between[], settings: Partial<PlatformSettings> = {}, products: ProductType[] = ["TERM_LOAN"]) =>
  applicantAtConsent(server, {
    products,
    ein: null,
    settings: { hiddenSteps: allBetween.filter((step) => !steps.includes(step)), ...settings },
  });
const newOwner = async () => {
  const platform = await server.platform();
  const person = await server.person(platform, { email: `${randomUUID()}@owner.test`, roles: ["PRIMARY_OWNER"] });
  const [row] = await query<{ business_id: string }>(
    "select business_id from app.business_user where platform_user_id = $1",
    person.platformUserId,
  );
  return { ...person, id: row?.business_id ?? "" };
};
const sends = (owner: Pick<Applicant, "as" | "id">, step: string, data: object, other?: object): StepSetup => ({
  businessId: owner.id,
  send: () => complete(owner as Applicant, step, data),
  ...(other && { differ: () => complete(owner as Applicant, step, other) }),
});
const fileUrlOf = (id: string) =>
  new URL(`/api/v2/servicing/documents/${id}/read-file-url`, server.app.config.PORTAL_URL).href;
async function documentOf({ businessId }: Applicant, type: string) {
  const id = await readyDocument(server, businessId);
  await query("update app.business_document set document_type = $2 where id = $1", id, type);
  return { fileUrl: fileUrlOf(id), fileName: "document.pdf" };
}
const twoDocuments = async (owner: Applicant, type: string) => [
  await documentOf(owner, type),
  await documentOf(owner, type),
];
async function linkBank(owner: Applicant): Promise<void> {
  await exchange(owner, await bankVendor(sandbox).publicToken(owner.id));
  const itemIds = (await itemsOf(owner)).map(({ itemId }) => itemId);
  const payload = { itemIds, achAuthorized: true };
  await owner.as({ method: "POST", url: "/api/v1/plaid/items/mark-as-connected", payload });
}
const versions = Object.fromEntries(consentKinds.map((kind) => [kind, agreements[kind].version]));
const inSpanish = { shown: { language: "es", versions } };
const bank = rightAnswers.COLLECT_BANK_INFO;
const [oven] = rightAnswers.COLLECT_EXISTING_DEBT.debts;
async function atStatements(): Promise<Applicant> {
  const owner = await ownerAt(["COLLECT_PLAID"]);
  await complete(owner, "COLLECT_PLAID", { optToProvideBankStatements: true });
  return owner;
}
async function atBankInfo(): Promise<Applicant> {
  const owner = await atStatements();
  await complete(owner, "COLLECT_BANK_STATEMENTS", { files: [await documentOf(owner, "BANK_STATEMENT")] });
  return owner;
}

const steps: Record<BuiltStep, Case> & Record<string, Case> = {
  START_FLOW: {
    begin: async () => {
      const yes = rightAnswers.START_FLOW;
      return sends(await newOwner(), "START_FLOW", yes, { ...yes, businessesGreaterThan: false });
    },
  },
  SELECT_PRODUCTS: {
    begin: async () => {
      const owner = await newOwner();
      await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
      return sends(owner, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] }, { selectedProducts: ["FAST_PAY"] });
    },
  },
  COLLECT_PERSONAL_DETAILS: {
    begin: async () => {
      const owner = await newOwner();
      await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
      await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] });
      const details = rightAnswers.COLLECT_PERSONAL_DETAILS;
      return sends(owner, "COLLECT_PERSONAL_DETAILS", details, { ...details, city: "Portland" });
    },
  },
  COLLECT_BUSINESS_DETAILS: {
    begin: async () => {
      const owner = await newOwner();
      await complete(owner, "START_FLOW", rightAnswers.START_FLOW);
      await complete(owner, "SELECT_PRODUCTS", { selectedProducts: ["MCA"] });
      await complete(owner, "COLLECT_PERSONAL_DETAILS", rightAnswers.COLLECT_PERSONAL_DETAILS);
      const details = { ...rightAnswers.COLLECT_BUSINESS_DETAILS, businessName: `Harbor ${randomUUID().slice(0, 8)}` };
      return sends(owner, "COLLECT_BUSINESS_DETAILS", details, { ...details, city: "Portland" });
    },
  },
  COLLECT_PLAID: {
    begin: async () => {
      const owner = await ownerAt(["COLLECT_PLAID"]);
      await linkBank(owner);
      return sends(owner, "COLLECT_PLAID", {}, { optToProvideBankStatements: true });
    },
  },
  COLLECT_BANK_STATEMENTS: {
    begin: async () => {
      const owner = await atStatements();
      const [one, other] = await twoDocuments(owner, "BANK_STATEMENT");
      return sends(owner, "COLLECT_BANK_STATEMENTS", { files: [one] }, { files: [other] });
    },
  },
  COLLECT_BANK_INFO: {
    // The corrected account stays in the table, marked as removed.
    leaves: {
      bank_account: 1,
      secret: 2,
      ach_authorization: 1,
      account_change: 1,
      account_change_item: 1,
      audit: 4,
      "event account_change.made": 1,
      "event bank_account.added": 1,
      "event bank_account.authorized": 1,
      "event bank_account.retired": 1,
    },
    begin: async () => sends(await atBankInfo(), "COLLECT_BANK_INFO", bank, { ...bank, accountNumber: "000123456780" }),
  },
  COLLECT_RAILZ: {
    // Both accountants were emailed. The first one's link is withdrawn; its reminder ends when it becomes due.
    leaves: {
      accountant_invitation: 1,
      reminder: 1,
      // One row counts the business, and one each recipient.
      invitation_quota: 1,
      email: 1,
      workflow_run: 1,
      audit: 2,
      "event accountant.invited": 1,
      "event accountant.withdrawn": 1,
    },
    begin: async () => {
      const named = rightAnswers.COLLECT_RAILZ;
      const other = { ...named, accountantEmail: "otto@quist.test" };
      return sends(await ownerAt(["COLLECT_RAILZ"]), "COLLECT_RAILZ", named, other);
    },
  },
  "COLLECT_RAILZ with accounting data": {
    begin: async () => {
      const owner = await ownerAt(["COLLECT_RAILZ"]);
      await owner.as({ method: "POST", url: "/api/v1/accounting/page", payload: {} });
      await connectAccounting(sandbox, owner.id);
      const { entityType, tin } = rightAnswers.COLLECT_RAILZ;
      return sends(owner, "COLLECT_RAILZ", { entityType, tin }, { entityType, tin: "12-3456780" });
    },
  },
  COLLECT_BUSINESS_TAX: {
    begin: async () => {
      const owner = await ownerAt(["COLLECT_BUSINESS_TAX"], { accountingSource: "TAX" });
      const [one, other] = await twoDocuments(owner, "TAX_RETURN");
      const { taxReturnFiles: _, ...tax } = rightAnswers.COLLECT_BUSINESS_TAX;
      const answers = [one, other].map((file) => ({ ...tax, taxReturnFiles: [file] }));
      return sends(owner, "COLLECT_BUSINESS_TAX", answers[0] ?? {}, answers[1]);
    },
  },
  COLLECT_EXISTING_DEBT: {
    begin: async () => {
      const owner = await ownerAt(["COLLECT_EXISTING_DEBT"]);
      return sends(owner, "COLLECT_EXISTING_DEBT", { debts: [oven] }, { debts: [{ ...oven, description: "Van" }] });
    },
  },
  COLLECT_REFINANCE_OPTIONS: {
    begin: async () => {
      const owner = await ownerAt(["COLLECT_EXISTING_DEBT", "COLLECT_REFINANCE_OPTIONS"]);
      await complete(owner, "COLLECT_EXISTING_DEBT", { debts: [oven] });
      const { body } = await owner.as({ method: "GET", url: "/api/v1/step/COLLECT_REFINANCE_OPTIONS" });
      const [debt] = (body["existingData"] as { debts: { id: string }[] }).debts;
      const wish = (refinanceRequested: boolean) => ({
        refinanceOptions: [{ existingDebtId: debt?.id, refinanceRequested }],
      });
      return sends(owner, "COLLECT_REFINANCE_OPTIONS", wish(true), wish(false));
    },
  },
  COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: {
    begin: async () => {
      const step = "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
      return sends(await ownerAt([step]), step, { ownershipPercentage: 40 }, { ownershipPercentage: 50 });
    },
  },
  COLLECT_CONSENT: {
    later: "CLOSED",
    begin: async () => {
      const owner = await applicantAtConsent(server, { products: ["TERM_LOAN", "MCA"] });
      const right = rightAnswers.COLLECT_CONSENT;
      return sends(owner, "COLLECT_CONSENT", right, { ...right, ...inSpanish });
    },
  },
};

// Inputs after consent.
async function askedFor(subStep: AnswerableInput, payload: object = {}): Promise<Applicant> {
  const applicant = await applicantAtConsent(server);
  await agree(applicant);
  await raise(applicant, subStep, payload);
  return applicant;
}
const raise = ({ platform, id }: Applicant, subStep: AnswerableInput, payload: object = {}) =>
  inScope(server.app.pool, { platformId: platform.id, businessId: id }, (tx) =>
    raiseInput(tx, {
      platformId: platform.id,
      businessId: id,
      subStep,
      payload: { ...payload },
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    }),
  );
function answers(applicant: Applicant, subStep: AnswerableInput, data: object, other?: object): StepSetup {
  const answer = (sent: object) =>
    applicant.as({
      method: "PUT",
      url: "/api/v1/completeStep",
      payload: { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep, data: sent },
    });
  return { businessId: applicant.id, send: () => answer(data), ...(other && { differ: () => answer(other) }) };
}
async function askedForDocuments(subStep: AnswerableInput, type: string): Promise<StepSetup> {
  const applicant = await askedFor(subStep);
  const [one, other] = await twoDocuments(applicant, type);
  return answers(applicant, subStep, { files: [one] }, { files: [other] });
}

const inputs: Record<AnswerableInput, () => Promise<StepSetup>> = {
  VERIFY_USER_IDENTITY_INFORMATION: async () => {
    const right = rightInputs.VERIFY_USER_IDENTITY_INFORMATION;
    const applicant = await askedFor("VERIFY_USER_IDENTITY_INFORMATION");
    return answers(applicant, "VERIFY_USER_IDENTITY_INFORMATION", right, { ...right, ssn: "900-00-0002" });
  },
  VERIFY_BUSINESS_INFORMATION: async () => {
    const { businessStepPayload: right } = rightInputs.VERIFY_BUSINESS_INFORMATION;
    const [one, other] = [right.tin, "99-0000002"].map((tin) => ({ businessStepPayload: { ...right, tin } }));
    return answers(await askedFor("VERIFY_BUSINESS_INFORMATION"), "VERIFY_BUSINESS_INFORMATION", one ?? {}, other);
  },
  VERIFY_BUSINESS_TAX_ID: async () => {
    const right = rightInputs.VERIFY_BUSINESS_TAX_ID;
    const applicant = await askedFor("VERIFY_BUSINESS_TAX_ID");
    return answers(applicant, "VERIFY_BUSINESS_TAX_ID", right, { ...right, tin: "99-0000002" });
  },
  VERIFY_CREDIT_REPORT_UNLOCKED: async () =>
    answers(await askedFor("VERIFY_CREDIT_REPORT_UNLOCKED"), "VERIFY_CREDIT_REPORT_UNLOCKED", {}),
  RECOLLECT_PLAID: async () => {
    const applicant = await askedFor("RECOLLECT_PLAID");
    await linkBank(applicant);
    return answers(applicant, "RECOLLECT_PLAID", {});
  },
  UPDATE_PRIMARY_BANK_ACCOUNT: async () => {
    const applicant = await askedFor("RECOLLECT_BANK_INFO");
    await answers(applicant, "RECOLLECT_BANK_INFO", bank).send();
    await linkBank(applicant);
    await raise(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT");
    const accounts = await query<{ id: string }>(
      "select id from app.bank_account where business_id = $1 and account_subtype = 'checking'",
      applicant.id,
    );
    const [one, other] = accounts.map(({ id }) => ({ primaryBankAccountId: id, achAuthorized: true }));
    return answers(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT", one ?? {}, other);
  },
  RECOLLECT_BANK_INFO: async () =>
    answers(await askedFor("RECOLLECT_BANK_INFO"), "RECOLLECT_BANK_INFO", bank, {
      ...bank,
      accountNumber: "000123456780",
    }),
  RECOLLECT_BANK_STATEMENTS: () => askedForDocuments("RECOLLECT_BANK_STATEMENTS", "BANK_STATEMENT"),
  RECOLLECT_RAILZ: async () => {
    const right = rightInputs.RECOLLECT_RAILZ;
    const applicant = await askedFor("RECOLLECT_RAILZ");
    return answers(applicant, "RECOLLECT_RAILZ", right, { ...right, accountantEmail: "otto@quist.test" });
  },
  RECOLLECT_TAX_RETURNS: () => askedForDocuments("RECOLLECT_TAX_RETURNS", "TAX_RETURN"),
  RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS: async () => {
    const subStep = "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS";
    return answers(await askedFor(subStep), subStep, { ownershipPercentage: 40 }, { ownershipPercentage: 50 });
  },
  ADDITIONAL_DOCUMENTS_UPLOAD: () => askedForDocuments("ADDITIONAL_DOCUMENTS_UPLOAD", "ADDITIONAL_DOCUMENTS"),
};

// The co-owner's steps and inputs.
type CoOwner = { guest: Guest; applicant: Applicant; ownerId: string };
const coOwnerSends = (guest: Guest, completedStep: string, data: object, subStep?: string) =>
  guest.as({
    method: "PUT",
    url: "/api/secondary-owners/v2/complete-step",
    payload: { completedStep, data, ...(subStep && { subStep }) },
  });
async function coOwner(...done: [string, object][]): Promise<CoOwner> {
  const { applicant, ownerIds, tokens } = await invitedCoOwners(server, 1);
  const guest = await enter(server, tokens[0] ?? "");
  for (const [step, data] of done) {
    const answer = await coOwnerSends(guest, step, data);
    if (answer.status !== 200) throw new Error(`${step}: ${answer.text}`);
  }
  return { applicant, guest, ownerId: ownerIds[0] ?? "" };
}
const self = (more: object = {}) => ({
  ...rightCoOwnerPerson,
  secondaryOwnerEmail: `${randomUUID()}@owner.test`,
  ...more,
});
async function coOwnerAskedFor(lastName: "Nofile" | "Frozen"): Promise<CoOwner> {
  const one = await coOwner(
    ["START_FLOW", {}],
    ["COLLECT_PERSONAL_DETAILS", self({ secondaryOwnerLastName: lastName })],
    ["COLLECT_CONSENT", rightConsent],
  );
  const [report] = await query<{ round_id: string }>(
    "select round_id from app.report where subject_id = $1",
    one.ownerId,
  );
  const ids = { platformId: one.applicant.platform.id, businessId: one.applicant.id, id: report?.round_id ?? "" };
  await pullReport(server.app, ids, "SECONDARY_OWNER_CREDIT");
  return one;
}
function coOwnerState({ guest, applicant }: CoOwner, step: string, data: object, other?: object, subStep?: string) {
  return {
    businessId: applicant.id,
    send: () => coOwnerSends(guest, step, data, subStep),
    ...(other && { differ: () => coOwnerSends(guest, step, other, subStep) }),
  };
}
const requested = "REQUEST_ADDITIONAL_USER_INPUT";

const coOwners: Record<string, Case> = {
  "co-owner's START_FLOW": { later: "SAME", begin: async () => coOwnerState(await coOwner(), "START_FLOW", {}) },
  "co-owner's COLLECT_PERSONAL_DETAILS": {
    begin: async () => {
      const details = self();
      const other = { ...details, city: "Portland" };
      return coOwnerState(await coOwner(["START_FLOW", {}]), "COLLECT_PERSONAL_DETAILS", details, other);
    },
  },
  "co-owner's COLLECT_CONSENT": {
    later: "CLOSED",
    begin: async () => {
      const one = await coOwner(["START_FLOW", {}], ["COLLECT_PERSONAL_DETAILS", self()]);
      return coOwnerState(one, "COLLECT_CONSENT", rightConsent, { ...rightConsent, ...inSpanish });
    },
  },
  VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION: {
    later: "CLOSED",
    begin: async () => {
      const subStep = "VERIFY_SECONDARY_OWNER_IDENTITY_INFORMATION";
      const right = { ...rightCoOwnerIdentity, personalStepPayload: self() };
      const one = await coOwnerAskedFor("Nofile");
      return coOwnerState(one, requested, right, { ...right, ssn: "900-00-0002" }, subStep);
    },
  },
  VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED: {
    later: "SAME",
    begin: async () => {
      const subStep = "VERIFY_SECONDARY_OWNER_CREDIT_REPORT_UNLOCKED";
      return coOwnerState(await coOwnerAskedFor("Frozen"), requested, {}, undefined, subStep);
    },
  },
};

// Calls outside the steps.
const others: Record<string, Case> = {
  survey: {
    later: "KEPT",
    begin: async () => {
      const applicant = await applicantAtConsent(server);
      await agree(applicant);
      const answer = (payload: object) => () =>
        applicant.as({ method: "POST", url: "/api/v1/workflow/onboarding-survey-responses", payload });
      const send = answer({ reasonForApplying: "TO_GROW_YOUR_BUSINESS" });
      return { businessId: applicant.id, send, differ: answer({ reasonForApplyingOther: "A second oven" }) };
    },
  },
  "accountant's confirmation of the accounting connection": {
    later: "SAME",
    begin: async () => {
      const owner = await ownerAt(["COLLECT_RAILZ"]);
      await complete(owner, "COLLECT_RAILZ", rightAnswers.COLLECT_RAILZ);
      const accountant = await accountantOf(server, owner);
      await accountant.as({ method: "POST", url: "/api/v1/accountant/accounting/page", payload: {} });
      await connectAccounting(sandbox, owner.id);
      const send = () => accountant.as({ method: "POST", url: "/api/v1/accountant/accounting/linked", payload: {} });
      return { businessId: owner.id, send };
    },
  },
  "accountant's confirmation of an uploaded return": {
    later: "SAME",
    begin: async () => {
      const owner = await ownerAt(["COLLECT_RAILZ"]);
      await complete(owner, "COLLECT_RAILZ", rightAnswers.COLLECT_RAILZ);
      const accountant = await accountantOf(server, owner);
      const contents = "%PDF-1.4\n%%EOF";
      const files = [{ id: "1", name: "2025.pdf", type: "application/pdf", size: contents.length }];
      const url = "/api/v1/accountant/tax-returns/signed-urls";
      const { body } = await accountant.as({ method: "POST", url, payload: { files } });
      type Place = { documentId: string; documentUploadUrl: { uploadUrl: string } };
      const [place] = body["files"] as Place[];
      await fetch(place?.documentUploadUrl.uploadUrl ?? "", {
        method: "PUT",
        headers: { "content-type": "application/pdf" },
        body: contents,
      });
      const uploaded = `/api/v1/accountant/documents/${place?.documentId}/uploaded`;
      return { businessId: owner.id, send: () => accountant.as({ method: "POST", url: uploaded, payload: {} }) };
    },
  },
};

const withoutData: AnswerableInput[] = ["VERIFY_CREDIT_REPORT_UNLOCKED", "RECOLLECT_PLAID"];
const inputCases = Object.entries(inputs).map(
  ([name, begin]): [string, Case] =>
    [...[name, { begin, later: withoutData.includes(name as AnswerableInput) ? "SAME" : "CLOSED" }]] as [string, Case],
);
const cases = [...Object.entries(steps), ...inputCases, ...Object.entries(coOwners), ...Object.entries(others)];

const sum = (...effects: Effect[]): Effect => {
  const total: Effect = {};
  for (const effect of effects)
    for (const [name, count] of Object.entries(effect)) total[name] = (total[name] ?? 0) + count;
  return total;
};

describe.each(cases)("%s", (name, { begin, later = "EDITED", leaves = {} }) => {
  let ofOnce: Effect;
  beforeAll(async () => {
    const once = await begin();
    ofOnce = await effectOf(once, once.send);
    expect(ofOnce["audit"], "one completion writes an audit row").toBeGreaterThan(0);
  });

  it("sent twice at once and again later has the effect of once, and every request gets the same answer", async () => {
    const often = await begin();
    const answers: Answered[] = [];
    const effect = await effectOf(often, async () => {
      answers.push(...(await Promise.all([often.send(), often.send()])));
      answers.push(await often.send());
    });
    const first = { status: 200, body: answers[0]?.body };
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([first, first, first]);
    expect(effect).toEqual(ofOnce);
  });

  it.skipIf(later === "SAME")("sent with different answers from two tabs ends with one of the two", async () => {
    const twice = await begin();
    const statuses: number[] = [];
    const effect = await effectOf(twice, async () => {
      const answers = await Promise.all([twice.send(), twice.differ?.()]);
      statuses.push(...answers.map((answer) => answer?.status ?? 0));
    });
    expect(statuses.sort()).toEqual([200, later === "CLOSED" ? 409 : 200]);
    const kind = name.startsWith("co-owner") ? "co_owner" : "onboarding";
    const edit = { audit: 1, [`event ${kind}.step_edited`]: 1 };
    expect(effect).toEqual(later === "EDITED" ? sum(ofOnce, edit, leaves) : ofOnce);
  });
});

describe.each([
  ["COLLECT_BANK_STATEMENTS", atStatements],
  ["COLLECT_BANK_INFO", atBankInfo],
] as const)("%s", (step, begin) => {
  let owner: Applicant;
  beforeAll(async () => {
    owner = await begin();
  });

  it.each(wrongInputs[step])("with $field $value says: $sentence", async (input) => {
    const refused = await complete(owner, step, withWrong(rightAnswers[step], input));
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual({
      status: 400,
      fields: [{ pointer: `/${input.field}`, code: expect.any(String), message: input.sentence }],
    });
  });
});

describe("typed-in account", () => {
  const accountsOf = (owner: Applicant) =>
    query<{ last4: string; is_gone: boolean; is_authorized: boolean }>(
      `select a.account_number_last4 as last4, a.removed_at is not null as is_gone, exists (select from app.ach_authorization h
          where h.bank_account_id = a.id and h.revoked_at is null) as is_authorized
        from app.bank_account a where a.business_id = $1 order by a.created_at, a.id`,
      owner.id,
    );

  it("that is corrected is removed and loses its ACH authorization until its numbers are entered again", async () => {
    const owner = await atBankInfo();
    const [right, wrong] = ["000123456789", "000123456780"].map((accountNumber) => ({ ...bank, accountNumber }));
    await complete(owner, "COLLECT_BANK_INFO", wrong);
    await complete(owner, "COLLECT_BANK_INFO", right);
    expect(await accountsOf(owner)).toEqual([
      { last4: "6780", is_gone: true, is_authorized: false },
      { last4: "6789", is_gone: false, is_authorized: true },
    ]);
    await complete(owner, "COLLECT_BANK_INFO", wrong);
    expect(await accountsOf(owner)).toEqual([
      { last4: "6780", is_gone: false, is_authorized: true },
      { last4: "6789", is_gone: true, is_authorized: false },
    ]);
  });

  it("with a corrected routing number is another account: held, enrolled and verified again, under a new authorization", async () => {
    const owner = await atBankInfo();
    const accountNumber = "000123456781";
    await complete(owner, "COLLECT_BANK_INFO", { ...bank, accountNumber });
    await query(
      "update app.bank_account set verification = 'VERIFIED', held_until_at = null, processor_account_id = 'known' where business_id = $1",
      owner.id,
    );
    await complete(owner, "COLLECT_BANK_INFO", { ...bank, accountNumber, routingNumber: "011401533" });
    const accounts = await query(
      `select verification, numbers_version as version, processor_account_id as enrolled, held_until_at is not null as held,
         (select count(*)::int from app.ach_authorization h where h.bank_account_id = a.id) as authorizations,
         (select count(*)::int from app.ach_authorization h where h.bank_account_id = a.id and h.revoked_at is null) as standing
       from app.bank_account a where a.business_id = $1`,
      owner.id,
    );
    expect(accounts).toEqual([
      { verification: "PENDING", version: 2, enrolled: null, held: true, authorizations: 2, standing: 1 },
    ]);
    const changes = await query(
      "select body->'changed' as changed from app.event where business_id = $1 and kind = 'bank_account.changed'",
      owner.id,
    );
    expect(changes).toEqual([{ changed: ["numbers"] }]);
  });

  it("may have an account number of a single digit", async () => {
    const owner = await atBankInfo();
    expect((await complete(owner, "COLLECT_BANK_INFO", { ...bank, accountNumber: "7" })).status).toBe(200);
    expect(await accountsOf(owner)).toMatchObject([{ last4: "07" }]);
  });
});
