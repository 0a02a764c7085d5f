import { randomUUID } from "node:crypto";
import { playTradePassDemo, skipConnectAccounting, skipCreateBankItem } from "@inlay/contracts/calls/sandbox.ts";
import { addMonths, businessDate, daysBetween } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankVendor, exchange, itemsOf } from "../banking/banking.fixture.ts";
import { readTransactions } from "../banking/public.ts";
import { readInvoice, scanDocument } from "../documents/public.ts";
import { sendTo, type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { buildServer } from "../http/server.ts";
import { type TestClamd, testClamd } from "../providers/malware-scanner/clamd.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { slices } from "../slices.ts";

let server: TestServer;
let sandbox: TestSandbox;
let clamd: TestClamd;
let receiver: Receiver;
let platform: TestPlatform;

beforeAll(async () => {
  [sandbox, clamd] = await Promise.all([testSandbox(), testClamd()]);
  receiver = await openReceiver((posted) => server.postWebhook("bank-linking", posted));
  server = await testServer({
    ...sandbox.environment,
    PLAID_WEBHOOK_URL: receiver.url,
    CLAMD_ADDRESS: clamd.address,
  });
  platform = await server.platform();
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await Promise.all([sandbox.close(), clamd.close()]);
});

type Owner = TestPerson & { uuid: string };
async function anOwner(): Promise<Owner> {
  const person = await server.person(platform, { email: `${randomUUID()}@play.test`, roles: ["PRIMARY_OWNER"] });
  return { ...person, uuid: String((await person.as({ url: "/api/v1/business" })).body["id"]) };
}
const play = (person: TestPerson, { method, path }: { method: "POST"; path: string }) =>
  person.as({ method, url: path });
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

/** Runs the open workflows of the business as the engine would. */
async function runWorkflows(owner: Owner): Promise<void> {
  const open = await rows<{ id: string; kind: string }>(
    "select id, kind from app.workflow_run where state = 'OPEN' and business_id = $1",
    owner.uuid,
  );
  for (const { id, kind } of open) {
    const ids = { platformId: platform.id, businessId: owner.uuid, id };
    if (kind === "read-transactions") await readTransactions(server.app, ids);
    if (kind === "scan-document") {
      await scanDocument(server.app, ids);
      await readInvoice(server.app, ids);
    }
    await server.database.admin.query("update app.workflow_run set state = 'DONE' where id = $1", [id]);
  }
}

describe("sandbox bank link", () => {
  it("creates a checking and a savings account with encrypted numbers", async () => {
    const owner = await anOwner();
    const answer = await play(owner, skipCreateBankItem);
    const [item] = await itemsOf(owner);
    expect(answer).toMatchObject({ status: 200, body: { itemIds: [item?.itemId] } });
    expect(item).toMatchObject({ status: "CREATED", accounts: [{ subtype: "checking" }, { subtype: "savings" }] });
    const secrets = await rows<{ field: string }>(
      "select field from app.secret where business_id = $1 order by field",
      owner.uuid,
    );
    expect(secrets.map(({ field }) => field)).toEqual([
      ...["ACCOUNT_NUMBER", "ACCOUNT_NUMBER", "BANK_ACCESS_TOKEN", "ROUTING_NUMBER", "ROUTING_NUMBER"],
    ]);
  });

  it("has 24 months of transactions, which the regular workflow reads from the bank", async () => {
    const owner = await anOwner();
    await play(owner, skipCreateBankItem);
    await runWorkflows(owner);
    const [read] = await rows<{ count: number; first: string; last: string; history: string }>(
      `select count(*)::integer, min(t.posted_on)::text as first, max(t.posted_on)::text as last, min(i.history) as history
       from app.bank_transaction t join app.bank_item i on i.id = t.bank_item_id where t.business_id = $1`,
      owner.uuid,
    );
    expect(read?.history).toBe("COMPLETE");
    expect(read?.count).toBeGreaterThan(1_000);
    const [first, last] = [businessDate(read?.first ?? ""), businessDate(read?.last ?? "")];
    expect(daysBetween(addMonths(last, -24), first)).toBeLessThanOrEqual(7);
  });

  it("is created once by repeated and concurrent requests, with the same answer", async () => {
    const owner = await anOwner();
    const answers = await Promise.all([1, 2, 3].map(() => play(owner, skipCreateBankItem)));
    answers.push(await play(owner, skipCreateBankItem));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await itemsOf(owner)).toHaveLength(1);
  });

  it("repairs a broken link instead of creating another", async () => {
    const owner = await anOwner();
    const token = await bankVendor(sandbox).publicToken(owner.uuid, "user_login_required", "ins_100003", receiver.url);
    const { body } = await exchange(owner, token);
    await sandbox.put("/clock", { world: owner.uuid, now: new Date(Date.now() + 4 * 86_400_000).toISOString() });
    await sandbox.webhooksDelivered(owner.uuid);
    expect((await itemsOf(owner)).map(({ status }) => status)).toEqual(["DISCONNECTED"]);
    expect((await play(owner, skipCreateBankItem)).body).toEqual({ itemIds: [body["itemId"]] });
    expect((await itemsOf(owner)).map(({ status }) => status)).toEqual(["CONNECTED"]);
  });

  it("is reported as unavailable when the vendor does not answer", async () => {
    const owner = await anOwner();
    await sandbox.put("/faults/plaid", { faults: [{ kind: "500", only: "POST /sandbox/public_token/create" }] });
    const answer = await play(owner, skipCreateBankItem);
    await sandbox.put("/faults/plaid", { faults: [] });
    expect(answer).toMatchObject({ status: 503, body: { code: "BANK_UNAVAILABLE" } });
    expect(await itemsOf(owner)).toEqual([]);
  });
});

