import { randomUUID } from "node:crypto";
import { Secret } from "@inlay/contracts/secret.ts";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { changeCodes } from "@inlay/lending/payments/change-codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeEmails } from "../banking/account-change.fixture.ts";
import { type ReadAccount, saveAccounts } from "../banking/accounts.ts";
import { closeCorrection } from "../banking/correct-account.ts";
import { lockItem } from "../banking/item.ts";
import { correctAccount, fingerprintsOf } from "../banking/public.ts";
import { inScope } from "../db/scope.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import type { AccountCorrection } from "../providers/payments/port.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder } from "./create-order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const monday = "2026-11-16T15:00:00Z";
const newNumber = "99887761234";
const newRouting = "011000015";

const notice = (achCode: string, change: Partial<AccountCorrection> = {}): AccountCorrection => ({
  correctionId: randomUUID(),
  processorId: randomUUID(),
  achCode,
  accountNumber: new Secret(newNumber),
  routingNumber: new Secret(newRouting),
  accountType: "SAVINGS",
  ...change,
});
const receive = (debtor: Debtor, correction: AccountCorrection, numbersVersion: number | null = 1) =>
  correctAccount(server.app, { ...debtor, numbersVersion }, correction);

async function numbersOf({ platformId, businessId, bankAccountId }: Debtor) {
  const tenant = { platformId, businessId };
  const key = await server.app.vault.keyFor(tenant);
  const [row] = await rows<Record<string, unknown>>(
    `select numbers_version as version, account_number_last4 as last4, account_subtype as subtype, held_until_at as held, verification,
       (select count(*)::int from app.ach_authorization h where h.bank_account_id = a.id and revoked_at is null) as authorizations
     from app.bank_account a where id = $1`,
    bankAccountId,
  );
  return inScope(server.app.pool, tenant, async (tx) => ({
    ...row,
    account: (await server.app.vault.reveal(tx, key, bankAccountId, "ACCOUNT_NUMBER"))?.reveal(),
    routing: (await server.app.vault.reveal(tx, key, bankAccountId, "ROUTING_NUMBER"))?.reveal(),
  }));
}
const events = (debtor: Debtor) =>
  rows<{ id: string; kind: string; body: Record<string, unknown> }>(
    "select id, kind, body from app.event where business_id = $1 and kind like 'bank_account.correct%' order by id",
    debtor.businessId,
  );
const openTasks = (debtor: Debtor) =>
  rows<{ kind: string; due: Date }>(
    "select kind, due_at as due from app.task where business_id = $1 and closed_at is null",
    debtor.businessId,
  );

