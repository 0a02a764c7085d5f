import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { giveRole, type LifeGround, type LoanLife, lifeGround, paysAlways, returnsAll } from "../loan-life.fixture.ts";
import {
  type AdvanceWishes,
  anAdvance,
  debitsOf,
  estimateCents,
  periods,
  sell,
  totalCents,
} from "./advance-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}/pay-now`;
const quote = async (life: LoanLife) => (await life.debtor.person.as({ method: "GET", url: pathOf(life) })).body;
const pay = (life: LoanLife, amountCents: number, effectiveDate: string) =>
  life.debtor.person.as({ method: "POST", url: pathOf(life), payload: { amountCents, effectiveDate } });
const cancel = (life: LoanLife) => life.debtor.person.as({ method: "DELETE", url: pathOf(life) });
const statesOf = async (life: LoanLife) => (await periods(life)).map(({ state, cents }) => [state, cents]);

const paidAtOnce = (life: LoanLife) =>
  life.rows<{ cents: number; principal: number; fee: number; on: string; status: string; retries: number }>(
    `select amount_cents::int as cents, principal_cents::int as principal, fee_cents::int as fee, effective_on::text as on, status,
       retries_made as retries
     from app.payment_order where issued_product_id = $1 and item like 'pay-now/%' order by id`,
    life.id,
  );

/**
 * An advance whose first period, of Friday to Sunday, called for 1,000.00 on Wednesday the 21st of January. Its bank has returned that debit, and the
 * retry waits for Tuesday, on which the second period is due as well.
 */
async function aFailedPeriod(wishes: AdvanceWishes = {}, role = "OPERATOR"): Promise<LoanLife> {
  const life = await anAdvance(ground, { accountNumber: returnsAll, ...wishes });
  await giveRole(life, role);
  await life.passTo("2026-01-19T14:00:00Z");
  await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
  await life.passTo("2026-01-23T15:00:00Z");
  return life;
}
const first = { period: 1, cents: 100_000, on: "2026-01-21", status: "FAILED_PAYMENT", retries: 0 };
const retry = { ...first, on: "2026-01-27", retries: 1 };

