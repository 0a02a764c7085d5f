import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raiseInput } from "../additional-inputs/public.ts";
import { unblockAccount } from "../banking/block-account.ts";
import { authorize, blockAccount, freezeBusinessOf } from "../banking/public.ts";
import type { Person } from "../http/public.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { fail } from "./apply-processor-status.ts";
import { createOrder } from "./create-order.ts";
import { lockOrder, type Order } from "./order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const now = new Date("2026-11-17T15:00:00Z");
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const staff = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: "req" };

/** Returns a debit with a code of the network. */
async function returned(debtor: Debtor, reason: "debit_blocked" | "closed_account", achCode: string) {
  const id = await debtor.within((tx) => createOrder(tx, debtor.debit(), system));
  await debtor.within(async (tx) => {
    const order = (await lockOrder(tx, id)) as Order;
    await fail(tx, { ...order, status: "SUBMITTED" }, { reason, achCode }, now);
  });
}
const isBlocked = async ({ bankAccountId }: Debtor) =>
  (
    await rows<{ yes: boolean }>(
      "select blocked_at is not null as yes from app.bank_account where id = $1",
      bankAccountId,
    )
  )[0]?.yes;
async function authorizeAnew(debtor: Debtor) {
  const { platformId, businessId, bankAccountId } = debtor;
  const [user] = await rows<{ id: string }>("select id from app.business_user where business_id = $1", businessId);
  const person = { platformId, businessId, userId: user?.id } as Person;
  const circumstances = { language: "en", address: "127.0.0.1", requestId: "req" } as const;
  await debtor.within((tx) => authorize(tx, person, bankAccountId, circumstances));
}

describe("account with a stopped payment (R08)", () => {
  it("is blocked and loses its authorization, and a new authorization clears the block", async () => {
    const debtor = await aDebtor(server, "1000000001", now.toISOString());
    await returned(debtor, "debit_blocked", "R08");
    expect(await isBlocked(debtor)).toBe(true);
    const valid = "select from app.ach_authorization where bank_account_id = $1 and revoked_at is null";
    expect(await rows(valid, debtor.bankAccountId)).toHaveLength(0);
    await authorizeAnew(debtor);
    expect(await isBlocked(debtor)).toBe(false);
    expect(await rows(valid, debtor.bankAccountId)).toHaveLength(1);
    const unblocked = "select from app.event where business_id = $1 and kind = 'bank_account.unblocked'";
    expect(await rows(unblocked, debtor.businessId)).toHaveLength(1);
  });

  it.each([
    ["before", ["closed_account", "debit_blocked"]],
    ["after", ["debit_blocked", "closed_account"]],
  ] as const)("stays blocked if another return %s it blocks the account for good", async (_, reasons) => {
    const debtor = await aDebtor(server, "1000000001", now.toISOString());
    for (const reason of reasons) await returned(debtor, reason, reason === "debit_blocked" ? "R08" : "R02");
    await authorizeAnew(debtor);
    expect(await isBlocked(debtor)).toBe(true);
  });
});

describe("unblocking an account", () => {
  const openInputs = ({ businessId }: Debtor) =>
    rows("select sub_step from app.additional_input where business_id = $1 and done_at is null", businessId);
  const ask = (debtor: Debtor, by: Parameters<typeof raiseInput>[1]["by"]) =>
    debtor.within((tx) =>
      raiseInput(tx, {
        platformId: debtor.platformId,
        businessId: debtor.businessId,
        subStep: "UPDATE_PRIMARY_BANK_ACCOUNT",
        by,
        requestId: null,
      }),
    );

  it("withdraws the request for another account and closes it, unless staff made it", async () => {
    const debtor = await aDebtor(server, "1000000001", now.toISOString());
    await debtor.within((tx) => blockAccount(tx, debtor.bankAccountId, now));
    await ask(debtor, { kind: "SYSTEM", id: null });
    await debtor.within((tx) => unblockAccount(tx, debtor.bankAccountId, staff));
    expect(await openInputs(debtor)).toEqual([]);
    expect(
      await rows("select from app.input_request where business_id = $1 and closed_at is null", debtor.businessId),
    ).toEqual([]);
    await debtor.within((tx) => blockAccount(tx, debtor.bankAccountId, now));
    await ask(debtor, { kind: "STAFF", id: randomUUID() });
    await debtor.within((tx) => unblockAccount(tx, debtor.bankAccountId, staff));
    expect(await openInputs(debtor)).toEqual([{ sub_step: "UPDATE_PRIMARY_BANK_ACCOUNT" }]);
  });

  it("closes the task of a frozen business with the last frozen account", async () => {
    const debtor = await aDebtor(server, "1000000001", now.toISOString());
    const other = randomUUID();
    await server.database.admin.query(
      `insert into app.bank_account (id, platform_id, business_id, account_name, account_number_last4, account_subtype, holder, created_method, added_on)
       values ($1, $2, $3, 'Other', '0001', 'checking', 'BUSINESS', 'MANUAL', '2026-01-02')`,
      [other, debtor.platformId, debtor.businessId],
    );
    const tasks = () =>
      rows(
        "select due_at as due from app.task where kind = 'BUSINESS_FROZEN' and subject_id = $1 and closed_at is null",
        debtor.businessId,
      );
    for (const id of [debtor.bankAccountId, other]) await debtor.within((tx) => freezeBusinessOf(tx, id, now));
    expect(await tasks()).toEqual([{ due: new Date("2026-11-18T22:00:00Z") }]);
    await debtor.within((tx) => unblockAccount(tx, other, staff));
    expect(await tasks()).toHaveLength(1);
    await debtor.within((tx) => unblockAccount(tx, debtor.bankAccountId, staff));
    expect(await tasks()).toEqual([]);
  });
});
