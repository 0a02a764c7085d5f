import { randomUUID } from "node:crypto";
import { businessDate } from "@inlay/lending/calendar/business-date.ts";
import { cents } from "@inlay/lending/money/cents.ts";
import type { ProductType } from "@inlay/lending/products/product-type.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../http/server.fixture.ts";
import { billProduct } from "../products/bill-product.ts";
import { loanTerms } from "../products/products.fixture.ts";
import { accept, fail, settle } from "./apply-processor-status.ts";
import { reverseDebit } from "./correct-order.ts";
import { createOrder, type NewOrder } from "./create-order.ts";
import { lockOrder } from "./order.ts";
import { aDebtor, type Debtor } from "./payments.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const rows = async <T>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.admin.query(sql, values)).rows as T[];
const by = { actor: { kind: "SYSTEM", id: null } as const, requestId: null };
const noon = (date: string) => new Date(`${date}T17:00:00Z`);

const invoiceTerms = {
  productType: "FAST_PAY",
  monthlyLimitAmountCents: 5_000_000,
  offerPricingPlans: [
    {
      id: "30 days",
      advanceRatePercentage: "80",
      transactionFeePercentage: "3",
      paymentStructure: "GROSS",
      repaymentWindow: { repaymentType: "FIXED_DURATION", repaymentDurationDays: 30 },
    },
  ],
};
const lineTerms = {
  productType: "LOC_TERM_LOAN",
  approvedLimitCents: 10_000_000,
  interestRatePercentage: "24",
  feePercentage: "2",
  durationDays: 360,
  repaymentDurationDays: 180,
  locMaintenanceFeeDisplayType: "AMOUNT",
  locMaintenanceFeePercentage: "0",
  locMaintenanceFeeAmountCents: 0,
};
const advanceTerms = {
  productType: "MCA",
  maxAdvanceAmountCents: 100_000,
  feeFactor: "1.08",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 100_000, repaymentPercentage: "10" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 1_000_000,
  refinanced: null,
};

type Product = { debtor: Debtor; id: string; type: ProductType; drawId?: string; invoiceId?: string };

/** A product, draw or invoice that is issued and not funded yet. */
async function issued(type: ProductType, terms: object, request: object): Promise<Product> {
  const debtor = await aDebtor(server, "1000000001", "2026-01-15T15:00:00Z");
  const id = randomUUID();
  const isLine = type !== "TERM_LOAN" && type !== "MCA";
  await rows(
    `insert into app.issued_product (id, platform_id, business_id, product_type, book, terms, request, limit_cents, loan_status, product_state, funded_on)
     values ($1, $2, $3, $4, 'EQUITY', $5, $6, $7, 'CURRENT', $8, $9)`,
    ...[id, debtor.platformId, debtor.businessId, type, terms, isLine ? null : request],
    ...(isLine ? [5_000_000, "ACTIVE", "2026-01-15"] : [null, "PENDING", null]),
  );
  const itemId = randomUUID();
  const item = [itemId, debtor.platformId, debtor.businessId, id, request];
  if (type === "LOC_TERM_LOAN") {
    await rows(
      "insert into app.draw (id, platform_id, business_id, issued_product_id, request, state) values ($1, $2, $3, $4, $5, 'PENDING_FUND_DISBURSEMENT')",
      ...item,
    );
    return { debtor, id, type, drawId: itemId };
  }
  if (isLine) {
    await rows(
      "insert into app.invoice (id, platform_id, business_id, issued_product_id, request, state) values ($1, $2, $3, $4, $5, 'PENDING_FUND_DISPERSEMENT')",
      ...item,
    );
    return { debtor, id, type, invoiceId: itemId };
  }
  return { debtor, id, type };
}

const subjectsOf = ({ id, drawId, invoiceId }: Product) => ({
  issuedProductId: id,
  ...(drawId && { drawId }),
  ...(invoiceId && { invoiceId }),
});

const order = (product: Product, change: Partial<NewOrder>) =>
  product.debtor.within((tx) => {
    const { productType: _, ...base } = product.debtor.debit(change);
    return createOrder(tx, { ...base, productType: product.type, subjects: subjectsOf(product), ...change }, by);
  });

