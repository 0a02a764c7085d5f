import { randomUUID } from "node:crypto";
import { businessDate, dateAt } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { assessFee, waiveFee } from "../products/assess-fee.ts";
import { defaultProduct, writeOffProduct } from "../products/default-product.ts";
import { loanTerms } from "../products/products.fixture.ts";
import { receive as receiveInto } from "../products/receivable.fixture.ts";
import { aDebtor } from "./payments.fixture.ts";
import { type NewProduct, noon, ProductLife } from "./product-life.fixture.ts";
import { trueUpDebit } from "./true-up-debit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const fundedOn = "2026-01-15";

async function funded(product: NewProduct, payoutCents: number): Promise<ProductLife> {
  const debtor = await aDebtor(server, "1000000001", "2026-01-15T15:00:00Z");
  const life = await ProductLife.issue(server, debtor, product);
  await life.fund(payoutCents, fundedOn);
  return life;
}
const aLoan = () =>
  funded({ productType: "TERM_LOAN", terms: loanTerms, request: { loanAmountCents: 5_000_000 } }, 4_850_000);

/** M-6: an advance of 100,000 with a fee of 8,000. */
const advanceTerms = {
  maxAdvanceAmountCents: 100_000,
  feeFactor: "1.08",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 100_000, repaymentPercentage: "10" }],
  estimatedAverageMonthlySalesInCents: 1_000_000,
  refinanced: null,
};
const anAdvance = () =>
  funded(
    {
      productType: "MCA",
      terms: { ...advanceTerms, productType: "MCA", repaymentFrequency: "WEEKLY" },
      request: { advanceAmountCents: 100_000 },
    },
    100_000,
  );

describe("assessed fee", () => {
  const fee = (life: ProductLife, feeType: "LATE_PAYMENT" | "MAINTENANCE" = "LATE_PAYMENT") =>
    life.command((tx, product) =>
      assessFee(
        tx,
        product,
        {
          feeType,
          amountCents: cents(2_500),
          dueOn: businessDate("2026-02-20"),
          occurredOn: businessDate("2026-02-20"),
          drawId: null,
          invoiceId: null,
        },
        by,
      ),
    );
  const waive = (life: ProductLife, id: string) =>
    life.command((tx, product) => waiveFee(tx, product, id, businessDate("2026-02-24"), by));

  it("F-1: is owed and income at once, each kind on its own account", async () => {
    const life = await aLoan();
    await fee(life);
    await fee(life, "MAINTENANCE");
    expect(await life.balances()).toMatchObject({ "1120 EQUITY": 5_000, "4130 EQUITY": -2_500, "4120 EQUITY": -2_500 });
  });

  it("F-3: what is unpaid of it is waived and was no income; a second waiver changes nothing", async () => {
    const life = await aLoan();
    const id = await fee(life);
    await life.pay(cents(1_000), "2026-02-23", "FEE");
    await waive(life, id);
    await waive(life, id);
    const balances = await life.balances();
    expect([balances["1120 EQUITY"], balances["4130 EQUITY"]]).toEqual([undefined, -1_000]);
  });

  it("an installment is not waived as a fee", async () => {
    const life = await aLoan();
    const [row] = await life.rows<{ id: string }>(
      "select id from app.obligation where issued_product_id = $1",
      life.id,
    );
    await expect(waive(life, row?.id ?? "")).rejects.toThrow("only an assessed fee of the product is waived");
  });
});

describe("default and write-off", () => {
  const default_ = (life: ProductLife, on: string) =>
    life.command((tx, product) => defaultProduct(tx, product, noon(on)));
  const writeOff = (life: ProductLife, on: string) =>
    life.command((tx, product) => writeOffProduct(tx, product, noon(on)));

  it("a product in default bills what was due until that day, and is written off with it; what is paid afterwards is a recovery", async () => {
    const life = await aLoan();
    await default_(life, "2026-02-16");
    expect(await life.status()).toBe("DEFAULTED");
    expect(await life.balances()).toMatchObject({ "1110 EQUITY": 75_000, "2100 EQUITY": -137_500 });
    await writeOff(life, "2026-08-20");
    const receivables = ["1100", "1110", "1120", "2100"].map((account) => `${account} EQUITY`);
    const lost = await life.balances();
    expect(receivables.filter((name) => name in lost)).toEqual([]);
    expect(lost["5100 EQUITY"]).toBe(5_000_000 + 75_000 - 137_500);
    await life.pay(cents(5_000), "2026-09-01");
    expect((await life.balances())["4900 EQUITY"]).toBe(-5_000);
    expect(await life.status()).toBe("DEFAULTED");
  });

  it("a payment that comes back after the write-off is lost as well", async () => {
    const life = await aLoan();
    const payment = await life.pay(cents(458_400), "2026-02-15");
    await default_(life, "2026-03-20");
    await writeOff(life, "2026-08-20");
    const before = (await life.balances())["5100 EQUITY"] ?? 0;
    await life.return(payment, "2026-08-25");
    const after = await life.balances();
    expect(Object.keys(after).filter((name) => /^(1100|1110|1120) /.test(name))).toEqual([]);
    // The interest of the payment was billed by it, so it is no loss but no income either.
    expect((after["5100 EQUITY"] ?? 0) - before).toBe(383_400);
  });

  it("only a product in default is written off", async () => {
    const life = await aLoan();
    await expect(writeOff(life, "2026-08-20")).rejects.toThrow("a product that is CURRENT is not written off");
  });
});

