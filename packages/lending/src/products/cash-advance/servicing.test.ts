import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { businessDate } from "../../calendar/business-date.ts";
import { summaryOf } from "../../ledger/entries.fixture.ts";
import { changed, totalOf, unpaid } from "../../mechanics/obligation.ts";
import { cents, noCents } from "../../money/cents.ts";
import { Life } from "../life.fixture.ts";
import { anyEvents, lifeRuns, live } from "../random-life.fixture.ts";
import { cashAdvance } from "./product.ts";
import { returnOverCollected } from "./return-over-collected.ts";
import { cashAdvanceTerms } from "./terms.ts";

const fundedOn = businessDate("2026-01-05");
const advance = { drawId: null, invoiceId: null };

/** M-6. */
const terms = cashAdvanceTerms.parse({
  productType: "MCA",
  maxAdvanceAmountCents: 10_000_000,
  feeFactor: "1.08",
  repaymentPercentageTiers: [{ maxLoanAmountCents: 10_000_000, repaymentPercentage: "5" }],
  repaymentFrequency: "WEEKLY",
  estimatedAverageMonthlySalesInCents: 1_000_000,
  refinanced: null,
});

function funded(amount = 100_000, feeFactor = "1.08") {
  const life = new Life(cashAdvance, { ...terms, feeFactor }, fundedOn);
  life.fund({ advanceAmountCents: cents(amount), fundedOn }, advance);
  return life;
}

describe("cash advance servicing", () => {
  it("M-6: the collections 6,003, 16,667 and 50,001 earn 445, 1,234 and 3,704 of the fee, and the last ends both at zero", () => {
    const life = funded();
    const collected = [6_003, 16_667, 50_001, 35_329].map((amount) => life.pay(cents(amount)));
    expect(collected.map(({ entries }) => entries.map(({ entry }) => summaryOf(entry)))).toEqual([
      ["1060 6003; 2100 445 / 1100 5558; 1120:MCA_FEE 445; 4160 445"],
      ["1060 16667; 2100 1234 / 1100 15433; 1120:MCA_FEE 1234; 4160 1234"],
      ["1060 50001; 2100 3704 / 1100 46297; 1120:MCA_FEE 3704; 4160 3704"],
      ["1060 35329; 2100 2617 / 1100 32712; 1120:MCA_FEE 2617; 4160 2617"],
    ]);
    expect(life.balances).toEqual({});
  });

  it("ends advance and fee at zero when the collections are returned in another order and collected again", () => {
    const life = funded(999_983, "1.337");
    for (let count = 0; count < 40; count++) life.pay(cents(7_919));
    for (let index = 0; index < 20; index++) life.takeBack(index);
    for (let count = 0; count < 13; count++) life.pay(cents(3));
    const { amountCents } = life.payoffOf(advance);
    expect(life.pay(amountCents, { kind: "PAYOFF" }).overpaidCents).toBe(0);
    expect(life.balances).toEqual({});
  });

  it("a collection takes nothing back of the fee, also when the fee's part of what is left after returns is above its share", () => {
    // A third is fee, so of five collections of a cent the second and the fifth are fee. The others are returned.
    const life = funded(100_000, "1.5");
    for (let count = 0; count < 5; count++) life.pay(cents(1));
    for (const index of [3, 2, 0]) life.takeBack(index);
    expect(life.obligations[0]?.paid).toMatchObject({ principalCents: 0, feeCents: 2 });
    expect(life.pay(cents(1)).obligations[0]?.paid).toMatchObject({ principalCents: 1, feeCents: 0 });
    life.end([advance]);
  });

  it("W-1, W-2: M-6 after 72,671 collected is written off, and a payment afterwards is a recovery", () => {
    const life = funded();
    life.pay(cents(72_671));
    life.writeOff();
    expect(life.posted.at(-1) && summaryOf(life.posted.at(-1)?.entry ?? expect.fail("no entry"))).toBe(
      "5100 32712; 2100 2617 / 1100 32712; 1120:MCA_FEE 2617",
    );
    const recovered = life.pay(cents(5_000));
    expect(recovered.entries.map(({ entry }) => summaryOf(entry))).toEqual(["1060 5000 / 4900 5000"]);
    expect([recovered.obligations, recovered.overpaidCents]).toEqual([[], 0]);
  });

  it("TU: an excess debit raises the balance again and becomes the business's credit, which a payoff uses", () => {
    const life = funded();
    life.pay(cents(50_000));
    const change = returnOverCollected(life.issued, cents(10_000));
    expect(change.overpaidCents).toBe(10_000);
    life.save(change);
    expect(life.payoffOf(advance, cents(10_000))).toEqual({ amountCents: 58_000, creditCents: 10_000 });
    const payoff = life.pay(cents(58_000), { kind: "PAYOFF", creditCents: cents(10_000) });
    expect(payoff.overpaidCents).toBe(0);
    expect([life.balances, life.balanceOf("BORROWER_CREDIT")]).toEqual([{}, 0]);
  });

  describe("replaced by a new advance", () => {
    const payoff = { principalCents: cents(32_712), interestCents: noCents, feeCents: cents(2_617) };
    const debt = { refinancedIssuedProductId: "old", book: "EQUITY", payoff } as const;
    const collected = () => {
      const life = funded();
      life.pay(cents(72_671));
      return life;
    };

    it("nothing is owed on it once the new funding has settled it", () => {
      const { issued, today, obligations } = collected();
      expect(cashAdvance.refinance.payoff(issued)).toEqual(payoff);
      const { change } = cashAdvance.refinance.close(issued, debt, today);
      expect(change.entries).toEqual([]);
      expect(changed(obligations, change)).toMatchObject([
        { paid: { principalCents: 100_000, feeCents: 8_000 }, unearnedFeeCents: 0 },
      ]);
    });

    it("what was collected since the payoff was signed becomes the business's credit", () => {
      const life = collected();
      life.pay(cents(10_000));
      const { change } = cashAdvance.refinance.close(life.issued, debt, life.today);
      expect(change.overpaidCents).toBe(10_000);
      expect(change.entries.map(({ entry }) => summaryOf(entry))).toEqual([
        "1100 9259; 1120:MCA_FEE 741; 4160 741 / 2100 741; 2000 10000",
      ]);
    });
  });

  it("has no assessed fees: a payment of fees is overpaid", () => {
    expect(funded().pay(cents(500), { kind: "FEE" }).overpaidCents).toBe(500);
  });

  it("after any payments, returns, true-ups and write-offs the ledger holds what the obligation says, and ends at zero", () => {
    const anyFactor = fc.integer({ min: 100, max: 200 }).map((hundredths) => String(hundredths / 100));
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000 }), anyFactor, anyEvents, (amount, feeFactor, events) => {
        const life = funded(amount, feeFactor);
        live(life, events, [advance], cents(amount), (permille) => {
          const [one] = life.obligations;
          if (!one || life.isWrittenOff) return;
          const excess = Math.floor((totalOf(one.paid) * Math.abs(permille)) / 1_000);
          if (excess > 0) life.save(returnOverCollected(life.issued, cents(excess)));
        });
        expect(life.obligations.map((one) => totalOf(unpaid(one)))).toEqual([0]);
      }),
      lifeRuns,
    );
  });
});