/** The processor accepts an order for a day. */
const submitted = (product: Product, id: string, on: string) =>
  product.debtor.within(async (tx) => {
    const locked = (await lockOrder(tx, id)) ?? expect.fail("no order");
    const payment = {
      processorId: randomUUID(),
      orderId: id,
      achState: "pending",
      effectiveOn: businessDate(on),
      failure: null,
    };
    await accept(tx, locked, payment as never, noon(on));
  });
const settled = (product: Product, id: string, on: string) =>
  product.debtor.within(async (tx) => {
    const locked = (await lockOrder(tx, id)) ?? expect.fail("no order");
    await settle(tx, locked, noon(on));
  });
const returned = (product: Product, id: string, on: string, achCode = "R10") =>
  product.debtor.within(async (tx) => {
    const locked = (await lockOrder(tx, id)) ?? expect.fail("no order");
    await fail(tx, locked, { reason: "unauthorized_transfer", achCode } as never, noon(on));
  });
const billed = (product: Product, on: string) =>
  product.debtor.within((tx) => billProduct.act(tx, { ...product.debtor, id: product.id, dueAt: noon(on) }, noon(on)));

/** Funds the product with a payout that settles. */
async function funded(type: ProductType, terms: object, request: object, on = "2026-01-15"): Promise<Product> {
  const product = await issued(type, terms, request);
  const id = await order(product, {
    direction: "OUTGOING",
    paymentType: "OUTGOING",
    purpose: "FUNDING",
    amountCents: cents(100),
  });
  await submitted(product, id, on);
  return product;
}

/** Orders a debit, submits it and lets it settle. */
async function paid(
  product: Product,
  amountCents: number,
  on: string,
  change: Partial<NewOrder> = {},
): Promise<string> {
  const id = await order(product, {
    amountCents: cents(amountCents),
    split: { principalCents: amountCents, interestCents: 0, feeCents: 0 },
    ...change,
  });
  await submitted(product, id, on);
  await settled(product, id, on);
  return id;
}

/** What the product's journals say, by account; clearing, cash and income left out. */
const owed = async (product: Product): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rows<{ code: string; cents: number }>(
        `select a.code, sum(l.debit_cents - l.credit_cents)::int as cents from app.journal_line l join app.ledger_account a on a.number = l.account
         where l.issued_product_id = $1 and a.code in ('PRINCIPAL_RECEIVABLE', 'INTEREST_RECEIVABLE', 'FEE_RECEIVABLE', 'UNEARNED_FEES', 'BORROWER_CREDIT')
         group by a.code having sum(l.debit_cents - l.credit_cents) <> 0 order by a.code`,
        product.id,
      )
    ).map(({ code, cents }) => [code, cents]),
  );
type Row = { number: number; due: string; unpaid: number; paid: number };
const obligations = (product: Product) =>
  rows<Row>(
    `select number, due_on::text as due, (paid_principal_cents + paid_interest_cents + paid_fee_cents)::int as paid,
       (owed_principal_cents + owed_interest_cents + owed_fee_cents - paid_principal_cents - paid_interest_cents - paid_fee_cents
         - waived_principal_cents - waived_interest_cents - waived_fee_cents)::int as unpaid
     from app.obligation where issued_product_id = $1 and cancelled_at is null order by number`,
    product.id,
  );
const statusOf = async (product: Product) =>
  (await rows<{ status: string }>("select loan_status as status from app.issued_product where id = $1", product.id))[0]
    ?.status;
const splitOf = async (id: string) =>
  (
    await rows(
      "select principal_cents::int as principal, interest_cents::int as interest, fee_cents::int as fee, credit_cents::int as credit from app.payment_order where id = $1",
      id,
    )
  )[0];
const refundsOf = (id: string) =>
  rows<{ id: string; purpose: string; cents: number; status: string }>(
    "select id, purpose, amount_cents::int as cents, status from app.payment_order where refund_of_id = $1 order by purpose",
    id,
  );

const aLoan = () => funded("TERM_LOAN", loanTerms, { loanAmountCents: 5_000_000 });

