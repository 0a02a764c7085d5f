import { randomUUID } from "node:crypto";
import { uuidOf } from "@inlay/contracts/ids.ts";
import { type AnswerableInput, additionalInputContracts } from "@inlay/contracts/onboarding/additional-inputs.ts";
import { rightInputs, withWrong, wrongAdditionalInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { raiseInput } from "../../additional-inputs/additional-input.ts";
import { bankVendor, exchange, itemsOf } from "../../banking/banking.fixture.ts";
import { inScope } from "../../db/scope.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { openReceiver, type Receiver } from "../../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { signedInMember } from "../../staff/staff.fixture.ts";
import { pullReport, readVerification, reportSources } from "../../underwriting/public.ts";
import { type Applicant, agree, applicantAtConsent } from "../consents/consent.fixture.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver((posted) => server.postWebhook("business-verification", posted));
  sandbox = await testSandbox({ MIDDESK_WEBHOOK_URL: receiver.url });
  server = await testServer(sandbox.environment);
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
  receiver.close();
});

type Wishes = Parameters<typeof applicantAtConsent>[1];
async function anApplicant(wishes: Wishes = {}): Promise<Applicant> {
  const applicant = await applicantAtConsent(server, wishes);
  await agree(applicant);
  return applicant;
}
const within = <T>({ platform, id }: Applicant, work: Parameters<typeof inScope<T>>[2]) =>
  inScope(server.app.pool, { platformId: platform.id, businessId: id }, work);
const raise = (applicant: Applicant, subStep: AnswerableInput | "MANUAL_OVERRIDE", payload = {}) =>
  within(applicant, (tx) =>
    raiseInput(tx, {
      platformId: applicant.platform.id,
      businessId: applicant.id,
      subStep,
      payload,
      by: { kind: "SYSTEM", id: null },
      requestId: null,
    }),
  );
const answer = (applicant: Applicant, subStep: string, data: object = {}, more: object = {}) =>
  applicant.as({
    method: "PUT",
    url: "/api/v1/completeStep",
    payload: { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep, data, ...more },
  });
const ownership = rightInputs.RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS;
const shown = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT" })).body["existingData"] as {
    subSteps: { id: string; subStep: AnswerableInput }[];
    screen: Record<string, unknown>;
  };
const rowsOf = async (table: string, { id }: Applicant) =>
  (await server.database.admin.query(`select * from app.${table} where business_id = $1 order by id`, [id])).rows;
const current = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
const secretOf = async (ownerId: string, field: string) =>
  (
    await server.database.admin.query("select last4 from app.secret where owner_id = $1 and field = $2", [
      ownerId,
      field,
    ])
  ).rows[0]?.last4;
const ownerIdOf = async ({ id }: Applicant) =>
  (await server.database.admin.query("select id from app.business_owner where business_id = $1 and is_primary", [id]))
    .rows[0].id as string;

/** Runs the last report round directly, without Restate. */
async function pull(applicant: Applicant): Promise<void> {
  const round = (await rowsOf("report", applicant)).at(-1).round_id;
  const ids = { platformId: applicant.platform.id, businessId: applicant.id, id: round };
  for (const source of reportSources) await pullReport(server.app, ids, source);
  await until("the verification webhook has started a workflow", async () => {
    for (const { kind, id } of await rowsOf("workflow_run", applicant))
      if (kind === "read-verification") await readVerification(server.app, { ...ids, id });
    return (await rowsOf("report", applicant)).every(({ outcome }) => outcome !== "PENDING");
  });
}
const lastOutcome = async (applicant: Applicant, source: string) => {
  const { attempt, outcome } = (await rowsOf("report", applicant)).filter((row) => row.source === source).at(-1);
  return { attempt, outcome };
};

const ssn = "900-00-0001";
const identity = (change: object = {}) => withWrongs(rightInputs.VERIFY_USER_IDENTITY_INFORMATION, change);
const withWrongs = (right: object, change: object) => ({ ...structuredClone(right), ...change });

