import { randomUUID } from "node:crypto";
import type { BankItem } from "@inlay/contracts/bank.ts";
import { refusals } from "@inlay/contracts/errors.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../scripts/processes.ts";
import { inScope } from "../db/scope.ts";
import { type TestPerson, type TestPlatform, type TestServer, testServer } from "../http/server.fixture.ts";
import { openReceiver, type Receiver } from "../providers/receiver.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { type BankVendor, bankVendor, breakLink, exchange, itemsOf, repair } from "./banking.fixture.ts";
import { freezeBusinessOf, unblockAccount } from "./block-account.ts";
import { lockItem } from "./item.ts";
import { readBalances } from "./read-balances.ts";
import { askForTransactions, readTransactions } from "./read-transactions.ts";

let server: TestServer;
let sandbox: TestSandbox;
let receiver: Receiver;
let platform: TestPlatform;
const refused: number[] = [];

beforeAll(async () => {
  sandbox = await testSandbox();
  receiver = await openReceiver(async (posted) => {
    const status = await server.postWebhook("bank-linking", posted);
    if (status !== 200) refused.push(status);
    return status;
  });
  server = await testServer({ ...sandbox.environment, PLAID_WEBHOOK_URL: receiver.url });
  platform = await server.platform();
});
afterAll(async () => {
  receiver.close();
  await server.close();
  await sandbox.close();
});

const vendor: BankVendor["post"] = (path, body) => bankVendor(sandbox).post(path, body);

type Owner = TestPerson & { uuid: string };
async function anOwner(): Promise<Owner> {
  const person = await server.person(platform, { email: `${randomUUID()}@example.com` });
  await person.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["PRIMARY_OWNER"] } });
  const business = await person.as({ url: "/api/v1/business" });
  return { ...person, uuid: String(business.body["id"]) };
}

const publicToken = (owner: Owner, user?: string, institution?: string) =>
  bankVendor(sandbox).publicToken(owner.uuid, user, institution, receiver.url);
const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];

async function aLinkedBank(owner: Owner, user?: string, institution?: string): Promise<BankItem> {
  const answer = await exchange(owner, await publicToken(owner, user, institution));
  expect(answer.status).toBe(200);
  const item = (await itemsOf(owner)).find(({ itemId }) => itemId === answer.body["itemId"]);
  if (!item) throw new Error("the linked bank is not listed");
  return item;
}
const connect = (owner: Owner, itemIds: string[], achAuthorized = true) =>
  owner.as({ method: "POST", url: "/api/v1/plaid/items/mark-as-connected", payload: { itemIds, achAuthorized } });

/** Runs the open read-transactions workflows, as the engine does. */
async function read(owner: Owner): Promise<void> {
  const open = await rows<{ id: string }>(
    "select id from app.workflow_run where kind = 'read-transactions' and state = 'OPEN' and business_id = $1",
    owner.uuid,
  );
  for (const { id } of open) {
    await readTransactions(server.app, { platformId: platform.id, businessId: owner.uuid, id });
    await server.database.admin.query("update app.workflow_run set state = 'DONE' where id = $1", [id]);
  }
}

