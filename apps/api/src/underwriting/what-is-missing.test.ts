import { randomUUID } from "node:crypto";
import type { Event } from "@inlay/contracts/events/catalog.ts";
import { rightAnswers, rightInputs } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankVendor, breakLink, exchange, itemsOf, repair } from "../banking/banking.fixture.ts";
import { readTransactions, refreshBankData } from "../banking/public.ts";
import { type BusinessTime, businessTime } from "../clock/business-time.fixture.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { deliverEmail } from "../notifications/public.ts";
import { type Applicant, agree, applicantAtConsent, complete } from "../onboarding/consents/consent.fixture.ts";
import type { EmailMessage } from "../providers/email/port.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import { saveConnections, waitForAccountant, waitForInputs } from "./public.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
let time: BusinessTime;
beforeAll(async () => {
  sandbox = await testSandbox();
  receiver = await openReceiver((posted) => server.postWebhook("bank-linking", posted));
  server = await testServer({ ...sandbox.environment, PLAID_WEBHOOK_URL: receiver.url });
  time = businessTime(server, [refreshBankData, waitForAccountant, waitForInputs]);
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await sandbox.close();
});

const rows = async (text: string, ...values: unknown[]) => (await server.database.admin.query(text, values)).rows;
const tenant = ({ platform, id }: Applicant) => ({ platformId: platform.id, businessId: id });
const handleEvent = (applicant: Applicant) => handleEvents(server, applicant.id);
const current = async (applicant: Applicant) =>
  (await applicant.as({ method: "GET", url: "/api/v1/workflow" })).body["currentStep"];
/** The raised inputs, oldest first: `SUB_STEP` while open, then `SUB_STEP done` or `SUB_STEP released`. */
const asked = async ({ id }: Applicant): Promise<string[]> =>
  (
    await rows(
      `select sub_step || case when done_at is not null then ' done' when released_at is not null then ' released' else '' end as what
       from app.additional_input where business_id = $1 order by id`,
      id,
    )
  ).map(({ what }) => what);
/** The events about inputs with their audit rows. */
const trail = ({ id }: Applicant) =>
  rows(
    `select e.kind, e.actor_kind as by, a.action from app.event e join app.audit a using (stream, sequence)
     where e.business_id = $1 and e.kind like 'additional_input.%' order by e.sequence`,
    id,
  );

/** Where the business clock starts, for businesses that have one. */
const began = Date.UTC(2027, 2, 1, 15);
const dayAt = (days: number) => new Date(began + days * 86_400_000);
const setClock = (applicant: Applicant, days: number) => time.set(applicant, dayAt(days));
/** Advances the business clock to this day, and runs what is due on each day. */
async function passTo(applicant: Applicant, from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day++) {
    await time.passTo(applicant, dayAt(day));
    await handleEvent(applicant);
  }
}

const atConsent = (settings: Partial<PlatformSettings> = {}, wishes: object = {}) =>
  applicantAtConsent(server, { settings, ...wishes });
async function consenting(applicant: Applicant): Promise<void> {
  const answer = await agree(applicant);
  if (answer.status !== 200) throw new Error(answer.text);
}

async function linkBank(applicant: Applicant, institutionId = "ins_100001"): Promise<string> {
  const token = await bankVendor(sandbox).publicToken(applicant.id, "user_good", institutionId, receiver.url);
  const linked = await exchange(applicant, token);
  expect(linked.status, linked.text).toBe(200);
  const itemId = String(linked.body["itemId"]);
  const payload = { itemIds: [itemId], achAuthorized: true };
  await applicant.as({ method: "POST", url: "/api/v1/plaid/items/mark-as-connected", payload });
  await readBank(applicant);
  return itemId;
}
/** Runs the open reading workflows directly, without Restate. */
async function readBank(applicant: Applicant): Promise<void> {
  const open = await rows(
    "select id from app.workflow_run where kind = 'read-transactions' and state = 'OPEN' and business_id = $1",
    applicant.id,
  );
  for (const { id } of open) {
    await readTransactions(server.app, { ...tenant(applicant), id });
    await server.database.admin.query("update app.workflow_run set state = 'DONE' where id = $1", [id]);
  }
}
async function loseBank(applicant: Applicant, itemId: string): Promise<void> {
  await breakLink(server, sandbox, tenant(applicant), itemId);
  await sandbox.webhooksDelivered(applicant.id);
  expect((await itemsOf(applicant))[0]?.status).toBe("DISCONNECTED");
}
async function repairBank(applicant: Applicant, itemId: string): Promise<void> {
  const update = await applicant.as({ method: "POST", url: "/api/v1/plaid/link-token", payload: { itemId } });
  await repair(sandbox, String(update.body["link_token"]));
  await applicant.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
  expect((await itemsOf(applicant))[0]?.status).toBe("CONNECTED");
}

