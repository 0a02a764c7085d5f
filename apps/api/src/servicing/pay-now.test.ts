import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  aLoanWithRole,
  installmentCents,
  interestCents,
  type LifeGround,
  type LoanLife,
  lifeGround,
  returnsAll,
  returnsFirst,
} from "./loan-life.fixture.ts";

let ground: LifeGround;
beforeAll(async () => {
  ground = await lifeGround();
});
afterAll(() => ground.close());

const timeout = 900_000;

const paymentCents = installmentCents;

type Role = "PRIMARY_OWNER" | "SECONDARY_OWNER" | "OPERATOR";

const aLoan = (accountNumber: string, role: Role = "OPERATOR") => aLoanWithRole(ground, accountNumber, role);

const pathOf = (life: LoanLife) => `/api/v1/servicing/issued-products/${life.id}/pay-now`;
const quote = (life: LoanLife) => life.debtor.person.as({ method: "GET", url: pathOf(life) });
const pay = (life: LoanLife, amountCents: number, effectiveDate: string) =>
  life.debtor.person.as({ method: "POST", url: pathOf(life), payload: { amountCents, effectiveDate } });
const cancel = (life: LoanLife) => life.debtor.person.as({ method: "DELETE", url: pathOf(life) });

const debits = (life: LoanLife) =>
  life.rows<{ item: string; kind: string; cents: number; on: string; status: string; retries: number }>(
    `select split_part(item, '/', 1) as item, payment_type as kind, amount_cents::int as cents, effective_on::text as on, status,
       retries_made as retries
     from app.payment_order where issued_product_id = $1 and direction = 'INCOMING' order by id`,
    life.id,
  );
const installment = { item: "installment", kind: "REPAYMENT", cents: paymentCents, retries: 0 };
const first = { ...installment, on: "2026-02-17", status: "FAILED_PAYMENT" };
const retry = { ...installment, on: "2026-02-23", retries: 1 };
const paidAtOnce = { ...installment, item: "pay-now" };