describe("funding", () => {
  it("creates the obligations when the payout is submitted, due from its effective date", async () => {
    const product = await aLoan();
    const schedule = await obligations(product);
    expect(schedule).toHaveLength(12);
    expect(schedule[0]).toEqual({ number: 1, due: "2026-02-15", unpaid: 458_400, paid: 0 });
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: -150_000 });
  });

  it("that is returned leaves nothing owed, and can be repeated", async () => {
    const product = await issued("TERM_LOAN", loanTerms, { loanAmountCents: 5_000_000 });
    const change = { direction: "OUTGOING", paymentType: "OUTGOING", purpose: "FUNDING" } as const;
    const first = await order(product, change);
    await submitted(product, first, "2026-01-15");
    await returned(product, first, "2026-01-20", "R03");
    expect(await obligations(product)).toEqual([]);
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("CURRENT");
    expect(await rows("select next_action_at from app.issued_product where id = $1", product.id)).toEqual([
      { next_action_at: null },
    ]);
    const second = await order(product, change);
    await submitted(product, second, "2026-01-22");
    expect((await obligations(product))[0]).toMatchObject({ due: "2026-02-22" });
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, UNEARNED_FEES: -150_000 });
  });

  it("that is returned after the first installment was billed takes back the interest and the fee of that month", async () => {
    const product = await issued("TERM_LOAN", loanTerms, { loanAmountCents: 5_000_000 });
    const change = { direction: "OUTGOING", paymentType: "OUTGOING", purpose: "FUNDING" } as const;
    const payout = await order(product, change);
    await submitted(product, payout, "2026-01-15");
    await billed(product, "2026-02-15");
    expect(await owed(product)).toMatchObject({ INTEREST_RECEIVABLE: 75_000, UNEARNED_FEES: -137_500 });
    await returned(product, payout, "2026-02-20", "R03");
    expect(await owed(product)).toEqual({});
  });

  it("of a draw that is returned leaves the draw to be funded again", async () => {
    const product = await issued("LOC_TERM_LOAN", lineTerms, { amountCents: 1_000_000 });
    const id = await order(product, { direction: "OUTGOING", paymentType: "OUTGOING", purpose: "FUNDING" });
    await submitted(product, id, "2026-01-15");
    const state = () => rows("select state, funded_on::text from app.draw where id = $1", product.drawId);
    expect(await state()).toEqual([{ state: "WAITING_FOR_REPAYMENT", funded_on: "2026-01-15" }]);
    await returned(product, id, "2026-01-20", "R03");
    expect(await state()).toEqual([{ state: "PENDING_FUND_DISBURSEMENT", funded_on: null }]);
  });
});