describe("RECOLLECT_PLAID", () => {
  it("is raised once when a bank disconnects while underwriting is open, with its event and its audit row", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    await loseBank(applicant, itemId);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
    expect(await current(applicant)).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(await trail(applicant)).toEqual([
      { kind: "additional_input.raised", by: "SYSTEM", action: "additional-input.raise" },
    ]);
    await applicant.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
  });

  it("is settled when the bank is connected and was read again, and not before", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    await loseBank(applicant, itemId);
    await handleEvent(applicant);
    await repairBank(applicant, itemId);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
    await readBank(applicant);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done"]);
    expect((await trail(applicant)).at(-1)).toEqual({
      kind: "additional_input.done",
      by: "SYSTEM",
      action: "additional-input.settle",
    });
    expect(await current(applicant)).toBe("WAITING_FOR_OFFERS");
    expect(await rows("select closed_at from app.input_request where business_id = $1", applicant.id)).toEqual([
      { closed_at: expect.any(Date) },
    ]);
  });

  it("is raised again when the bank disconnects once more", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    for (const times of [1, 2]) {
      await loseBank(applicant, itemId);
      await handleEvent(applicant);
      expect(await asked(applicant)).toHaveLength(times);
      await repairBank(applicant, itemId);
      await readBank(applicant);
      await handleEvent(applicant);
    }
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done", "RECOLLECT_PLAID done"]);
  });

  it("is raised at consent for a bank that was lost before", async () => {
    const applicant = await atConsent();
    await loseBank(applicant, await linkBank(applicant));
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual([]);
    expect((await agree(applicant)).body["currentStep"]).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
  });

  it("is not raised without an open application", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    await server.database.admin.query(
      "update app.loan_application set status = 'NO_OFFERS', offer_step = 'NO_OFFERS_EXTENDED', denial_reasons = '{BANKRUPTCY}', declined_at = now() where business_id = $1",
      [applicant.id],
    );
    await loseBank(applicant, itemId);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual([]);
  });

  it("is not raised again for a cause that staff have released", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    await loseBank(applicant, itemId);
    await handleEvent(applicant);
    await server.database.admin.query("update app.additional_input set released_at = now() where business_id = $1", [
      applicant.id,
    ]);
    await repairBank(applicant, itemId);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID released"]);
  });

  it("is raised when the bank data is over 30 days old and the reading of day 29 has not finished", async () => {
    const applicant = await atConsent();
    await setClock(applicant, 0);
    await linkBank(applicant);
    await sandbox.webhooksDelivered(applicant.id);
    await readBank(applicant);
    await consenting(applicant);
    await passTo(applicant, 1, 28);
    const readings = async () =>
      (await rows("select from app.bank_reading where business_id = $1 and began_at is null", applicant.id)).length;
    expect(await readings()).toBe(0);
    await passTo(applicant, 29, 30);
    expect(await readings()).toBe(1);
    expect(await asked(applicant)).toEqual([]);
    await passTo(applicant, 31, 32);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
    await readBank(applicant);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done"]);
  });

  it("for old data of one bank is settled when that bank was read, although another one stays lost", async () => {
    const applicant = await atConsent();
    await setClock(applicant, 0);
    const lost = await linkBank(applicant);
    await consenting(applicant);
    await loseBank(applicant, lost);
    await handleEvent(applicant);
    await linkBank(applicant, "ins_100003");
    await complete(applicant, "REQUEST_ADDITIONAL_USER_INPUT", { subStep: "RECOLLECT_PLAID", data: {} });
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done"]);
    await passTo(applicant, 1, 32);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done", "RECOLLECT_PLAID"]);
    await readBank(applicant);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID done", "RECOLLECT_PLAID done"]);
  });

  it("is raised for data that was old when the application was made only if it is not read within a day", async () => {
    const applicant = await atConsent();
    await setClock(applicant, 0);
    await linkBank(applicant);
    await setClock(applicant, 40);
    await consenting(applicant);
    await passTo(applicant, 40, 40);
    expect(await asked(applicant)).toEqual([]);
    await passTo(applicant, 41, 42);
    expect(await asked(applicant)).toEqual(["RECOLLECT_PLAID"]);
  });

  it("is not raised for old data when the reading on day 29 succeeds", async () => {
    const applicant = await atConsent();
    await setClock(applicant, 0);
    await linkBank(applicant);
    await consenting(applicant);
    await passTo(applicant, 29, 29);
    await readBank(applicant);
    await passTo(applicant, 30, 57);
    expect(await asked(applicant)).toEqual([]);
  });
});

