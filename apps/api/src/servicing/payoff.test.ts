import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loanTerms } from "../products/products.fixture.ts";
import { anIntegratedAdvance } from "../products/receivable.fixture.ts";
import { type LifeGround, LoanLife, lifeGround } from "./loan-life.fixture.ts";
import { anAdvance } from "./periods/advance-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;
const noDay = "2026-01-24";

/** Three installments of 1,722,528 each, due on the 15th of February, March and April. Together they have 167,584 of interest. */
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const interestCents = 167_584;
/** The interest of one month on 50,000.00. */
const payoffInterestCents = 83_333;

async function aLoan(accountNumber?: string): Promise<LoanLife> {
  const life = await LoanLife.fund(ground, { terms, ...(accountNumber && { accountNumber }) });
  await life.rows(
    `insert into app.user_role (platform_id, business_id, user_id, role)
     select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
    life.debtor.businessId,
  );
  return life;
}

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}/early-payoff`;
const quote = (life: LoanLife, effectiveDate: string) =>
  life.debtor.person.as({ method: "GET", url: `${pathOf(life)}?effectiveDate=${effectiveDate}` });
const schedule = (life: LoanLife, effectiveDate: string) =>
  life.debtor.person.as({ method: "POST", url: pathOf(life), payload: { effectiveDate } });
const cancel = (life: LoanLife) => life.debtor.person.as({ method: "DELETE", url: pathOf(life) });
const shownPayoff = (answer: { body: object }) => {
  const { issuedProduct } = answer.body as {
    issuedProduct: {
      servicingData: { termLoanAmmortizationSchedule: { loanSummary: { earlyPayoff: object | null } } };
    };
  };
  return issuedProduct.servicingData.termLoanAmmortizationSchedule.loanSummary.earlyPayoff;
};

const payoffs = (life: LoanLife) =>
  life.rows<{ status: string; debit: string; on: string }>(
    `select p.status, o.status as debit, o.effective_on::text as on from app.payoff p
     join app.payment_order o on o.id = p.payment_order_id where p.issued_product_id = $1 order by p.id`,
    life.id,
  );
const debits = async (life: LoanLife) => (await life.debits()).map(({ item, on, status }) => ({ item, on, status }));
const payoffOrders = async (life: LoanLife) =>
  (await life.rows("select from app.payment_order where issued_product_id = $1 and purpose = 'PAYOFF'", life.id))
    .length;

describe("payoff of a loan", () => {
  it("is quoted for the banking day of its debit, debited once, and closes the loan", { timeout }, async () => {
    const life = await aLoan();
    const amountCents = 5_000_000 + payoffInterestCents;
    const shown = {
      principalCents: 5_000_000,
      interestCents: payoffInterestCents,
      feesCents: 0,
      amountCents,
      plannedInterestCents: interestCents,
      savedCents: interestCents - payoffInterestCents,
    };
    // The file of today has left.
    const quoted = (await quote(life, "2026-01-21")).body;
    expect(quoted).toMatchObject({ payoffQuote: { ...shown, effectiveDate: "2026-01-22" } });
    expect((await quote(life, noDay)).body).toMatchObject({ payoffQuote: { ...shown, effectiveDate: "2026-01-26" } });
    const { explanations } = (quoted as { payoffQuote: { explanations: Record<string, { result: number }> } })
      .payoffQuote;
    for (const [figure, result] of Object.entries(shown))
      if (figure !== "feesCents") expect({ figure, result: explanations[figure]?.result }).toEqual({ figure, result });
    for (const wrong of ["2026-01-20", "2026-02-13"])
      expect((await quote(life, wrong)).body).toMatchObject({ code: "PAYOFF_DATE_INVALID" });
    expect(await payoffs(life)).toEqual([]);
    const scheduled = await schedule(life, noDay);
    expect(shownPayoff(scheduled)).toEqual({ effectiveDate: "2026-01-26", amountCents });
    expect((await schedule(life, noDay)).body).toMatchObject({ code: "PAYOFF_ALREADY_SCHEDULED" });
    await life.passTo("2026-02-03T15:00:00Z");
    expect(await payoffs(life)).toEqual([{ status: "COMPLETED", debit: "SUCCESSFUL_PAYMENT", on: "2026-01-26" }]);
    expect(await life.status()).toBe("FULLY_PAID");
    expect((await schedule(life, "2026-02-05")).body).toMatchObject({ code: "PAYOFF_NOTHING_OUTSTANDING" });
    await life.passTo("2026-03-20T15:00:00Z");
    expect(await debits(life)).toEqual([]);
    expect(await life.books("2026-03-20")).toEqual({
      CASH: 150_000 + payoffInterestCents,
      INTEREST_INCOME: -payoffInterestCents,
      ORIGINATION_INCOME: -150_000,
    });
    const steps = await life.rows<{ action: string }>(
      "select action from app.audit where business_id = $1 and action like 'payoff.%' order by sequence",
      life.debtor.businessId,
    );
    expect(steps.map(({ action }) => action)).toEqual(["payoff.scheduled", "payoff.sent", "payoff.settled"]);
  });

  it("replaces the debits of the schedule, which return when the owner cancels it before its claim", {
    timeout,
  }, async () => {
    const life = await aLoan();
    await life.passTo("2026-02-10T15:00:00Z");
    const ordered = { item: "installment 1", on: "2026-02-17", status: "SCHEDULED" };
    const withdrawn = { ...ordered, status: "CANCELLED" };
    expect(await debits(life)).toEqual([ordered]);
    expect((await cancel(life)).status).toBe(404);
    await schedule(life, "2026-02-11");
    expect(await debits(life)).toEqual([withdrawn]);
    await life.act();
    expect(await debits(life)).toEqual([withdrawn]);
    const cancelled = await cancel(life);
    expect(shownPayoff(cancelled)).toBeNull();
    expect(await debits(life)).toEqual([withdrawn, ordered]);
    await schedule(life, "2026-02-11");
    await life.passTo("2026-02-10T23:30:00Z");
    expect((await payoffs(life)).map(({ status }) => status)).toEqual(["CANCELLED", "IN_FLIGHT"]);
    expect((await cancel(life)).body).toMatchObject({ code: "PAYOFF_NOT_CANCELLABLE" });
    await life.passTo("2026-02-20T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await debits(life)).toEqual([withdrawn, withdrawn]);
    expect(await life.steps()).toEqual([]);
    expect(await life.books("2026-02-20")).toMatchObject({ CASH: 150_000 + payoffInterestCents });
  });

  it("that the bank returns is not tried again, and the schedule applies from the next cut-off on", {
    timeout,
  }, async () => {
    const life = await aLoan("1000000002");
    await life.passTo("2026-02-09T15:00:00Z");
    await schedule(life, "2026-02-10");
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-02-12T15:00:00Z");
    expect(await payoffs(life)).toEqual([{ status: "FAILED", debit: "FAILED_PAYMENT", on: "2026-02-10" }]);
    const ordered = { item: "installment 1", on: "2026-02-17", status: "SCHEDULED" };
    const fee = { ...ordered, item: "fee 4" };
    expect(await debits(life)).toEqual([{ ...ordered, status: "CANCELLED" }, ordered, fee]);
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-04-22T15:00:00Z");
    expect(await payoffOrders(life)).toBe(1);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-04-22")).toMatchObject({ CASH: 150_000 + interestCents + 2_500 });
  });

  it("that comes back after it has closed the loan reopens the loan with its schedule", { timeout }, async () => {
    const life = await aLoan("1000000010");
    await schedule(life, "2026-01-26");
    await life.passTo("2026-01-30T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    await life.passTo("2026-02-05T15:00:00Z");
    expect(await payoffs(life)).toEqual([{ status: "FAILED", debit: "FAILED_PAYMENT", on: "2026-01-26" }]);
    expect(await life.status()).toBe("LATE");
    await life.useOtherAccount("1000000001");
    await life.passTo("2026-04-22T15:00:00Z");
    expect(await payoffOrders(life)).toBe(1);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-04-22")).toMatchObject({ CASH: 150_000 + interestCents });
  });

  it("whose file is missed while the worker is off is not debited on another day, and has failed", {
    timeout,
  }, async () => {
    const life = await aLoan();
    await schedule(life, "2026-01-26");
    await life.setClock(new Date("2026-01-29T15:00:00Z"));
    await life.passTo("2026-02-03T15:00:00Z");
    expect(await payoffs(life)).toMatchObject([{ status: "FAILED", debit: "CANCELLED" }]);
    await life.passTo("2026-04-22T15:00:00Z");
    expect(await payoffOrders(life)).toBe(1);
    expect(await life.status()).toBe("FULLY_PAID");
    expect(await life.books("2026-04-22")).toMatchObject({ CASH: 150_000 + interestCents });
  });
});

describe("payoff of an advance", () => {
  const asOwner = (life: LoanLife) =>
    life.rows(
      `insert into app.user_role (platform_id, business_id, user_id, role)
       select platform_id, business_id, id, 'PRIMARY_OWNER' from app.business_user where business_id = $1`,
      life.debtor.businessId,
    );
  const nowhere = /loan|interest|borrow/i;

  it("is refused with what is left of the purchased amount, also when the advance is late", { timeout }, async () => {
    const life = await anAdvance(ground);
    await asOwner(life);
    for (const status of ["CURRENT", "LATE", "DEFAULTED"]) {
      await life.rows("update app.issued_product set loan_status = $2 where id = $1", life.id, status);
      const answers = [
        await life.debtor.person.as({ method: "GET", url: pathOf(life) }),
        await schedule(life, "2026-01-20"),
      ];
      for (const { status: code, body } of answers) {
        expect(code).toBe(409);
        expect(body).toMatchObject({
          code: "PAYOFF_OF_ADVANCE",
          message: expect.stringContaining("$22,400 is left. Delivering it early costs the same."),
        });
        expect((body as { message: string }).message).not.toMatch(nowhere);
      }
    }
    await life.rows(
      "update app.obligation set paid_principal_cents = owed_principal_cents, paid_fee_cents = owed_fee_cents where issued_product_id = $1",
      life.id,
    );
    expect((await schedule(life, "2026-01-20")).body).toMatchObject({ code: "PAYOFF_NOTHING_OUTSTANDING" });
  });

  it("is refused in the same way for an advance that its platform splits", { timeout }, async () => {
    const life = await anAdvance(ground);
    await asOwner(life);
    const id = await anIntegratedAdvance(ground.server.database.admin, life.debtor);
    const url = `/api/v1/servicing/issued-products/${id}/early-payoff`;
    expect((await life.debtor.person.as({ method: "GET", url })).body).toMatchObject({ code: "PAYOFF_OF_ADVANCE" });
  });
});