describe("notification of change", () => {
  it.each(Object.entries(changeCodes))(
    "%s changes of the account exactly what it corrects",
    async (code, { corrects }) => {
      const debtor = await aDebtor(server, "1000000001", monday);
      const before = await numbersOf(debtor);
      await receive(debtor, notice(code));
      const isAny = corrects.length > 0;
      expect(await numbersOf(debtor)).toEqual({
        ...before,
        version: isAny ? 2 : 1,
        account: corrects.includes("accountNumber") ? newNumber : "1000000001",
        last4: corrects.includes("accountNumber") ? "1234" : "0001",
        routing: corrects.includes("routingNumber") ? newRouting : "021000021",
        subtype: corrects.includes("accountType") ? "savings" : "checking",
        // The bank itself sent it: the authorization stays, and no hold begins.
        held: null,
        verification: "VERIFIED",
        authorizations: 1,
      });
      const [event, ...more] = await events(debtor);
      expect([event?.kind, more]).toEqual([isAny ? "bank_account.corrected" : "bank_account.correction_noted", []]);
      expect(event?.body).toMatchObject({ changeCode: code });
      expect(await openTasks(debtor)).toEqual([]);
    },
  );

  it("appears without numbers in the event, the audit row and its own row", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    await receive(debtor, notice("C03"));
    const kept = await rows(
      `select to_jsonb(e)::text as text from app.event e where business_id = $1
       union all select to_jsonb(a)::text from app.audit a where business_id = $1
       union all select to_jsonb(c)::text from app.account_correction c where business_id = $1`,
      debtor.businessId,
    );
    expect(kept.length).toBeGreaterThanOrEqual(3);
    for (const secret of [newNumber, newRouting, "1000000001"]) expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it("is applied once, however often it is delivered", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const same = notice("C01");
    await Promise.all(Array.from({ length: 10 }, () => receive(debtor, same)));
    expect(await numbersOf(debtor)).toMatchObject({ version: 2, account: newNumber });
    expect(await events(debtor)).toHaveLength(1);
  });

  it("that repeats an applied one for another entry changes nothing and needs nobody", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    await receive(debtor, notice("C03"));
    await receive(debtor, notice("C03"));
    expect(await numbersOf(debtor)).toMatchObject({ version: 2 });
    expect((await events(debtor)).map(({ kind }) => kind)).toEqual([
      "bank_account.corrected",
      "bank_account.correction_noted",
    ]);
    expect(await openTasks(debtor)).toEqual([]);
  });

  it.each([
    ["has an unknown code", notice("C77"), 1],
    ["lacks the corrected number", notice("C01", { accountNumber: null }), 1],
    ["names a routing number with a wrong check digit", notice("C02", { routingNumber: new Secret("011000016") }), 1],
    ["is about numbers that were changed since", notice("C01"), 0],
  ])("that %s changes nothing and has a staff task until six banking days later", async (_, correction, version) => {
    const debtor = await aDebtor(server, "1000000001", monday);
    await receive(debtor, correction, version);
    expect(await numbersOf(debtor)).toMatchObject({ version: 1, account: "1000000001", routing: "021000021" });
    // Six banking days after Monday the 16th, before Thanksgiving; 17:00 in New York.
    expect(await openTasks(debtor)).toEqual([
      { kind: "ACCOUNT_CORRECTION_OPEN", due: new Date("2026-11-24T22:00:00Z") },
    ]);
  });

  it("that is not applied in six banking days stops entries to the account, until staff close it", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    await receive(debtor, notice("C01", { accountNumber: null }));
    const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
    const claim = async (now: string) => {
      const id = await debtor.within((tx) => createOrder(tx, debtor.debit({ dueOn: businessDate("2026-11-18") }), by));
      const { platformId, businessId } = debtor;
      const at = new Date(now);
      await debtor.within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: at }, at));
      return (await rows("select claim_refusal as refusal from app.payment_order where id = $1", id))[0];
    };
    expect(await claim("2026-11-24T22:45:00Z")).toEqual({ refusal: null });
    expect(await claim("2026-11-25T22:45:00Z")).toEqual({ refusal: "CORRECTION_OVERDUE" });
    const [open] = await rows<{ id: string }>(
      "select id from app.account_correction where business_id = $1",
      debtor.businessId,
    );
    const staff = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: "req" };
    await debtor.within((tx) => closeCorrection(tx, open?.id ?? "", staff));
    await expect(debtor.within((tx) => closeCorrection(tx, open?.id ?? "", staff))).rejects.toMatchObject({
      code: "WRONG_STATE",
    });
    expect(await claim("2026-11-25T22:46:00Z")).toEqual({ refusal: null });
    expect((await openTasks(debtor)).filter(({ kind }) => kind === "ACCOUNT_CORRECTION_OPEN")).toEqual([]);
  });

  it("is not undone by a linked bank that still reports the old numbers", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const { platformId, businessId, bankAccountId } = debtor;
    const itemId = randomUUID();
    await server.database.admin.query(
      "insert into app.bank_item (id, platform_id, business_id, vendor_item_id, status) values ($1, $2, $3, $4, 'CONNECTED')",
      [itemId, platformId, businessId, randomUUID()],
    );
    await server.database.admin.query(
      "update app.bank_account set bank_item_id = $2, vendor_account_id = 'one', created_method = 'PLAID' where id = $1",
      [bankAccountId, itemId],
    );
    const key = await server.app.vault.keyFor({ platformId, businessId });
    const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
    const report = async (account: string) => {
      const numbers = { accountNumber: new Secret(account), routingNumber: new Secret("021000021") };
      const read = {
        id: "one",
        name: "Checking",
        mask: "0001",
        type: "DEPOSITORY",
        subtype: "checking",
        holder: "BUSINESS",
        numbers: { accountId: "one", isTokenized: false, ...numbers, ...(await fingerprintsOf(server.app, numbers)) },
      } as unknown as ReadAccount;
      await debtor.within(async (tx) => {
        const item = await lockItem(tx, itemId);
        if (item) await saveAccounts(tx, server.app, key, item, "Bank", [read], by);
      });
      return (await numbersOf(debtor)).account;
    };
    await receive(debtor, notice("C01"));
    expect(await report("1000000001")).toBe(newNumber);
    expect(await report("1000000009")).toBe("1000000009");
  });

  it("is told to every owner once, in their language", async () => {
    const debtor = await aDebtor(server, "1000000001", monday);
    const { platformId, businessId } = debtor;
    await server.database.admin.query(
      `insert into app.business_owner (platform_id, business_id, is_primary, current_step, first_name, last_name, email)
       values ($1, $2, false, 'START_FLOW', 'Luis', 'Ortega', 'luis@corrected.test')`,
      [platformId, businessId],
    );
    await receive(debtor, notice("C01"));
    await handleEvents(server, businessId);
    expect(await changeEmails(server, businessId)).toMatchObject([
      {
        recipient: "luis@corrected.test",
        params: { madeBy: { kind: "BANK" }, accounts: [{ last4: "1234", what: ["CORRECTED"], firstPayoutOn: null }] },
      },
    ]);
  });
});