describe("missing bank account rules", () => {
  const fail = async (applicant: Applicant, bankAccountId: string, reason: string) => {
    await server.database.admin.query(
      `insert into app.payment_order (id, platform_id, business_id, key, bank_account_id, direction, payment_type, transfer_type, amount_cents,
         book, item, purpose, entries, due_on, effective_on, status, failure_reason, created_by_kind, is_manual, looks_improper)
       values ($3::uuid, $1, $2, $3::text, $4, 'OUTGOING', 'OUTGOING', 'CASH', 100, 'EQUITY', $3::text, 'OTHER', '[]', '2027-03-01', '2027-03-01',
         'FAILED_PAYMENT', $5, 'SYSTEM', false, false)`,
      [applicant.platform.id, applicant.id, randomUUID(), bankAccountId, reason],
    );
    await server.database.admin.query("update app.bank_account set blocked_at = now() where id = $1", [bankAccountId]);
    await happened(applicant, paymentFailed);
  };
  const anAccount = async ({ id, platform }: Applicant, method: "MANUAL" | "PLAID", roles: string[]) => {
    const [row] = await rows(
      `insert into app.bank_account (platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method,
         added_on, roles) values ($1, $2, 'Checking', '4321', 'checking', 'BUSINESS', $3, '2027-01-04', $4) returning id`,
      platform.id,
      id,
      method,
      roles,
    );
    return row.id as string;
  };

  it("raise RECOLLECT_BANK_INFO when a payment to a typed-in account fails for wrong numbers", async () => {
    const applicant = await atConsent();
    await consenting(applicant);
    await fail(applicant, await anAccount(applicant, "MANUAL", []), "insufficient_funds");
    expect(await asked(applicant)).toEqual([]);
    await fail(applicant, await anAccount(applicant, "MANUAL", ["SERVICING"]), "invalid_account");
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_INFO"]);
    await happened(applicant, paymentFailed);
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_INFO"]);
    const data = { ...rightInputs.RECOLLECT_BANK_INFO, accountSubtype: "checking" };
    const payload = { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "RECOLLECT_BANK_INFO", data };
    const next = await applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload });
    expect(next.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    // Repayments come from the new account.
    const serving = await rows(
      "select account_number_last4 as last4 from app.bank_account where business_id = $1 and 'SERVICING' = any(roles)",
      applicant.id,
    );
    expect(serving).toEqual([{ last4: "6789" }]);
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_INFO done"]);
  });

  it("raise UPDATE_PRIMARY_BANK_ACCOUNT when the linked servicing account refuses debits", async () => {
    const applicant = await atConsent();
    await consenting(applicant);
    await fail(applicant, await anAccount(applicant, "PLAID", ["SERVICING"]), "closed_account");
    expect(await asked(applicant)).toEqual(["UPDATE_PRIMARY_BANK_ACCOUNT"]);
  });

  it("raise UPDATE_PRIMARY_BANK_ACCOUNT when staff block the bank, and settle it with another account", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    const [account] = await rows(
      "update app.bank_account set roles = '{SERVICING}' where bank_item_id = $1 and account_subtype = 'checking' returning id",
      itemId,
    );
    await server.database.admin.query("update app.bank_item set status = 'KANMON_BLOCKED' where id = $1", [itemId]);
    await happened(applicant, {
      kind: "bank_item.updated",
      body: { bankItemId: itemId, status: "KANMON_BLOCKED" },
    });
    expect(await asked(applicant)).toEqual(["UPDATE_PRIMARY_BANK_ACCOUNT"]);
    const other = await anAccount(applicant, "PLAID", []);
    await server.database.admin.query("update app.bank_account set roles = '{}' where id = $1", [account.id]);
    await server.database.admin.query("update app.bank_account set roles = '{SERVICING}' where id = $1", [other]);
    await happened(applicant, {
      kind: "bank_account.role_changed",
      body: { bankAccountId: other, roles: ["SERVICING"] },
    });
    expect(await asked(applicant)).toEqual(["UPDATE_PRIMARY_BANK_ACCOUNT done"]);
  });

  it("raise UPDATE_PRIMARY_BANK_ACCOUNT when the bank removes the servicing account, and not for another account", async () => {
    const applicant = await atConsent();
    const itemId = await linkBank(applicant);
    await consenting(applicant);
    const gone = (subtype: string) =>
      server.database.admin.query(
        `update app.bank_account set vendor_account_id = 'gone-' || id, roles = case when $2 = 'checking' then '{SERVICING}'::text[] else '{}' end
         where bank_item_id = $1 and account_subtype = $2`,
        [itemId, subtype],
      );
    await gone("savings");
    await applicant.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual([]);
    await gone("checking");
    await applicant.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["UPDATE_PRIMARY_BANK_ACCOUNT"]);
  });
});