describe("settlement", () => {
  it("splits an installment as the loan stands when it settles", async () => {
    const product = await aLoan();
    await billed(product, "2026-02-15");
    const id = await paid(product, 458_400, "2026-02-17");
    expect(await splitOf(id)).toEqual({ principal: 383_400, interest: 75_000, fee: 0, credit: 0 });
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 4_616_600, UNEARNED_FEES: -137_500 });
  });

  it("pays the oldest installment first, whichever installment the debit was made for", async () => {
    const product = await aLoan();
    await billed(product, "2026-02-15");
    await billed(product, "2026-03-15");
    const id = await paid(product, 458_400, "2026-03-17", { item: "installment/2" });
    expect((await obligations(product)).slice(0, 2)).toEqual([
      { number: 1, due: "2026-02-15", unpaid: 0, paid: 458_400 },
      { number: 2, due: "2026-03-15", unpaid: 458_400, paid: 0 },
    ]);
    expect(await splitOf(id)).toMatchObject({ interest: 75_000 });
  });

  it("is taken back to the cent by a return, with the billing of interest that was paid early", async () => {
    const product = await aLoan();
    const before = [await obligations(product), await owed(product)];
    const id = await paid(product, 458_400, "2026-02-05");
    await returned(product, id, "2026-02-09");
    expect([await obligations(product), await owed(product)]).toEqual(before);
    await billed(product, "2026-02-15");
    expect(await owed(product)).toMatchObject({ INTEREST_RECEIVABLE: 75_000 });
  });

  it("with simple interest bills until the due date that has passed since, and is taken back to the cent", async () => {
    const daily = { ...loanTerms, interestMethod: "DAILY" };
    const product = await funded("TERM_LOAN", daily, { loanAmountCents: 5_000_000 });
    const id = await order(product, {
      amountCents: cents(740_088),
      split: { principalCents: 740_088, interestCents: 0, feeCents: 0 },
    });
    await submitted(product, id, "2026-02-01");
    await billed(product, "2026-02-15");
    const before = await owed(product);
    expect(before).toEqual({ PRINCIPAL_RECEIVABLE: 5_000_000, INTEREST_RECEIVABLE: 76_438, UNEARNED_FEES: -137_500 });
    await settled(product, id, "2026-02-17");
    // 41,918 of interest for 17 days, the rest is principal; 4,301,830 for the 14 days until the due date.
    expect(await owed(product)).toEqual({
      PRINCIPAL_RECEIVABLE: 4_301_830,
      INTEREST_RECEIVABLE: 29_700,
      UNEARNED_FEES: -137_500,
    });
    await returned(product, id, "2026-02-18");
    expect(await owed(product)).toEqual(before);
  });

  it("of the last payment ends the loan, and its return makes it late with exactly that amount owed", async () => {
    const product = await aLoan();
    await billed(product, "2026-02-15");
    await paid(product, 458_400, "2026-02-17");
    await billed(product, "2026-03-15");
    await paid(product, 458_400, "2026-03-17");
    // PO: principal 4,227,449 and one month's interest of 75,000.
    const id = await paid(product, 4_302_449, "2026-04-01", { purpose: "PAYOFF" });
    expect(await statusOf(product)).toBe("FULLY_PAID");
    expect(await owed(product)).toEqual({});
    await returned(product, id, "2026-04-06");
    expect(await statusOf(product)).toBe("LATE");
    expect(await owed(product)).toMatchObject({ PRINCIPAL_RECEIVABLE: 4_227_449 });
  });

  it("waits with the end of a loan for the debits that are in flight, and refunds what they pay too much", async () => {
    const product = await aLoan();
    const inFlight = await order(product, {
      amountCents: cents(1_000),
      split: { principalCents: 1_000, interestCents: 0, feeCents: 0 },
    });
    await submitted(product, inFlight, "2026-01-30");
    await paid(product, 5_075_000, "2026-01-30", { purpose: "PAYOFF" });
    expect(await statusOf(product)).toBe("CURRENT");
    await settled(product, inFlight, "2026-02-02");
    expect(await statusOf(product)).toBe("FULLY_PAID");
    expect(await splitOf(inFlight)).toEqual({ principal: 0, interest: 0, fee: 0, credit: 1_000 });
    expect(await refundsOf(inFlight)).toMatchObject([{ purpose: "CREDIT_REFUND", cents: 1_000, status: "SCHEDULED" }]);
  });
});

describe("refund of an overpayment", () => {
  const overpaid = async () => {
    const product = await aLoan();
    await paid(product, 5_075_000, "2026-01-30", { purpose: "PAYOFF" });
    const id = await paid(product, 1_000, "2026-02-02");
    const [refund] = await refundsOf(id);
    return { product, id, refund: refund ?? expect.fail("no refund") };
  };

  it("is cancelled when the overpayment is returned first", async () => {
    const { product, id } = await overpaid();
    await returned(product, id, "2026-02-04");
    expect(await refundsOf(id)).toMatchObject([{ status: "CANCELLED" }]);
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("FULLY_PAID");
  });

  it("that was sent is owed back when the overpayment is returned, and settled when the refund comes back too", async () => {
    const { product, id, refund } = await overpaid();
    await submitted(product, refund.id, "2026-02-05");
    expect(await owed(product)).toEqual({});
    await returned(product, id, "2026-02-06");
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 1_000 });
    expect(await statusOf(product)).toBe("LATE");
    expect((await obligations(product)).at(-1)).toMatchObject({ due: "2026-02-06", unpaid: 1_000 });
    await returned(product, refund.id, "2026-02-10", "R03");
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("FULLY_PAID");
  });

  it("that was sent is owed back in full while another overpayment waits for its own refund", async () => {
    const { product, id, refund } = await overpaid();
    const other = await paid(product, 700, "2026-02-03");
    await submitted(product, refund.id, "2026-02-05");
    await returned(product, id, "2026-02-06");
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 1_000, BORROWER_CREDIT: -700 });
    const [own] = await refundsOf(other);
    await submitted(product, own?.id ?? "", "2026-02-07");
    await paid(product, 1_000, "2026-02-12");
    expect(await owed(product)).toEqual({});
  });

  it("does not keep the return of the overpayment for lack of funds from being retried", async () => {
    const { product, id } = await overpaid();
    await product.debtor.within(async (tx) => {
      const locked = (await lockOrder(tx, id)) ?? expect.fail("no order");
      await fail(tx, locked, { reason: "insufficient_funds", achCode: "R01" }, noon("2026-02-04"));
    });
    const retries = await rows("select amount_cents::int as cents from app.payment_order where retry_of_id = $1", id);
    expect(retries).toEqual([{ cents: 1_000 }]);
  });

  it("that was sent is owed back when the overpayment is returned, and can be paid", async () => {
    const { product, id, refund } = await overpaid();
    await submitted(product, refund.id, "2026-02-05");
    await returned(product, id, "2026-02-06");
    await paid(product, 1_000, "2026-02-12");
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("FULLY_PAID");
  });
});

