import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleEvents, recordEvent } from "../workflows/handle-event.fixture.ts";
import {
  aLoanWithRole,
  installmentCents,
  type LifeGround,
  type LoanLife,
  lifeGround,
  paysAlways,
  returnsAll,
} from "./loan-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}/pay-from-account`;
type Shown = { accounts: { bankAccountId: string; accountNumberLast4: string; authorization: { text: string } }[] };
async function quote(life: LoanLife): Promise<Shown> {
  const { body } = await life.debtor.person.as({ method: "GET", url: pathOf(life) });
  return body as Shown;
}
const pay = (life: LoanLife, bankAccountId: string, amountCents = installmentCents) => {
  const payload = { bankAccountId, amountCents, effectiveDate: "2026-02-20" };
  return life.debtor.person.as({ method: "POST", url: pathOf(life), payload });
};
const debits = (life: LoanLife) =>
  life.rows<{ item: string; on: string; status: string; account: string }>(
    `select split_part(p.item, '/', 1) as item, p.effective_on::text as on, p.status, a.account_number_last4 as account
     from app.payment_order p join app.bank_account a on a.id = p.bank_account_id
     where p.issued_product_id = $1 and p.direction = 'INCOMING' order by p.id`,
    life.id,
  );
const first = { item: "installment", on: "2026-02-17", status: "FAILED_PAYMENT", account: "0002" };
const retry = { ...first, on: "2026-02-23" };

describe("payment of what is due from another account", () => {
  it("is debited there under an authorization of its own, and the next payments from the account as before", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    const other = await life.addAccount(paysAlways);
    await life.passTo("2026-02-19T15:00:00Z");
    const { accounts } = await quote(life);
    expect(accounts.map(({ bankAccountId, accountNumberLast4 }) => [bankAccountId, accountNumberLast4])).toEqual([
      [other, "0001"],
    ]);
    expect((await pay(life, other, installmentCents - 1)).body).toMatchObject({ code: "PAY_NOW_CHANGED" });
    expect((await pay(life, other)).status).toBe(200);
    const authorized = await life.rows(
      `select d.text, d.last4, d.text_version as version, p.bank_account_id as account from app.pay_now p
       join app.debit_authorization d on d.id = p.debit_authorization_id and d.bank_account_id = p.bank_account_id
       where p.issued_product_id = $1`,
      life.id,
    );
    const text = accounts[0]?.authorization.text;
    expect(text).toContain("ending in 0001 by ACH once for what is due: $17,225.28 on February 20, 2026.");
    expect(authorized).toEqual([{ text, last4: "0001", version: "2026-11-19", account: other }]);
    // It stands in the week of the debit that has failed.
    const atOnce = { item: "pay-now", on: "2026-02-20", status: "SCHEDULED", account: "0001" };
    expect(await debits(life)).toEqual([first, { ...retry, status: "CANCELLED" }, atOnce]);
    await life.passTo("2026-02-26T15:00:00Z");
    expect((await debits(life)).at(-1)).toEqual({ ...atOnce, status: "SUCCESSFUL_PAYMENT" });
    await life.passTo("2026-03-12T15:00:00Z");
    expect((await debits(life)).filter(({ status }) => status === "SCHEDULED")).toMatchObject(
      (await debits(life)).filter(({ status }) => status === "SCHEDULED").map(() => ({ account: "0002" })),
    );
    expect((await debits(life)).some(({ on, account }) => on === "2026-03-16" && account === "0002")).toBe(true);
  });

  it("that fails is not tried again, and the retry returns at the account as before", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    const other = await life.addAccount("1000000002");
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await pay(life, other)).status).toBe(200);
    await life.passTo("2026-02-24T15:00:00Z");
    expect(await debits(life)).toEqual([
      first,
      { ...retry, status: "CANCELLED" },
      { ...first, item: "pay-now", on: "2026-02-20" },
      { ...retry, on: "2026-02-25", status: "SCHEDULED" },
    ]);
  });

  it("that is refused when it is to be sent is told to the owner by email, asks for no other account and leaves the schedule", {
    timeout,
  }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    await life.rows(
      "update app.business_user set email = 'owner@example.com' where business_id = $1",
      life.debtor.businessId,
    );
    const other = await life.addAccount(paysAlways);
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await pay(life, other)).status).toBe(200);
    await life.rows("update app.bank_account set blocked_at = now() where id = $1", other);
    await life.passTo("2026-02-21T15:00:00Z");
    const told = "select template from app.email where business_id = $1 and template = 'other-account-not-debited'";
    expect(await life.rows(told, life.debtor.businessId)).toHaveLength(1);
    expect(await life.rows("select from app.additional_input where business_id = $1", life.debtor.businessId)).toEqual(
      [],
    );
    expect((await debits(life)).slice(2)).toEqual([
      { item: "pay-now", on: "2026-02-20", status: "CANCELLED", account: "0001" },
      { ...retry, on: "2026-02-24", status: "SCHEDULED" },
    ]);
  });

  it("stays at its account when another account takes the place of that one", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    const other = await life.addAccount(paysAlways);
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await pay(life, other)).status).toBe(200);
    const { platformId, businessId } = life.debtor;
    const accountChangeId = randomUUID();
    await life.rows(
      `insert into app.account_change (id, platform_id, business_id, actor_kind, made_at) values ($1, $2, $3, 'USER', now())`,
      accountChangeId,
      platformId,
      businessId,
    );
    await life.rows(
      `insert into app.account_change_item (account_change_id, bank_account_id, platform_id, business_id, what, servicing_before)
       values ($1, $2, $3, $4, '{CHOSEN_FOR_DEBITS}', $5)`,
      accountChangeId,
      life.debtor.bankAccountId,
      platformId,
      businessId,
      other,
    );
    await recordEvent(
      ground.server,
      { platformId, businessId },
      { kind: "account_change.made", body: { accountChangeId } },
    );
    await handleEvents(ground.server, businessId);
    expect((await debits(life)).at(-1)).toMatchObject({ item: "pay-now", status: "SCHEDULED", account: "0001" });
  });

  it.each([
    ["not verified", "update app.bank_account set verification = 'PENDING' where id = $1"],
    ["removed", "update app.bank_account set removed_at = now() where id = $1"],
    ["blocked", "update app.bank_account set blocked_at = now() where id = $1"],
    ["not authorized", "update app.ach_authorization set revoked_at = now() where bank_account_id = $1"],
    ["not screened", "update app.bank_account set sanctions_clear_on = null where id = $1"],
  ])("is refused for an account that is %s, which is not shown", { timeout }, async (_, sql) => {
    const life = await aLoanWithRole(ground, returnsAll);
    const other = await life.addAccount(paysAlways);
    await life.passTo("2026-02-19T15:00:00Z");
    await life.rows(sql, other);
    expect((await quote(life)).accounts).toEqual([]);
    const { status, body } = await pay(life, other);
    expect([status, body["code"]]).toEqual(
      sql.includes("removed_at") ? [404, "NOT_FOUND"] : [409, "PAY_NOW_OTHER_ACCOUNT_UNUSABLE"],
    );
    expect(await life.rows("select from app.debit_authorization where issued_product_id = $1", life.id)).toEqual([]);
  });

  it("is refused for another business's account, and to an operator", { timeout }, async () => {
    const life = await aLoanWithRole(ground, returnsAll);
    const other = await aLoanWithRole(ground, paysAlways, "OPERATOR");
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await pay(life, other.debtor.bankAccountId)).status).toBe(404);
    expect((await other.debtor.person.as({ method: "GET", url: pathOf(other) })).status).toBe(403);
  });
});
