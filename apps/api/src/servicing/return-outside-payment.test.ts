import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approve, closers } from "../funding/signed.fixture.ts";
import { loanTerms } from "../products/products.fixture.ts";
import type { TestMember } from "../staff/staff.fixture.ts";
import { type LifeGround, LoanLife, lifeGround, wire, withdrawal } from "./loan-life.fixture.ts";
import { anIntegratedAdvance } from "./receivables/integrated-life.fixture.ts";

let ground: LifeGround;
let staff: [TestMember, TestMember];
beforeAll(async () => {
  ground = await lifeGround();
  staff = await closers(ground.server);
});
afterAll(() => ground.close());

const timeout = 900_000;
const reason = "our bank has sent the check back";
const terms = { ...loanTerms, interestRatePercentage: "20", durationDays: 90 };
const installmentCents = 1_722_528;
const firstInterestCents = 83_333;
const returnsAll = "1000000002";

const productPath = ({ debtor, id }: LoanLife) => `/businesses/${debtor.businessId}/issued-products/${id}`;

/** Staff apply a check that our bank has. Returns the payment. */
async function pay(life: LoanLife, amountCents: number, on: string, kind = "LUMP_SUM"): Promise<string> {
  const vendorLineId = await wire(ground, amountCents, on);
  const asked = await staff[0].as("POST", `${productPath(life)}/outside-payments`, {
    vendorLineId,
    amountCents,
    receivedOn: on,
    kind,
    reason,
  });
  expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
  await life.act();
  const [paid] = await life.rows<{ id: string }>(
    "select id from app.payment_order where issued_product_id = $1 and rail = 'OUTSIDE' order by id desc limit 1",
    life.id,
  );
  return paid?.id ?? "";
}

const pathOf = (life: LoanLife, payment: string) => `${productPath(life)}/outside-payments/${payment}/return`;
const ask = (life: LoanLife, payment: string, vendorLineId: string) =>
  staff[0].as("POST", pathOf(life, payment), { vendorLineId, reason });
async function bounce(life: LoanLife, payment: string, amountCents: number, on: string): Promise<void> {
  const asked = await ask(life, payment, await withdrawal(ground, amountCents, on));
  expect((await approve(staff[0], asked.body["requestId"])).body).toMatchObject({ code: "SECOND_PERSON_NEEDED" });
  expect((await approve(staff[1], asked.body["requestId"])).status).toBe(200);
  await life.act();
}

const owedOf = (life: LoanLife) =>
  life.rows(
    `select number, paid_principal_cents, paid_interest_cents, paid_fee_cents, owed_fee_cents from app.obligation
     where issued_product_id = $1 and cancelled_at is null order by number`,
    life.id,
  );
const feesOf = (life: LoanLife) =>
  life.rows("select obligation_id from app.fee_assessment where issued_product_id = $1", life.id);
const emails = (life: LoanLife) =>
  life.rows<{ template: string }>(
    "select template from app.email where business_id = $1 and template like 'outside-%' order by id",
    life.debtor.businessId,
  );

