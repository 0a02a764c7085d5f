import type { Book } from "@inlay/lending/ledger/accounts.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../../http/server.fixture.ts";
import { advanceOrder } from "../../payments/advance-order.ts";
import { aDebtor } from "../../payments/payments.fixture.ts";
import { noon, ProductLife } from "../../payments/product-life.fixture.ts";
import { integratedTerms } from "../../products/receivable.fixture.ts";
import type { LifeGround } from "../loan-life.fixture.ts";
import { post } from "./integrated-life.fixture.ts";

let server: TestServer;
let ground: Pick<LifeGround, "server">;
beforeAll(async () => {
  server = await testServer();
  ground = { server };
});
afterAll(() => server.close());

const refinancedOn = "2026-02-04";
const newTerms = {
  ...integratedTerms,
  maxAdvanceAmountCents: 10_000,
  repaymentPercentageTiers: [{ maxLoanAmountCents: 10_000, repaymentPercentage: "20" }],
};
const sale = { chargeCents: 12_345, repaymentCents: 1_852, at: "2026-02-02T14:00:00Z" };
const laterSale = { chargeCents: 9_999, repaymentCents: 1_500, at: "2026-02-03T14:00:00Z" };
/** What the old advance owed when its payoff was signed, after the first sale. */
const signed = { principalCents: 2_518, feeCents: 630 };
const signedCents = 3_148;

/** An advance of 40.00 for 50.00 of which the first sale is collected. */
async function oldAdvance(book: Book = "EQUITY"): Promise<{ old: ProductLife; first: string; firstSale: string }> {
  const debtor = await aDebtor(server, "1000000001", "2026-01-15T15:00:00Z");
  const request = { advanceAmountCents: 4_000 };
  const old = await ProductLife.issue(server, debtor, {
    productType: "INTEGRATED_MCA",
    terms: integratedTerms,
    request,
    book,
  });
  await old.fund(4_000, "2026-01-15");
  await old.setClock(noon("2026-02-03"));
  const { id, transactionId } = await post(ground, old, sale);
  return { old, first: id, firstSale: transactionId };
}

/** An advance of 100.00 that pays the old one off as it was signed after a receivable, and its payout. */
async function newAdvance(old: ProductLife, latestReceivableId: string | null) {
  const refinanced = {
    refinancedIssuedProductId: old.id,
    book: old.book,
    ...signed,
    refiLatestIntegratedMcaReceivableId: latestReceivableId,
  };
  const refinancing = await ProductLife.issue(server, old.debtor, {
    productType: "INTEGRATED_MCA",
    terms: { ...newTerms, refinanced },
    request: { advanceAmountCents: 10_000 },
  });
  return { refinancing, payout: await refinancing.payout(10_000 - signedCents, refinancedOn) };
}

async function claim(life: ProductLife, id: string): Promise<string | null | undefined> {
  const now = new Date("2026-02-03T22:00:00Z");
  await life.setClock(now);
  await life.debtor.within((tx) => advanceOrder.act(tx, { ...life.debtor, id, dueAt: now }, now));
  const sql = "select claim_refusal as refusal from app.payment_order where id = $1";
  return (await life.rows<{ refusal: string | null }>(sql, id))[0]?.refusal;
}

const paidOf = async (life: ProductLife) =>
  (
    await life.rows<{ cents: number }>(
      `select coalesce(sum(paid_principal_cents + paid_fee_cents), 0)::int as cents from app.obligation
       where issued_product_id = $1 and cancelled_at is null`,
      life.id,
    )
  )[0]?.cents;
/** What platform, business and the books owe, over all products of the business. */
const balancesOf = (life: ProductLife, account: number) =>
  life
    .rows<{ cents: number }>(
      `select coalesce(sum(debit_cents - credit_cents), 0)::int as cents from app.journal_line l
       join app.issued_product p on p.id = l.issued_product_id where p.business_id = $1 and l.account = $2`,
      life.debtor.businessId,
      account,
    )
    .then(([row]) => row?.cents);
const [credit, fromPlatform, betweenBooks] = [2000, 1070, 2300];
const owedOf = (life: ProductLife) =>
  life.balances().then((all) => Object.entries(all).filter(([name]) => /^(1100|1120|2100) /.test(name)));
const code = (work: Promise<unknown>) =>
  work.then(
    () => "accepted",
    (refusal: { code: string }) => refusal.code,
  );