describe("bank link", () => {
  it("has its balances read by the link's own id, also for a caller whose object has an id of its own", async () => {
    const owner = await anOwner();
    await aLinkedBank(owner);
    const tenant = { platformId: platform.id, businessId: owner.uuid, id: randomUUID() };
    expect((await readBalances(server.app, tenant)).size).toBeGreaterThan(0);
  });

  it("starts with a link token in the owner's language and the program's name, until it expires", async () => {
    const owner = await anOwner();
    const answer = await owner.as({ method: "POST", url: "/api/v1/plaid/link-token", payload: {} });
    expect(answer.body).toMatchObject({ link_token: expect.stringMatching(/^link-/), target_env: "sandbox" });
    const opened = await fetch(`${sandbox.url}/plaid/link/sessions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: answer.body["link_token"] }),
    });
    expect(await opened.json()).toMatchObject({ clientName: "Business financing", language: "en" });
    expect(new Date(String(answer.body["expiration"])).getTime()).toBeGreaterThan(Date.now());
  });

  it("is listed with its accounts, and its numbers are encrypted", async () => {
    const owner = await anOwner();
    const item = await aLinkedBank(owner);
    expect(item).toMatchObject({
      status: "CREATED",
      bankName: "First Calm Bank",
      institution: { institution_id: "ins_100001", name: "First Calm Bank" },
      accounts: [
        { name: "Business Checking", mask: "6789", subtype: "checking", isMaskTokenized: false, achAuthorized: false },
        { name: "Business Savings", mask: "4411", subtype: "savings" },
      ],
    });
    const secrets = await rows("select field from app.secret where business_id = $1 order by field", owner.uuid);
    expect(secrets.map((row) => (row as { field: string }).field)).toEqual([
      ...["ACCOUNT_NUMBER", "ACCOUNT_NUMBER", "BANK_ACCESS_TOKEN", "ROUTING_NUMBER", "ROUTING_NUMBER"],
    ]);
  });

  it("is saved with the name and the metadata that the vendor's window reports, and named by the vendor's server", async () => {
    const owner = await anOwner();
    const reported = { institutionName: "Another Bank", metadata: { link_session_id: "1" } };
    const payload = { publicToken: await publicToken(owner), tokenType: "BUSINESS", ...reported };
    const answer = await owner.as({ method: "POST", url: "/api/v1/plaid/token/exchange", payload });
    expect(answer.status).toBe(200);
    expect(await itemsOf(owner)).toMatchObject([{ bankName: "First Calm Bank" }]);
  });

  it("is created once when its token is submitted repeatedly or concurrently", async () => {
    const owner = await anOwner();
    const token = await publicToken(owner);
    const answers = await Promise.all([1, 2, 3].map(() => exchange(owner, token)));
    answers.push(await exchange(owner, token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await itemsOf(owner)).toHaveLength(1);
    expect(await rows("select from app.bank_account where business_id = $1", owner.uuid)).toHaveLength(2);
  });

  it("accepts a webhook while it is locked: webhooks and links never wait for each other", async () => {
    const owner = await anOwner();
    const { itemId: id } = await aLinkedBank(owner);
    await read(owner);
    const tenant = { platformId: platform.id, businessId: owner.uuid };
    await inScope(server.app.pool, tenant, async (tx) => {
      expect(await lockItem(tx, id)).toMatchObject({ id });
      await inScope(server.app.pool, tenant, (other) => askForTransactions(other, { id, ...tenant }));
    });
    const waiting = "select from app.bank_reading where bank_item_id = $1 and began_at is null";
    expect(await rows(waiting, id)).toHaveLength(1);
  });

  it("and a webhook that asks for transactions while its bank is saved do not deadlock", async () => {
    const owner = await anOwner();
    const { itemId: id } = await aLinkedBank(owner);
    await read(owner);
    const tenant = { platformId: platform.id, businessId: owner.uuid };
    let webhook: Promise<void> | undefined;
    await inScope(server.app.pool, tenant, async (tx) => {
      await lockItem(tx, id);
      await tx.updateTable("bank_item").set({ institution_id: "ins_other" }).where("id", "=", id).execute();
      webhook = inScope(server.app.pool, tenant, (other) => askForTransactions(other, { id, ...tenant }));
      await until("the webhook waits for the item", async () => {
        const waiting = await rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return waiting.length > 0;
      });
      await askForTransactions(tx, { id, ...tenant });
    });
    await webhook;
    const waiting = "select from app.bank_reading where bank_item_id = $1 and began_at is null";
    expect(await rows(waiting, id)).toHaveLength(1);
  });

  it("is refused for an excluded institution, removed at the vendor, and leaves no secret", async () => {
    const owner = await anOwner();
    const answer = await exchange(owner, await publicToken(owner, "user_blocked"));
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: "INSTITUTION_EXCLUDED",
        message:
          "Sorry, something went wrong while the bank attempted to link with the bank-linking provider. Instead, try linking a different bank or you can upload copies of recent bank statements.",
      },
    });
    expect(await itemsOf(owner)).toEqual([]);
    expect(await rows("select from app.secret where business_id = $1", owner.uuid)).toEqual([]);
  });

  it("is refused for an institution that is already linked, also when two requests race", async () => {
    const owner = await anOwner();
    const tokens = [await publicToken(owner), await publicToken(owner)];
    const answers = await Promise.all(tokens.map((token) => exchange(owner, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "INSTITUTION_ALREADY_LINKED",
      message:
        "It looks like you have already linked the bank. Please click the action button above if you wish to make any changes to your linked account(s).",
    });
    expect(await itemsOf(owner)).toHaveLength(1);
  });

  it("answers 503 while the bank is unavailable, and the same token resumes later", async () => {
    const owner = await anOwner();
    const token = await publicToken(owner);
    await sandbox.put("/faults/plaid", { faults: [{ kind: "500", only: "POST /accounts/get" }] });
    expect(await exchange(owner, token)).toMatchObject({ status: 503, body: { code: "BANK_UNAVAILABLE" } });
    expect(await itemsOf(owner)).toEqual([]);
    await sandbox.put("/faults/plaid", { faults: [] });
    expect((await exchange(owner, token)).status).toBe(200);
    expect(await itemsOf(owner)).toHaveLength(1);
  });

  it("with a token that the vendor rejects is refused as BANK_LINK_FAILED, with a message that says what to do", async () => {
    const owner = await anOwner();
    const answer = await exchange(owner, "public-sandbox-00000000-0000-0000-0000-000000000000");
    expect(answer).toMatchObject({
      status: refusals.BANK_LINK_FAILED.status,
      body: { code: "BANK_LINK_FAILED", message: refusals.BANK_LINK_FAILED.message },
    });
    expect(await itemsOf(owner)).toEqual([]);
  });

  it("is not found by another owner", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const { itemId } = await aLinkedBank(owner);
    expect((await connect(other, [itemId])).status).toBe(404);
    expect((await other.as({ method: "POST", url: "/api/v1/plaid/link-token", payload: { itemId } })).status).toBe(404);
    expect((await other.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` })).status).toBe(404);
    const shown = await other.as({ url: `/api/v1/plaid/items/account-numbers?itemIds=${itemId}` });
    expect(shown.body["accounts"]).toEqual([]);
  });

  it("reads transactions once linked and when new ones arrive: two years of history, each transaction once", async () => {
    const owner = await anOwner();
    const { itemId } = await aLinkedBank(owner, "user_saas");
    await read(owner);
    await sandbox.webhooksDelivered(owner.uuid);
    await read(owner);
    const [seen] = await rows<{ lines: number; days: number; history: string }>(
      `select count(*)::int as lines, max(posted_on) - min(posted_on) as days, max(i.history) as history
       from app.bank_transaction t join app.bank_item i on i.id = t.bank_item_id where t.bank_item_id = $1`,
      itemId,
    );
    expect(seen?.history).toBe("COMPLETE");
    expect(seen?.days).toBeGreaterThan(700);
    await read(owner);
    const [again] = await rows<{ lines: number }>(
      "select count(*)::int as lines from app.bank_transaction where bank_item_id = $1",
      itemId,
    );
    expect(again?.lines).toBe(seen?.lines);
  });
});