describe("invoice", () => {
  const anInvoice = () =>
    funded(
      "FAST_PAY",
      invoiceTerms,
      { planId: "30 days", requestedCents: 1_000_000, availableCents: 5_000_000 },
      "2026-01-20",
    );
  const stateOf = async ({ invoiceId }: Product) =>
    (await rows<{ state: string }>("select state from app.invoice where id = $1", invoiceId))[0]?.state;

  it("repaid on its day earns the whole fee and is closed", async () => {
    const product = await anInvoice();
    await paid(product, 824_000, "2026-02-19");
    expect(await stateOf(product)).toBe("CLOSED_INVOICE");
    expect(await owed(product)).toEqual({});
  });

  it("repaid early gives a rebate, whose order goes out, and the return of the repayment makes it owed again", async () => {
    const product = await anInvoice();
    const id = await paid(product, 824_000, "2026-02-01", { purpose: "PAYOFF" });
    expect(await owed(product)).toEqual({ UNEARNED_FEES: -14_400 });
    const [rebate] = await refundsOf(id);
    expect(rebate).toMatchObject({ purpose: "REBATE", cents: 14_400 });
    await submitted(product, rebate?.id ?? "", "2026-02-04");
    expect(await owed(product)).toEqual({});
    await returned(product, id, "2026-02-06");
    expect(await owed(product)).toEqual({
      PRINCIPAL_RECEIVABLE: 800_000,
      FEE_RECEIVABLE: 38_400,
      UNEARNED_FEES: -24_000,
    });
    expect(await stateOf(product)).toBe("WAITING_FOR_REPAYMENT");
    await paid(product, 838_400, "2026-02-19");
    expect(await owed(product)).toEqual({});
    expect(await stateOf(product)).toBe("CLOSED_INVOICE");
  });

  it("repaid early and returned after its rebate was cancelled owes what it owed before", async () => {
    const product = await anInvoice();
    const before = await owed(product);
    const id = await paid(product, 824_000, "2026-02-01", { purpose: "PAYOFF" });
    await rows("update app.payment_order set status = 'CANCELLED' where refund_of_id = $1", id);
    await returned(product, id, "2026-02-03");
    expect(await owed(product)).toEqual(before);
  });

  it("repaid early and returned before the rebate is sent owes what it owed before", async () => {
    const product = await anInvoice();
    const before = await owed(product);
    const id = await paid(product, 824_000, "2026-02-01", { purpose: "PAYOFF" });
    await returned(product, id, "2026-02-03");
    expect(await refundsOf(id)).toMatchObject([{ status: "CANCELLED" }]);
    expect(await owed(product)).toEqual(before);
  });
});