describe.each(Object.keys(wrongAdditionalInputs) as AnswerableInput[])("%s", (subStep) => {
  it.each(wrongAdditionalInputs[subStep])("with $field $value says: $sentence", async ({ field, value, sentence }) => {
    const applicant = await theOne(subStep);
    const refused = await answer(applicant, subStep, withWrong(rightInputs[subStep], { field, value }));
    expect({ status: refused.status, fields: refused.body["fields"] }).toEqual({
      status: 400,
      fields: [{ pointer: `/${field.replaceAll(".", "/")}`, code: expect.any(String), message: sentence }],
    });
    expect(await current(applicant)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  });

  it("has a screen that matches its contract", async () => {
    const applicant = await theOne(subStep);
    const { subSteps, screen } = await shown(applicant);
    expect(subSteps.map((one) => one.subStep)).toEqual([subStep]);
    expect(additionalInputContracts[subStep].screen["~standard"].validate(screen)).not.toHaveProperty("issues");
  });
});
/** One applicant serves all invalid inputs of a sub-step, because none of them is saved. */
const ones = new Map<AnswerableInput, Promise<Applicant>>();
function theOne(subStep: AnswerableInput): Promise<Applicant> {
  const one =
    ones.get(subStep) ??
    anApplicant().then(async (applicant) => {
      await raise(applicant, subStep);
      return applicant;
    });
  ones.set(subStep, one);
  return one;
}

describe("identity verification of the owner", () => {
  it("stores the number encrypted, and requests the credit report again under another reference", async () => {
    const applicant = await anApplicant({ lastName: "Nofile" });
    await pull(applicant);
    expect((await shown(applicant)).screen).toMatchObject({ primaryBusinessOwnerLastName: "Nofile" });
    const next = await answer(applicant, "VERIFY_USER_IDENTITY_INFORMATION", identity());
    expect(next.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect(await secretOf(await ownerIdOf(applicant), "SSN")).toBe("0001");
    await pull(applicant);
    expect(await lastOutcome(applicant, "BUSINESS_OWNER_CREDIT")).toEqual({ attempt: 2, outcome: "REPORT" });
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
  });

  it("leaves the number nowhere in plain text", async () => {
    const canary = "537184920";
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_USER_IDENTITY_INFORMATION");
    await answer(applicant, "VERIFY_USER_IDENTITY_INFORMATION", identity({ ssn: canary }));
    for (const table of ["event", "additional_input", "onboarding_draft", "onboarding", "workflow_run"]) {
      const { rows } = await server.database.admin.query(`select * from app.${table} where business_id = $1`, [
        applicant.id,
      ]);
      expect(JSON.stringify(rows)).not.toContain(canary);
    }
    const draft = await applicant.as({
      method: "PUT",
      url: "/api/v1/step/REQUEST_ADDITIONAL_USER_INPUT/draft",
      payload: { fields: { ssn: canary } },
    });
    expect(draft.status).toBe(404);
  });

  it("does not say that a file is still locked when it is found locked for the first time", async () => {
    const applicant = await anApplicant({ lastName: "Nofile" });
    await pull(applicant);
    await answer(applicant, "VERIFY_USER_IDENTITY_INFORMATION", {
      ...rightInputs.VERIFY_USER_IDENTITY_INFORMATION,
      ssn: "900000007",
    });
    await pull(applicant);
    expect(await lastOutcome(applicant, "BUSINESS_OWNER_CREDIT")).toEqual({ attempt: 2, outcome: "LOCKED" });
    expect((await shown(applicant)).screen).toEqual({ isStillLocked: false });
  });

  it("requests the report three times at most, then opens a staff task", async () => {
    const applicant = await anApplicant({ lastName: "Frozen" });
    for (const attempt of [1, 2]) {
      await pull(applicant);
      expect(await lastOutcome(applicant, "BUSINESS_OWNER_CREDIT")).toEqual({ attempt, outcome: "LOCKED" });
      expect((await shown(applicant)).screen).toEqual({ isStillLocked: attempt > 1 });
      await answer(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    }
    await pull(applicant);
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    expect((await rowsOf("task", applicant)).map(({ kind }) => kind)).toEqual(["REPORT_INCONCLUSIVE"]);
  });
});

describe("business verification", () => {
  it("stores the tax number encrypted, and requests the verification again", async () => {
    const applicant = await anApplicant({ ein: "990000021" });
    await pull(applicant);
    const name = `Harbor ${randomUUID().slice(0, 8)}`;
    const { businessStepPayload } = rightInputs.VERIFY_BUSINESS_INFORMATION;
    const next = await answer(applicant, "VERIFY_BUSINESS_INFORMATION", {
      businessStepPayload: { ...businessStepPayload, businessName: name },
    });
    expect(next.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect(await secretOf(applicant.id, "EIN")).toBe("0001");
    await pull(applicant);
    expect(await lastOutcome(applicant, "BUSINESS_VERIFICATION")).toEqual({ attempt: 2, outcome: "FOUND" });
    const { rows } = await server.database.admin.query("select name, website from app.business where id = $1", [
      applicant.id,
    ]);
    expect(rows[0]).toEqual({ name, website: "https://harbor.test" });
  });

  it("refuses the name of another business of the platform, if both enrolled themselves", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_BUSINESS_INFORMATION");
    const other = await server.person(applicant.platform, { email: "taken@owner.test", roles: ["PRIMARY_OWNER"] });
    const enroll = "update app.business set platform_business_id = null, name = coalesce($2, name) where id = $1";
    await server.database.admin.query(enroll, [uuidOf("business", other.businessId), "Harbor Taken"]);
    await server.database.admin.query(enroll, [applicant.id, null]);
    const { businessStepPayload } = rightInputs.VERIFY_BUSINESS_INFORMATION;
    const refused = await answer(applicant, "VERIFY_BUSINESS_INFORMATION", {
      businessStepPayload: { ...businessStepPayload, businessName: "Harbor Taken" },
    });
    expect(refused.body["errorCode"]).toBe("BusinessNameAlreadyExistsException");
  });

  it.each([
    [{ entityType: "CORPORATE_TAX" }, "tin", "EIN is required"],
    [{ entityType: "PASS_THROUGH" }, "ssn", "SSN is required"],
  ])("accepts %s only with a number, sent or on file", async (data, field, message) => {
    const applicant = await anApplicant({ ein: null });
    await raise(applicant, "VERIFY_BUSINESS_TAX_ID");
    const refused = await answer(applicant, "VERIFY_BUSINESS_TAX_ID", { ...data, hasPrimaryOwnerSsn: true });
    expect(refused.body["fields"]).toMatchObject([{ pointer: `/${field}`, message }]);
    const number = { tin: "99-0000001", ssn }[field];
    const taken = await answer(applicant, "VERIFY_BUSINESS_TAX_ID", { ...data, [field]: number });
    expect({ status: taken.status, step: taken.body["currentStep"] }).toEqual({
      status: 200,
      step: "WAITING_FOR_OFFERS",
    });
    await raise(applicant, "VERIFY_BUSINESS_TAX_ID");
    expect((await answer(applicant, "VERIFY_BUSINESS_TAX_ID", data)).status).toBe(200);
  });
});

describe("co-owners", () => {
  it("are asked for when a register lists an unknown owner, and then at least one is required", async () => {
    const applicant = await anApplicant({ businessName: `Coowned ${randomUUID().slice(0, 8)}`, ein: "123456789" });
    await pull(applicant);
    const { subSteps, screen } = await shown(applicant);
    expect(subSteps).toMatchObject([
      { subStep: "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", payload: { reason: "ANOTHER_OWNER_ON_RECORD" } },
    ]);
    expect(screen).toMatchObject({ isSecondaryOwnerRequired: true, secondaryOwners: [], doubtful: [] });
    expect((await answer(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership)).body["code"]).toBe(
      "CO_OWNER_REQUIRED",
    );
    // The name that the register lists stays in the encrypted report.
    for (const table of ["event", "additional_input", "report"])
      expect(JSON.stringify(await rowsOf(table, applicant))).not.toContain("Whitlock");
  });
});

describe("requested documents", () => {
  it.each([
    ["RECOLLECT_BANK_STATEMENTS", "bank-statements", "BANK_STATEMENT"],
    ["RECOLLECT_TAX_RETURNS", "tax-returns", "TAX_RETURN"],
    ["ADDITIONAL_DOCUMENTS_UPLOAD", "additional-documents", "ADDITIONAL_DOCUMENTS"],
  ] as const)("for %s must be uploaded and belong to the business", async (subStep, _, type) => {
    const applicant = await anApplicant();
    await raise(applicant, subStep, { request: "The lease of your shop" });
    const foreign = await answer(applicant, subStep, rightInputs[subStep]);
    expect(foreign.status).toBe(404);
    const { rows } = await server.database.admin.query(
      `insert into app.business_document (id, platform_id, business_id, document_type, source, status, file_name, file_kind, bytes, sha256)
       values (gen_random_uuid(), $1, $2, $3, 'USER', 'READY', 'document.pdf', 'pdf', 1, '\\x00') returning id`,
      [applicant.platform.id, applicant.id, type],
    );
    const { screen } = await shown(applicant);
    const files = screen["files"] as { documentId: string; fileUrl: string; fileName: string }[];
    expect(files.map(({ documentId }) => documentId)).toEqual([rows[0].id]);
    if (subStep === "ADDITIONAL_DOCUMENTS_UPLOAD") expect(screen["request"]).toBe("The lease of your shop");
    const named = { files: files.map(({ fileUrl, fileName }) => ({ fileUrl, fileName })) };
    expect((await answer(applicant, subStep, named)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });
});

describe("bank accounts after consent", () => {
  const typed = { ...rightInputs.RECOLLECT_BANK_INFO };
  const accountsOf = async (applicant: Applicant) => {
    const { rows } = await server.database.admin.query(
      "select id, account_number_last4, roles from app.bank_account where business_id = $1 order by created_at, id",
      [applicant.id],
    );
    return rows as { id: string; account_number_last4: string; roles: string[] }[];
  };

  it("are typed in again, stored encrypted and authorized", async () => {
    const applicant = await anApplicant({ settings: { achAuthorizationRequired: true } });
    await raise(applicant, "RECOLLECT_BANK_INFO");
    const { achAuthorized: __, ...unauthorized } = typed;
    expect((await answer(applicant, "RECOLLECT_BANK_INFO", unauthorized)).body["code"]).toBe(
      "ACH_AUTHORIZATION_REQUIRED",
    );
    expect((await answer(applicant, "RECOLLECT_BANK_INFO", typed)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    const [account] = await accountsOf(applicant);
    expect(await secretOf(account?.id ?? "", "ACCOUNT_NUMBER")).toBe("6789");
  });

  it.each([
    [false, ["SERVICING", "DISBURSEMENT"]],
    [true, ["SERVICING"]],
  ])("are chosen for repayment, and for funding unless a platform account is expected: %s", async (expected, roles) => {
    const applicant = await anApplicant({
      settings: { platformDisbursementAccountExpected: expected, achAuthorizationRequired: false },
    });
    await raise(applicant, "RECOLLECT_BANK_INFO");
    await answer(applicant, "RECOLLECT_BANK_INFO", { ...typed, achAuthorized: false });
    await raise(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT");
    const { screen } = await shown(applicant);
    expect(screen["isPaidTo"]).toBe(!expected);
    const [account] = screen["accounts"] as { id: string }[];
    const choice = { primaryBankAccountId: account?.id };
    expect((await answer(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT", choice)).body["code"]).toBe(
      "ACH_AUTHORIZATION_REQUIRED",
    );
    const done = await answer(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT", { ...choice, achAuthorized: true });
    expect(done.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    expect((await accountsOf(applicant)).map((one) => one.roles)).toEqual([roles]);
  });

  it.each([
    ["that a return has blocked is named and cannot be chosen", "is_blocked_until_authorized = false", true, 0],
    ["that is only to be authorized anew can be chosen", "is_blocked_until_authorized = true", false, 1],
    ["that a bank froze is not named", "frozen_at = now()", false, 0],
  ])("%s", async (_, change, isNamed, choices) => {
    const applicant = await anApplicant({ settings: { achAuthorizationRequired: false } });
    await raise(applicant, "RECOLLECT_BANK_INFO");
    await answer(applicant, "RECOLLECT_BANK_INFO", { ...typed, achAuthorized: false });
    await server.database.admin.query(
      `update app.bank_account set blocked_at = now(), ${change} where business_id = $1`,
      [applicant.id],
    );
    await raise(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT");
    const { screen } = await shown(applicant);
    expect(screen["refusedAccountLast4"]).toBe(isNamed ? typed.accountNumber.slice(-4) : null);
    expect(screen["accounts"]).toHaveLength(choices);
  });

  it("of another business cannot be chosen", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT");
    const unrelated = { primaryBankAccountId: randomUUID(), achAuthorized: true };
    expect((await answer(applicant, "UPDATE_PRIMARY_BANK_ACCOUNT", unrelated)).status).toBe(404);
  });

  it("at a linked bank are accepted when no bank is disconnected any more", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_PLAID");
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["code"]).toBe("BANK_NOT_LINKED");
    await exchange(applicant, await bankVendor(sandbox).publicToken(applicant.id));
    const [item] = await itemsOf(applicant);
    const is = (status: string) =>
      server.database.admin.query("update app.bank_item set status = $2 where id = $1", [item?.itemId, status]);
    await is("DISCONNECTED");
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["code"]).toBe("BANK_NOT_LINKED");
    await is("CONNECTED");
    await applicant.as({
      method: "POST",
      url: "/api/v1/plaid/items/mark-as-connected",
      payload: { itemIds: [item?.itemId], achAuthorized: true },
    });
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  const disconnect = async (applicant: Applicant) => {
    await server.database.admin.query("update app.bank_item set status = 'DISCONNECTED' where business_id = $1", [
      applicant.id,
    ]);
  };
  const link = async (applicant: Applicant, institution?: string) => {
    const token = await bankVendor(sandbox).publicToken(applicant.id, "user_good", institution);
    const { itemId } = (await exchange(applicant, token)).body;
    const url = "/api/v1/plaid/items/mark-as-connected";
    await applicant.as({ method: "POST", url, payload: { itemIds: [itemId], achAuthorized: true } });
  };

  it("at a bank that was closed are replaced by another bank, but only by one linked after the request", async () => {
    const applicant = await anApplicant();
    await link(applicant);
    await link(applicant, "ins_100003");
    await server.database.admin.query(
      "update app.bank_item set status = 'DISCONNECTED' where business_id = $1 and institution_id = 'ins_100001'",
      [applicant.id],
    );
    await raise(applicant, "RECOLLECT_PLAID");
    expect((await shown(applicant)).screen).toMatchObject({ isBankAdded: false });
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["code"]).toBe("BANK_NOT_LINKED");
    await link(applicant, "ins_100004");
    expect((await shown(applicant)).screen).toMatchObject({ isBankAdded: true });
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  it("at a bank that was closed are replaced by another lost bank that is connected again after the request", async () => {
    const applicant = await anApplicant();
    await link(applicant);
    await link(applicant, "ins_100003");
    await disconnect(applicant);
    await raise(applicant, "RECOLLECT_PLAID");
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["code"]).toBe("BANK_NOT_LINKED");
    const [, other] = await itemsOf(applicant);
    await applicant.as({ method: "POST", url: `/api/v1/bank-links/${other?.itemId}/refresh` });
    expect((await itemsOf(applicant)).map(({ status }) => status)).toEqual(["DISCONNECTED", "CONNECTED"]);
    expect((await shown(applicant)).screen).toMatchObject({ isBankAdded: true });
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  it("at a bank that was closed are replaced by statements and typed numbers, which are asked for next", async () => {
    const applicant = await anApplicant();
    await link(applicant);
    await disconnect(applicant);
    await raise(applicant, "RECOLLECT_PLAID");
    const next = await answer(applicant, "RECOLLECT_PLAID", { optToProvideBankStatements: true });
    expect(next.body["currentStep"]).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    const { subSteps, screen } = await shown(applicant);
    expect(subSteps.map(({ subStep }) => subStep)).toEqual(["RECOLLECT_BANK_INFO", "RECOLLECT_BANK_STATEMENTS"]);
    expect(screen).toMatchObject({ account: null });
    expect((await answer(applicant, "RECOLLECT_BANK_INFO", typed)).status).toBe(200);
    expect((await shown(applicant)).screen).toMatchObject({ files: [], isInsteadOfLink: true });
  });

  it("of another bank need not be typed by an owner who uploads statements", async () => {
    const applicant = await anApplicant();
    await link(applicant);
    await disconnect(applicant);
    await link(applicant, "ins_100003");
    await raise(applicant, "RECOLLECT_PLAID");
    await answer(applicant, "RECOLLECT_PLAID", { optToProvideBankStatements: true });
    expect((await shown(applicant)).subSteps.map(({ subStep }) => subStep)).toEqual(["RECOLLECT_BANK_STATEMENTS"]);
  });
});

describe("test business", () => {
  const help = (applicant: Applicant, name: string) => applicant.as({ method: "POST", url: `/api/v1/sandbox/${name}` });

  it("reconnects its bank with a sandbox call, which answers the input", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_PLAID");
    await exchange(applicant, await bankVendor(sandbox).publicToken(applicant.id));
    await server.database.admin.query("update app.bank_item set status = 'DISCONNECTED' where business_id = $1", [
      applicant.id,
    ]);
    const { itemIds } = (await help(applicant, "skip-create-plaid-item")).body;
    const url = "/api/v1/plaid/items/mark-as-connected";
    await applicant.as({ method: "POST", url, payload: { itemIds, achAuthorized: true } });
    expect((await answer(applicant, "RECOLLECT_PLAID")).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  it("reconnects its accounting program with a sandbox call, which answers the input", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_RAILZ");
    expect((await answer(applicant, "RECOLLECT_RAILZ")).body["code"]).toBe("ACCOUNTING_NOT_LINKED");
    await help(applicant, "skip-connect-accounting");
    expect((await answer(applicant, "RECOLLECT_RAILZ")).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });
});

describe("list of co-owners", () => {
  it("is confirmed, and a co-owner whose invitation bounced is invited again", async () => {
    const applicant = await anApplicant();
    await server.database.admin.query(
      `insert into app.business_owner (platform_id, business_id, is_primary, first_name, last_name, email, current_step, ownership_basis_points)
       values ($1, $2, false, 'Ana', 'Ruiz', 'ana@harbor.test', 'START_FLOW', 2000)`,
      [applicant.platform.id, applicant.id],
    );
    await server.database.admin.query(
      `insert into app.invitation (platform_id, business_id, kind, owner_id, email, locale, expires_at, bounced_at)
       select platform_id, business_id, 'SECONDARY_OWNER', id, email, 'en', now() + interval '14 days', now()
       from app.business_owner where business_id = $1 and not is_primary`,
      [applicant.id],
    );
    await raise(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    expect((await shown(applicant)).screen).toMatchObject({
      secondaryOwners: [{ firstName: "Ana" }],
      doubtful: [{ name: "Ana Ruiz", email: "ana@harbor.test", why: "UNREACHED" }],
    });
    await answer(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership);
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    expect(await rowsOf("invitation", applicant), "the one that came back, and another").toHaveLength(2);
  });
});

describe("additional input queue", () => {
  it("accepts an answer only for the input at its head", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS");
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    const early = await answer(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership);
    expect({ status: early.status, code: early.body["errorCode"] }).toEqual({
      status: 409,
      code: "StepNotCurrentException",
    });
    expect((await answer(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED")).body["currentStep"]).toBe(
      "REQUEST_ADDITIONAL_USER_INPUT",
    );
    expect((await answer(applicant, "RECOLLECT_SECONDARY_BUSINESS_OWNER_DETAILS", ownership)).body["currentStep"]).toBe(
      "WAITING_FOR_OFFERS",
    );
  });

  it("does not accept an answer to an earlier input as one to the next input of the same kind", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    const [first] = (await shown(applicant)).subSteps;
    const late = () => answer(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED", {}, { inputId: first?.id });
    await late();
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    const repeated = await late();
    expect({ status: repeated.status, step: repeated.body["currentStep"] }).toEqual({
      status: 200,
      step: "REQUEST_ADDITIONAL_USER_INPUT",
    });
    expect((await shown(applicant)).subSteps).toHaveLength(1);
  });

  it("accepts an answer that is nested with its name in the payload, and requires a step-up for an account in it", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "RECOLLECT_BANK_INFO");
    const nested = (data: object) => ({
      completedStep: "REQUEST_ADDITIONAL_USER_INPUT",
      payload: { subStep: "RECOLLECT_BANK_INFO", data },
    });
    const send = () =>
      applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload: nested(rightInputs.RECOLLECT_BANK_INFO) });
    const passedEarlier = (by: string) =>
      server.database.admin.query(
        "update app.step_up set passed_at = passed_at - $2::interval where business_id = $1",
        [applicant.id, by],
      );
    await passedEarlier("1 hour");
    const refused = await send();
    expect({ status: refused.status, code: refused.body["code"] }).toEqual({ status: 403, code: "STEP_UP_REQUIRED" });
    await passedEarlier("-1 hour");
    expect((await send()).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  it("accepts the answer as data or as payload, and finds neither a staff hold nor an unknown name", async () => {
    const applicant = await anApplicant();
    await raise(applicant, "MANUAL_OVERRIDE");
    await raise(applicant, "VERIFY_CREDIT_REPORT_UNLOCKED");
    expect((await shown(applicant)).subSteps.map(({ subStep }) => subStep)).toEqual(["VERIFY_CREDIT_REPORT_UNLOCKED"]);
    for (const name of ["MANUAL_OVERRIDE", "NO_SUCH_THING", ""])
      expect((await answer(applicant, name)).status).toBe(404);
    const sent = await applicant.as({
      method: "PUT",
      url: "/api/v1/completeStep",
      payload: {
        completedStep: "ONBOARDING.REQUEST_ADDITIONAL_USER_INPUT",
        subStep: "VERIFY_CREDIT_REPORT_UNLOCKED",
        payload: {},
      },
    });
    expect(sent.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });
});

describe("staff", () => {
  const path = ({ id }: Applicant, rest = "") => `/businesses/${id}/additional-inputs${rest}`;
  const reason = "the statements stop in March";

  it("ask for documents in free text, which the owner reads, and release the request", async () => {
    const applicant = await anApplicant();
    const by = await signedInMember(server, ["UNDERWRITER"]);
    const request = "Please send the lease of your second shop.";
    const raised = await by.as("POST", path(applicant), { subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", request, reason });
    expect(raised.body).toMatchObject({ state: "APPROVED" });
    expect((await shown(applicant)).screen).toEqual({ files: [], request });
    expect(JSON.stringify(await rowsOf("event", applicant))).not.toContain(request);

    const listed = (await by.as("GET", path(applicant))).body["additionalInputs"] as { id: string }[];
    expect(listed).toMatchObject([{ subStep: "ADDITIONAL_DOCUMENTS_UPLOAD", raisedBy: "STAFF", state: "OPEN" }]);
    const release = () => by.as("POST", path(applicant, `/${listed[0]?.id}/release`), { reason });
    expect((await release()).status).toBe(200);
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    expect((await release()).status).toBe(409);
    expect((await rowsOf("input_request", applicant))[0]).toMatchObject({
      closed_at: expect.any(Date),
      next_action_at: null,
    });
  });

  it("hold an application without the owner noticing, and release it", async () => {
    const applicant = await anApplicant();
    const by = await signedInMember(server, ["OPERATIONS"]);
    await by.as("POST", path(applicant), { subStep: "MANUAL_OVERRIDE", reason });
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    expect(await rowsOf("input_request", applicant)).toEqual([]);
    const [held] = (await by.as("GET", path(applicant))).body["additionalInputs"] as { id: string }[];
    expect((await by.as("POST", path(applicant, `/${held?.id}/release`), { reason })).status).toBe(200);
  });

  it("cannot raise an input before consent", async () => {
    const applicant = await applicantAtConsent(server);
    const by = await signedInMember(server, ["UNDERWRITER"]);
    const early = await by.as("POST", path(applicant), { subStep: "RECOLLECT_PLAID", reason });
    expect(early.status).toBe(409);
    expect(await rowsOf("additional_input", applicant)).toEqual([]);
  });
});