describe("payment of what is due at once", () => {
  // The books are compared for all loans, so this comes before the loans that are left with a debit on its way.
  it("collects a fee by an order of its own, and cures a late loan", { timeout }, async () => {
    const life = await aLoan(returnsAll);
    await life.passTo("2026-03-19T15:00:00Z");
    expect(await life.status()).toBe("LATE");
    await life.useOtherAccount("1000000001");
    const [repaymentCents, returnedCents, lateCents] = [2 * paymentCents, 7_500, 50_000];
    const amountCents = repaymentCents + returnedCents + lateCents;
    expect((await quote(life)).body).toMatchObject({
      payNowQuote: { repaymentCents, feeCents: returnedCents + lateCents, amountCents },
    });
    expect((await pay(life, amountCents, "2026-03-20")).status).toBe(200);
    await life.passTo("2026-03-20T15:00:00Z");
    const onItsWay = (await debits(life)).filter(({ status }) => status === "SUBMITTED" || status === "SCHEDULED");
    const atOnce = { ...paidAtOnce, on: "2026-03-20", status: "SUBMITTED" };
    expect(onItsWay.toSorted((a, b) => a.cents - b.cents)).toEqual([
      { ...atOnce, kind: "FEE", cents: returnedCents },
      { ...atOnce, kind: "FEE", cents: lateCents },
      { ...atOnce, cents: repaymentCents },
    ]);
    await life.passTo("2026-03-26T15:00:00Z");
    expect(await life.status()).toBe("CURRENT");
    await life.passTo("2026-04-22T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    // The fee for the entry of the 16th of March falls due with the last installment.
    const feesCents = returnedCents + lateCents + 2_500;
    expect(await life.books("2026-04-22")).toMatchObject({ CASH: 150_000 + interestCents + feesCents });
  });

  it("collects every unpaid part on the next banking day, takes the place of the retry, and is not ordered twice", {
    timeout,
  }, async () => {
    const life = await aLoan(returnsFirst);
    expect((await quote(life)).body).toMatchObject({ code: "PAY_NOW_NOTHING_DUE" });
    await life.passTo("2026-02-19T15:00:00Z");
    expect(await debits(life)).toEqual([first, { ...retry, status: "SCHEDULED" }]);
    const payNowQuote = {
      effectiveDate: "2026-02-20",
      repaymentCents: paymentCents,
      feeCents: 0,
      amountCents: paymentCents,
    };
    expect((await quote(life)).body).toEqual({ payNowQuote });
    for (const [amountCents, day] of [
      [paymentCents - 1, "2026-02-20"],
      [paymentCents, "2026-02-23"],
    ] as const)
      expect((await pay(life, amountCents, day)).body).toMatchObject({ code: "PAY_NOW_CHANGED" });
    expect((await pay(life, paymentCents, "2026-02-20")).body).toEqual({ payNowQuote });
    expect((await pay(life, paymentCents, "2026-02-20")).body).toMatchObject({ code: "PAY_NOW_ALREADY_ORDERED" });
    expect((await debits(life)).slice(1)).toEqual([
      { ...retry, status: "CANCELLED" },
      { ...paidAtOnce, on: "2026-02-20", status: "SCHEDULED" },
    ]);
    await life.act();
    await life.passTo("2026-02-20T15:00:00Z");
    expect((await cancel(life)).body).toMatchObject({ code: "PAY_NOW_NOT_CANCELLABLE" });
  });

  it("that the bank returns is not tried again, and the retry returns at the next cut-off as the retry that it was", {
    timeout,
  }, async () => {
    const life = await aLoan(returnsAll);
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await pay(life, paymentCents, "2026-02-20")).status).toBe(200);
    await life.passTo("2026-02-24T15:00:00Z");
    expect(await debits(life)).toEqual([
      first,
      { ...retry, status: "CANCELLED" },
      { ...paidAtOnce, on: "2026-02-20", status: "FAILED_PAYMENT" },
      { ...retry, on: "2026-02-25", status: "SCHEDULED" },
    ]);
    const noted = await life.rows(
      "select action from app.audit where business_id = $1 and action like 'pay-now.%' order by sequence",
      life.debtor.businessId,
    );
    expect(noted).toEqual([{ action: "pay-now.ordered" }, { action: "pay-now.failed" }]);
  });

  it("that is withdrawn before its claim brings the retry back, which counts as before", { timeout }, async () => {
    const life = await aLoan(returnsFirst, "PRIMARY_OWNER");
    await life.passTo("2026-02-19T15:00:00Z");
    expect((await cancel(life)).status).toBe(404);
    await pay(life, paymentCents, "2026-02-20");
    expect((await cancel(life)).status).toBe(200);
    expect((await debits(life)).slice(1)).toEqual([
      { ...retry, status: "CANCELLED" },
      { ...paidAtOnce, on: "2026-02-20", status: "CANCELLED" },
      { ...retry, status: "SCHEDULED" },
    ]);
    await life.passTo("2026-02-27T15:00:00Z");
    expect((await debits(life))[3]).toEqual({ ...retry, status: "SUCCESSFUL_PAYMENT" });
  });

  it("is taken from a loan in default, which has no debits of its own", { timeout }, async () => {
    const life = await aLoan(returnsAll);
    await life.passTo("2026-02-19T15:00:00Z");
    await life.useOtherAccount("1000000001");
    await life.rows("update app.issued_product set loan_status = 'DEFAULTED' where id = $1", life.id);
    const { body } = await quote(life);
    const { payNowQuote } = body as { payNowQuote: { amountCents: number; effectiveDate: string } };
    expect((await pay(life, payNowQuote.amountCents, payNowQuote.effectiveDate)).status).toBe(200);
    await life.passTo("2026-02-27T15:00:00Z");
    expect((await debits(life)).filter(({ status }) => status !== "FAILED_PAYMENT" && status !== "CANCELLED")).toEqual([
      { ...paidAtOnce, on: "2026-02-20", status: "SUCCESSFUL_PAYMENT" },
    ]);
  });

  it("is refused to a co-owner", { timeout }, async () => {
    const life = await aLoan(returnsFirst, "SECONDARY_OWNER");
    expect((await quote(life)).status).toBe(403);
  });
});