describe("refund that is owed back", () => {
  const owedBack = async (product: Product, payoffCents: number) => {
    const payoff = await paid(product, payoffCents, "2026-01-30", { purpose: "PAYOFF" });
    const id = await paid(product, 1_000, "2026-02-02");
    const [refund] = await refundsOf(id);
    await submitted(product, refund?.id ?? "", "2026-02-05");
    await returned(product, id, "2026-02-06");
    return payoff;
  };

  it("is paid after an advance, which keeps its own split", async () => {
    const product = await funded("MCA", advanceTerms, { advanceAmountCents: 100_000 });
    const payoff = await owedBack(product, 108_000);
    await returned(product, payoff, "2026-02-06");
    expect(await owed(product)).toEqual({
      PRINCIPAL_RECEIVABLE: 101_000,
      FEE_RECEIVABLE: 8_000,
      UNEARNED_FEES: -8_000,
    });
    await paid(product, 109_000, "2026-02-12");
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("FULLY_PAID");
  });

  it("bears no interest on a loan with simple interest", async () => {
    const daily = { ...loanTerms, interestMethod: "DAILY" };
    const product = await funded("TERM_LOAN", daily, { loanAmountCents: 5_000_000 });
    // 5,000,000 at 18 percent for 15 days.
    await owedBack(product, 5_036_986);
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 1_000 });
    await billed(product, "2026-02-15");
    expect(await owed(product)).toEqual({ PRINCIPAL_RECEIVABLE: 1_000 });
    await paid(product, 1_000, "2026-02-17");
    expect(await owed(product)).toEqual({});
  });
});

describe("advance", () => {
  it("splits each collection by what was collected before, and ends at zero after a return in between", async () => {
    const product = await funded("MCA", advanceTerms, { advanceAmountCents: 100_000 });
    const first = await paid(product, 6_003, "2026-01-26");
    expect(await splitOf(first)).toEqual({ principal: 5_558, interest: 0, fee: 445, credit: 0 });
    const second = await paid(product, 16_667, "2026-02-02");
    await returned(product, first, "2026-02-05");
    await paid(product, 50_001, "2026-02-09");
    await returned(product, second, "2026-02-10");
    await paid(product, 57_999, "2026-02-17");
    expect(await owed(product)).toEqual({});
    expect(await statusOf(product)).toBe("FULLY_PAID");
  });
});

describe("reversal of a wrong debit", () => {
  const staff = { actor: { kind: "STAFF", id: randomUUID() } as const, requestId: "req" };
  const reversal = (product: Product, id: string) => product.debtor.within((tx) => reverseDebit(tx, id, staff));
  const clearing = async (...ids: string[]) =>
    (
      await rows<{ cents: number }>(
        `select coalesce(sum(l.debit_cents - l.credit_cents), 0)::int as cents from app.journal_line l join app.ledger_account a on a.number = l.account
         where a.code in ('CLEARING_IN', 'CLEARING_OUT') and l.subject = any($1::uuid[])`,
        ids,
      )
    )[0]?.cents;
  const inJanuary = (debtor: Debtor, now: string) =>
    rows("update app.business_clock set now_at = $2 where business_id = $1", debtor.businessId, noon(now));

  it("takes back what the debit paid when it is submitted, and applies it again if the reversal fails", async () => {
    const product = await aLoan();
    const before = [await obligations(product), await owed(product)];
    const id = await paid(product, 458_400, "2026-02-05");
    const after = [await obligations(product), await owed(product)];
    await inJanuary(product.debtor, "2026-02-06");
    const reversalId = await reversal(product, id);
    await submitted(product, reversalId, "2026-02-09");
    expect([await obligations(product), await owed(product)]).toEqual(before);
    // The debit's bank line brought the amount in, and the reversal's takes it out.
    expect(await clearing(id)).toBe(458_400);
    expect(await clearing(id, reversalId)).toBe(0);
    await returned(product, reversalId, "2026-02-11", "R03");
    expect([await obligations(product), await owed(product)]).toEqual(after);
    expect(await clearing(reversalId)).toBe(0);
  });

  it("of a debit that has not settled leaves nothing to apply when it settles", async () => {
    const product = await aLoan();
    const before = [await obligations(product), await owed(product)];
    const id = await order(product, {});
    await submitted(product, id, "2026-02-05");
    await inJanuary(product.debtor, "2026-02-05");
    const reversalId = await reversal(product, id);
    await submitted(product, reversalId, "2026-02-06");
    await settled(product, id, "2026-02-09");
    expect([await obligations(product), await owed(product)]).toEqual(before);
  });
});
