import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  anOwnedBusiness,
  changeEmails,
  type OwnedBusiness,
  openLink,
  pressStop,
  stoppedEmails,
  tokenIn,
  typing,
} from "../banking/account-change.fixture.ts";
import { bankVendor, exchange } from "../banking/banking.fixture.ts";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { type TestSandbox, testSandbox } from "../providers/sandbox.fixture.ts";
import { handleEvents } from "../workflows/handle-event.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import { createOrder } from "./create-order.ts";

// The journey of an attacker who has the session of a primary owner: every account that they add or choose is told to both owners at once,
// receives nothing while it is held, and is out of use when one owner presses the button.

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

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const system = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
/** Before a weekend, so that 72 hours end long before three banking days do. */
const friday = "2026-11-13T15:00:00Z";
/** The times at which the files of a day are submitted, in New York 17:45. */
const files = ["13", "16", "17", "18", "19", "20"].map((day) => new Date(`2026-11-${day}T22:45:00Z`));

/** Claims what is due for the file of a day, as the clock does. */
async function submitFile({ platformId, businessId, within }: OwnedBusiness, at: Date): Promise<void> {
  await rows("update app.business_clock set now_at = $2 where business_id = $1", businessId, at);
  const due = await rows<{ id: string }>(
    "select id from app.payment_order where business_id = $1 and next_action_at <= $2 and claimed_at is null order by id",
    businessId,
    at,
  );
  for (const { id } of due) await within((tx) => advanceOrder.act(tx, { platformId, businessId, id, dueAt: at }, at));
}

const orderOf = async (id: string) =>
  (
    await rows<{ account: string; status: string; isClaimed: boolean; next: Date | null }>(
      `select bank_account_id as account, status, claimed_at is not null as "isClaimed", next_action_at as next
       from app.payment_order where id = $1`,
      id,
    )
  )[0];

it("stolen session: no account of the attacker is paid within the hold, every owner is told, and one button stops all", async () => {
  const business = await anOwnedBusiness(server, friday);
  const { platformId, businessId, person, primary, coOwner, bankAccountId: own } = business;
  const choose = (id: string) =>
    person.as({ method: "POST", url: `/api/v1/bank-accounts/${id}/set-primary-bank-account` });
  /** The accounts count as verified, screened and authorized, so that only the hold and the stop protect the money. */
  const passChecks = () =>
    rows(
      `with passed as (update app.bank_account set verification = 'VERIFIED', sanctions_clear_on = '2026-01-02' where business_id = $2 returning id)
       insert into app.ach_authorization (platform_id, business_id, bank_account_id, text_hash, text_version)
       select $1, $2, id, 'x', '1' from passed on conflict do nothing`,
      platformId,
      businessId,
    );
  const told = async () => {
    await handleEvents(server, businessId);
    return changeEmails(server, businessId);
  };
  /** Both owners have heard of each change so far. */
  const everyOwnerWasToldOf = async (changes: number) => {
    const emails = await told();
    for (const owner of [primary, coOwner])
      expect(emails.filter(({ recipient }) => recipient === owner)).toHaveLength(changes);
    return emails;
  };
  const debit = await business.within((tx) =>
    createOrder(tx, business.debit({ dueOn: businessDate("2026-11-23") }), system),
  );

  // The attacker links a bank with two accounts, types another account, and switches twice.
  const linked = await exchange(person, await bankVendor(sandbox).publicToken(businessId));
  expect(linked.status).toBe(200);
  expect((await everyOwnerWasToldOf(1))[0]?.params.accounts.map(({ last4, what }) => [last4, what])).toEqual([
    ["6789", ["LINKED"]],
    ["4411", ["LINKED"]],
  ]);
  const checking = (linked.body["accounts"] as { id: string; subtype: string }[]).find(
    ({ subtype }) => subtype === "checking",
  )?.id as string;
  const typed = await business.within(await typing(server, business, "700000005555"));
  await everyOwnerWasToldOf(2);
  await passChecks();
  expect((await choose(checking)).status).toBe(200);
  await everyOwnerWasToldOf(3);
  expect((await choose(typed)).status).toBe(200);
  const emails = await everyOwnerWasToldOf(4);
  for (const { params } of emails)
    for (const { firstPayoutOn } of params.accounts) expect(firstPayoutOn).toBe("2026-11-19");

  // Unclaimed debits use the new account at once; a payout to it waits until the hold has ended.
  expect((await orderOf(debit))?.account).toBe(typed);
  const payout = await business.within((tx) => createOrder(tx, business.payout({ bankAccountId: typed }), system));
  for (const file of files.slice(0, 4)) {
    await submitFile(business, file);
    expect(await orderOf(payout)).toEqual({ account: typed, status: "SCHEDULED", isClaimed: false, next: files[4] });
  }

  // Mail scanners and previews follow the links, and nothing happens.
  const mine = emails.filter(({ recipient }) => recipient === coOwner).map(tokenIn);
  const state = () =>
    rows(
      "select id, roles, stopped_at, held_until_at, version from app.bank_account where business_id = $1 order by id",
      businessId,
    );
  const before = await state();
  for (const token of mine) {
    expect((await openLink(server, token)).status).toBe(200);
    await openLink(server, token, "HEAD");
    const prefetch = { method: "GET", url: "/?accountChange=yes", headers: { "sec-purpose": "prefetch" } } as const;
    await server.fastify.inject(prefetch);
  }
  expect(await state()).toEqual(before);
  expect((await person.as({ url: "/api/v1/business" })).status).toBe(200);

  // The owner who never signed in presses the button for each change.
  for (const token of mine) expect((await pressStop(server, token)).body).toMatchObject({ wasPaid: false });
  expect((await person.as({ url: "/api/v1/business" })).status).toBe(401);
  await handleEvents(server, businessId);
  for (const owner of [primary, coOwner])
    expect((await stoppedEmails(server, businessId)).filter(({ recipient }) => recipient === owner)).toHaveLength(4);
  expect(await rows("select roles from app.bank_account where business_id = $1 and roles <> '{}'", businessId)).toEqual(
    [{ roles: expect.arrayContaining(["SERVICING", "DISBURSEMENT"]) }],
  );

  // The earlier account is used, and an order that still names an account of the attacker is not sent.
  const direct = {
    payout: await business.within((tx) => createOrder(tx, business.payout({ bankAccountId: typed }), system)),
    debit: await business.within((tx) =>
      createOrder(tx, business.debit({ bankAccountId: checking, dueOn: businessDate("2026-11-23") }), system),
    ),
  };
  for (const file of files.slice(4)) await submitFile(business, file);
  expect(await orderOf(payout)).toMatchObject({ account: own, isClaimed: true });
  expect(await orderOf(debit)).toMatchObject({ account: own, isClaimed: true });
  for (const id of Object.values(direct)) expect((await orderOf(id))?.isClaimed).toBe(false);
  expect(
    await rows(
      "select from app.payment_order where business_id = $1 and bank_account_id <> $2 and claimed_at is not null",
      businessId,
      own,
    ),
  ).toEqual([]);
});