const paymentFailed: Event = {
  kind: "payment.failed",
  body: { paymentOrderId: randomUUID(), status: "FAILED_PAYMENT" },
};
const documentRejected: Event = {
  kind: "document.rejected",
  body: { documentId: randomUUID(), documentType: "BANK_STATEMENT", rejectionReason: "WRONG_FILE_TYPE" },
};

/** Records an event without its cause, and handles it. */
async function happened(applicant: Applicant, event: Event): Promise<void> {
  await recordEvent(server, tenant(applicant), event);
  await handleEvent(applicant);
}

describe("missing document rules", () => {
  type Type = "BANK_STATEMENT" | "TAX_RETURN" | "ADDITIONAL_DOCUMENTS";
  async function aDocument({ id, platform }: Applicant, type: Type, fileName = "document.pdf") {
    const [row] = await rows(
      `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind)
       values ($1, $2, $3, 'USER', 'SCANNING', $4, 'pdf') returning id`,
      ...[platform.id, id, type, fileName],
    );
    const fileUrl = new URL(`/api/v2/servicing/documents/${row.id}/read-file-url`, server.app.config.PORTAL_URL).href;
    return { id: row.id as string, file: { fileUrl, fileName } };
  }
  const reject = async (applicant: Applicant, id: string) => {
    await server.database.admin.query(
      "update app.business_document set status = 'REJECTED', rejection_reason = 'WRONG_FILE_TYPE', looked_at = now(), bytes = 1, sha256 = '\\x00', finding = 'x' where id = $1",
      [id],
    );
    await happened(applicant, documentRejected);
  };
  const byStatements = { hiddenSteps: hiddenBut("COLLECT_PLAID") };
  async function withStatements(count: number) {
    const applicant = await atConsent(byStatements);
    await complete(applicant, "COLLECT_PLAID", { optToProvideBankStatements: true });
    const documents = [];
    for (let n = 1; n <= count; n++) documents.push(await aDocument(applicant, "BANK_STATEMENT", `month-${n}.pdf`));
    const taken = await complete(applicant, "COLLECT_BANK_STATEMENTS", { files: documents.map(({ file }) => file) });
    expect(taken.status).toBe(200);
    await complete(applicant, "COLLECT_BANK_INFO", { ...rightAnswers.COLLECT_BANK_INFO, achAuthorized: true });
    return { applicant, documents };
  }

  it("raise RECOLLECT_BANK_STATEMENTS for a counted document that is rejected, with an email that names the file and the reason", async () => {
    const { applicant, documents } = await withStatements(2);
    await setClock(applicant, 0);
    await consenting(applicant);
    await reject(applicant, documents[1]?.id ?? "");
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_STATEMENTS"]);
    await passTo(applicant, 0, 0);
    const emails = await deliverAll(applicant);
    expect(emails[0]?.text).toContain("month-2.pdf: it is not the kind of file that its name says");
    expect(emails[0]?.text).not.toContain("month-1.pdf");
    expect(emails).toHaveLength(1);
  });

  it("ask once: an answer with another document ends it, and that document's rejection asks again", async () => {
    const { applicant, documents } = await withStatements(1);
    await consenting(applicant);
    await reject(applicant, documents[0]?.id ?? "");
    await happened(applicant, documentRejected);
    const again = await aDocument(applicant, "BANK_STATEMENT");
    const data = { files: [again.file] };
    const payload = { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "RECOLLECT_BANK_STATEMENTS", data };
    const next = await applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload });
    expect(next.body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_STATEMENTS done"]);
    await reject(applicant, again.id);
    expect(await asked(applicant)).toEqual(["RECOLLECT_BANK_STATEMENTS done", "RECOLLECT_BANK_STATEMENTS"]);
  });

  it("ask at consent for a document that was rejected before", async () => {
    const { applicant, documents } = await withStatements(1);
    await reject(applicant, documents[0]?.id ?? "");
    expect(await asked(applicant)).toEqual([]);
    expect((await agree(applicant)).body["currentStep"]).toBe("REQUEST_ADDITIONAL_USER_INPUT");
  });

  it("ignore a document when the step was answered again without it", async () => {
    const { applicant, documents } = await withStatements(2);
    const { file } = documents[0] ?? (await aDocument(applicant, "BANK_STATEMENT"));
    await complete(applicant, "COLLECT_BANK_STATEMENTS", { files: [file] });
    await reject(applicant, documents[1]?.id ?? "");
    expect((await agree(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });

  it("ignore a document that no answer names", async () => {
    const applicant = await atConsent();
    await consenting(applicant);
    await reject(applicant, (await aDocument(applicant, "BANK_STATEMENT")).id);
    expect(await asked(applicant)).toEqual([]);
  });

  it("raise ADDITIONAL_DOCUMENTS_UPLOAD again when a document that staff asked for is rejected", async () => {
    const applicant = await atConsent();
    await consenting(applicant);
    const lease = await aDocument(applicant, "ADDITIONAL_DOCUMENTS");
    await server.database.admin.query("update app.business_document set is_counted = true where id = $1", [lease.id]);
    await reject(applicant, lease.id);
    expect(await asked(applicant)).toEqual(["ADDITIONAL_DOCUMENTS_UPLOAD"]);
  });

  const byReturns = { hiddenSteps: hiddenBut("COLLECT_BUSINESS_TAX"), accountingSource: "TAX" as const };
  async function withReturns(count: number, entity: object) {
    const applicant = await atConsent(byReturns, { products: ["TERM_LOAN"] });
    const taxReturnFiles = [];
    const ids = [];
    for (let n = 1; n <= count; n++) {
      const { id, file } = await aDocument(applicant, "TAX_RETURN");
      taxReturnFiles.push(file);
      ids.push(id);
    }
    const taken = await complete(applicant, "COLLECT_BUSINESS_TAX", { ...entity, taxReturnFiles });
    expect(taken.status).toBe(200);
    return { applicant, ids };
  }
  const corporate = { entityType: "CORPORATE_TAX", tin: "12-3456789" };

  it("raise RECOLLECT_TAX_RETURNS at consent for fewer than two years, once", async () => {
    const { applicant } = await withReturns(1, corporate);
    expect((await agree(applicant)).body["currentStep"]).toBe("REQUEST_ADDITIONAL_USER_INPUT");
    expect(await asked(applicant)).toEqual(["RECOLLECT_TAX_RETURNS"]);
    const both = await aDocument(applicant, "TAX_RETURN");
    const data = { files: [both.file] };
    const payload = { completedStep: "REQUEST_ADDITIONAL_USER_INPUT", subStep: "RECOLLECT_TAX_RETURNS", data };
    await applicant.as({ method: "PUT", url: "/api/v1/completeStep", payload });
    await handleEvent(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_TAX_RETURNS done"]);
  });

  it("raise no RECOLLECT_TAX_RETURNS for one return that the owner has called the only one, until it is rejected", async () => {
    const { applicant, ids } = await withReturns(1, { ...corporate, hasOnlyOneTaxReturn: true });
    expect((await agree(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    await reject(applicant, ids[0] ?? "");
    expect(await asked(applicant)).toEqual(["RECOLLECT_TAX_RETURNS"]);
  });

  it("raise no RECOLLECT_TAX_RETURNS for two returns, until one of them is rejected", async () => {
    const { applicant, ids } = await withReturns(2, corporate);
    expect((await agree(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
    await reject(applicant, ids[0] ?? "");
    expect(await asked(applicant)).toEqual(["RECOLLECT_TAX_RETURNS"]);
  });

  it("raise no RECOLLECT_TAX_RETURNS for an owner who is taxed with their own return", async () => {
    const { applicant } = await withReturns(1, { entityType: "PASS_THROUGH", ssn: "900-00-0001" });
    expect((await agree(applicant)).body["currentStep"]).toBe("WAITING_FOR_OFFERS");
  });
});

describe("RECOLLECT_RAILZ", () => {
  const byAccounting = { hiddenSteps: hiddenBut("COLLECT_RAILZ") };
  const corporate = { entityType: "CORPORATE_TAX", tin: "12-3456789" };
  const accountant = {
    accountantFirstName: "Quinn",
    accountantLastName: "Quist",
    accountantEmail: "quinn@quist.test",
  };
  async function withAccountant() {
    const applicant = await atConsent(byAccounting, { products: ["TERM_LOAN"] });
    await setClock(applicant, 0);
    const taken = await complete(applicant, "COLLECT_RAILZ", { ...corporate, ...accountant });
    expect(taken.status).toBe(200);
    return applicant;
  }

  it("is raised when the accounting connection is lost, and settled when it is active again", async () => {
    const applicant = await atConsent();
    const setConnection = async (state: "ACTIVE" | "LOST") => {
      const found = [{ connectionId: "connection", service: "quickbooks", state }];
      const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
      await inScope(server.app.pool, tenant(applicant), (tx) => saveConnections(tx, tenant(applicant), found, by));
      await handleEvent(applicant);
    };
    await setConnection("ACTIVE");
    await consenting(applicant);
    await setConnection("LOST");
    expect(await asked(applicant)).toEqual(["RECOLLECT_RAILZ"]);
    await setConnection("ACTIVE");
    expect(await asked(applicant)).toEqual(["RECOLLECT_RAILZ done"]);
  });

  it("is raised when an invited accountant has uploaded nothing in five days", async () => {
    const applicant = await withAccountant();
    await consenting(applicant);
    await passTo(applicant, 1, 4);
    expect(await asked(applicant)).toEqual([]);
    await passTo(applicant, 5, 6);
    expect(await asked(applicant)).toEqual(["RECOLLECT_RAILZ"]);
  });

  it("is not raised for an accountant who has uploaded a document meanwhile", async () => {
    const applicant = await withAccountant();
    await consenting(applicant);
    await server.database.admin.query(
      `insert into app.business_document (platform_id, business_id, document_type, source, status, file_name, file_kind, uploaded_by_accountant)
       select platform_id, business_id, 'TAX_RETURN', 'USER', 'SCANNING', 'return.pdf', 'pdf', id from app.accountant_invitation where business_id = $1`,
      [applicant.id],
    );
    await passTo(applicant, 5, 6);
    expect(await asked(applicant)).toEqual([]);
  });

  it("is raised at the consent of an owner who took longer than that", async () => {
    const applicant = await withAccountant();
    await passTo(applicant, 5, 6);
    expect(await asked(applicant)).toEqual([]);
    await consenting(applicant);
    expect(await asked(applicant)).toEqual(["RECOLLECT_RAILZ"]);
  });

  it("is not raised for an accountant whose invitation is withdrawn", async () => {
    const applicant = await withAccountant();
    await server.database.admin.query(
      "update app.accountant_invitation set withdrawn_at = now() where business_id = $1",
      [applicant.id],
    );
    await consenting(applicant);
    await passTo(applicant, 5, 6);
    expect(await asked(applicant)).toEqual([]);
  });
});

/** Every step between the details and the consent except these. */
function hiddenBut(...shown: PlatformSettings["hiddenSteps"][number][]): PlatformSettings["hiddenSteps"] {
  const between: PlatformSettings["hiddenSteps"] = [
    ...(["COLLECT_PLAID", "COLLECT_RAILZ", "COLLECT_BUSINESS_TAX", "COLLECT_EXISTING_DEBT"] as const),
    ...(["COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] as const),
  ];
  return between.filter((step) => !shown.includes(step));
}

async function deliverAll(applicant: Applicant): Promise<EmailMessage[]> {
  const queued = await rows(
    "select id from app.email where business_id = $1 and key like 'additional-input/%' and sent_at is null order by id",
    applicant.id,
  );
  const emails: EmailMessage[] = [];
  const emailSender = { send: async (email: EmailMessage) => void emails.push(email), close: () => {} };
  for (const { id } of queued) await deliverEmail(server.app, emailSender, { ...tenant(applicant), id });
  return emails;
}
