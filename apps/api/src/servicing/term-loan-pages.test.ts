import type { ProductActivity } from "@inlay/contracts/servicing/activity.ts";
import type { TermLoanServicing } from "@inlay/contracts/servicing/term-loan.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loanTerms } from "../products/products.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

/** Three installments of 1,722,528 each, due on the 15th of February, March and April. Together they have 167,584 of interest. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const paymentCents = 1_722_528;

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}`;
const isOwner = (life: LoanLife) =>
  life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
    life.debtor.businessId,
  );

async function read(life: LoanLife): Promise<TermLoanServicing> {
  const { status, body, text } = await life.debtor.person.as({ method: "GET", url: `${pathOf(life)}/term-loan` });
  expect(status, text).toBe(200);
  return (body as unknown as { termLoan: TermLoanServicing }).termLoan;
}

async function activityOf(life: LoanLife, query = ""): Promise<{ activity: ProductActivity[]; hasMore: boolean }> {
  const { body } = await life.debtor.person.as({ method: "GET", url: `${pathOf(life)}/activity${query}` });
  return body as unknown as { activity: ProductActivity[]; hasMore: boolean };
}

/** The unpaid principal of the loan in the ledger. */
async function principalInLedger(life: LoanLife): Promise<number> {
  const [row] = await life.rows<{ cents: string }>(
    `select coalesce(sum(l.debit_cents - l.credit_cents), 0)::text as cents from app.journal_line l
     join app.ledger_account a on a.number = l.account where l.issued_product_id = $1 and a.code = 'PRINCIPAL_RECEIVABLE'`,
    life.id,
  );
  return Number(row?.cents);
}

