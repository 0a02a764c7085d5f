import { rightAnswers } from "@inlay/contracts/onboarding/wrong-inputs.fixture.ts";
import type { PlatformSettings } from "@inlay/contracts/platform-settings.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankVendor, exchange, itemsOf } from "../../banking/banking.fixture.ts";
import { readyDocument } from "../../documents/documents.fixture.ts";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../../providers/sandbox.fixture.ts";
import { type Applicant, applicantAtConsent, complete } from "../consents/consent.fixture.ts";

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

const hiddenSteps: PlatformSettings["hiddenSteps"] = [
  ...(["COLLECT_RAILZ", "COLLECT_BUSINESS_TAX", "COLLECT_EXISTING_DEBT"] as const),
  ...(["COLLECT_REFINANCE_OPTIONS", "COLLECT_SECONDARY_BUSINESS_OWNER_DETAILS"] as const),
];
const ownerAtBank = (settings: Partial<PlatformSettings> = {}) =>
  applicantAtConsent(server, { products: ["TERM_LOAN"], settings: { hiddenSteps, ...settings } });
const goOn = (owner: Applicant) => complete(owner, "COLLECT_PLAID", {});

async function linkBank(owner: Applicant): Promise<string[]> {
  const linked = await exchange(owner, await bankVendor(sandbox).publicToken(owner.id));
  expect(linked.status).toBe(200);
  return (await itemsOf(owner)).map(({ itemId }) => itemId);
}
const connect = (owner: Applicant, itemIds: string[], achAuthorized: boolean) =>
  owner.as({ method: "POST", url: "/api/v1/plaid/items/mark-as-connected", payload: { itemIds, achAuthorized } });
const setStatus = (owner: Applicant, status: string) =>
  server.database.admin.query("update app.bank_item set status = $2 where business_id = $1", [owner.id, status]);

/** Types in an account instead of linking a bank. */
async function typeAccount(owner: Applicant): Promise<void> {
  await complete(owner, "COLLECT_PLAID", { optToProvideBankStatements: true });
  const id = await readyDocument(server, owner.businessId);
  await server.database.admin.query("update app.business_document set document_type = 'BANK_STATEMENT' where id = $1", [
    id,
  ]);
  const fileUrl = new URL(`/api/v2/servicing/documents/${id}/read-file-url`, server.app.config.PORTAL_URL).href;
  await complete(owner, "COLLECT_BANK_STATEMENTS", { files: [{ fileUrl, fileName: "document.pdf" }] });
  expect((await complete(owner, "COLLECT_BANK_INFO", rightAnswers.COLLECT_BANK_INFO)).status).toBe(200);
}

describe("COLLECT_PLAID", () => {
  it("is refused as BANK_NOT_LINKED before a bank is linked, and while every linked bank is disconnected or blocked", async () => {
    const owner = await ownerAtBank();
    const refused = { status: 409, body: { code: "BANK_NOT_LINKED" } };
    expect(await goOn(owner)).toMatchObject(refused);
    await connect(owner, await linkBank(owner), true);
    for (const status of ["DISCONNECTED", "BLOCKED", "KANMON_BLOCKED"]) {
      await setStatus(owner, status);
      expect(await goOn(owner), status).toMatchObject(refused);
    }
    await setStatus(owner, "CONNECTED");
    expect((await goOn(owner)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("is refused as ACH_AUTHORIZATION_REQUIRED while an account is not authorized, where the platform requires it", async () => {
    const owner = await ownerAtBank({ achAuthorizationRequired: true });
    const itemIds = await linkBank(owner);
    const refused = { status: 409, body: { code: "ACH_AUTHORIZATION_REQUIRED" } };
    expect(await goOn(owner)).toMatchObject(refused);
    await connect(owner, itemIds, true);
    const revoke = "update app.ach_authorization set revoked_at = now() where bank_account_id = $1";
    const [item] = await itemsOf(owner);
    await server.database.admin.query(revoke, [item?.accounts[0]?.id]);
    expect(await goOn(owner)).toMatchObject(refused);
    await connect(owner, itemIds, true);
    expect((await goOn(owner)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
  });

  it("is completed without an authorization where the platform requires none", async () => {
    const owner = await ownerAtBank({ achAuthorizationRequired: false });
    await connect(owner, await linkBank(owner), false);
    expect((await goOn(owner)).body["currentStep"]).toBe("ONBOARDING.COLLECT_CONSENT");
    const { rows } = await server.database.admin.query("select from app.ach_authorization where business_id = $1", [
      owner.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe("a typed-in account beside linked ones", () => {
  it("is shown with them in the ACH authorization, whichever of the banks is asked for", async () => {
    const owner = await ownerAtBank();
    await typeAccount(owner);
    const [itemId = ""] = await linkBank(owner);
    const shown = await owner.as({ url: `/api/v1/plaid/items/account-numbers?itemIds=${itemId}` });
    const { accountNumber, routingNumber } = rightAnswers.COLLECT_BANK_INFO;
    expect(shown.body["accounts"]).toMatchObject([
      { itemId: null, accountNumber, routingNumber },
      { itemId, accountName: "Business Checking" },
      { itemId, accountName: "Business Savings" },
    ]);
  });

  it("is listed according to bankAccountCreatedMethods", async () => {
    const owner = await ownerAtBank();
    await typeAccount(owner);
    await linkBank(owner);
    const methodsOf = async (query: string) => {
      const { body } = await owner.as({ url: `/api/v1/bank-accounts${query}` });
      const accounts = body["bankAccounts"] as { bankAccountCreatedMethod: string }[];
      return accounts.map((account) => account.bankAccountCreatedMethod);
    };
    expect(await methodsOf("")).toEqual(["MANUAL", "PLAID", "PLAID"]);
    expect(await methodsOf("?bankAccountCreatedMethods=MANUAL")).toEqual(["MANUAL"]);
    expect(await methodsOf("?bankAccountCreatedMethods=PLAID")).toEqual(["PLAID", "PLAID"]);
    expect(await methodsOf("?bankAccountCreatedMethods=MANUAL&bankAccountCreatedMethods=PLAID")).toHaveLength(3);
    expect(await methodsOf("?bankAccountCreatedMethods=PLATFORM")).toEqual([]);
  });
});