describe("sandbox accounting connection", () => {
  it("is created once by repeated requests", async () => {
    const owner = await anOwner();
    for (let time = 1; time <= 2; time++)
      expect(await play(owner, skipConnectAccounting)).toMatchObject({
        status: 200,
        body: { isAccountingLinked: true },
      });
    expect(await rows("select from app.accounting_connection where business_id = $1", owner.uuid)).toHaveLength(1);
  });

  it("is reported as unavailable when the vendor does not answer", async () => {
    const owner = await anOwner();
    await sandbox.put("/faults/railz", { faults: [{ kind: "500", only: "POST /connect/allow" }] });
    const answer = await play(owner, skipConnectAccounting);
    await sandbox.put("/faults/railz", { faults: [] });
    expect(answer).toMatchObject({ status: 503, body: { code: "ACCOUNTING_UNAVAILABLE" } });
  });
});

// Six files are scanned and read, each in a process of its own, which takes long on a busy machine.
describe("TradePass demo", () => {
  type Provided = { id: string; fileName: string; status: string };
  const provided = async (owner: Owner) => {
    const answer = await play(owner, playTradePassDemo);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as { itemIds: string[]; documents: Provided[] };
  };
  const documentsOf = (owner: Owner) =>
    rows<{ status: string }>("select status from app.business_document where business_id = $1", owner.uuid);

  it("links a bank and adds six invoices, which are scanned and read like any others", async () => {
    const owner = await anOwner();
    await server.database.admin.query("update app.business set name = 'Harbor Bakery' where id = $1", [owner.uuid]);
    const { itemIds, documents } = await provided(owner);
    expect(itemIds).toHaveLength(1);
    expect(documents.map(({ status }) => status)).toEqual(Array(6).fill("SCANNING"));
    await runWorkflows(owner);
    const read = await rows<{ status: string; extracted: Record<string, unknown>; open: boolean; cents: string }>(
      `select d.status, e.response_status, i.extracted, i.amount_cents as cents, i.due_date > current_date as open
       from app.business_document d join app.business_document_invoice i on i.business_document_id = d.id
         join app.invoice_extraction e on e.business_document_id = d.id
       where d.business_id = $1 order by d.file_name`,
      owner.uuid,
    );
    expect(read).toHaveLength(6);
    for (const { status, open } of read) expect({ status, open }).toEqual({ status: "READY", open: true });
    expect(read.map(({ extracted }) => extracted["invoiceNumber"])).toEqual([
      ...["DEMO-1001", "DEMO-1002", "DEMO-1003", "DEMO-1004", "DEMO-1005", "DEMO-1006"],
    ]);
    expect(read.map(({ cents }) => Number(cents))).toEqual([394_000, 1_524_000, 266_400, 265_000, 728_000, 888_000]);
    expect(read[0]?.extracted).toMatchObject({
      payeeName: "Harbor Bakery",
      payorName: "Copper Kettle Coffee",
      terms: "Net 30",
      currency: "USD",
      payorAddress: "410 Alder St, Portland, OR 97205",
    });
  });

  it("adds nothing twice in repeated and concurrent requests and keeps a linked bank", async () => {
    const owner = await anOwner();
    await exchange(owner, await bankVendor(sandbox).publicToken(owner.uuid, "user_saas", "ins_100005"));
    const answers = await Promise.all([1, 2].map(() => provided(owner)));
    answers.push(await provided(owner));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await documentsOf(owner)).toHaveLength(6);
    expect(await itemsOf(owner)).toHaveLength(1);
    await runWorkflows(owner);
    expect((await provided(owner)).documents.map(({ status }) => status)).toEqual(Array(6).fill("READY"));
    expect(await documentsOf(owner)).toHaveLength(6);
  });

  it("resumes after an interruption", async () => {
    const owner = await anOwner();
    await sandbox.put("/faults/s3", { faults: [{ kind: "500", only: "PUT" }] });
    const cut = await play(owner, playTradePassDemo);
    await sandbox.put("/faults/s3", { faults: [] });
    expect(cut).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
    expect((await documentsOf(owner)).map(({ status }) => status)).toEqual(Array(6).fill("AWAITING_UPLOAD"));
    expect((await provided(owner)).documents.map(({ status }) => status)).toEqual(Array(6).fill("SCANNING"));
    expect(await documentsOf(owner)).toHaveLength(6);
  });
});

describe("sandbox helpers", () => {
  const helpers = [skipCreateBankItem, skipConnectAccounting, playTradePassDemo];

  it("do not exist in production", async () => {
    const owner = await anOwner();
    const { app } = server;
    const production = await buildServer({ ...app, config: { ...app.config, isProduction: true } }, slices);
    for (const { method, path } of helpers) {
      const headers = { authorization: `Bearer ${owner.token}` };
      expect((await sendTo(production, { method, url: path, headers })).status).toBe(404);
    }
    await production.close();
  });

  it("are refused to users without a role", async () => {
    const nobody = await server.person(platform, { email: `${randomUUID()}@play.test` });
    for (const helper of helpers)
      expect(await play(nobody, helper)).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
  });
});