describe("bank account", () => {
  it("says its linked bank, whether it is a checking account and when it was created", async () => {
    const owner = await anOwner();
    const { itemId } = await aLinkedBank(owner);
    const listed = await owner.as({ url: "/api/v1/bank-accounts" });
    expect(listed.body["bankAccounts"]).toMatchObject([
      { accountNumberLast4: "6789", isChecking: true, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
      { accountNumberLast4: "4411", isChecking: false },
    ]);
    expect(listed.body["bankAccounts"]).toMatchObject(
      [1, 2].map(() => ({ tokenId: itemId, plaidAccountId: expect.any(String), isAccountNumberTokenized: false })),
    );
  });
});

describe("ACH authorization", () => {
  it("shows the full account numbers to the owner, forbids caching, and is audited", async () => {
    const owner = await anOwner();
    const { itemId } = await aLinkedBank(owner);
    const shown = await owner.as({ url: `/api/v1/plaid/items/account-numbers?itemIds=${itemId}` });
    expect(shown.headers["cache-control"]).toBe("no-store");
    expect(shown.body).toMatchObject({
      authorization: {
        version: "2026-11-15",
        text: expect.stringContaining("until the merchant revokes it in writing"),
      },
      accounts: [
        { itemId, accountName: "Business Checking", routingNumber: "091099800" },
        { itemId, accountName: "Business Savings" },
      ],
    });
    const [account] = shown.body["accounts"] as { accountNumber: string }[];
    expect(account?.accountNumber).toMatch(/^\d+6789$/);
    const trail = await rows(
      "select from app.audit where business_id = $1 and action = 'bank-account.reveal-number'",
      owner.uuid,
    );
    expect(trail).toHaveLength(2);
  });

  it("is saved once per account, with its text version, language and IP address", async () => {
    const owner = await anOwner();
    const { itemId } = await aLinkedBank(owner);
    const first = await connect(owner, [itemId]);
    expect(first.body["items"]).toMatchObject([
      { status: "CONNECTED", accounts: [{ achAuthorized: true }, { achAuthorized: true }] },
    ]);
    expect((await connect(owner, [itemId])).text).toBe(first.text);
    const kept = await rows<{ version: string; language: string; place: string; hash: string; shown: boolean }>(
      `select text_version as version, language, host(given_from) as place, encode(text_hash, 'hex') as hash, h.last4,
         account_number_index = n.blind_index and routing_number_index = r.blind_index as shown
       from app.ach_authorization h
       join app.secret n on n.owner_id = h.bank_account_id and n.field = 'ACCOUNT_NUMBER'
       join app.secret r on r.owner_id = h.bank_account_id and r.field = 'ROUTING_NUMBER'
       where h.business_id = $1 order by h.last4 desc`,
      owner.uuid,
    );
    expect(kept).toHaveLength(2);
    expect(kept[0]).toMatchObject({
      version: "2026-11-15",
      language: "en",
      place: "127.0.0.1",
      last4: "6789",
      shown: true,
    });
    expect(kept[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("ends when the linked bank reports other numbers for the account, which is then held and enrolled again", async () => {
    const owner = await anOwner();
    const { itemId, accounts } = await aLinkedBank(owner);
    await connect(owner, [itemId]);
    const [checking] = accounts;
    await rows(
      "update app.bank_account set held_until_at = null, processor_account_id = 'known' where id = $1",
      checking?.id,
    );
    const refresh = () => owner.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
    const seen = () =>
      rows(
        `select numbers_version as version, processor_account_id as enrolled, held_until_at is not null as held, exists (
           select from app.ach_authorization h where h.bank_account_id = a.id and h.revoked_at is null) as authorized
         from app.bank_account a where id = $1`,
        checking?.id,
      );
    expect((await refresh()).status).toBe(200);
    expect(await seen()).toEqual([{ version: 1, enrolled: "known", held: false, authorized: true }]);
    // The account had another routing number when it was read first.
    await rows(
      "update app.secret set blind_index = '\\x00' where owner_id = $1 and field = 'ROUTING_NUMBER'",
      checking?.id,
    );
    await refresh();
    expect(await seen()).toEqual([{ version: 2, enrolled: null, held: true, authorized: false }]);
  });

  it("is refused to a user who is not the primary owner", async () => {
    const employee = await server.person(platform, { email: `${randomUUID()}@example.com` });
    await employee.as({ method: "PUT", url: "/api/v1/users/roles", payload: { userRoles: ["OPERATOR"] } });
    expect((await employee.as({ url: "/api/v1/plaid/items/account-numbers" })).status).toBe(403);
    expect((await employee.as({ url: "/api/v1/bank-accounts" })).status).toBe(403);
  });
});

describe("bank webhook", () => {
  it("disconnects a link, and a repair reconnects it", async () => {
    const owner = await anOwner();
    const { itemId } = await aLinkedBank(owner);
    await connect(owner, [itemId]);
    const statusOf = async () => (await itemsOf(owner))[0]?.status;
    await breakLink(server, sandbox, { platformId: platform.id, businessId: owner.uuid }, itemId);
    await sandbox.webhooksDelivered(owner.uuid);
    expect(await statusOf()).toBe("DISCONNECTED");
    const update = await owner.as({ method: "POST", url: "/api/v1/plaid/link-token", payload: { itemId } });
    await repair(sandbox, String(update.body["link_token"]));
    await owner.as({ method: "POST", url: `/api/v1/bank-links/${itemId}/refresh` });
    expect(await statusOf()).toBe("CONNECTED");
  });

  it("is refused with 401 when it is unsigned", async () => {
    const body = JSON.stringify({ webhook_type: "ITEM", webhook_code: "LOGIN_REPAIRED", item_id: "unknown" });
    expect(await server.postWebhook("bank-linking", { body, headers: { "content-type": "application/json" } })).toBe(
      401,
    );
  });
});

describe("primary bank account", () => {
  it("is exactly one when twenty requests choose at once, and must be a checking account", async () => {
    const owner = await anOwner();
    const first = await aLinkedBank(owner);
    const second = await aLinkedBank(owner, "user_saas", "ins_100003");
    const ids = [first, second].map(({ accounts }) => accounts.find(({ subtype }) => subtype === "checking")?.id);
    await connect(owner, [first.itemId, second.itemId]);
    const choose = (id: string | undefined) =>
      owner.as({ method: "POST", url: `/api/v1/bank-accounts/${id}/set-primary-bank-account` });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => choose(ids[n % 2])));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const listed = await owner.as({ url: "/api/v1/bank-accounts" });
    const accounts = listed.body["bankAccounts"] as { id: string; roles: string[] }[];
    expect(accounts.filter(({ roles }) => roles.includes("SERVICING"))).toHaveLength(1);
    const savings = first.accounts.find(({ subtype }) => subtype === "savings");
    expect(await choose(savings?.id)).toMatchObject({
      body: { code: "PLAID_REQUIRED_CHECKING_ACCOUNT_EXCEPTION" },
    });
  });

  it("is held when it becomes the target of payouts, and not again while it stays so", async () => {
    const owner = await anOwner();
    const { itemId, accounts } = await aLinkedBank(owner);
    await connect(owner, [itemId]);
    const id = accounts.find(({ subtype }) => subtype === "checking")?.id;
    const choose = () => owner.as({ method: "POST", url: `/api/v1/bank-accounts/${id}/set-primary-bank-account` });
    const isHeld = async () =>
      (await rows<{ held: boolean }>("select held_until_at > now() as held from app.bank_account where id = $1", id))[0]
        ?.held;
    const endHold = () => rows("update app.bank_account set held_until_at = now() where id = $1", id);
    await endHold();
    await choose();
    expect(await isHeld()).toBe(true);
    await endHold();
    await choose();
    expect(await isHeld()).toBe(false);
  });

  it("loses its authorization when the owner withdraws it, and is authorized again with the next choice", async () => {
    const owner = await anOwner();
    const { itemId, accounts } = await aLinkedBank(owner);
    await connect(owner, [itemId]);
    const id = accounts.find(({ subtype }) => subtype === "checking")?.id;
    const choose = (payload = {}) =>
      owner.as({ method: "POST", url: `/api/v1/bank-accounts/${id}/set-primary-bank-account`, payload });
    const withdraw = (of = owner) =>
      of.as({ method: "DELETE", url: `/api/v1/bank-accounts/${id}/debit-authorization` });
    const isAuthorized = ({ body }: { body: Record<string, unknown> }) =>
      (body["bankAccounts"] as { id: string; achAuthorized: boolean }[]).find((one) => one.id === id)?.achAuthorized;
    const chosen = await choose();
    expect(isAuthorized(chosen)).toBe(true);
    expect(chosen.body["bankAccounts"]).toContainEqual(
      expect.objectContaining({ id, firstPayoutOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) }),
    );
    expect((await withdraw(await anOwner())).status).toBe(404);
    expect(isAuthorized(await withdraw())).toBe(false);
    // Withdrawing it again changes nothing.
    expect(isAuthorized(await withdraw())).toBe(false);
    const recorded =
      "select kind from app.event where kind = 'bank_account.authorization_revoked' and body->>'bankAccountId' = $1";
    expect(await rows(recorded, id)).toHaveLength(1);
    expect(await choose()).toMatchObject({ status: 409 });
    expect(isAuthorized(await choose({ achAuthorized: true }))).toBe(true);
  });
});

describe("primary bank account: what may not become it", () => {
  const choose = (owner: Owner, id: string | undefined) =>
    owner.as({ method: "POST", url: `/api/v1/bank-accounts/${id}/set-primary-bank-account` });
  const checkingOf = ({ accounts }: BankItem) => accounts.find(({ subtype }) => subtype === "checking")?.id ?? "";
  const primaryOf = (owner: Owner) =>
    rows("select id from app.bank_account where business_id = $1 and 'SERVICING' = any(roles)", owner.uuid);
  const blockAccount = "update app.bank_account set blocked_at = now() where id = $1";
  const blockBank = (status: string) =>
    `update app.bank_item set status = '${status}' where id = (select bank_item_id from app.bank_account where id = $1)`;

  it.each([
    [
      "without authorization",
      "update app.ach_authorization set revoked_at = now() where bank_account_id = $1",
      "ACH_AUTHORIZATION_REQUIRED",
      "Please authorize payments from your linked accounts.",
    ],
    [
      "that a return has blocked",
      blockAccount,
      "ACCOUNT_BLOCKED",
      "This account cannot be used for payments. Please choose another one, or contact us.",
    ],
    [
      "at a bank that staff have blocked",
      blockBank("KANMON_BLOCKED"),
      "ACCOUNT_BLOCKED",
      "This account cannot be used for payments. Please choose another one, or contact us.",
    ],
    [
      "at a bank that is blocked",
      blockBank("BLOCKED"),
      "ACCOUNT_BLOCKED",
      "This account cannot be used for payments. Please choose another one, or contact us.",
    ],
    [
      "that its bank lists no more",
      "update app.bank_account set removed_at = now() where id = $1",
      "ACCOUNT_REMOVED",
      "This account is no longer shared with us. Please choose another one, or link your bank again.",
    ],
    [
      "that an owner has stopped",
      "update app.bank_account set stopped_at = now() where id = $1",
      "ACCOUNT_STOPPED",
      "An owner has stopped this account. Please choose another one, or contact us.",
    ],
  ])("an account %s", async (_, change, code, message) => {
    const owner = await anOwner();
    const item = await aLinkedBank(owner);
    await connect(owner, [item.itemId]);
    await rows(change, checkingOf(item));
    expect(await choose(owner, checkingOf(item))).toMatchObject({ status: 409, body: { code, message } });
    expect(await primaryOf(owner)).toEqual([]);
  });

  it("an account of another business, or of a payee of this one", async () => {
    const [owner, other] = [await anOwner(), await anOwner()];
    const [own, foreign] = [await aLinkedBank(owner), await aLinkedBank(other)];
    await connect(owner, [own.itemId]);
    await connect(other, [foreign.itemId]);
    expect((await choose(owner, checkingOf(foreign))).status).toBe(404);
    await rows(
      "update app.bank_account set party = 'PAYEE', holder_name = 'Mill', created_method = 'PAYEE' where id = $1",
      checkingOf(own),
    );
    expect((await choose(owner, checkingOf(own))).status).toBe(404);
    expect(await primaryOf(owner)).toEqual([]);
  });

  it("an account that a return blocks while the owner chooses it", async () => {
    const owner = await anOwner();
    const item = await aLinkedBank(owner);
    await connect(owner, [item.itemId]);
    const blocking = await server.database.admin.connect();
    try {
      await blocking.query("begin");
      await blocking.query(blockAccount, [checkingOf(item)]);
      const chosen = choose(owner, checkingOf(item));
      await until("the choice waits for the account", async () => {
        const waiting = await rows(
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%bank_account%' and datname = current_database()",
        );
        return waiting.length > 0;
      });
      await blocking.query("commit");
      expect((await chosen).body).toMatchObject({ code: "ACCOUNT_BLOCKED" });
    } finally {
      blocking.release();
    }
    expect(await primaryOf(owner)).toEqual([]);
  });
});

describe("hosted bank link", () => {
  it("is open, then linked, and adds one bank however often it is read", async () => {
    const owner = await anOwner();
    const started = await owner.as({ method: "POST", url: "/api/v1/bank-links/hosted", payload: {} });
    const id = String(started.body["hostedLinkId"]);
    const outcome = () => owner.as({ url: `/api/v1/bank-links/hosted/${id}` });
    expect((await outcome()).body).toEqual({ ending: "OPEN", items: [] });
    const [link] = await rows<{ token: string }>("select link_token as token from app.hosted_link where id = $1", id);
    type Session = { sessionId: string; accounts: { pocket: string }[] };
    const { sessionId } = await vendor<Session>("/link/sessions", { token: link?.token });
    const at = `/link/sessions/${sessionId}`;
    const { accounts } = await vendor<Session>(`${at}/login`, {
      institutionId: "ins_100001",
      user: "user_good",
      password: "pass_good",
    });
    await vendor(`${at}/accounts`, { pockets: accounts.map(({ pocket }) => pocket) });
    expect((await outcome()).body).toMatchObject({ ending: "LINKED", items: [{ status: "CREATED" }] });
    expect((await outcome()).body).toMatchObject({ ending: "LINKED", items: [{ status: "CREATED" }] });
    expect(await itemsOf(owner)).toHaveLength(1);
  });
});

describe("bank account blocked by a return", () => {
  it("is unblocked once by staff, which is recorded", async () => {
    const owner = await anOwner();
    await aLinkedBank(owner);
    const [account] = await rows<{ id: string }>("select id from app.bank_account where business_id = $1", owner.uuid);
    const id = account?.id ?? "";
    const within = (work: Parameters<typeof inScope<void>>[2]) =>
      inScope(server.app.pool, { platformId: platform.id, businessId: owner.uuid }, work);
    const unblock = () =>
      within((tx) => unblockAccount(tx, id, { actor: { kind: "STAFF", id: randomUUID() }, requestId: "req" }));
    await expect(unblock()).rejects.toMatchObject({ code: "WRONG_STATE" });
    await within((tx) => freezeBusinessOf(tx, id, new Date()));
    await unblock();
    await expect(unblock()).rejects.toMatchObject({ code: "WRONG_STATE" });
    expect(await rows("select blocked_at, frozen_at from app.bank_account where id = $1", id)).toEqual([
      { blocked_at: null, frozen_at: null },
    ]);
    const events = await rows(
      "select from app.event where business_id = $1 and kind = 'bank_account.unblocked'",
      owner.uuid,
    );
    expect(events).toHaveLength(1);
  });
});