describe("pages of a term loan", () => {
  it("show what the ledger holds, from the funding over a failed debit and its retry to the last payment", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000201" });
    await isOwner(life);
    const first = await read(life);
    expect(first).toMatchObject({
      loanStatus: "CURRENT",
      remainingPrincipalCents: 5_000_000,
      monthlyPaymentCents: paymentCents,
      monthlyRatePercentage: "1.67",
      termMonths: 3,
      remainingMonths: 3,
      isAutoPaymentOn: true,
      account: { last4: "0201" },
      // February 15, 2026 is a Sunday before a holiday.
      nextPayment: { amountCents: paymentCents, dueOn: "2026-02-15", takenOn: "2026-02-17" },
      overdue: null,
      whyNotPayNow: "PAY_NOW_NOTHING_DUE",
    });
    expect(await principalInLedger(life)).toBe(first.remainingPrincipalCents);
    expect(first.payoff).toMatchObject({ why: null, latestOn: "2026-02-12", first: { effectiveDate: "2026-01-22" } });
    expect(first.payoff.days).not.toContain("2026-01-24");
    expect(first.payoff.closedDays).toContain("2026-01-24");

    await life.passTo("2026-02-19T23:00:00Z");
    const late = await read(life);
    expect(late.overdue).toMatchObject({
      oldestDueOn: "2026-02-15",
      failure: { debitedOn: "2026-02-17", kind: "NOT_ENOUGH_FUNDS" },
      retryOn: "2026-02-23",
      lines: [{ kind: "INSTALLMENT", unpaidCents: paymentCents }],
      totalCents: paymentCents,
    });
    expect(late.fees).toMatchObject([{ feeType: "INSUFFICIENT_FUNDS", unpaidCents: 2_500 }]);
    expect(late.whyNotPayNow).toBeNull();
    expect(late.payoff.why).not.toBeNull();

    await life.passTo("2026-03-01T15:00:00Z");
    const cured = await read(life);
    expect(cured.overdue).toBeNull();
    expect(cured.schedule[0]).toMatchObject({ status: "PAID", takenOn: "2026-02-23" });
    expect(await principalInLedger(life)).toBe(cured.remainingPrincipalCents);
    expect(cured.remainingPrincipalCents + cured.repaidPrincipalCents).toBe(5_000_000);

    const { activity } = await activityOf(life);
    const told = activity.map(({ kind, amountCents }) => `${kind} ${amountCents}`);
    for (const entry of [`PAYMENT_FAILED ${paymentCents}`, `PAYMENT_SETTLED ${paymentCents}`, "FEE_ASSESSED 2500"])
      expect(told).toContain(entry);
    const page = await activityOf(life, "?limit=2");
    expect(page).toEqual({ activity: activity.slice(0, 2), hasMore: true });
    const next = await activityOf(life, `?limit=2&after=${page.activity[1]?.id}`);
    expect(next.activity).toEqual(activity.slice(2, 4));

    await life.passTo("2026-05-08T15:00:00Z");
    expect(await read(life)).toMatchObject({
      loanStatus: "FULLY_PAID",
      remainingPrincipalCents: 0,
      monthlyPaymentCents: null,
      nextPayment: null,
      remainingMonths: 0,
      isAutoPaymentOn: false,
      payoff: { why: "PAYOFF_NOTHING_OUTSTANDING" },
    });
    expect(await principalInLedger(life)).toBe(0);
    expect((await activityOf(life)).activity.map(({ kind }) => kind)).toContain("PAID_OFF");
  });

  it("show a scheduled payoff with its amount until it is cancelled, and a payment that was moved with its signed day", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await isOwner(life);
    const { payoff } = await read(life);
    const day = payoff.days[3] ?? "";
    const scheduled = { effectiveDate: day };
    await life.debtor.person.as({ method: "POST", url: `${pathOf(life)}/early-payoff`, payload: scheduled });
    expect((await read(life)).payoff).toMatchObject({
      why: "PAYOFF_ALREADY_SCHEDULED",
      days: [],
      scheduled: { effectiveDate: day, amountCents: payoff.first?.amountCents, isCancellable: true },
    });
    await life.debtor.person.as({ method: "DELETE", url: `${pathOf(life)}/early-payoff` });
    expect((await read(life)).payoff).toMatchObject({ why: null, scheduled: null });
    const { activity } = await activityOf(life);
    expect(activity.slice(0, 2).map(({ kind }) => kind)).toEqual(["PAYOFF_CANCELLED", "PAYOFF_SCHEDULED"]);
    expect(activity[1]).toMatchObject({ amountCents: payoff.first?.amountCents, on: day });
    const [row] = (await read(life)).schedule;
    const choice = { obligationId: row?.obligationId, day: "2026-02-18" };
    await life.debtor.person.as({ method: "POST", url: `${pathOf(life)}/moved-payment`, payload: choice });
    expect((await read(life)).schedule[0]).toMatchObject({
      dueOn: "2026-02-18",
      originalDueOn: "2026-02-15",
      takenOn: "2026-02-18",
      status: "-",
    });
  });

  it("and its quotes are read while servicing, a claim and a payment hold their locks", { timeout }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: "1000000002" });
    await isOwner(life);
    await life.addAccount("1000000001");
    await life.passTo("2026-02-19T15:00:00Z");
    const held = await ground.server.database.admin.connect();
    try {
      await held.query("begin");
      for (const [table, column] of [
        ["product_servicing", "issued_product_id"],
        ["payment_order", "issued_product_id"],
        ["issued_product", "id"],
        ["bank_account", "business_id"],
      ])
        await held.query(`select 1 from app.${table} where ${column} = $1 for update`, [
          table === "bank_account" ? life.debtor.businessId : life.id,
        ]);
      expect((await read(life)).overdue?.totalCents).toBe(paymentCents);
      for (const quote of ["early-payoff", "pay-now", "pay-from-account", "arrangements", "split-payment"]) {
        const { status } = await life.debtor.person.as({ method: "GET", url: `${pathOf(life)}/${quote}` });
        // The payoff of a loan with an overdue payment is refused, also without waiting.
        expect([quote, status]).toEqual([quote, quote === "early-payoff" ? 409 : 200]);
      }
    } finally {
      await held.query("rollback");
      held.release();
    }
  });
});