describe("payment by wire or check that comes back", () => {
  it("takes back exactly what it had paid of a late loan, as it was shown, without a fee; staff and owner are told", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms, accountNumber: returnsAll });
    await life.nameOwner();
    await life.passTo("2026-03-02T15:00:00Z");
    const [owedBefore, fees] = [await owedOf(life), await feesOf(life)];
    const amountCents = installmentCents + 10_000;
    const payment = await pay(life, amountCents, "2026-03-02");
    expect(await life.status()).toBe("CURRENT");
    const [owedAfter, debitsAfter] = [await owedOf(life), await life.debits()];

    const vendorLineId = await withdrawal(ground, amountCents, "2026-03-02");
    const shown = await staff[0].as("GET", `${pathOf(life, payment)}?vendorLineId=${vendorLineId}`);
    expect(shown.body).toMatchObject({
      before: { loanStatus: "CURRENT", dueCents: 0 },
      after: { loanStatus: "LATE", dueCents: installmentCents },
      takenBack: {
        principalCents: installmentCents - firstInterestCents,
        interestCents: firstInterestCents,
        feeCents: 10_000,
        overpaidCents: 0,
      },
    });
    // Nothing of what was shown has happened.
    expect([await owedOf(life), await life.debits(), await life.status()]).toEqual([owedAfter, debitsAfter, "CURRENT"]);

    await bounce(life, payment, amountCents, "2026-03-02");
    expect(await owedOf(life)).toEqual(owedBefore);
    expect(await life.status()).toBe("LATE");
    expect(await feesOf(life)).toEqual(fees);
    expect(await emails(life)).toEqual([{ template: "outside-payment-returned" }]);
    expect(await life.rows("select kind from app.task where subject_id = $1 and closed_at is null", payment)).toEqual([
      { kind: "PAYMENT_FAILED" },
    ]);
    await life.books("2026-03-02");
    expect((await ask(life, payment, vendorLineId)).body).toMatchObject({ code: "WRONG_STATE" });
  });

  it("that had paid a loan off reopens it as late, what was refunded too much is owed back, and its schedule applies again", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.passTo("2026-02-02T15:00:00Z");
    // The refund of what is too much is an amount that the processor simply settles.
    const amountCents = 6_000_020;
    const payment = await pay(life, amountCents, "2026-02-02");
    await life.passTo("2026-02-20T15:00:00Z");
    expect(await life.status()).toBe("FULLY_PAID");
    await bounce(life, payment, amountCents, "2026-02-20");
    expect(await life.status()).toBe("LATE");
    await life.passTo("2026-02-24T15:00:00Z");
    expect((await life.debits()).slice(-2)).toMatchObject([
      { item: "installment 1", cents: installmentCents },
      { item: "installment 4", cents: 832_436 },
    ]);
    await life.books("2026-02-24");
  });

  it("that had paid an integrated advance off reopens it as current: it is never late", { timeout }, async () => {
    const life = await anIntegratedAdvance(ground);
    await life.passTo("2026-01-21T15:00:00Z");
    const payment = await pay(life, 5_000, "2026-01-21", "PAYOFF");
    expect(await life.status()).toBe("FULLY_PAID");
    await bounce(life, payment, 5_000, "2026-01-21");
    expect(await life.status()).toBe("CURRENT");
    expect(await life.books("2026-01-21")).toMatchObject({ PRINCIPAL_RECEIVABLE: 4_000, FEE_RECEIVABLE: 1_000 });
  });

  it("is refused with another amount, an unknown line, and for a debit or a payment of another product", {
    timeout,
  }, async () => {
    const life = await LoanLife.fund(ground, { terms });
    await life.passTo("2026-02-20T15:00:00Z");
    const payment = await pay(life, 100_000, "2026-02-20");
    const refused = async (of: string, line: string, on = life) => (await ask(on, of, line)).body["code"];
    const right = await withdrawal(ground, 100_000, "2026-02-20");
    expect(await refused(payment, await withdrawal(ground, 99_999, "2026-02-20"))).toBe("BANK_LINE_DIFFERS");
    expect(await refused(payment, randomUUID())).toBe("WITHDRAWAL_NOT_IN_SUSPENSE");
    expect(await refused(payment, await wire(ground, 100_000, "2026-02-20"))).toBe("WITHDRAWAL_NOT_IN_SUSPENSE");
    const [debit] = await life.rows<{ id: string }>(
      "select id from app.payment_order where issued_product_id = $1 and rail = 'ACH' and direction = 'INCOMING'",
      life.id,
    );
    expect(await refused(debit?.id ?? "", right)).toBe("NOT_FOUND");
    const other = await LoanLife.fund(ground, { terms });
    expect(await refused(payment, right, other)).toBe("NOT_FOUND");
  });
});
