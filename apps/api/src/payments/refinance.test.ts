import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { assessFee } from "../products/assess-fee.ts";
import { billProduct } from "../products/bill-product.ts";
import { functionsOf, readIssued } from "../products/issued-product.ts";
import { loanTerms } from "../products/products.fixture.ts";
import { advanceOrder } from "./advance-order.ts";
import type { NewOrder } from "./create-order.ts";
import { aDebtor } from "./payments.fixture.ts";
import { noon, ProductLife } from "./product-life.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const at = (date: string) => new Date(`${date}T15:00:00Z`);

/** The loan of vector RF-1, refinanced two days after its sixth payment. */
const oldTerms = { ...loanTerms, payoffInterestBasis: "OUTSTANDING" };
const refinancedOn = "2026-07-17";

const loan = (terms: object, loanAmountCents: number, book: NewOrder["book"] = "EQUITY") =>
  ({ productType: "TERM_LOAN", terms, request: { loanAmountCents }, book }) as const;

/** RF-1: five million at 18 percent, six of twelve installments paid. */
async function oldLoan(book: NewOrder["book"] = "EQUITY") {
  const debtor = await aDebtor(server, "1000000001", "2026-01-15T15:00:00Z");
  const old = await ProductLife.issue(server, debtor, loan(oldTerms, 5_000_000, book));
  await old.fund(4_850_000, "2026-01-15");
  const payments: string[] = [];
  for (let month = 2; month <= 7; month++) {
    const on = `2026-0${month}-15`;
    await debtor.within((tx) => billProduct.act(tx, { ...debtor, id: old.id, dueAt: noon(on) }, noon(on)));
    payments.push(await old.pay(cents(458_400), on));
  }
  return { old, lastPayment: payments[5] ?? "" };
}

/** The new loan of RF-1 without the payoff to another lender, and its payout. */
async function newLoan(old: ProductLife, payoff: { principalCents?: number; interestCents?: number } = {}) {
  const signed = { principalCents: 2_611_590, interestCents: 39_174, ...payoff };
  const debt = { debtType: "KANMON_DEBT", refinancedIssuedProductId: old.id, book: old.book, ...signed };
  const terms = { ...loanTerms, existingDebts: [debt] };
  const refinancing = await ProductLife.issue(server, old.debtor, loan(terms, 7_500_000));
  const paidOff = signed.principalCents + signed.interestCents;
  const payout = await refinancing.payout(7_500_000 - 225_000 - paidOff, refinancedOn);
  return { refinancing, payout };
}

async function claim(life: ProductLife, id: string, now: Date) {
  await life.setClock(now);
  await life.debtor.within((tx) => advanceOrder.act(tx, { ...life.debtor, id, dueAt: now }, now));
  const sql = "select claim_refusal as refusal, claimed_at is not null as claimed from app.payment_order where id = $1";
  return (await life.rows(sql, id))[0];
}
const claimed = { refusal: null, claimed: true };

const tasks = (life: ProductLife) =>
  life.rows(
    "select kind, subject_id as subject from app.task where business_id = $1 and closed_at is null",
    life.debtor.businessId,
  );

