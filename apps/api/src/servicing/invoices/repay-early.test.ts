import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../../../../scripts/processes.ts";
import { type LifeGround, type LoanLife, lifeGround } from "../loan-life.fixture.ts";
import { aLine, invoicesOf, lineAsShown, submitted } from "./invoice-life.fixture.ts";
import type { RepaymentQuote } from "./repay-early.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

/** $8,000 at 3 % GROSS for 30 days: 824,000 are due on February 21 and debited on February 23. */
async function funded(accountNumber?: string): Promise<{ life: LoanLife; id: string }> {
  const life = await aLine(ground, { accountNumber });
  const id = await submitted(ground, life);
  await life.passTo("2026-01-26T15:00:00Z");
  return { life, id };
}
const pathOf = (id: string) => `/api/v1/servicing/invoices/${id}/early-repayment`;
const repay = (life: LoanLife, id: string, payload: object = {}) =>
  life.debtor.person.as({ method: "POST", url: pathOf(id), payload });
const cancel = (life: LoanLife, id: string) => life.debtor.person.as({ method: "DELETE", url: pathOf(id) });
async function quote(life: LoanLife, id: string): Promise<RepaymentQuote & { effectiveDate: string }> {
  const { body } = await life.debtor.person.as({ method: "GET", url: pathOf(id) });
  return (body as unknown as { repaymentQuote: RepaymentQuote & { effectiveDate: string } }).repaymentQuote;
}
const ordersOf = (life: LoanLife, id: string) =>
  life.rows<{ purpose: string; cents: number; on: string; status: string }>(
    `select purpose, amount_cents::int as cents, effective_on::text as on, status from app.payment_order
     where invoice_id = $1 and purpose <> 'FUNDING' order by id`,
    id,
  );
const shown = async (life: LoanLife, id: string) =>
  (await lineAsShown(life)).invoices.find((invoice) => invoice.id === id);

describe("early repayment of an invoice", () => {
  it("debits all of it once in place of its own debit, and pays back the rebate by the day of the successful order", {
    timeout,
  }, async () => {
    const { life, id } = await funded();
    await life.passTo("2026-02-13T15:00:00Z");
    // A weekend and a holiday follow: the next banking day is the 17th, four days before the due date.
    const { effectiveDate, amountCents, rebateCents, costAfterRebateCents } = await quote(life, id);
    expect({ effectiveDate, amountCents, rebateCents, costAfterRebateCents }).toEqual({
      effectiveDate: "2026-02-17",
      amountCents: 824_000,
      rebateCents: 3_200,
      costAfterRebateCents: 820_800,
    });
    expect(await repay(life, id, { amountCents: 1, effectiveDate })).toMatchObject({
      body: { code: "PAY_NOW_CHANGED" },
    });
    expect((await repay(life, id, { amountCents, effectiveDate })).status).toBe(200);
    const own = { purpose: "REPAYMENT", cents: 824_000, on: "2026-02-23" };
    const payoff = { purpose: "PAYOFF", cents: 824_000, on: "2026-02-17" };
    expect(await ordersOf(life, id)).toEqual([
      { ...own, status: "CANCELLED" },
      { ...payoff, status: "SCHEDULED" },
    ]);
    expect(await shown(life, id)).toMatchObject({
      repayment: { effectiveDate, amountCents, isCancellable: true },
      whyNotRepayEarly: "PAYMENT_PENDING",
    });
    expect((await repay(life, id)).status).toBe(409);
    await life.passTo("2026-03-02T15:00:00Z");
    expect(await ordersOf(life, id)).toEqual([
      { ...own, status: "CANCELLED" },
      { ...payoff, status: "SUCCESSFUL_PAYMENT" },
      { purpose: "REBATE", cents: 3_200, on: expect.any(String) as string, status: "SUCCESSFUL_PAYMENT" },
    ]);
    expect(await shown(life, id)).toMatchObject({
      displayStatus: "PAID",
      repaidOn: "2026-02-17",
      rebatesCents: 3_200,
      totalFeeAdjustmentsCents: -3_200,
      repayment: null,
    });
    expect((await lineAsShown(life)).availableCents).toBe(5_000_000);
    await life.books("2026-03-02");
  });

  it("leaves the other invoices of the line as they are, and is withdrawn until its debit is sent", {
    timeout,
  }, async () => {
    const { life, id } = await funded();
    const other = await submitted(ground, life);
    await life.passTo("2026-02-18T15:00:00Z");
    expect((await repay(life, id)).status).toBe(200);
    await life.act();
    expect(await shown(life, other)).toMatchObject({ repayment: null });
    expect((await cancel(life, id)).status).toBe(200);
    expect((await ordersOf(life, id)).map(({ purpose, status }) => `${purpose} ${status}`)).toEqual([
      "REPAYMENT CANCELLED",
      "PAYOFF CANCELLED",
      "REPAYMENT SCHEDULED",
    ]);
    expect((await cancel(life, id)).status).toBe(404);
    expect((await repay(life, id)).status).toBe(200);
    await life.passTo("2026-02-19T03:00:00Z");
    expect((await cancel(life, id)).body).toMatchObject({ code: "PAYOFF_NOT_CANCELLABLE" });
    await life.passTo("2026-03-10T15:00:00Z");
    expect((await invoicesOf(life)).map(({ state }) => state)).toEqual(["CLOSED_INVOICE", "CLOSED_INVOICE"]);
    await life.books("2026-03-10");
  });

  it("that the bank returns is not tried again, pays no rebate, and its own debit returns", { timeout }, async () => {
    const { life, id } = await funded("1000000002");
    expect((await repay(life, id)).status).toBe(200);
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-03-03T15:00:00Z");
    const orders = (await ordersOf(life, id)).filter(({ purpose }) => purpose !== "FEE");
    expect(orders.map(({ purpose, status }) => `${purpose} ${status}`)).toEqual([
      "PAYOFF FAILED_PAYMENT",
      "REPAYMENT SUCCESSFUL_PAYMENT",
    ]);
    expect((await invoicesOf(life))[0]?.state).toBe("CLOSED_INVOICE");
  });

  it("is refused when its debit is claimed at the same moment", { timeout }, async () => {
    const { life, id } = await funded();
    await life.passTo("2026-02-18T15:00:00Z");
    expect((await ordersOf(life, id)).map(({ status }) => status)).toEqual(["SCHEDULED"]);
    const claim = await ground.server.database.admin.connect();
    try {
      await claim.query("begin");
      await claim.query(
        "update app.payment_order set claimed_at = now() where invoice_id = $1 and direction = 'INCOMING'",
        [id],
      );
      const answer = repay(life, id);
      await until("the repayment waits for the claim", async () => {
        const waiting = await life.rows(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return waiting.length > 0;
      });
      await claim.query("commit");
      expect((await answer).body).toMatchObject({ code: "INVOICE_NOT_REPAYABLE" });
      expect(await ordersOf(life, id)).toHaveLength(1);
    } finally {
      claim.release();
    }
  });
});