describe("payment at once of what is due on an advance", () => {
  it("takes the unpaid periods that are due by one order, withdraws their debits and leaves later periods theirs", {
    timeout,
  }, async () => {
    const life = await anAdvance(ground, { accountNumber: returnsAll });
    await giveRole(life, "OPERATOR");
    expect(await quote(life)).toMatchObject({ code: "PAY_NOW_NOTHING_DUE" });
    await life.passTo("2026-01-19T14:00:00Z");
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    await life.passTo("2026-01-26T14:00:00Z");
    await sell(life, "2026-01-19", "2026-01-25", 4_000_000);
    await life.passTo("2026-01-29T15:00:00Z");
    expect(await statesOf(life)).toEqual([
      ["UNPAID", 100_000],
      ["UNPAID", 400_000],
      ["OPEN", null],
    ]);
    await life.useOtherAccount(paysAlways);
    const payNowQuote = {
      effectiveDate: "2026-01-30",
      repaymentCents: 500_000,
      feeCents: 0,
      amountCents: 500_000,
    };
    expect(await quote(life)).toEqual({ payNowQuote });
    expect((await pay(life, 400_000, "2026-01-30")).body).toMatchObject({ code: "PAY_NOW_CHANGED" });
    expect((await pay(life, 500_000, "2026-01-30")).body).toEqual({ payNowQuote });
    expect((await pay(life, 500_000, "2026-01-30")).body).toMatchObject({ code: "PAY_NOW_ALREADY_ORDERED" });
    expect((await debitsOf(life)).filter(({ status }) => status === "SCHEDULED")).toEqual([]);
    await life.passTo("2026-02-02T14:00:00Z");
    await sell(life, "2026-01-26", "2026-02-01", 2_000_000);
    await life.passTo("2026-02-06T15:00:00Z");
    expect(await statesOf(life)).toMatchObject([
      ["PAID", 100_000],
      ["PAID", 400_000],
      ["PAID", 200_000],
      ["OPEN", null],
    ]);
    // 240,000 / 2,240,000 of what was collected is the fee.
    expect(await paidAtOnce(life)).toEqual([
      { cents: 500_000, principal: 446_429, fee: 53_571, on: "2026-01-30", status: "SUCCESSFUL_PAYMENT", retries: 0 },
    ]);
    expect((await debitsOf(life)).filter(({ status }) => status === "SUCCESSFUL_PAYMENT")).toMatchObject([
      { period: 3, cents: 200_000 },
    ]);
    expect(await life.status()).toBe("CURRENT");
    await life.books("2026-02-06");
    const { body } = await life.debtor.person.as({
      method: "GET",
      url: `/api/v1/servicing/issued-products/${life.id}/cash-advance`,
    });
    expect(body["cashAdvance"]).toMatchObject({
      deliveredCents: 700_000,
      balanceCents: totalCents - 700_000,
      overdue: null,
    });
  });

  it("is debited from another account of the business, and the advance keeps its own", { timeout }, async () => {
    const life = await aFailedPeriod({}, "PRIMARY_OWNER");
    const other = await life.addAccount(paysAlways);
    const url = `/api/v1/servicing/issued-products/${life.id}/pay-from-account`;
    const { body: quoted } = await life.debtor.person.as({ method: "GET", url });
    expect(quoted).toMatchObject({ payNowQuote: { amountCents: 100_000 }, accounts: [{ bankAccountId: other }] });
    const { effectiveDate } = quoted["payNowQuote"] as { effectiveDate: string };
    const payload = { bankAccountId: other, amountCents: 100_000, effectiveDate };
    expect((await life.debtor.person.as({ method: "POST", url, payload })).status).toBe(200);
    expect((await debitsOf(life)).filter(({ status }) => status === "SCHEDULED")).toEqual([]);
    await life.passTo("2026-02-03T15:00:00Z");
    expect((await statesOf(life))[0]).toEqual(["PAID", 100_000]);
    const accounts = await life.rows(
      "select distinct bank_account_id = $2 as other from app.payment_order where issued_product_id = $1 and item like 'pay-now/%'",
      life.id,
      other,
    );
    expect(accounts).toEqual([{ other: true }]);
  });

  it("does not cover a period whose amount becomes known later, although its day had passed", { timeout }, async () => {
    const life = await aFailedPeriod({ isSigned: false });
    await life.passTo("2026-01-28T15:00:00Z");
    expect(await statesOf(life)).toMatchObject([
      ["UNPAID", 100_000],
      ["OPEN", null],
      ["OPEN", null],
    ]);
    await life.useOtherAccount(paysAlways);
    expect((await pay(life, 100_000, "2026-01-29")).status).toBe(200);
    await sell(life, "2026-01-19", "2026-01-25", 4_000_000);
    await life.passTo("2026-01-28T16:00:00Z");
    expect((await debitsOf(life)).filter(({ status }) => status === "SCHEDULED")).toMatchObject([
      { period: 2, cents: 400_000, on: "2026-01-29" },
    ]);
    await life.passTo("2026-02-03T15:00:00Z");
    expect((await statesOf(life)).slice(0, 2)).toEqual([
      ["PAID", 100_000],
      ["PAID", 400_000],
    ]);
    expect(await paidAtOnce(life)).toMatchObject([{ cents: 100_000, status: "SUCCESSFUL_PAYMENT" }]);
  });

  it("is not tried again when its bank returns it: the retry of the schedule returns at the next cut-off", {
    timeout,
  }, async () => {
    const life = await aFailedPeriod({}, "PRIMARY_OWNER");
    expect(await debitsOf(life)).toEqual([first, { ...retry, status: "SCHEDULED" }]);
    expect((await pay(life, 100_000, "2026-01-26")).status).toBe(200);
    expect((await debitsOf(life))[1]).toEqual({ ...retry, status: "CANCELLED" });
    await life.passTo("2026-01-28T15:00:00Z");
    expect(await paidAtOnce(life)).toMatchObject([{ status: "FAILED_PAYMENT", retries: 0 }]);
    expect(await statesOf(life)).toMatchObject([
      ["UNPAID", 100_000],
      ["UNPAID", estimateCents],
      ["OPEN", null],
    ]);
    const own = (await debitsOf(life)).filter(({ period }) => period === 1);
    expect(own).toEqual([
      first,
      { ...retry, status: "CANCELLED" },
      { ...retry, on: "2026-01-29", status: "SCHEDULED" },
    ]);
  });

  it("that its owner withdraws brings the retry back", { timeout }, async () => {
    const life = await aFailedPeriod({}, "PRIMARY_OWNER");
    await pay(life, 100_000, "2026-01-26");
    expect((await cancel(life)).status).toBe(200);
    expect(await debitsOf(life)).toEqual([first, { ...retry, status: "CANCELLED" }, { ...retry, status: "SCHEDULED" }]);
    expect(await paidAtOnce(life)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("is trued up like a debit of its period: the excess over the sales is refunded from it", { timeout }, async () => {
    const life = await anAdvance(ground, { accountNumber: returnsAll });
    await giveRole(life, "OPERATOR");
    // No sales were told, so the estimate is due.
    await life.passTo("2026-01-23T15:00:00Z");
    await life.useOtherAccount(paysAlways);
    expect((await pay(life, estimateCents, "2026-01-26")).status).toBe(200);
    // While the payment waits with its amount, the estimate is not replaced.
    await sell(life, "2026-01-16", "2026-01-18", 1_000_000);
    expect((await statesOf(life))[0]).toEqual(["UNPAID", estimateCents]);
    await life.passTo("2026-01-30T15:00:00Z");
    expect((await statesOf(life))[0]).toEqual(["PAID", 100_000]);
    expect(
      await life.rows(
        `select t.outcome, t.called_cents::int as called, t.due_cents::int as due, p.item like 'pay-now/%' as "fromPayNow"
         from app.true_up t join app.payment_order p on p.id = t.payment_order_id where t.issued_product_id = $1`,
        life.id,
      ),
    ).toEqual([{ outcome: "REFUND", called: estimateCents, due: 100_000, fromPayNow: true }]);
    await life.books("2026-01-30");
  });
});