describe("true-up of a debit by estimate", () => {
  const trueUp = (life: ProductLife, id: string, excess: number) =>
    life.debtor.within((tx) => trueUpDebit(tx, id, cents(excess), noon("2026-02-03")));
  const refunds = (life: ProductLife, id: string) =>
    life.rows("select purpose, amount_cents as cents, status from app.payment_order where refund_of_id = $1", id);

  it("TU: the excess is owed again, is the business's credit and is refunded, and the debit's split adds up", async () => {
    const life = await anAdvance();
    const debit = await life.pay(cents(50_000), "2026-02-02");
    await trueUp(life, debit, 18_462);
    expect(await refunds(life, debit)).toEqual([{ purpose: "CREDIT_REFUND", cents: 18_462, status: "SCHEDULED" }]);
    const balances = await life.balances();
    expect((balances["1100 EQUITY"] ?? 0) + (balances["1120 EQUITY"] ?? 0)).toBe(108_000 - 50_000 + 18_462);
    const split =
      "select principal_cents + fee_cents as paid, credit_cents as credit from app.payment_order where id = $1";
    expect(await life.rows(split, debit)).toEqual([{ paid: 50_000 - 18_462, credit: 18_462 }]);
  });

  it("a return of the debit takes its true-up back: the whole advance is owed, and no refund is sent", async () => {
    const life = await anAdvance();
    const before = await life.state();
    const debit = await life.pay(cents(50_000), "2026-02-02");
    await trueUp(life, debit, 18_462);
    await life.return(debit, "2026-02-04");
    expect(await life.state()).toEqual(before);
    expect(await refunds(life, debit)).toEqual([{ purpose: "CREDIT_REFUND", cents: 18_462, status: "CANCELLED" }]);
  });

  it("never exceeds what the debit has paid of the advance", async () => {
    const life = await anAdvance();
    await life.pay(cents(20_000), "2026-02-02");
    const debit = await life.pay(cents(10_000), "2026-02-02");
    await expect(trueUp(life, debit, 10_001)).rejects.toThrow("the debit has paid 10000 of the advance");
    await trueUp(life, debit, 10_000);
    await expect(trueUp(life, debit, 1)).rejects.toThrow("the debit has paid 0 of the advance");
  });
});

describe("receivable of an integrated advance", () => {
  const anIntegrated = () =>
    funded(
      {
        productType: "INTEGRATED_MCA",
        terms: { ...advanceTerms, productType: "INTEGRATED_MCA", minLoanAmountCents: 1 },
        request: { advanceAmountCents: 100_000 },
      },
      100_000,
    );
  const receive = (life: ProductLife, amount: number, id: string = randomUUID()) =>
    life.command((tx, product) =>
      receiveInto(
        tx,
        product,
        { id, amountCents: cents(amount) },
        { today: dateAt(noon("2026-02-02")), hasPendingOrders: false },
      ),
    );

  it("P-5: the platform owes what it withheld, and the last one ends the advance", async () => {
    const life = await anIntegrated();
    await receive(life, 1_852);
    const balances = await life.balances();
    expect((balances["1100 EQUITY"] ?? 0) + (balances["1120 EQUITY"] ?? 0)).toBe(108_000 - 1_852);
    await receive(life, 108_000 - 1_852);
    expect(await life.status()).toBe("FULLY_PAID");
  });

  it("the same receivable is not accepted twice", async () => {
    const life = await anIntegrated();
    const id = randomUUID();
    await receive(life, 1_852, id);
    const before = await life.state();
    await expect(receive(life, 1_852, id)).rejects.toThrow("receivable_pkey");
    expect(await life.state()).toEqual(before);
  });
});