describe("integrated advance that is refinanced", () => {
  it.each<Book>(["EQUITY", "CONCAR_SPV_1"])(
    "what its sales paid after the signing is collected of the new advance, to the cent, from a book %s",
    async (book) => {
      const { old, first } = await oldAdvance(book);
      const { refinancing, payout } = await newAdvance(old, first);
      await post(ground, old, laterSale);
      expect(await claim(refinancing, payout)).toBeNull();
      // One more sale arrives after the claim.
      await post(ground, old, { ...laterSale, chargeCents: 1_000, repaymentCents: 150 });
      await refinancing.submit(payout, refinancedOn);
      expect(await old.status()).toBe("REFINANCED");
      expect(await owedOf(old)).toEqual([]);
      expect(await paidOf(refinancing)).toBe(1_650);
      const owed = Object.fromEntries(await owedOf(refinancing)) as Record<string, number>;
      const totalCents = (owed["1100 EQUITY"] ?? 0) + (owed["1120 EQUITY"] ?? 0) + 1_650;
      expect(totalCents).toBe(10_000 + 2_500);
      expect(await balancesOf(old, credit)).toBe(0);
      expect(await balancesOf(old, fromPlatform)).toBe(1_852 + 1_650);
      expect(await balancesOf(old, betweenBooks)).toBe(0);
    },
  );

  it("is not paid off by another figure, and not when refunds have outweighed its sales", async () => {
    const { old, first, firstSale } = await oldAdvance();
    const other = await newAdvance(old, null);
    expect(await claim(other.refinancing, other.payout)).toBe("REFINANCED_PAYOFF_CHANGED");
    const { refinancing, payout } = await newAdvance(old, first);
    const refund = { chargeCents: -12_345, repaymentCents: -1_852, at: sale.at, reversalOf: firstSale };
    await post(ground, old, refund);
    expect(await claim(refinancing, payout)).toBe("REFINANCED_PAYOFF_CHANGED");
  });

  it("is paid off although its sales have repaid it since the claim", async () => {
    const { old, first } = await oldAdvance();
    const { refinancing, payout } = await newAdvance(old, first);
    expect(await claim(refinancing, payout)).toBeNull();
    await post(ground, old, { chargeCents: 100_000, repaymentCents: signedCents, at: laterSale.at });
    await refinancing.submit(payout, refinancedOn);
    expect(await old.status()).toBe("FULLY_PAID");
    expect(await paidOf(refinancing)).toBe(signedCents);
    expect(await balancesOf(old, credit)).toBe(0);
  });

  it("answers a receivable that is posted again with the same one, and applies it to nothing", async () => {
    const { old, first, firstSale } = await oldAdvance();
    const { refinancing, payout } = await newAdvance(old, first);
    await refinancing.submit(payout, refinancedOn);
    const before = [await paidOf(old), await paidOf(refinancing)];
    const again = { ...sale, transactionId: firstSale };
    expect(await post(ground, old, again)).toMatchObject({ id: first, isRepeat: true });
    expect(await code(post(ground, refinancing, again))).toBe("RECEIVABLE_MISMATCH");
    expect(await code(post(ground, old, { ...again, chargeCents: 12_346 }))).toBe("RECEIVABLE_MISMATCH");
    expect([await paidOf(old), await paidOf(refinancing)]).toEqual(before);
  });

  it("a sale from before that arrives late is collected once of the new advance, by the old percentage; a later one is refused", async () => {
    const { old, first } = await oldAdvance();
    const { refinancing, payout } = await newAdvance(old, first);
    await refinancing.submit(payout, refinancedOn);
    await old.setClock(noon("2026-02-06"));
    const late = await post(ground, old, laterSale);
    expect([await paidOf(refinancing), await old.status()]).toEqual([1_500, "REFINANCED"]);
    const again = { ...laterSale, transactionId: late.transactionId };
    expect(await post(ground, old, again)).toMatchObject({ id: late.id, isRepeat: true });
    const afterwards = { ...laterSale, at: "2026-02-05T14:00:00Z" };
    expect(await code(post(ground, old, afterwards))).toBe("ADVANCE_REFINANCED");
    await post(ground, refinancing, { ...afterwards, repaymentCents: 2_000 });
    expect(await paidOf(refinancing)).toBe(3_500);
    // A refund is given back by the advance that its sale was collected of.
    const refund = { chargeCents: -9_999, repaymentCents: -1_500, at: laterSale.at, reversalOf: late.transactionId };
    await post(ground, old, refund);
    expect([await paidOf(refinancing), await old.status()]).toEqual([2_000, "REFINANCED"]);
    expect(await balancesOf(old, fromPlatform)).toBe(1_852 + 2_000);
  });

  it("owes again what a refunded sale had paid of it, and is current and not late", async () => {
    const { old, first, firstSale } = await oldAdvance();
    const { refinancing, payout } = await newAdvance(old, first);
    await refinancing.submit(payout, refinancedOn);
    const refund = { chargeCents: -12_345, repaymentCents: -1_852, at: sale.at, reversalOf: firstSale };
    await post(ground, old, refund);
    expect(await old.status()).toBe("CURRENT");
    expect(await paidOf(refinancing)).toBe(0);
    await post(ground, old, { chargeCents: 100_000, repaymentCents: 1_852, at: laterSale.at });
    expect(await old.status()).toBe("FULLY_PAID");
  });

  it.each<Book>(["EQUITY", "CONCAR_SPV_1"])(
    "when the payout comes back it has collected what arrived for either advance, to the cent, in a book %s",
    async (book) => {
      const { old, first } = await oldAdvance(book);
      const { refinancing, payout } = await newAdvance(old, first);
      await post(ground, old, { chargeCents: 1_000, repaymentCents: 150, at: laterSale.at });
      await refinancing.submit(payout, refinancedOn);
      await old.setClock(noon("2026-02-05"));
      const late = await post(ground, old, laterSale);
      await post(ground, refinancing, {
        chargeCents: 1_000,
        repaymentCents: 200,
        at: "2026-02-05T14:00:00Z",
      });
      await refinancing.return(payout, "2026-02-05");
      expect(await old.status()).toBe("CURRENT");
      expect([await paidOf(old), await paidOf(refinancing)]).toEqual([1_852 + 150 + 1_500 + 200, 0]);
      expect(await owedOf(refinancing)).toEqual([]);
      expect(await balancesOf(old, credit)).toBe(0);
      expect(await balancesOf(old, fromPlatform)).toBe(1_852 + 150 + 1_500 + 200);
      const owed = Object.fromEntries(await owedOf(old)) as Record<string, number>;
      expect((owed[`1100 ${book}`] ?? 0) + (owed[`1120 ${book}`] ?? 0)).toBe(5_000 - 3_702);
      const again = { ...laterSale, transactionId: late.transactionId };
      expect(await post(ground, old, again)).toMatchObject({ id: late.id, isRepeat: true });
    },
  );
});