describe("own refinance", () => {
  it("R-1: the submitted payout closes the old loan, earns the rest of its fee and carries its unpaid fees to the new loan", async () => {
    const { old } = await oldLoan();
    const occurredOn = businessDate(refinancedOn);
    const fee = { feeType: "LATE_PAYMENT", amountCents: cents(500), dueOn: occurredOn, occurredOn } as const;
    await old.command((tx, product) => assessFee(tx, product, { ...fee, drawId: null, invoiceId: null }, by));
    const scheduled = await old.order({ amountCents: cents(458_400), dueOn: businessDate("2026-08-15") });
    const { refinancing, payout } = await newLoan(old);
    expect(await claim(refinancing, payout, at("2026-07-16"))).toEqual(claimed);
    await refinancing.submit(payout, refinancedOn);

    expect(await old.status()).toBe("REFINANCED");
    const receivables = Object.keys(await old.balances()).filter((name) => /^(1100|1110|1120|2100|2050) /.test(name));
    expect(receivables).toEqual([]);
    expect(await refinancing.balances()).toMatchObject({
      "1100 EQUITY": 7_500_000,
      "1120 EQUITY": 500,
      "2100 EQUITY": -225_000,
      "1050 EQUITY": -4_624_236,
    });
    const ofDebit = "select status from app.payment_order where id = $1";
    expect(await old.rows(ofDebit, scheduled)).toEqual([{ status: "CANCELLED" }]);
    const carried =
      "select fee_type as type, owed_fee_cents as cents from app.obligation where issued_product_id = $1 and number = 13";
    expect(await old.rows(carried, refinancing.id)).toEqual([{ type: "LATE_PAYMENT", cents: 500 }]);
  });

  it("a returned payout takes all of it back: the old loan is exactly as before", async () => {
    const { old } = await oldLoan();
    const before = await old.state();
    const { refinancing, payout } = await newLoan(old);
    await refinancing.submit(payout, refinancedOn);
    await refinancing.settle(payout, refinancedOn);
    await refinancing.return(payout, "2026-07-20");
    expect(await old.state()).toEqual(before);
    expect(await refinancing.state()).toMatchObject({ obligations: [], balances: {} });
  });

  it("in two books no journal spans them: the payoff is due between the books, and staff have a task to move the cash that day", async () => {
    const { old } = await oldLoan("CONCAR_SPV_1");
    const { refinancing, payout } = await newLoan(old);
    await refinancing.submit(payout, refinancedOn);
    expect(await old.status()).toBe("REFINANCED");
    // The lines between the books are about the old loan.
    expect(await old.balances()).toMatchObject({ "2300 CONCAR_SPV_1": 2_650_764, "2300 EQUITY": -2_650_764 });
    expect(await refinancing.balances()).toMatchObject({ "1100 EQUITY": 7_500_000 });
    expect(await tasks(old)).toContainEqual({ kind: "BOOKS_UNSETTLED", subject: payout });
  });

  it("is refused at the claim of the payout, with a staff task, when the payoff differs from the signed one", async () => {
    const { old } = await oldLoan();
    const { refinancing, payout } = await newLoan(old, { interestCents: 39_173 });
    const refused = { refusal: "REFINANCED_PAYOFF_CHANGED", claimed: false };
    expect(await claim(refinancing, payout, at("2026-07-16"))).toEqual(refused);
    expect(await tasks(old)).toContainEqual({ kind: "PAYMENT_HELD", subject: payout });
    expect(await claim(refinancing, payout, noon("2026-07-17"))).toEqual(refused);
    expect(await old.status()).toBe("CURRENT");
    expect(await tasks(old)).toContainEqual({ kind: "PAYMENT_NOT_SENT", subject: payout });
  });

  it("is refused while a debit of the old loan is on its way, and a debit while the payout is", async () => {
    const { old } = await oldLoan();
    const { refinancing, payout } = await newLoan(old);
    const debit = await old.order({ amountCents: cents(458_400), dueOn: businessDate("2026-07-17") });
    const claimedAt = "update app.payment_order set claimed_at = $2 where id = $1";
    await old.rows(claimedAt, debit, at("2026-07-15"));
    const refusal = "REFINANCED_DEBIT_PENDING";
    expect(await claim(refinancing, payout, at("2026-07-16"))).toMatchObject({ refusal });
    await old.rows(claimedAt, debit, null);
    expect(await claim(refinancing, payout, at("2026-07-16"))).toEqual(claimed);
    const atCutOff = new Date("2026-07-16T21:45:00Z");
    expect(await claim(old, debit, atCutOff)).toEqual({ refusal: "MORE_THAN_OWED", claimed: false });
  });

  it("is refused while the payout of another product is about to pay the old loan off", async () => {
    const { old } = await oldLoan();
    const [first, second] = [await newLoan(old), await newLoan(old)];
    expect(await claim(first.refinancing, first.payout, at("2026-07-16"))).toEqual(claimed);
    const refused = { refusal: "REFINANCED_BY_ANOTHER", claimed: false };
    expect(await claim(second.refinancing, second.payout, at("2026-07-16"))).toEqual(refused);
  });

  it("a payment that comes back between claim and submission stays owed on the old loan, and staff have a task", async () => {
    const { old, lastPayment } = await oldLoan();
    const { refinancing, payout } = await newLoan(old);
    expect(await claim(refinancing, payout, at("2026-07-16"))).toEqual(claimed);
    await old.return(lastPayment, refinancedOn);
    const before = await old.state();
    await refinancing.submit(payout, refinancedOn);
    expect(await old.status()).toBe("CURRENT");
    expect((await old.balances())["1100 EQUITY"]).toBeGreaterThan(0);
    expect(await tasks(old)).toContainEqual({ kind: "REFINANCE_INCOMPLETE", subject: old.id });
    await refinancing.return(payout, refinancedOn);
    expect(await old.state()).toEqual(before);
    expect(await refinancing.balances()).toEqual({});
  });

  it("a returned payout that had paid a part is taken back also after another product has paid off the rest", async () => {
    const { old, lastPayment } = await oldLoan();
    const first = await newLoan(old);
    expect(await claim(first.refinancing, first.payout, at("2026-07-16"))).toEqual(claimed);
    await old.return(lastPayment, refinancedOn);
    const before = await old.state();
    await first.refinancing.submit(first.payout, refinancedOn);
    const { refinance } = functionsOf("TERM_LOAN");
    const { principalCents, interestCents } = await old.command(async (tx, product) => {
      const rest = refinance?.payoff(await readIssued(tx, product), businessDate(refinancedOn));
      if (!rest) throw new Error("a loan can be refinanced");
      return rest;
    });
    const second = await newLoan(old, { principalCents, interestCents });
    await second.refinancing.submit(second.payout, refinancedOn);
    expect(await old.status()).toBe("REFINANCED");

    await first.refinancing.return(first.payout, refinancedOn);
    expect(await old.status()).toBe("CURRENT");
    const unpaid = `select sum(owed_principal_cents - paid_principal_cents - waived_principal_cents)::int as cents
      from app.obligation where issued_product_id = $1 and cancelled_at is null`;
    expect(await old.rows(unpaid, old.id)).toEqual([{ cents: (await old.balances())["1100 EQUITY"] }]);
    await second.refinancing.return(second.payout, refinancedOn);
    expect(await old.state()).toEqual(before);
  });

  it("a payment of the old loan that comes back after the refinance reopens it as LATE, owing that amount", async () => {
    const { old, lastPayment } = await oldLoan();
    const { refinancing, payout } = await newLoan(old);
    await refinancing.submit(payout, refinancedOn);
    await refinancing.settle(payout, refinancedOn);
    await old.return(lastPayment, "2026-07-20");
    expect(await old.status()).toBe("LATE");
    expect((await old.balances())["1100 EQUITY"]).toBeGreaterThan(400_000);
  });
});
